"""Judge a function from the records of its calls."""

import numpy as np

from .compare import SMALL, Unfit, finite, fitted, form, gap, spelled
from .differences import carried_parts, explained, off, throughout
from .errors import meaning
from .question import Case, FunctionQuestion, Outcome, same
from .unpack import Answer, Record
from .verdict import Verdict


def judge_function(question: FunctionQuestion, answer: Answer, cases: list[Case]) -> Verdict:
    """Full credit when every case is right; else the misconception that gives the same results, or a diagnosis.

    Where the question counts by part, the parts that are right in every case earn their share at least, and so does
    the one that only follows from another. A
    function whose values are right but which changed the caller's array, or loses the dtype or overflows where
    the question asks that it does not, earns half.
    """
    if answer.problem:
        return Verdict(
            0.0,
            f"You gave {answer.problem}, not a function. Give the function itself, without parentheses after its name.",
        )
    rights = [question.try_out(question.reference, case) for case in cases]
    seen = [_look(question, record, right) for record, right in zip(answer.records, rights, strict=True)]
    wrong = next((i for i, (_, why) in enumerate(seen) if why), None)
    if wrong is None:
        return _side_effects(question, answer, cases)
    outcomes, whys = zip(*seen, strict=True)
    known = _recognise(question, cases, rights, outcomes)
    shown = _example(question, cases[wrong], answer.records[wrong], rights[wrong])
    if changed := _changed(answer.records):
        shown += (f"Your function also changes the caller's {changed}.",)
    good_parts = _good_parts(question, rights, outcomes)
    carried = carried_parts(question, cases, rights, outcomes, good_parts)
    share = (len(good_parts) + len(carried)) / len(question.parts) if good_parts else 0.0
    if good_parts:
        shown += (f"Right in all cases: {', '.join(good_parts)}.",)
    if carried:
        shown += (f"Not charged: {', '.join(carried)}. It only follows from what is off.",)
    if known:
        return Verdict(max(known.credit, share), known.hint, known.name, shown)
    good = sum(not why for why in whys)
    why = off(question, outcomes[wrong].values, rights[wrong], carried) if carried else whys[wrong]
    if everywhere := explained(question, cases, outcomes, rights) or throughout(question, outcomes, rights, carried):
        return Verdict(share, everywhere, None, shown)
    partly = f" {good} of {len(cases)} cases {'is' if good == 1 else 'are'} right." if good else ""
    return Verdict(share, why + partly, None, shown)


def _look(question, record: Record, right: Outcome) -> tuple[Outcome, str]:
    """The record as an outcome, and why it is not right ("" when it is)."""
    if record.error:
        at = f" ({record.where})" if record.where else ""
        stopped = f"Your function stopped with {record.error}{at}. {meaning(record.error)}"
        return Outcome(None, record.error), stopped.rstrip()
    if record.value.array is None:
        if record.value.untouched:
            return Outcome(None, "nothing"), "Your function returns nothing (None). Is `return` missing?"
        one = "a NumPy array of numbers" if right.values[0].ndim else "a number"
        wanted = f"the tuple ({', '.join(question.parts)})" if question.parts else one
        why = f"Your function returns {record.value.problem}. Return {wanted}."
        return Outcome(None, "unusable"), why
    raw = record.value.array
    if len(right.values) > 1 and record.value.nested and isinstance(raw, np.ndarray) and raw.ndim:
        raw = list(raw)  # [[…], […]] of plain numbers, where several things are asked for
    try:
        values = fitted(raw, right.values, question.parts)
    except Unfit as error:
        return Outcome(raw if isinstance(raw, list) else [raw]), f"Look at the result. {error}"
    allowed = question.allowed(right.values)
    if gap(values, right.values) <= allowed:
        return Outcome(values), ""
    return Outcome(values), off(question, values, right)


def _good_parts(question, rights, outcomes) -> list[str]:
    """The names of the parts that are right in every case, where the question counts by part."""
    if not question.by_part or any(len(outcome.values or ()) != len(question.parts) for outcome in outcomes):
        return []
    return [
        name
        for i, name in enumerate(question.parts)
        if all(
            form(outcome.values[i], right.values[i]) is None
            and gap([outcome.values[i]], [right.values[i]]) <= question.allowed(right.values)
            for outcome, right in zip(outcomes, rights, strict=True)
        )
    ]


def _recognise(question, cases, rights, outcomes):
    """The misconception that gives what the student's function gave in every case, or None."""
    limits = [question.allowed(right.values) for right in rights]
    for known in question.misconceptions:
        results = [question.try_out(known.wrong, case) for case in cases]
        if not all(_alike(question, a, b, limit) for a, b, limit in zip(outcomes, results, limits, strict=True)):
            continue
        # At least one wrong value must agree: two functions that merely fail are not alike.
        if any(
            a.values is not None and not same(a, right, limit)
            for a, right, limit in zip(outcomes, rights, limits, strict=True)
        ):
            return known
    return None


