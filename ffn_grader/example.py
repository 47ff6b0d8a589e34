"""A known mistake, shown on the book's own numbers: what goes in, what the mistake makes of it, what is right.

The student's own numbers are never shown with their right answers.
"""

import numpy as np

from .compare import SMALL, gap, spelled
from .question import Stage, StagesQuestion


def book_example(question: StagesQuestion, stage: Stage, wrong, right) -> tuple[str, ...]:
    """Lines that show `wrong`, a form of `stage`; () where the book's numbers do not tell it from the right form.

    right: the right answers to the student's own numbers, all stages. Nothing is shown where they are the book's.
    """
    if not question.own_numbers:
        return ()
    n = question.numbers("")
    path = question.path(n)
    mistaken, good = tried(wrong, n, path), getattr(path, stage.name)
    alike = [given for given in (getattr(right, stage.name), mistaken) if given is None or _close(stage, given, good)]
    if alike:
        return ()
    return (
        "The same mistake with the book's numbers:",
        *(f"  {name} = {_short(value)}" for name, value in _read(n, path, wrong, stage.right)),
        f"  mistaken: {stage.name} = {spelled(mistaken)}",
        f"  right: {stage.name} = {spelled(good)}",
    )


def tried(form, n, start):
    """What a form gives from there, or None: a student's earlier stage may be nothing that it can start from."""
    try:
        return np.asarray(form(n, start))
    except Exception:
        return None


def _close(stage, given, good) -> bool:
    return gap([given], [good]) <= stage.allowed(good)


class _Watched:
    """Values by name, and a note of each that was read."""

    def __init__(self, values, noted: dict):
        self._values, self._noted = values, noted

    def __getattr__(self, name):
        self._noted[name] = value = getattr(self._values, name)
        return value


def _read(n, path, *forms) -> list[tuple]:
    """(name, value) of the numbers and earlier stages from which `forms` compute."""
    noted = {}
    for form in forms:
        tried(form, _Watched(n, noted), _Watched(path, noted))
    return [(name, value) for name, value in noted.items() if isinstance(value, int | np.ndarray)]


def _short(value) -> str:
    value = np.asarray(value)
    return spelled(value) if value.size <= SMALL else f"an array of shape {value.shape}"
