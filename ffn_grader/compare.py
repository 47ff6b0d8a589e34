"""Compare an answer with the right one: form first, then finiteness, then values.

The rule: a list counts as the array it spells; every float and integer dtype counts, and the values decide;
True and False are not numbers; the shape must be exactly right, so a single number never stands for an array.
"""

import numpy as np

SMALL = 12  # numbers in an array that is still shown


class Unfit(ValueError):
    """An answer that cannot be compared; the text says why, for the student."""


def parts(value) -> list[np.ndarray]:
    """One of our own results as a list of arrays: several for a tuple, else one."""
    return [np.asarray(part) for part in value] if isinstance(value, tuple) else [np.asarray(value)]


def fitted(value, right: list[np.ndarray], names: tuple[str, ...] = ()) -> list[np.ndarray]:
    """An unpacked answer as arrays that can be compared with `right`, one by one. Raises Unfit.

    value: an array, or a list of arrays when a tuple or list of arrays was handed in.
    """
    if len(right) > 1:
        wanted = f"{len(right)} things are asked for" + (f": ({', '.join(names)})" if names else "")
        if isinstance(value, np.ndarray):
            raise Unfit(f"You gave one thing, but {wanted}.")
        if len(value) != len(right):
            raise Unfit(f"You gave {len(value)}, but {wanted}.")
    elif isinstance(value, list):
        if len({getattr(item, "shape", None) for item in value}) != 1 or not isinstance(value[0], np.ndarray):
            raise Unfit("You gave several arrays, or rows of different lengths, but one array is asked for.")
        value = [np.stack(value)]
    else:
        value = [value]
    shapes, wanted_shapes = [getattr(part, "shape", None) for part in value], [part.shape for part in right]
    if names and shapes != wanted_shapes and shapes == wanted_shapes[::-1]:
        raise Unfit(f"They come in the wrong order: give ({', '.join(names)}).")
    labels = [f"{name} is" for name in names] if len(right) > 1 and names else ["It is"] * len(right)
    for label, given, wanted in zip(labels, value, right, strict=True):
        if why := form(given, wanted) or finite(given):
            raise Unfit(f"{label} {why}")
    return value


def form(given, right: np.ndarray) -> str | None:
    """What is wrong with dtype or shape, to follow "It is"; None when nothing is."""
    if not isinstance(given, np.ndarray):
        return "several arrays, but one is asked for."
    if given.dtype.kind == "b" and right.dtype.kind != "b":
        return "made of True and False, but numbers are asked for."
    if right.size and given.shape == (0,):
        return "not there yet."
    if given.shape != right.shape:
        return f"{shape(given)}, but {shape(right)} is asked for.{why_shape(given.shape, right.shape)}"
    return None


def finite(given: np.ndarray) -> str | None:
    """Where it holds NaN or infinity, to follow "It is"; None when it does not."""
    if given.dtype.kind != "f" or np.isfinite(given).all():
        return None
    kind = "NaN (not a number)" if np.isnan(given).any() else "infinite"
    count = int((~np.isfinite(given)).sum())
    return f"{kind} in {count} of {given.size} places."


def shape(array: np.ndarray) -> str:
    """The form in words: "a single number", "a row of 3 numbers, shape (3,)" or "an array of shape (2, 3)"."""
    if array.ndim == 1:
        return f"a row of {array.size} number{'s' * (array.size != 1)}, shape {array.shape}"
    if array.ndim:
        return f"an array of shape {array.shape}"
    return "a single True or False" if array.dtype.kind == "b" else "a single number"


