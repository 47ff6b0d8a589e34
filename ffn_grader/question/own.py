"""Questions in which each student has other numbers."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ffn_check.draw import Numbers, numbers

from .base import Question


@dataclass(frozen=True, kw_only=True)
class NumbersQuestion(Question):
    """A question that is answered by named values, not by a function.

    example: the book's own numbers, by name. draw: for each name its shape and the integers to draw from.
    fixed: numbers that are the same for everybody. sensible: numbers -> bool, rejects what makes a poor
    question. Without `example` everybody has the same question.
    """

    example: dict = field(default_factory=dict)
    draw: dict = field(default_factory=dict)
    fixed: dict = field(default_factory=dict)
    sensible: Callable[[Numbers], bool] = lambda n: True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the answers."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """How `check` publishes it."""
        return "answer" if self.names == ("answer",) else "stages"

    @property
    def own_numbers(self) -> bool:
        return bool(self.draw)

    def numbers(self, student: str = "") -> Numbers | None:
        """The numbers of a student, as the student sees them."""
        return numbers(self.id, student) if self.own_numbers else None

    def recipe(self) -> dict:
        """What ffn_check needs to draw the numbers, without the table of skips."""
        return {"question": self.id, "example": self.example, "fixed": self.fixed, "draw": self.draw}
