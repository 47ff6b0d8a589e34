"""A verdict: how much of a question is right, and a sentence that says why.

It is what every judge answers, what a student sees at once, and what is written under the graded cell.
"""

import math
import re
from dataclasses import dataclass, replace
from html import escape
from numbers import Real

STYLE = "border-left:4px solid {};padding:.3em .8em;margin:.4em 0;line-height:1.45"
LINE, MONO = "white-space:pre-wrap", ";font-family:monospace"
RIGHT, PARTLY, WRONG, WAITING = "#3c9a5f", "#c07f1a", "#d1495b", "#6c7a89"  # 3:1 on white and on black


def checked_credit(credit) -> float:
    """`credit` as a float. Raises ValueError unless it is a real, finite number from 0 to 1."""
    if isinstance(credit, bool) or not isinstance(credit, Real) or not math.isfinite(credit) or not 0 <= credit <= 1:
        raise ValueError(f"A credit must be a finite number from 0 to 1, but the grader gave {credit!r}.")
    return float(credit)


@dataclass(frozen=True)
class Verdict:
    """What the judge says about one answer.

    credit: in [0, 1], of the question's points. sentence: one or two sentences for the student.
    misconception: the name of the mistake, if it is a known one. details: more lines, such as a small case.
    needs_person: a person must decide (a borrowed id). untouched: there was no answer yet.
    """

    credit: float
    sentence: str
    misconception: str | None = None
    details: tuple[str, ...] = ()
    needs_person: bool = False
    untouched: bool = False
    section: str = ""
    points: float | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "credit", checked_credit(self.credit))

    def with_notes(self, *notes: str) -> "Verdict":
        """The same verdict with small print under it."""
        return replace(self, notes=(*self.notes, *filter(None, notes)))

    @property
    def earned(self) -> float | None:
        """The points earned, when the question's points are known."""
        return None if self.points is None else self.credit * self.points

    @property
    def headline(self) -> str:
        """ "Right", "Partly right", "Not yet", … in words, so that colour is never the only sign."""
        if self.untouched:
            return "Nothing to judge yet"
        if self.needs_person:
            return "A person will look at this"
        return "Right" if self.credit == 1 else "Partly right" if self.credit > 0 else "Not yet"

    def lines(self) -> list[str]:
        """Everything below the headline."""
        unsolved = self.section and self.credit < 1 and not self.untouched
        read = [f"In the book: “{self.section}”."] if unsolved else []
        return [*self.details, *read, *self.notes]

    def text(self) -> str:
        """The verdict as plain text."""
        return "\n".join([f"{self.headline}. {self.sentence}{self._points()}", *("  " + x for x in self.lines())])

    __str__ = __repr__ = text

    def _repr_html_(self) -> str:
        colour = WAITING if self.untouched else RIGHT if self.credit == 1 else PARTLY if self.credit else WRONG
        if self.needs_person:
            colour = WAITING
        body = "".join(
            f"<div style='{LINE}{MONO * line.startswith(' ')}'>{marked_up(line)}</div>" for line in self.lines()
        )
        head = f"<strong>{self.headline}.</strong> {marked_up(self.sentence)}{escape(self._points())}"
        return f"<div role='status' style='{STYLE.format(colour)}'><div>{head}</div>{body}</div>"

    def _points(self):
        if self.points is None or self.untouched or self.needs_person:
            return ""
        return f" ({shown_points(self.earned)} of {shown_points(self.points)} point{'s' * (self.points != 1)})"


def marked_up(line: str) -> str:
    """A line as HTML: escaped, with `code` in its own letters."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(line))


def shown_points(points: float) -> str:
    """Points without needless zeros: 2, 1.5, 0.67."""
    return f"{points:.2f}".rstrip("0").rstrip(".")
