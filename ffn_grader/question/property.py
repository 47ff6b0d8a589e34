"""A question that has many right answers: any that have a property, such as the weights of a net that solves XOR."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from .base import SEPARATION, Misconception
from .own import NumbersQuestion


@dataclass(frozen=True)
class Mistake(Misconception):
    """A known mistake in an answer that may be anything.

    wrong: n -> a dict of answers that make it (the mutant that must fail). seen: (n, a) -> whether the answers
    `a`, which lack the property, make it. The first mistake in the list that is seen is named.
    """

    seen: Callable = field(kw_only=True)


@dataclass(frozen=True, kw_only=True)
class PropertyQuestion(NumbersQuestion):
    """Named answers that must have a property together.

    shapes: name -> shape, with a name for a size that the student chooses: {"W1": (2, "d_ff"), "b1": ("d_ff",)}.
    at_most: for each such size the largest that is judged at all. lacks: (n, a) -> how far the answers `a` are
    from the property, at most `tolerance` when they have it; `why` says why that. a.W1 is a float array,
    a.d_ff an int. found: (n, a) -> a sentence on what was measured.
    partial: (n, a) -> what answers without the property earn, by how far they got; a mistake's own credit is what its
    mutant earns. solutions: n -> dicts of answers that are right.
    """

    shapes: dict[str, tuple]
    at_most: dict[str, int]
    lacks: Callable
    found: Callable
    solutions: Callable
    misconceptions: tuple[Mistake, ...]
    tolerance: float
    why: str
    partial: Callable = lambda n, a: 0.0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.shapes)

    def given(self, answers: dict) -> SimpleNamespace:
        """Answers that fit the shapes, as `lacks` and `seen` take them: float arrays, and the sizes chosen."""
        a = SimpleNamespace()
        for name, shape in self.shapes.items():
            array = np.asarray(answers[name], dtype=float)
            vars(a).update({size: n for size, n in zip(shape, array.shape, strict=True) if type(size) is str})
            setattr(a, name, array)
        return a

    def holds(self, n, a) -> bool:
        """Whether the answers have the property."""
        return bool(self.lacks(n, a) <= self.tolerance)

    def mistake(self, n, a) -> Mistake | None:
        """The known mistake that answers without the property make."""
        return next((known for known in self.misconceptions if known.seen(n, a)), None)

    def confusions(self, n, first_only: bool = False) -> list[str]:
        """What the numbers `n` do not separate: solutions that fail, mistakes that pass or go by another name.

        A mistake must miss the property by ten times the tolerance. `first_only` is for the twin in
        StagesQuestion: here one pass is short.
        """
        found = [
            f"solution {i} is wrong"
            for i, answers in enumerate(self.solutions(n))
            if not self.holds(n, self.given(answers))
        ]
        for known in self.misconceptions:
            a = self.given(known.wrong(n))
            if self.lacks(n, a) <= SEPARATION * self.tolerance:
                found.append(f"{known.name} = right")
            elif (named := self.mistake(n, a)) is not known:
                found.append(f"{known.name} = {getattr(named, 'name', 'nothing known')}")
            elif (earned := self.partial(n, a)) != known.credit:
                found.append(f"{known.name} earns {earned}")
        return found
