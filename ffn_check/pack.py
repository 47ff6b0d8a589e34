"""Turn what a student's code gives into plain values.

Exact types decide, so a class that pretends to be an array or a number is not asked what it is: none of its code
runs here.
"""

import base64

import numpy as np

from .plain import DTYPES, MAX_AXES, MAX_BYTES, MAX_ITEMS

NUMBERS = (float, int, bool, *(np.dtype(name).type for name in DTYPES))


def pack(value) -> dict:
    """`value` as a plain value. Never raises: what cannot be sent becomes {"unsupported": why}."""
    kind = type(value)
    if kind is np.ndarray:
        return _array(value, "ndarray")
    if _is_number(value):
        return _array_of(value, "numpy scalar" if isinstance(value, np.generic) else kind.__name__)
    if kind is list:
        return _sequence(value, "list")
    if issubclass(kind, tuple):  # a named tuple counts as a tuple, whatever else it can do
        return _sequence(tuple(tuple.__iter__(value)), "tuple")
    return _unsupported(value)


def _is_number(value):
    kind = type(value)
    return any(kind is number for number in NUMBERS)  # not `in`: a metaclass may say what it equals


def _is_sequence(value):
    return type(value) is list or type(value) is tuple


def _array(array, python):
    if array.dtype.name not in DTYPES:
        return _refused(f"an array of dtype {array.dtype.name[:40]}", python)
    if array.nbytes > MAX_BYTES:
        return _refused(f"too large: an array of shape {array.shape}", python)
    if array.ndim > MAX_AXES:
        return _refused(f"an array with {array.ndim} axes", python)
    data = np.ascontiguousarray(array, dtype=DTYPES[array.dtype.name]).tobytes()
    return {
        "dtype": array.dtype.name,
        "shape": list(array.shape),
        "data": base64.b64encode(data).decode("ascii"),
        "python": python,
    }


def _array_of(numbers, python):
    """Numbers, nested or not, as one array; None when rows have different lengths."""
    try:
        array = np.array(numbers)
    except ValueError:
        return None
    if array.dtype == object:
        return _refused("a number too large for 64 bits", python)
    return _array(array, python)


def _array_of_arrays(value, leaves, python):
    """Nested lists of arrays of one shape as one array, as if their rows were lists; None when it is no array."""
    first = leaves[0] if leaves else None
    if any(type(leaf) is not np.ndarray or leaf.dtype.name not in DTYPES for leaf in leaves):
        return None
    alike = first is not None and len({leaf.shape for leaf in leaves}) == 1
    return _array_of(value, python) if alike and first.size * len(leaves) <= MAX_BYTES // 8 else None


def _sequence(value, python, outermost=True):
    leaves = _leaves(value)
    if leaves is None:
        return _refused("too large or too deeply nested", python)
    if undone := [leaf for leaf in leaves if leaf is None or leaf is ...]:
        if len(undone) == len(leaves):
            return _refused("nothing yet", type(undone[0]).__name__)
        if outermost and all(item is None or item is ... or not _is_number(item) for item in value):
            return _several([EMPTY if item is None or item is ... else item for item in value], python)
        return _refused(f"a {python} with {len(undone)} of {len(leaves)} entries not filled in yet", python)
    if all(map(_is_number, leaves)) and (plain := _array_of(value, python)):
        return plain
    if (not outermost or any(map(_is_sequence, value))) and (plain := _array_of_arrays(value, leaves, python)):
        return plain
    if outermost:
        return _several(value, python)
    odd = next((_single(leaf) for leaf in leaves if "unsupported" in _single(leaf)), None)
    return _refused(odd["unsupported"] if odd else "rows of different lengths", python)


def _leaves(value):
    """Everything in nested lists and tuples that is neither; None when there is too much of it."""
    leaves, stack = [], [(value, 0)]
    while stack:
        item, depth = stack.pop()
        if not _is_sequence(item):
            leaves.append(item)
        elif depth == MAX_AXES or len(item) > MAX_BYTES // 8:
            return None
        else:
            stack.extend((inner, depth + 1) for inner in item)
        if len(leaves) + len(stack) > MAX_BYTES // 8:
            return None
    return leaves


EMPTY = np.empty(0)  # one of several things that is not there yet: the others are judged


def _several(value, python):
    """A sequence that is not one array of numbers: rows that are arrays, or several things."""
    if all(type(row) is np.ndarray for row in value) and len(value) > MAX_ITEMS:
        alike = len({(row.shape, row.dtype) for row in value}) == 1
        if alike and value[0].nbytes * len(value) <= MAX_BYTES:
            return _array(np.stack(value), python)
    if len(value) > MAX_ITEMS:
        return _refused(f"a {python} of {len(value)} things of different kinds or lengths", python)
    items = [_sequence(item, type(item).__name__, False) if _is_sequence(item) else _single(item) for item in value]
    bad = next((item["unsupported"] for item in items if "unsupported" in item), None)
    return {"items": items, "python": python} if bad is None else _refused(f"a {python} with {bad}", python)


def _single(item):
    return pack(item) if type(item) is np.ndarray or _is_number(item) else _unsupported(item)


def _refused(why, python):
    return {"unsupported": why, "python": python}


def _unsupported(value):
    kind = type.__dict__["__name__"].__get__(type(value))  # not what a metaclass says it is called
    if value is None or value is ...:
        return _refused("nothing yet", kind)
    special = issubclass(type(value), np.ndarray)
    more = " (a special kind of array; np.asarray makes a plain one)" if special else ""
    return _refused(f"a value of type {kind[:60]}{more}", kind[:60])
