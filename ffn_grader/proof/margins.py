"""How far two things lie from the tolerance: the error of single precision, and the nearest mistake.

Both are counted in tolerances. A tolerance is sound when the first is well below 1 and the second above ten.
"""

from itertools import combinations

import numpy as np

from ..compare import gap
from ..question import Case, FunctionQuestion, Outcome, PropertyQuestion
from ..question.own import NumbersQuestion
from .trials import cases_of


def margins(question: FunctionQuestion, seed: int) -> tuple[float, float]:
    """(float32 error, distance of the nearest two results that mean different things), in tolerances.

    Results are as far apart as in the case that tells them best. Two mistakes of which one fails where the other
    does not are told apart without any number: infinitely far. From the right answer only values count.
    """
    cases = cases_of(question, seed)
    right = [question.try_out(question.reference, case) for case in cases]
    allowed = [question.allowed(outcome.values) for outcome in right]
    single = [question.try_out(question.reference, rounded(case)) for case in cases]
    error = max(_distance(a, b, limit) for a, b, limit in zip(right, single, allowed, strict=True))
    wrongs = [[question.try_out(m.wrong, case) for case in cases] for m in question.misconceptions]

    def apart(a, b):
        return max(_distance(x, y, limit) for x, y, limit in zip(a, b, allowed, strict=True))

    def by_value(wrong):
        return [good if outcome.values is None else outcome for outcome, good in zip(wrong, right, strict=True)]

    from_right = [apart(by_value(wrong), right) for wrong in wrongs]
    nearest = min(from_right + [apart(a, b) for a, b in combinations(wrongs, 2)])
    return error, nearest


def rounded(case: Case) -> Case:
    """The same case in single precision."""
    return Case(tuple(map(_rounded, case.args)), {name: _rounded(value) for name, value in case.kwargs.items()})


def longest_sum(question: FunctionQuestion, seed: int) -> int:
    """The longest axis among a question's arguments: no matrix product in it adds up more terms at once."""
    return max((n for case in cases_of(question, seed) for value in case.args for n in np.shape(value)), default=1)


def answer_margin(question: NumbersQuestion, n) -> float:
    """The distance of the nearest wrong answer from the right one, in tolerances of the stage that tells it best."""
    if isinstance(question, PropertyQuestion):
        wrongs = (question.given(known.wrong(n)) for known in question.misconceptions)
        return min(question.lacks(n, a) for a in wrongs) / question.tolerance
    right = question.path(n)
    allowed = {stage.name: stage.allowed(getattr(right, stage.name)) for stage in question.stages}
    wrongs = (question.path(n, stage, known.wrong) for stage in question.stages for known in stage.misconceptions)
    return min(
        max(gap([getattr(wrong, name)], [getattr(right, name)]) / limit for name, limit in allowed.items())
        for wrong in wrongs
    )


def _rounded(value):
    is_double = isinstance(value, np.ndarray) and value.dtype == np.float64
    return value.astype(np.float32) if is_double else value


def _distance(a: Outcome, b: Outcome, allowed: float) -> float:
    if a.values is None or b.values is None:
        return 0.0 if a.values is b.values else np.inf
    return gap(a.values, b.values) / allowed