def count(number: int) -> str:
    """A small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)


def axes(name: str, given: int, right: int) -> str:
    """How an answer that is itself a shape has the wrong number of axes."""
    if not given:
        return "A shape is a tuple; one with a single number is written with a comma: (5,)."
    return f"{name} has {count(right)} ax{'i' if right == 1 else 'e'}s; you gave {count(given)}."


def why_shape(given: tuple, right: tuple) -> str:
    """A guess at how the wrong shape came about."""
    if not given and right == (1,):
        return " A row with one number is written with a comma: (5,)."
    if given and not right:
        return " Leave the brackets out." if set(given) == {1} else ""
    if not given:
        return " A single number never stands for a whole array."
    if given == right[::-1]:
        return " The axes are in reverse order: something is transposed."
    if len(given) == len(right) + 1 and (given[0] == 1 and given[1:] == right):
        return " There is one axis too many in front; each of the outer brackets adds one."
    if len(given) < len(right) and given == right[len(right) - len(given) :]:
        return " The leading axes are lost: every position must keep its own result."
    if len(given) == len(right) > 1 and given[:-1] == right[:-1]:
        return " Only the last axis differs: has the last matrix the right shape?"
    return ""


def spelled(array: np.ndarray) -> str:
    """A small array as nested brackets with four digits, seven from 1000 on: [[2, -1], [0.8413, 0]]."""
    if array.ndim:
        return f"[{', '.join(spelled(part) for part in array)}]"
    if array.dtype.kind == "b":
        return str(array.item())
    value = array.item()
    if abs(value) < 1e-12:
        return "0"  # no minus before it, and no trace of rounding
    return f"{value:.10g}" if float(value).is_integer() else f"{value:.{4 + 3 * (abs(value) >= 1000)}g}"


def gap(a: list[np.ndarray], b: list[np.ndarray]) -> float:
    """The largest difference between two lists of arrays; infinity when a shape differs.

    NaN and infinity differ from every number, and equal themselves: so two overflows are recognised as alike.
    Whether an answer is finite at all is `fitted`'s business.
    """
    if len(a) != len(b):
        return np.inf
    worst = 0.0
    for x, y in zip(a, b, strict=True):
        if not isinstance(x, np.ndarray) or x.shape != y.shape or x.dtype.kind not in "fiub":
            return np.inf
        x, y = x.astype(float), y.astype(float)
        with np.errstate(all="ignore"):
            equal = (x == y) | (np.isnan(x) & np.isnan(y))
            difference = np.where(equal, 0.0, np.abs(x - y)).max(initial=0)
        worst = max(worst, float(difference) if np.isfinite(difference) else np.inf)
    return worst


def diagnose(given: np.ndarray, right: np.ndarray, allowed: float) -> str:
    """In one sentence, how two arrays of one shape differ: sign, scale, shift, a row, a column, or just size."""
    if right.dtype.kind == "b" and np.isin(given, (0, 1)).all():
        wrong = given != right
        return f"{places(wrong) if wrong.ndim else 'It is'} the wrong way round."
    given, right = given.astype(float), right.astype(float)
    with np.errstate(all="ignore"):
        return _pattern(given, right, allowed)


def _pattern(given, right, allowed):
    def fits(guess):
        return gap([given], [guess]) <= allowed

    if fits(-right):
        return "Every sign is flipped." if right.size > 1 else "The sign is flipped."
    if given.ndim == 2 and given.shape[0] == given.shape[1] and fits(right.T):
        return "It is the transpose of the right one."
    if right.size > 1:
        factor = scale([given], [right])
        if factor and right.size > 2 and fits(factor * right):  # of two numbers that says too little
            return f"Every value is {factor:.4g} times the right one."
        shift = float((given - right).mean())
        if fits(right + shift):
            return f"Every value is off by the same amount, {shift:.4g}."
    off = np.abs(given - right) > allowed
    error = float(np.abs(given - right).max(initial=0))
    if not off.ndim:
        return f"The number is too {'large' if given > right else 'small'}, by {error:.3g}."
    return f"{places(off)} off, by up to {error:.3g}."


def scale(given: list[np.ndarray], right: list[np.ndarray]) -> float:
    """The factor that brings the right arrays nearest to the given ones, in least squares; 0 when there is none."""
    square = float(sum((b * b).sum() for b in right))
    return float(sum((a * b).sum() for a, b in zip(given, right, strict=True))) / square if square else 0.0


def places(off: np.ndarray) -> str:
    """Which entries are off, in words: "Only row 2 is", "Entries 1 and 3 are", "4 of 12 values are"."""
    if off.ndim == 0:
        return "The number is"
    if off.ndim == 1 and off.sum() <= 3:
        which = [str(i + 1) for i in np.flatnonzero(off)]
        return f"Entry {which[0]} is" if len(which) == 1 else f"Entries {', '.join(which[:-1])} and {which[-1]} are"
    if off.ndim >= 2 and not off.all():
        rows, columns = off.any(axis=-1), off.any(axis=tuple(range(off.ndim - 1)))
        if rows.sum() == 1 and rows.size > 1:
            where = "row" if off.ndim == 2 else "position"
            return f"Only {where} {int(np.flatnonzero(rows.ravel())[0]) + 1} is"
        if columns.sum() == 1 and columns.size > 1:
            return f"Only column {int(np.flatnonzero(columns)[0]) + 1} is"
    count = int(off.sum())
    return "All values are" if count == off.size else f"{count} of {off.size} values {'is' if count == 1 else 'are'}"
