"""What a student's function uses: the names in its code and in the notebook's functions that it calls.

A question may ask to do without something, such as SciPy. That is a rule for those who follow rules: like a warning,
it is noted where the student's code runs, and earns nothing by itself.
"""

import sys
from functools import partial
from types import CodeType, FunctionType, ModuleType

import numpy as np

MOST = 200  # names, and functions


def uses(fn) -> list[str]:
    """The names, and the packages that they come from, sorted: ["erf", "np", "numpy", "scipy", …]. Never raises."""
    try:
        return sorted(_uses(fn))[:MOST]
    except Exception:
        return []


def _uses(fn) -> set[str]:
    found, todo, seen = _package(_inner(fn)), [_inner(fn)], []
    while todo and len(seen) < MOST:
        fn = todo.pop()
        if type(fn) is not FunctionType or any(fn is other for other in seen):
            continue
        seen.append(fn)
        words = {word.partition(".")[0] for code in _codes(fn.__code__) for word in code.co_names}
        values = [fn.__globals__[word] for word in words if word in fn.__globals__]
        values += [cell.cell_contents for cell in fn.__closure__ or ()]
        values = list(map(_inner, values))
        found |= words.union(*map(_package, values))
        todo += [value for value in values if getattr(value, "__globals__", None) is fn.__globals__]
    return found


def _inner(value):
    """The function inside np.vectorize and partial."""
    while type(value) is np.vectorize or type(value) is partial:
        value = value.pyfunc if type(value) is np.vectorize else value.func
    return value


def _codes(code):
    """A function's code, and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from _codes(constant)


def _package(value) -> set[str]:
    """The package that a value of the notebook comes from."""
    if type(value) is ModuleType:
        return {value.__name__.partition(".")[0]}
    if type(value) is np.ufunc:  # it does not say, and many packages pass NumPy's on
        holds = [name for name, module in list(sys.modules.items()) if _has(module, value)]
        return {"numpy"} if "numpy" in holds else {name.partition(".")[0] for name in holds}
    home = getattr(value, "__module__", None) or type(value).__module__
    return {home.partition(".")[0]} if type(home) is str else set()


def _has(module, value) -> bool:
    """Whether a loaded module calls `value` by its own name."""
    return type(module) is ModuleType and vars(module).get(value.__name__) is value
