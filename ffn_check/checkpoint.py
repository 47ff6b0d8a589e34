"""What a notebook calls: `check` asks a question and `hint` helps with it."""

import dis
import os
from contextlib import nullcontext
from types import CodeType

from . import exam
from .ask import ask
from .draw import normalise
from .pack import pack
from .patience import patience
from .plain import NOT_YET
from .publish import packet, publish, show
from .uses import uses

MISSING = object()
# What a body of a docstring, `...` and comments comes to.
EMPTY_BODY = {"RESUME", "NOP", "CACHE", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}
NO_JUDGE = (
    "Your answer is written down. The judge is not installed here, so there is no verdict yet. "
    "To get one at once, install the course (its README says how) and restart the notebook."
)
NO_HINTS = "The hints come with the course. They are not installed here; its README says how to get them."


class NotYet(AssertionError):
    """Raised under `nbgrader validate`, which counts only errors: this part does not have full credit yet."""


def check(question: str, fn=MISSING, /, *, seed: int | None = None, **answers):
    """Try an answer and show a verdict.

    check("activations.gelu", gelu)                                  a function to be tried
    check("position_wise.parameters", student=student, answer=22)    a number
    check("position_wise.by_hand_relu", student=student, h_pre=h_pre, h=h, out=out)      stages

    `seed` repeats the random cases of an earlier verdict. When a notebook is graded, the answers are only
    published; the judge sits elsewhere.
    """
    if type(question) is not str:
        return show('First comes the name of the question, in quotes: check("activations.gelu", gelu).')
    cases = exam.cases(question)
    local = judge_here() if cases is None else None
    if local is not None:
        try:
            cases, seed = local.cases(question, seed)
        except KeyError as error:
            return show(error.args[0])
    if problem := _misused(question, fn, answers):
        return show(problem)
    with patience() if local is not None else nullcontext():
        data = packet_of(question, fn, cases or [], answers)
    if local is not None:
        verdict = local.verdict(data, seed)
        show(verdict)
        if os.environ.get("NBGRADER_EXECUTION") == "validate" and getattr(verdict, "credit", 0) < 1:
            raise NotYet(str(verdict))
        return
    publish(data)
    if cases is None:
        show(NO_JUDGE)


def hint(question: str, step: int | None = None):
    """Show the next step towards the answer of `question`: one step more each time, or step number `step`."""
    local = judge_here()
    show(NO_HINTS if local is None else local.hint(str(question), step))


def judge_here():
    """The judge on this machine, or None. The one place where this package looks for ffn_grader."""
    try:
        from ffn_grader import local
    except ImportError:
        return None
    return local


def packet_of(question: str, fn, cases: list, answers: dict) -> dict:
    """What is published: the records of `fn` on plain `cases`, or the named `answers` if there are any."""
    return _named(question, dict(answers)) if answers else _function(question, fn, cases)


def _misused(question, fn, answers) -> str:
    """What is wrong with the call of `check` itself, or ""."""
    if fn is not MISSING and answers:
        return "Give check(…) either a function or named answers, not both."
    if fn is MISSING and not answers.keys() - {"student"}:
        return f'Give check(…) your answer too: check("{question}", …).'
    return ""


def _function(question, fn, cases):
    if fn is None or fn is ...:
        return packet(question, "function", student=None, untouched=True, cases=[])
    if not callable(fn):
        problem = f"a value of type {type(fn).__name__[:60]}"
        return packet(question, "function", student=None, problem=problem, cases=[])
    records = ask(fn, cases)
    data = packet(question, "function", student=None, cases=records, uses=uses(fn))
    if records and all(_untouched(record, fn) for record in records):
        data["untouched"] = True
    return data


def _untouched(record, fn):
    if "error" in record:
        return record["error"].startswith("NotImplementedError")
    return record["value"].get("python") in NOT_YET and "unsupported" in record["value"] and _is_stub(fn)


def _is_stub(fn) -> bool:
    """Whether nothing is written in the body of `fn` but a docstring, comments, `...` or `pass`."""
    try:
        code = fn.__code__
    except Exception:
        return False
    return type(code) is CodeType and {step.opname for step in dis.get_instructions(code)} <= EMPTY_BODY


def _named(question, answers):
    student = answers.pop("student", None)
    try:
        typed = str(student)[:200] if normalise(student) else ""
    except TypeError as error:
        typed = ""
        show(str(error))
    plain = {name: pack(value) for name, value in answers.items()}
    if set(plain) == {"answer"}:
        return packet(question, "answer", student=typed, answer=plain["answer"])
    return packet(question, "stages", student=typed, stages=plain)
