"""Plain values: the only form in which numbers cross between the student's process and the judge.

    {"dtype": "float64", "shape": [2, 3], "data": "<base64, little-endian, C order>", "python": "ndarray"}
    {"items": [plain, plain], "python": "tuple"}          a tuple or list that holds arrays
    {"unsupported": "why", "python": "<type name>"}       everything else

Nothing is ever pickled. `pack` looks at exact types, so a class that pretends to be an array or a number is
not asked what it is. `unpack` trusts nothing: it compares every size before it allocates anything.
"""

import base64
import binascii
import math

import numpy as np

MAX_BYTES = 1 << 20  # of one array
MAX_ITEMS = 16  # arrays in one tuple
MAX_AXES = 6
DTYPES = {
    name: np.dtype(name).newbyteorder("<")
    for name in (
        "float16",
        "float32",
        "float64",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "bool",
    )
}
NUMBERS = (bool, int, float)
SCALARS = tuple({np.dtype(name).type for name in DTYPES})
NOT_YET = ("ellipsis", "NoneType")  # what an answer is before the student has written it


class Unreadable(ValueError):
    """A plain value that is not what it claims to be; the text says why, in one line."""


def pack(value) -> dict:
    """`value` as a plain value. Never raises: what cannot be sent becomes {"unsupported": why}."""
    kind = type(value)
    if kind is np.ndarray:
        return _array(value, "ndarray")
    if kind in SCALARS:
        return _array(np.asarray(value), "numpy scalar")
    if kind in NUMBERS:
        return _numbers(value, kind.__name__)
    if kind is list:
        return _sequence(value, "list")
    if issubclass(kind, tuple):  # a named tuple counts as a tuple, whatever else it can do
        return _sequence(tuple(tuple.__iter__(value)), "tuple")
    return _unsupported(value)


def _array(array, python):
    if array.dtype.name not in DTYPES:
        return {"unsupported": f"an array of dtype {array.dtype.name[:40]}", "python": python}
    if array.nbytes > MAX_BYTES:
        return {"unsupported": f"too large: an array of shape {array.shape}", "python": python}
    if array.ndim > MAX_AXES:
        return {"unsupported": f"an array with {array.ndim} axes", "python": python}
    data = np.ascontiguousarray(array, dtype=DTYPES[array.dtype.name]).tobytes()
    return {
        "dtype": array.dtype.name,
        "shape": list(array.shape),
        "data": base64.b64encode(data).decode("ascii"),
        "python": python,
    }


def _numbers(value, python):
    """Python numbers, nested or not, as one array; ragged ones are unsupported."""
    try:
        array = np.array(value)
    except (ValueError, OverflowError):  # ragged
        return {"unsupported": "rows of different lengths", "python": python}
    if array.dtype.name not in DTYPES:
        return {"unsupported": "a number too large for 64 bits", "python": python}
    return _array(array, python)


def _sequence(value, python):
    leaves, stack = [], [(item, 1) for item in value[: MAX_BYTES + 1]]
    while stack:
        item, depth = stack.pop()
        if type(item) in (list, tuple) and depth < MAX_AXES:
            stack.extend((inner, depth + 1) for inner in item)
        else:
            leaves.append(item)
        if len(leaves) + len(stack) > MAX_BYTES // 8:
            return {"unsupported": "too large: too many numbers", "python": python}
    types = {type(leaf) for leaf in leaves}
    for undone in (type(...), type(None)):
        if undone in types:
            return {"unsupported": "some entries are not filled in yet", "python": undone.__name__}
    if types <= {*NUMBERS, *SCALARS}:
        plain = _numbers(value, python)
        if "dtype" in plain or any(type(item) not in (list, tuple) for item in value):
            return plain
    if len(value) > MAX_ITEMS:
        if all(type(row) is np.ndarray for row in value):  # many rows of one shape: one array
            alike = len({(row.shape, row.dtype.name) for row in value}) == 1
            if alike and value[0].nbytes * len(value) <= MAX_BYTES:
                return _array(np.stack(value), python)
        return {"unsupported": f"a {python} of {len(value)} things that are not numbers", "python": python}
    items = [pack(item) if type(item) in (np.ndarray, list, tuple) else _leaf(item) for item in value]
    if any("unsupported" in item or ("items" in item and _deep(item)) for item in items):
        why = next((item["unsupported"] for item in items if "unsupported" in item), "lists nested too deeply")
        return {"unsupported": f"a {python} with {why}", "python": python}
    return {"items": items, "python": python}


def _leaf(item):
    return pack(item) if type(item) in {*NUMBERS, *SCALARS} else _unsupported(item)


def _deep(item):
    return any("items" in inner for inner in item["items"])


def _unsupported(value):
    kind = type.__dict__["__name__"].__get__(type(value))  # not what a metaclass says it is called
    if value is None or value is ...:
        return {"unsupported": "nothing yet", "python": kind}
    why = f"a value of type {kind[:60]}"
    if issubclass(type(value), np.ndarray):
        why += " (a special kind of array; np.asarray makes a plain one)"
    return {"unsupported": why, "python": kind[:60]}


def unpack(plain, depth=0):
    """The array that `plain` describes, or a list of them. Raises Unreadable for anything else."""
    if type(plain) is not dict:
        raise Unreadable("it is not a plain value")
    if "unsupported" in plain:
        raise Unreadable(text(plain["unsupported"], 120) or "it cannot be sent")
    if "items" in plain:
        items = plain["items"]
        if type(items) is not list or len(items) > MAX_ITEMS or depth > 1:
            raise Unreadable("it holds too many values, or too deeply nested ones")
        return [unpack(item, depth + 1) for item in items]
    dtype = DTYPES.get(plain["dtype"]) if type(plain.get("dtype")) is str else None
    if dtype is None:
        raise Unreadable("it has a dtype that is not a plain number's")
    shape, data = plain.get("shape"), plain.get("data")
    if type(shape) is not list or len(shape) > MAX_AXES or any(type(n) is not int or n < 0 for n in shape):
        raise Unreadable("its shape is not a short list of sizes")
    size = math.prod(shape) * dtype.itemsize
    if max(size, *shape, 0) > MAX_BYTES:
        raise Unreadable(f"it claims the shape {text(str(tuple(shape)), 60)}, which is larger than allowed")
    if type(data) is not str or len(data) != 4 * math.ceil(size / 3):
        raise Unreadable("its data does not fill its shape")
    try:
        raw = base64.b64decode(data.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise Unreadable("its data is not base64") from None
    if len(raw) != size:
        raise Unreadable("its data does not fill its shape")
    if plain["dtype"] == "bool" and not set(raw) <= {0, 1}:
        raise Unreadable("its data is not that of booleans")
    return np.frombuffer(raw, dtype).reshape(shape).astype(plain["dtype"])


def give(plain):
    """The value to hand to a student's function: lists and Python numbers as such, else an array."""
    array, python = unpack(plain), plain.get("python")
    if python == "tuple":
        return tuple(array.tolist())
    return array.tolist() if python in ("list", "int", "float", "bool") else array


def text(value, limit=300) -> str:
    """`value` on one line, cut to `limit` characters; "" when it is not text."""
    if type(value) is not str:
        return ""
    line = " ".join(value[: 4 * limit].encode("utf-8", "replace").decode("utf-8").split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
