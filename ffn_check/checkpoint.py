"""What a notebook calls: `check` asks a question and `hint` helps with it."""

from . import exam
from .ask import ask
from .draw import normalise
from .plain import NOT_YET, pack
from .publish import packet, publish, show

_MISSING = object()


def check(question: str, fn=_MISSING, /, *, seed: int | None = None, **answers):
    """Try an answer and show a verdict.

    check("activations.gelu", gelu)                                  a function to be tried
    check("cost.count", student=student, answer=22)                  a number
    check("position_wise.by_hand", student=student, h_pre=h_pre, h=h, out=out)      stages

    `seed` repeats the random cases of an earlier verdict. When a notebook is graded, the answers are only
    published; the judge sits elsewhere.
    """
    if type(question) is not str:
        return show(
            'The first thing in check(…) is the name of the question, in quotes: check("activations.gelu", gelu).'
        )
    student = answers.pop("student", None)
    if fn is not _MISSING and answers:
        return show("Give check(…) either a function or named answers, not both.")
    if fn is _MISSING and not answers:
        return show(f'Give check(…) your answer too: check("{question}", …).')
    cases, local = exam.cases(question), None
    if cases is None:
        local = judge_here()
        if local is not None and fn is not _MISSING:
            try:
                cases, seed = local.cases(question, seed)
            except KeyError as error:
                return show(str(error.args[0]))
    data = _function(question, fn, cases or []) if fn is not _MISSING else _answers(question, student, answers)
    if local is not None:
        return show(local.verdict(data, seed))
    publish(data)
    if exam.cases(question) is None:
        show(
            "Your answer is written down. The judge is not installed here, so there is no verdict yet. "
            "To get one at once, install the course (its README says how) and restart the notebook."
        )


def hint(question: str, step: int | None = None):
    """Show the next step towards the answer of `question`: one step more each time, or step number `step`."""
    local = judge_here()
    if local is None:
        return show("The hints come with the course. They are not installed here; its README says how to get them.")
    show(local.hint(question, step))


def judge_here():
    """The judge on this machine, or None. The one place where this package looks for ffn_grader."""
    try:
        from ffn_grader import local
    except ImportError:
        return None
    return local


def _function(question, fn, cases):
    if fn is None or fn is ... or type(fn) is type(NotImplemented):
        return packet(question, "function", student=None, untouched=True, cases=[])
    if not callable(fn):
        problem = f"a value of type {type(fn).__name__[:60]}"
        return packet(question, "function", student=None, problem=problem, cases=[])
    records = ask(fn, cases)
    data = packet(question, "function", student=None, cases=records)
    if records and all(_untouched(record) for record in records):
        data["untouched"] = True
    return data


def _untouched(record):
    if "error" in record:
        return record["error"].startswith("NotImplementedError")
    return record["value"].get("python") in NOT_YET and "unsupported" in record["value"]


def _answers(question, student, answers):
    try:
        typed = None if student is None else normalise(student) and str(student)[:200]
    except TypeError as error:
        typed = ""
        show(str(error))
    plain = {name: pack(value) for name, value in answers.items()}
    if set(plain) == {"answer"}:
        return packet(question, "answer", student=typed, answer=plain["answer"])
    return packet(question, "stages", student=typed, stages=plain)
