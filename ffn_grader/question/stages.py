"""A question with named answers: the stages of a pass by hand, sizes, or one number."""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from .base import SEPARATION, Misconception
from .own import NumbersQuestion

WHOLE = 1e-3  # the tolerance of a whole number: its wrong answers are at least 1 away


@dataclass(frozen=True)
class Stage:
    """One named answer. right, also: functions of (n, s): the student's numbers and the earlier stages.

    also: other right answers, such as the tanh form of GELU. tolerance: absolute, unless relative.
    of_shape: the answer is itself a shape, such as (2, 3). decimals: how many are needed; one fewer is told so.
    coarse: how far off a search may be that is on the right track but not fine enough. section: the book's section on
    this answer, where it is another than the question's.
    """

    name: str
    right: Callable
    misconceptions: tuple[Misconception, ...]
    tolerance: float = WHOLE
    why: str = "A whole number: its wrong answers are at least 1 away."
    also: tuple[Callable, ...] = ()
    relative: bool = False
    of_shape: bool = False
    decimals: int = 0
    coarse: float = 0.0
    section: str = ""

    def allowed(self, right) -> float:
        """The largest error that counts as right."""
        scale = float(np.abs(right).max(initial=0)) if self.relative else 1.0
        return self.tolerance * (scale or 1.0)


@dataclass(frozen=True, kw_only=True)
class StagesQuestion(NumbersQuestion):
    """Named answers, such as the stages of a pass by hand."""

    stages: tuple[Stage, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.stages)

    def path(self, n, at: Stage | None = None, instead: Callable | None = None) -> SimpleNamespace:
        """All stages in order, with stage `at` done `instead`.

        What follows is right from there; where that has another form than the right one, from the right one.
        """
        answers, start = SimpleNamespace(), SimpleNamespace()
        for stage in self.stages:
            right = np.asarray(stage.right(n, start))
            value = np.asarray(instead(n, start)) if stage is at else right
            setattr(answers, stage.name, value)
            setattr(start, stage.name, value if value.shape == right.shape else right)
        return answers

    def right_paths(self, n) -> list[SimpleNamespace]:
        """The right answers: the reference's, and one for each other right form."""
        return [self.path(n), *(self.path(n, stage, form) for stage in self.stages for form in stage.also)]

    def confusions(self, n, first_only: bool = False) -> list[str]:
        """The pairs of wrong answers, or of a wrong and a right one, that the numbers `n` do not separate."""
        rights = self.right_paths(n)
        limits = [stage.allowed(getattr(rights[0], stage.name)) for stage in self.stages]
        found, seen = [], Seen()
        for i, path in enumerate(rights):
            seen.add(f"right {i}", *self._spread(path, limits))
        for stage in self.stages:
            for wrong in stage.misconceptions:
                name = f"{stage.name}.{wrong.name}"
                spread = self._spread(self.path(n, stage, wrong.wrong), limits)
                found += [f"{name} = {other}" for other in seen.like(*spread)]
                if found and first_only:
                    return found
                seen.add(name, *spread)
        return found

    def _spread(self, path, limits):
        """A whole answer as its shapes and one row of numbers, each in units of its tolerance."""
        values = [getattr(path, stage.name) for stage in self.stages]
        row = np.concatenate([value.ravel() / limit for value, limit in zip(values, limits, strict=True)])
        return tuple(value.shape for value in values), row


class Seen:
    """Whole answers that were met, grouped by their shapes; only those of the same shapes can be alike."""

    def __init__(self):
        self.groups = {}

    def add(self, name: str, shapes: tuple, row: np.ndarray) -> None:
        """Remember an answer."""
        names, rows = self.groups.setdefault(shapes, ([], []))
        names.append(name)
        rows.append(row)

    def like(self, shapes: tuple, row: np.ndarray) -> list[str]:
        """The names of the answers from which `row` is not separated."""
        if shapes not in self.groups:
            return []
        names, rows = self.groups[shapes]
        apart = np.abs(np.array(rows) - row).max(axis=1) > SEPARATION
        return [name for name, far in zip(names, apart, strict=True) if not far]


def number_question(*, right, misconceptions, tolerance=WHOLE, why=Stage.why, relative=False, also=(), **question):
    """A question with one number: check("cost.count", student=student, answer=answer).

    right, wrong and also are functions of n, the student's numbers.
    """
    wrongs = tuple(
        Misconception(m.name, m.hint, lambda n, s, wrong=m.wrong: wrong(n), m.credit) for m in misconceptions
    )
    forms = tuple(lambda n, s, form=form: form(n) for form in also)
    answer = Stage("answer", lambda n, s: right(n), wrongs, tolerance, why, forms, relative)
    return StagesQuestion(stages=(answer,), **question)
