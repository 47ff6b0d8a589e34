"""Judge answers of which only a property is asked for: form first, then the property, then the mistake."""

import numpy as np

from .compare import Unfit, finite
from .question import PropertyQuestion
from .unpack import Answer, Value
from .verdict import Verdict

LARGEST = 1e6  # beyond it, rounding may give a net what its formula does not


def judge_property(question: PropertyQuestion, answer: Answer, n) -> Verdict:
    """Full credit for any answers with the property, else what the mistake in them earns."""
    arrays, problems, sizes = {}, [], {}
    for name, shape in question.shapes.items():
        try:
            arrays[name] = given = _fitted(answer.values.get(name), shape, sizes, question.at_most)
            sizes |= {size: (n, name) for size, n in _named(shape, given.shape).items() if size not in sizes}
        except Unfit as error:
            problems.append(f"{name}: {error}")
    if problems:
        return Verdict(0.0, problems[0], None, tuple(problems[1:]))
    a = question.given(arrays)
    with np.errstate(all="ignore"):
        found = question.found(n, a)
        if question.holds(n, a):
            return Verdict(1.0, "Your answer has the property that is asked for.", None, (found,))
        known = question.mistake(n, a)
        reached = question.partial(n, a)
    if known is None:
        return Verdict(reached, found)
    return Verdict(reached, known.hint, known.name, (found,))


def _fitted(value: Value | None, shape: tuple, sizes: dict, at_most: dict) -> np.ndarray:
    """The value as an array of that shape, where a size that was met before has its number. Raises Unfit.

    sizes: what a named size came to, and in which answer: {"d_ff": (2, "W1")}.
    """
    if value is None or value.untouched:
        raise Unfit("no answer yet.")
    if value.array is None:
        raise Unfit(f"This is {value.problem}. Give numbers.")
    given = _one(value.array)
    if given.dtype.kind == "b":
        raise Unfit("It is made of True and False, but numbers are asked for.")
    fixed = tuple(sizes[size][0] if size in sizes else size for size in shape)
    if not _fits(given.shape, fixed):
        chosen = "".join(f", with {size} = {sizes[size][0]} as in {sizes[size][1]}" for size in shape if size in sizes)
        form = f"It has the shape {given.shape}" if given.ndim else "It is a single number"
        raise Unfit(f"{form}, but {_spelled(shape)} is asked for{chosen}.{_why(given.shape, fixed)}")
    for size, n in _named(shape, given.shape).items():
        if not 1 <= n <= at_most[size]:
            raise Unfit(f"Here {size} is {n}. Choose a size from 1 to {at_most[size]}.")
    if why := finite(given):
        raise Unfit(f"It is {why}")
    if np.abs(given.astype(float)).max(initial=0) > LARGEST:
        raise Unfit("It holds numbers beyond a million. Smaller ones will do.")
    return given


def _named(shape: tuple, given: tuple) -> dict[str, int]:
    """What each named size of `shape` is in an array of the shape `given`."""
    return {size: n for size, n in zip(shape, given, strict=True) if type(size) is str}


def _fits(given: tuple, wanted: tuple) -> bool:
    """Whether a shape is the wanted one, in which a size may be a name for any."""
    return len(given) == len(wanted) and all(type(w) is str or g == w for g, w in zip(given, wanted, strict=True))


def _spelled(shape: tuple) -> str:
    return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"


def _why(given: tuple, wanted: tuple) -> str:
    """How an array gets the wanted shape."""
    if not given:
        return f" Write it as a list{' of rows' if len(wanted) == 2 else ''}, in brackets."
    if len(given) == 1 and wanted[-1] == 1:
        return " Each number is a row of its own: [[…], […]]."
    if len(given) == 1 and len(wanted) == 2 and _fits(given, wanted[1:]):
        return " It is one row: put another pair of brackets around it."
    if len(given) > len(wanted) and _fits(given[len(given) - len(wanted) :], wanted):
        return " It has an axis too many in front: take a pair of brackets away."
    if len(given) == len(wanted) == 2:
        axis = next(i for i in range(2) if not _fits(given[i : i + 1], wanted[i : i + 1]))
        whole = f"{wanted[axis]} {('row' if axis == 0 else 'number')}{'s' * (wanted[axis] != 1)}"
        turned = " Are rows and columns exchanged?" if _fits(given[::-1], wanted) else ""
        return f" It needs {whole}{'' if axis == 0 else ' in each row'}.{turned}"
    return ""


def _one(array) -> np.ndarray:
    """One array; a list of equal rows counts as one."""
    if isinstance(array, np.ndarray):
        return array
    if any(not isinstance(row, np.ndarray) for row in array) or len({row.shape for row in array}) != 1:
        raise Unfit("You gave several arrays, or rows of different lengths, but one array is asked for.")
    return np.stack(array)
