"""What every function here does with its inputs: take real numbers, keep their precision, check shapes."""

import functools
import operator

import numpy as np


def real(value, name):
    """`value` as an array of real floating-point numbers.

    float16, float32 and float64 stay what they are; integers, booleans and longer floats become float64.
    Lists and scalars are welcome. The array may be the caller's own: never write into it.

    Raises TypeError for complex numbers, text and other objects, ValueError for rows of unequal length.
    """
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is not a full array (are all its rows equally long?): {error}") from None
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind not in "biuf":
        raise TypeError(
            f"{name} must hold real numbers, but it holds {array.dtype.name}. Convert it first, for "
            f"instance with np.asarray({name}, dtype=float)."
        )
    return array.astype(f"f{size}" if kind == "f" and size <= 8 else "f8", copy=False)


def elementwise(formula=None, *, work=None):
    """Turn a formula for arrays into a function for anything that `real` accepts.

    The result has the input's shape and dtype, and a 0-d input gives a NumPy scalar. With `work`, the formula
    is computed in at least that precision and rounded once. Values too small for the dtype become 0 quietly.
    """
    if formula is None:
        return functools.partial(elementwise, work=work)

    @functools.wraps(formula)
    def function(z, *args, **kwargs):
        z = real(z, "z")
        wide = z if work is None else z.astype(np.promote_types(z.dtype, work), copy=False)
        with np.errstate(under="ignore"):
            return formula(wide, *args, **kwargs).astype(z.dtype, copy=False)[()]

    return function


def matrix(value, name):
    """`value` as a real matrix; raises ValueError when it has not exactly two axes."""
    array = real(value, name)
    if array.ndim != 2:
        raise ValueError(f"{name} must be a matrix with 2 axes, but its shape is {array.shape}.")
    return array


def rows(value, name):
    """`value` as real row vectors, shape (..., width); raises ValueError for a single number."""
    array = real(value, name)
    if array.ndim == 0:
        raise ValueError(f"{name} must have shape (..., width), at least one axis, but its shape is ().")
    return array


def expect(array, name, shape, because):
    """Raise ValueError unless `array` has this shape. A text in `shape` stands for an axis of any length."""

    def fits(got):
        return len(got) == len(shape) and all(isinstance(w, str) or w == g for w, g in zip(shape, got, strict=True))

    if fits(array.shape):
        return
    wanted = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
    message = f"{name} has shape {array.shape}, but {wanted} is needed to go with {because}."
    if array.ndim == 2 and fits(array.shape[::-1]):
        message += f" Its transpose would fit: use {name}.T, or from_out_in for (out, in) weights."
    raise ValueError(message)


def whole(**sizes):
    """The sizes as a list of Python ints, which never overflow; raises for what is not a whole number ≥ 1."""
    counts = []
    for name, size in sizes.items():
        try:
            counts.append(operator.index(size))
        except TypeError:
            raise TypeError(f"{name} must be a whole number, but it is {size!r}.") from None
        if counts[-1] < 1:
            raise ValueError(f"{name} must be at least 1, but it is {size!r}.")
    return counts
