"""A question that tries the student's function on cases."""

import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ffn_check.pack import pack

from ..compare import gap, parts
from .base import SEPARATION, Misconception, Question


class Case(NamedTuple):
    """The inputs of one call."""

    args: tuple
    kwargs: dict


class Outcome(NamedTuple):
    """What one call gave: arrays, or the error that it raised, and what it did on the side."""

    values: list[np.ndarray] | None
    error: str = ""


class Without(NamedTuple):
    """What a function must do without: the mistake's name, the words that give it away, and what is said then."""

    name: str
    words: frozenset[str]
    hint: str


@dataclass(frozen=True, kw_only=True)
class FunctionQuestion(Question):
    """A function to be tried.

    arguments: what the book calls the inputs, in order. reference: the right function, from ffn_ref. draw:
    numpy Generator -> list of argument tuples, smallest first; the first that differs is shown. parts: names
    of what it returns, when that is a tuple. tolerance: relative to max(1, max|right|); `why` says why.
    keeps_dtype: float32 in must be float32 out. quiet: an overflow warning counts as a mistake.
    by_part: each part that is right in every case earns its share, whatever the others are. follows: part name ->
    function of the arguments and the student's own parts -> what that part must be if one of the others is off, or
    None where they do not tell; so that a single slip is charged once. without: what it must do without.
    explain: a function of [(arguments, the student's parts, the right parts) of each case] -> a sentence on a mistake
    that no list can hold, or "". quiet_section: the book's section on overflow.
    """

    kind = "function"
    arguments: tuple[str, ...]
    reference: Callable
    draw: Callable[[np.random.Generator], list[tuple]]
    misconceptions: tuple[Misconception, ...]
    why: str
    tolerance: float = 1e-4
    parts: tuple[str, ...] = ()
    keeps_dtype: bool = False
    quiet: bool = False
    by_part: bool = False
    follows: dict[str, Callable] = field(default_factory=dict, hash=False)
    without: tuple[Without, ...] = ()
    explain: Callable[[list], str] = lambda rows: ""
    quiet_section: str = ""

    def cases(self, seed: int) -> list[Case]:
        """The cases of `seed`: the same for the same seed, and always such that they separate all mistakes.

        Raises ValueError when 50 draws do not.
        """
        for attempt in range(50):
            cases = [Case(tuple(args), {}) for args in self.draw(np.random.default_rng([seed, attempt]))]
            if not self.confusions(cases):
                return cases
        raise ValueError(f"{self.id}: no cases separate {self.confusions(cases)}; draw more varied ones.")

    def allowed(self, right: list[np.ndarray]) -> float:
        """The largest error that counts as right."""
        return self.tolerance * max(1.0, *(float(np.abs(part).max(initial=0)) for part in right))

    def try_out(self, fn: Callable, case: Case) -> Outcome:
        """What one of our own functions gives, on copies of the inputs."""
        args = [value.copy() if isinstance(value, np.ndarray) else value for value in case.args]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return Outcome(parts(fn(*args, **case.kwargs)))
            except Exception as error:
                return Outcome(None, f"{type(error).__name__}: {error}")

    def confusions(self, cases: list[Case]) -> list[str]:
        """The pairs of wrong answers, or of a wrong and the right one, that `cases` do not separate.

        A wrong answer must differ from the right one by a value: one that only fails has no name.
        """
        right = [self.try_out(self.reference, case) for case in cases]
        limits = [SEPARATION * self.allowed(outcome.values) for outcome in right]
        results = {wrong.name: [self.try_out(wrong.wrong, case) for case in cases] for wrong in self.misconceptions}
        found = []
        for name, outcomes in results.items():
            triples = zip(outcomes, right, limits, strict=True)
            if all(outcome.values is None or same(outcome, good, limit) for outcome, good, limit in triples):
                found.append(f"right = {name}")
        for a, b in combinations(results, 2):
            if all(same(x, y, limit) for x, y, limit in zip(results[a], results[b], limits, strict=True)):
                found.append(f"{a} = {b}")
        return found


def same(a: Outcome, b: Outcome, limit: float) -> bool:
    """Whether two outcomes are as good as equal: both failed, or the values lie within `limit`."""
    if a.values is None or b.values is None:
        return a.values is b.values
    return gap(a.values, b.values) <= limit


def message(question: Question, cases: list[Case] = ()) -> str:
    """The JSON text for `ffn_check.exam.receive` before the question's cell runs."""
    plain = [
        {"args": [pack(value) for value in case.args], "kwargs": {k: pack(v) for k, v in case.kwargs.items()}}
        for case in cases
    ]
    return json.dumps({"question": question.id, "cases": plain})
