"""Judge named answers one by one, each from the student's own earlier ones, so that one slip costs one stage.

The right values are never shown: only which entries are off, and why that may be.
"""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from .compare import Unfit, fitted, gap, places
from .question import Misconception, Stage, StagesQuestion
from .unpack import Answer
from .verdict import Verdict


@dataclass
class Finding:
    """What is known about one stage."""

    credit: float
    line: str
    known: Misconception | None = None
    carried: bool = False
    answered: bool = True


def judge_stages(question: StagesQuestion, answer: Answer, n) -> Verdict:
    """The verdict on named answers to the numbers `n`. Every stage counts the same."""
    rights = question.right_paths(n)
    own, findings = SimpleNamespace(), {}
    for stage in question.stages:
        findings[stage.name] = _judge_stage(stage, answer.values.get(stage.name), n, own, rights)
        setattr(own, stage.name, _carried(stage, answer.values.get(stage.name), rights[0]))
    return _verdict(question, findings)


def _judge_stage(stage: Stage, value, n, own, rights) -> Finding:
    if value is None or value.untouched:
        return Finding(0.0, "no answer yet.", answered=False)
    right = getattr(rights[0], stage.name)
    if value.array is None:
        return Finding(0.0, f"This is {value.problem}. Give numbers.")
    try:
        given = fitted(value.array, [right])[0]
    except Unfit as error:
        return Finding(0.0, str(error))
    starts = [own, *rights]
    forms = [(stage.right, start) for start in starts] + [(form, start) for form in stage.also for start in starts]
    for form, start in forms:
        if _near(stage, given, form(n, start)):
            truly = any(_near(stage, given, getattr(path, stage.name)) for path in rights)
            return Finding(1.0, "right." if truly else "right, from your own earlier stage.", carried=not truly)
    for start in (own, rights[0]):
        for known in stage.misconceptions:
            if _near(stage, given, known.wrong(n, start)):
                return Finding(known.credit, known.hint, known)
    nearest = np.asarray(stage.right(n, own))
    off = np.abs(given.astype(float) - nearest) > stage.allowed(nearest)
    return Finding(0.0, f"{places(off)} off.")


def _near(stage, given, wanted) -> bool:
    wanted = np.asarray(wanted)
    return gap([given], [wanted]) <= stage.allowed(wanted)


def _carried(stage: Stage, value, right) -> np.ndarray:
    """What later stages start from: the student's own value, if it can stand for one.

    It must have the right form and be finite; and it may not be the same number everywhere, because from
    zeros the rest is right without any work.
    """
    wanted = getattr(right, stage.name)
    if value is None or value.array is None:
        return wanted
    try:
        given = fitted(value.array, [wanted])[0]
    except Unfit:
        return wanted
    constant = given.size > 1 and (given == given.flat[0]).all() and not (wanted == wanted.flat[0]).all()
    return wanted if constant or np.abs(given.astype(float)).max(initial=0) > 1e12 else given


def _verdict(question, findings: dict[str, Finding]) -> Verdict:
    credit = sum(finding.credit for finding in findings.values()) / len(findings)
    first = next((f for f in findings.values() if f.answered and f.credit < 1), None)
    known = first.known.name if first and first.known else None
    if question.kind == "answer":
        finding = findings["answer"]
        return Verdict(finding.credit, "Correct." if finding.credit == 1 else finding.line, known)
    right = sum(finding.credit == 1 for finding in findings.values())
    lines = tuple(f"{name}: {finding.line}" for name, finding in findings.items())
    if right == len(findings):
        return Verdict(1.0, f"All {right} stages are right.", None, lines)
    slip = (
        " One slip costs one stage: the others are judged from your own numbers."
        if any(finding.carried for finding in findings.values())
        else ""
    )
    return Verdict(min(1.0, credit), f"{right} of {len(findings)} stages are right.{slip}", known, lines)
