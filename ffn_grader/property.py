"""Judge answers of which only a property is asked for: form first, then the property, then the mistake."""

import numpy as np

from .compare import Unfit, finite, why_shape
from .question import PropertyQuestion
from .unpack import Answer, Value
from .verdict import Verdict

LARGEST = 1e6  # beyond it, rounding may give a net what its formula does not


def judge_property(question: PropertyQuestion, answer: Answer, n) -> Verdict:
    """Full credit for any answers with the property, else what the mistake in them earns."""
    arrays, problems, sizes = {}, [], {}
    for name, shape in question.shapes.items():
        try:
            arrays[name] = _fitted(answer.values.get(name), shape, sizes, question.at_most)
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
    if known is None:
        return Verdict(0.0, found)
    return Verdict(known.credit, known.hint, known.name, (found,))


def _fitted(value: Value | None, shape: tuple, sizes: dict, at_most: dict) -> np.ndarray:
    """The value as an array of that shape. A size that has only a name is fixed where it is met first. Raises Unfit."""
    if value is None or value.untouched:
        raise Unfit("no answer yet.")
    if value.array is None:
        raise Unfit(f"This is {value.problem}. Give numbers.")
    given = _one(value.array)
    if given.dtype.kind == "b":
        raise Unfit("It is made of True and False, but numbers are asked for.")
    named = dict(sizes)
    if given.ndim == len(shape):
        named |= {size: n for size, n in zip(shape, given.shape, strict=True) if size in at_most and size not in sizes}
    wanted = tuple(named.get(size, size) for size in shape)
    if given.shape != wanted:
        spelled = f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
        chosen = "".join(f", with {size} = {sizes[size]} as before" for size in shape if size in sizes)
        form = f"It has the shape {given.shape}" if given.ndim else "It is a single number"
        raise Unfit(f"{form}, but {spelled} is asked for{chosen}.{why_shape(given.shape, wanted)}")
    for size, n in named.items():
        if not 1 <= n <= at_most[size]:
            raise Unfit(f"Here {size} is {n}. Choose a size from 1 to {at_most[size]}.")
    if why := finite(given):
        raise Unfit(f"It is {why}")
    if np.abs(given.astype(float)).max(initial=0) > LARGEST:
        raise Unfit("It holds numbers beyond a million. Smaller ones will do.")
    sizes |= named
    return given


def _one(array) -> np.ndarray:
    """One array; a list of equal rows counts as one."""
    if isinstance(array, np.ndarray):
        return array
    if any(not isinstance(row, np.ndarray) for row in array) or len({row.shape for row in array}) != 1:
        raise Unfit("You gave several arrays, or rows of different lengths, but one array is asked for.")
    return np.stack(array)
