"""A known mistake, shown on numbers that are not the student's own: what goes in, what comes out, what is right.

The student's own numbers are never shown with their right answers.
"""

import numpy as np

from .compare import SMALL, gap, spelled
from .question import Stage, StagesQuestion


def book_example(question: StagesQuestion, stage: Stage, wrong, right) -> tuple[str, ...]:
    """Lines that show `wrong`, a form of `stage`, on numbers that tell it from the right form: the book's, or others.

    right: the right answers to the student's own numbers, all stages. Nothing is shown where they are the book's.
    """
    if not question.own_numbers:
        return ()
    for student, whose in (("", "the book's"), ("another", "other")):
        if shown := _shown(question, stage, wrong, right, question.numbers(student)):
            return (f"The same mistake with {whose} numbers:", *shown)
    return ()


def _shown(question, stage, wrong, right, n) -> tuple[str, ...]:
    path = question.path(n)
    mistaken, good = tried(wrong, n, path), getattr(path, stage.name)
    if any(given is None or _close(stage, given, good) for given in (getattr(right, stage.name), mistaken)):
        return ()
    return (
        *(f"  {name} = {_short(value)}" for name, value in _read(n, path, wrong, stage.right)),
        f"  mistaken: {stage.name} = {_answer(stage, mistaken)}",
        f"  right: {stage.name} = {_answer(stage, good)}",
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


def _answer(stage, value) -> str:
    """An answer as it is written: a shape is a tuple."""
    return str(tuple(value.tolist())) if stage.of_shape and value.ndim == 1 else _short(value)


def _short(value) -> str:
    value = np.asarray(value)
    if value.size <= SMALL:
        return spelled(value)
    first = ", ".join(map(spelled, value.flat[:4]))
    return f"an array of shape {value.shape} that begins {first}, …"
