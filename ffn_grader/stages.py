"""Judge named answers one by one, each from the student's own earlier ones, so that one slip costs one stage.

The right values are never shown: only which entries are off, and why that may be.
"""

from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from .compare import Unfit, axes, count, fitted, gap, places
from .example import book_example, tried
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
    slip: bool = False
    answered: bool = True


def judge_stages(question: StagesQuestion, answer: Answer, n) -> Verdict:
    """The verdict on named answers to the numbers `n`. Every stage counts the same."""
    rights = question.right_paths(n)
    own, findings, explained = SimpleNamespace(), {}, True
    with np.errstate(all="ignore"):
        for stage in question.stages:
            value = answer.values.get(stage.name)
            findings[stage.name] = finding = _judge_stage(stage, value, n, own, rights, explained)
            explained = explained and bool(finding.credit == 1 or finding.known or finding.slip)
            setattr(own, stage.name, _carried(value, getattr(rights[0], stage.name), explained))
    return _verdict(question, findings, _example(question, findings, rights[0]))


def _judge_stage(stage: Stage, value, n, own, rights, explained: bool) -> Finding:
    if value is None or value.untouched:
        return Finding(0.0, "no answer yet.", answered=False)
    if value.array is None:
        return Finding(0.0, f"This is {value.problem}. Give numbers.")
    try:
        given, unfit = fitted(value.array, [getattr(rights[0], stage.name)])[0], ""
    except Unfit as error:
        given, unfit = value.array, str(error)
    for start in (own, *rights) if not unfit else ():
        if any(_near(stage, given, form, n, start) for form in (stage.right, *stage.also)):
            truly = any(_close(stage, given, getattr(path, stage.name)) for path in rights)
            if not truly and not explained and _effortless(given, getattr(rights[0], stage.name)):
                return Finding(0.0, "it follows from an earlier answer that is off. Mend that one first.")
            return Finding(1.0, "right." if truly else "right, from your own numbers.", carried=not truly)
    for start in (own, rights[0]):
        for known in stage.misconceptions:
            if _near(stage, given, known.wrong, n, start):
                return Finding(known.credit, known.hint, known)
    if unfit:
        given_axes = _axes(given)
        if stage.of_shape and given_axes is not None:
            return Finding(0.0, axes(stage.name, given_axes, _axes(getattr(rights[0], stage.name))))
        return Finding(0.0, unfit)
    nearest = tried(stage.right, n, own)
    if nearest is None or nearest.shape != given.shape:
        nearest = getattr(rights[0], stage.name)
    if stage.decimals and gap([given], [nearest]) <= 0.5001 * 10 ** (1 - stage.decimals) + stage.allowed(nearest) / 4:
        return Finding(0.0, f"close: give {count(stage.decimals)} decimals.")
    if gap([given], [nearest]) <= stage.coarse:
        return Finding(0.0, f"close, but not to {count(stage.decimals)} decimals: refine it.")
    off = np.abs(given.astype(float) - nearest.astype(float)) > stage.allowed(nearest)
    return Finding(0.0, _described(given, nearest, stage.allowed(nearest)), slip=2 * off.sum() < off.size)


def _described(given: np.ndarray, nearest: np.ndarray, allowed: float) -> str:
    """How an answer differs, in words that do not give the right one away."""
    marks, given, nearest = nearest.dtype.kind == "b", given.astype(float), nearest.astype(float)
    if np.any(nearest) and gap([given], [-nearest]) <= allowed:
        return "every sign is flipped." if given.size > 1 else "the sign is flipped."
    if not marks and given.ndim == 1 < given.size and gap([np.sort(given)], [np.sort(nearest)]) <= allowed:
        return "the right numbers, in another order."
    off = np.abs(given - nearest) > allowed
    empty = 2 * off.sum() >= off.size and _effortless(given, nearest)
    more = " So many equal numbers carry nothing: what follows is judged from the right answer here."
    return f"{places(off)} off.{more if empty and off.size > 1 else ''}"


def _axes(given) -> int | None:
    """How many axes the shape `given` has; None when it is not one. A number without a comma is a shape of none."""
    if not isinstance(given, np.ndarray) or given.ndim > 1:
        return None
    return given.size if given.ndim else 0


def _near(stage, given, form, n, start) -> bool:
    wanted = tried(form, n, start)
    return wanted is not None and _close(stage, given, wanted)


def _close(stage, given, wanted) -> bool:
    return isinstance(given, np.ndarray) and gap([given], [wanted]) <= stage.allowed(wanted)


def _carried(value, wanted: np.ndarray, explained: bool) -> np.ndarray:
    """What later stages start from: the student's own value, if it can stand for one.

    It must have the right form and be finite. One that takes no effort counts only if all stages so far are
    right, known mistakes, or slips in fewer than half of their numbers: from zeros without a reason, the rest would
    be right without any work.
    """
    if value is None or value.array is None:
        return wanted
    try:
        given = fitted(value.array, [wanted])[0]
    except Unfit:
        return wanted
    if (_effortless(given, wanted) and not explained) or np.abs(given.astype(float)).max(initial=0) > 1e15:
        return wanted
    return given.astype(np.int64 if given.dtype.kind in "iu" else float)


def _effortless(given: np.ndarray, wanted: np.ndarray) -> bool:
    """Whether `given` is zero, or the same number everywhere, where the right answer is not."""
    if given.size == 1:
        return not given.any() and bool(wanted.any())
    return given.size > 1 and bool((given == given.flat[0]).all() and not (wanted == wanted.flat[0]).all())


def _example(question, findings, right) -> tuple[str, ...]:
    """The first known mistake, shown on the book's numbers."""
    stage = next((s for s in question.stages if findings[s.name].known), None)
    return () if stage is None else book_example(question, stage, findings[stage.name].known.wrong, right)


def _verdict(question, findings: dict[str, Finding], example: tuple[str, ...]) -> Verdict:
    credit = sum(finding.credit for finding in findings.values()) / len(findings)
    first = next((f for f in findings.values() if f.answered and f.credit < 1), None)
    known = first.known.name if first and first.known else None
    if question.kind == "answer":
        finding = findings["answer"]
        said = "That is the answer." if finding.credit == 1 else finding.line[0].upper() + finding.line[1:]
        return Verdict(finding.credit, said, known, example)
    right = sum(finding.credit == 1 for finding in findings.values())
    lines = tuple(f"{name}: {finding.line}" for name, finding in findings.items())
    if right == len(findings):
        return Verdict(1.0, f"All {right} answers are right.", None, lines)
    slip = (
        " A slip costs only its own answer: what follows is judged from your numbers."
        if any(finding.carried for finding in findings.values())
        else ""
    )
    section = next(stage.section for stage in question.stages if findings[stage.name].credit < 1)
    return Verdict(
        min(1.0, credit),
        f"{right} of {len(findings)} answers {'is' if right == 1 else 'are'} right.{slip}",
        known,
        lines + example,
        section=section,
    )
