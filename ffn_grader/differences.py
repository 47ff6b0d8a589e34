"""How a function's results differ from the right ones: in the case that is shown, in all together, part by part."""

from itertools import permutations

import numpy as np

from .compare import diagnose, finite, form, gap, scale
from .question import Outcome


def off(question, values, right: Outcome, carried: list[str] = ()) -> str:
    """What is wrong in one case with the first part that differs, and that does not only follow from another one."""
    allowed = question.allowed(right.values)
    names = question.parts or ("",) * len(values)
    for name, given, wanted in zip(names, values, right.values, strict=True):
        if name not in carried and gap([given], [wanted]) > allowed:
            return _about(name, f"{diagnose(given, wanted, allowed).rstrip('.')} in the case shown.")
    return "The values differ."


def explained(question, cases, outcomes, rights) -> str:
    """The question's own words for a mistake that no list can hold; "" when it has none."""
    if any(len(outcome.values or ()) != len(right.values) for outcome, right in zip(outcomes, rights, strict=True)):
        return ""
    rows = [
        (case.args, outcome.values, right.values) for case, outcome, right in zip(cases, outcomes, rights, strict=True)
    ]
    try:
        return question.explain(rows)
    except Exception:  # what was handed in may be anything
        return ""


def throughout(question, outcomes, rights, carried: list[str] = ()) -> str:
    """What is wrong in all cases together: another order, a flipped sign, a factor, a shift; "" if nothing is."""
    if any(len(outcome.values or ()) != len(right.values) for outcome, right in zip(outcomes, rights, strict=True)):
        return ""
    limits = [question.allowed(right.values) for right in rights]
    if moved := _moved(question, outcomes, rights, limits):
        return moved
    if len(rights) == 1 or not _usable(outcomes, rights):
        return ""
    for i, name in enumerate(question.parts or ("",)):
        given, wanted = ([each.values[i].astype(float) for each in both] for both in (outcomes, rights))
        if name not in carried and not _near(given, wanted, limits):
            found = _pattern(given, wanted, limits)
            return found and _about(name, f"{found}, in all cases.")
    return ""


def _pattern(given, wanted, limits) -> str:
    each = "Every" if any(part.size > 1 for part in wanted) else "The"
    factor = scale(given, wanted)
    if factor and _near(given, [factor * part for part in wanted], [max(1, abs(factor)) * limit for limit in limits]):
        flipped = abs(factor + 1) < 1e-6
        return f"{each} sign is flipped" if flipped else f"{each} value is {factor:.4g} times the right one"
    shift = float(np.mean([np.mean(a - b) for a, b in zip(given, wanted, strict=True)]))
    if _near(given, [part + shift for part in wanted], limits):
        return f"{each} value is off by the same amount, {shift:.4g}"
    return ""


def _moved(question, outcomes, rights, limits) -> str:
    """In how many cases the parts are right, but in another order; "" when in some case they are not."""
    orders, wrong = list(permutations(range(len(rights[0].values)))), 0
    for outcome, right, limit in zip(outcomes, rights, limits, strict=True):
        fits = (order for order in orders if gap([outcome.values[i] for i in order], right.values) <= limit)
        order = next(fits, None)
        if order is None:
            return ""
        wrong += order != orders[0]
    if not wrong:  # right numbers in a form that is not accepted, such as True and False
        return ""
    where = "" if wrong == len(rights) else f" in {wrong} of {len(rights)} cases"
    return f"The right results, but{where} in another order: give ({', '.join(question.parts)})."


def carried_parts(question, cases, rights, outcomes, good_parts) -> list[str]:
    """The part that is off only because one other is: it follows from that one, wherever this can be told."""
    wrong = [i for i, name in enumerate(question.parts) if name not in good_parts]
    if len(wrong) != 2 or not good_parts or not _usable(outcomes, rights):
        return []
    for i, other in (wrong, wrong[::-1]):
        follows = question.follows.get(question.parts[i])
        if follows is None or not any(outcome.values[other].any() for outcome in outcomes):
            continue  # from zeros it would follow without any work
        wanted = [follows(*case.args, *outcome.values) for case, outcome in zip(cases, outcomes, strict=True)]
        told = [
            gap([outcome.values[i]], [value]) <= question.allowed([value])
            for outcome, value in zip(outcomes, wanted, strict=True)
            if value is not None
        ]
        if told and all(told):
            return [question.parts[i]]
    return []


def _usable(outcomes, rights) -> bool:
    """Whether every part is of the right form and finite, in every case."""
    pairs = zip(outcomes, rights, strict=True)
    parts = [both for outcome, right in pairs for both in zip(outcome.values, right.values, strict=True)]
    return all(form(given, wanted) is None and finite(given) is None for given, wanted in parts)


def _near(given, wanted, limits) -> bool:
    return all(gap([a], [b]) <= limit for a, b, limit in zip(given, wanted, limits, strict=True))


def _about(name: str, what: str) -> str:
    return f"{name}: {what}" if name else what
