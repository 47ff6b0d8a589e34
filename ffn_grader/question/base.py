"""What every question has, and what a misconception is."""

from collections.abc import Callable
from dataclasses import dataclass

SEPARATION = 10  # times the tolerance, between any two results that mean different things


@dataclass(frozen=True)
class Misconception:
    """A known mistake: its name, the hint that leads out of it, and the mistake itself as code.

    wrong: for a function question, a function like the student's; for a stage, a function of (n, s).
    credit: what the mistake still earns, as a part of the question or stage.
    """

    name: str
    hint: str
    wrong: Callable
    credit: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Question:
    """What every question has. `section` is the book's section, `hints` are the steps that `hint` shows."""

    id: str
    title: str
    points: float
    section: str
    hints: tuple[str, ...]

    @property
    def chapter(self) -> str:
        """The assignment, "position_wise" of "position_wise.forward"."""
        return self.id.partition(".")[0]

    @property
    def own_numbers(self) -> bool:
        """Whether each student has other numbers."""
        return False