def _alike(question, outcome: Outcome, mistaken: Outcome, limit: float) -> bool:
    """Whether a mistake gives that outcome. Its numbers may be far larger than the right ones, and round as they do."""
    if mistaken.values is not None and all(finite(part) is None for part in mistaken.values):
        limit = max(limit, question.allowed(mistaken.values))
    return same(outcome, mistaken, limit)


def _side_effects(question, answer: Answer, cases: list[Case]) -> Verdict:
    records = answer.records
    if used := next((each for each in question.without if each.words.intersection(answer.uses)), None):
        return Verdict(0.5, f"The values are right, but {used.hint}", used.name)
    if changed := _changed(records):
        return Verdict(
            0.5,
            f"The values are right, but your function changes the caller's {changed}. "
            "Work on a new array: `h = h + b` makes one; `h += b` and `h[h < 0] = 0` write into the caller's.",
            "changes_the_callers_array",
        )
    if question.keeps_dtype and (names := _lost_dtype(records, cases)):
        return Verdict(0.5, f"The values are right, but {names}. Keep the input's dtype.", "loses_the_dtype")
    if question.quiet:
        for record, case in zip(records, cases, strict=True):
            if record.warned:
                return _warned(question, record, case)
    return Verdict(1.0, f"All {len(cases)} cases are right." if len(cases) > 1 else "The one case is right.")


def _warned(question, record: Record, case: Case) -> Verdict:
    """Right values with an overflow on the way: for which input, since few of them overflow."""
    name, value = question.arguments[0], np.asarray(case.args[0])
    span = spelled(value) if value.size == 1 else f"from {value.min():.6g} to {value.max():.6g}"
    return Verdict(
        0.5,
        f"The values are right, but NumPy warns: {record.warned[0]}. Rewrite the formula so that nothing overflows.",
        "overflow_warning",
        (f"It warns for {name} {'=' if value.size == 1 else 'with values'} {span}, {value.dtype}.",),
        section=question.quiet_section,
    )


def _changed(records) -> str:
    return " and ".join(sorted({name for record in records for name in record.changed}))


def _lost_dtype(records, cases):
    for record, case in zip(records, cases, strict=True):
        arrays = [value for value in case.args if isinstance(value, np.ndarray)]
        wanted = np.result_type(*arrays) if arrays else np.dtype(int)  # only floating-point input has a dtype to keep
        given = record.value.array if isinstance(record.value.array, list) else [record.value.array]
        for array in given:
            if wanted.kind == "f" and array.dtype != wanted:
                return f"{wanted} goes in and {array.dtype} comes out"
    return ""


def _example(question, case: Case, record: Record, right: Outcome) -> tuple[str, ...]:
    """The first case that differs: input, yours, right. Large arrays are shown by their shapes."""
    lines = ["The first case where it stops:" if record.error else "The smallest case that differs:"]
    for name, value in zip(question.arguments, case.args, strict=False):
        lines.append(f"  {name} = {_shown(np.asarray(value))}")
    given = record.value.array
    if isinstance(given, list) and len(given) == len(question.parts) == len(right.values):
        return (*lines, *_parts_that_differ(question, given, right.values))
    if given is not None:
        if isinstance(given, list) and len(right.values) == 1 == len(given):
            given = np.asarray(given)  # one thing in brackets: they are part of what is wrong
        given = given if isinstance(given, list) else [given]
        lines.append(f"  yours: {', '.join(_shown(part) for part in given[:4])}")
    if not record.error:
        lines.append(f"  right: {', '.join(_shown(part) for part in right.values)}")
    return tuple(lines)


def _parts_that_differ(question, given, right) -> list[str]:
    allowed = question.allowed(right)
    return [
        f"  {whose}: {name} = {_shown(part)}"
        for name, yours, wanted in zip(question.parts, given, right, strict=True)
        if gap([yours], [wanted]) > allowed
        for whose, part in (("yours", yours), ("right", wanted))
    ]


def _shown(array) -> str:
    if not isinstance(array, np.ndarray):
        return "several arrays"
    dtype = "" if array.dtype in (float, int) else f", {array.dtype}"
    if array.size > SMALL:
        span = f", from {array.min():.4g} to {array.max():.4g}" if array.dtype.kind in "iuf" else ""
        return f"an array of shape {array.shape}{dtype}{span}"
    return spelled(array) + (f"  shape {array.shape}{dtype}" if array.ndim else "")
