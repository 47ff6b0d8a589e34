"""Plain values: the only form in which numbers cross between the student's process and the judge.

    {"dtype": "float64", "shape": [2, 3], "data": "<base64, little-endian, C order>", "python": "ndarray"}
    {"items": [plain, plain], "python": "tuple"}          a tuple or list that holds arrays
    {"unsupported": "why", "python": "<type name>"}       everything else

Nothing is ever pickled. `pack.pack` makes them; `unpack` reads them and trusts nothing: it compares every size
before it allocates anything.
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
NOT_YET = ("ellipsis", "NoneType")  # what an answer is before the student has written it


class Unreadable(ValueError):
    """A plain value that is not what it claims to be; the text says why, in one line."""


def unpack(plain, depth=0):
    """The array that `plain` describes, or a list of them. Raises Unreadable for anything else."""
    if not isinstance(plain, dict):
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
    """`value` on one line, cut to `limit` characters; "" when it is not text.

    What cannot be printed becomes "?": it would move a terminal's cursor, or turn the text around.
    """
    if type(value) is not str:
        return ""
    line = " ".join(value[: 4 * limit].encode("utf-8", "replace").decode("utf-8").split())
    line = printable(line)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def printable(line: str) -> str:
    """`line` with "?" for each character that cannot be printed."""
    return "".join(c if c.isprintable() else "?" for c in line)
