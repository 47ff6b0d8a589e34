"""Ask a student's function: call it on copies of the inputs and write down what happened, as plain data.

One record for each case:

    {"value": plain} or {"error": "TypeError: …", "where": "line 3 of your cell: `code`"} optional: "changed":
    [names of the arguments that the call changed], "warned": ["RuntimeWarning: overflow …"]
"""

import inspect
import linecache
import re
import warnings

import numpy as np

from .pack import pack
from .plain import give, text

QUIET = {"over": "warn", "invalid": "warn", "divide": "warn", "under": "ignore"}  # nothing is raised
CELL = re.compile(r"ipykernel_\d+|^<")


def ask(fn, cases) -> list[dict]:
    """One record for each case {"args": [plain, …], "kwargs": {name: plain}} of `cases`.

    Any exception except KeyboardInterrupt becomes text. NumPy's error state, warnings filters and printing
    options that the notebook set are not felt here.
    """
    return [call(fn, case) for case in cases]


def call(fn, case) -> dict:
    """The record of one call."""
    args = [give(plain) for plain in case.get("args", [])]
    kwargs = {name: give(plain) for name, plain in case.get("kwargs", {}).items()}
    with warnings.catch_warnings(record=True) as caught, np.errstate(**QUIET):
        warnings.simplefilter("always")
        try:
            record = {"value": pack(fn(*args, **kwargs))}
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: it ends the call, not the notebook
            record = failure(error, fn)
    given = [
        *zip(names(fn, len(args)), args, case.get("args", []), strict=True),
        *((name, kwargs[name], plain) for name, plain in case.get("kwargs", {}).items()),
    ]
    if changed := [name for name, value, plain in given if pack(value) != plain]:
        record["changed"] = changed
    if warned := [
        text(f"{w.category.__name__}: {w.message}", 120) for w in caught if issubclass(w.category, RuntimeWarning)
    ]:
        record["warned"] = warned[:4]
    return record


def failure(error, fn) -> dict:
    """The exception as text, with the line of the student's cell where it was raised."""
    name = type.__dict__["__name__"].__get__(type(error))
    try:
        message = text(str(error))
    except Exception:
        message = ""
    return {"error": f"{text(name, 60)}: {message}".rstrip(": "), "where": where(error, fn)}


def where(error, fn) -> str:
    """ "line 3 of your cell: `code`", or "" when the traceback never enters the student's code."""
    home = getattr(getattr(fn, "__code__", None), "co_filename", None)
    found, step = None, error.__traceback__
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if type(file) is str and (file == home or CELL.search(file)):
            found = (file, step.tb_lineno)
        step = step.tb_next
    if found is None:
        return ""
    code = text(linecache.getline(*found), 120)
    return f"line {found[1]} of your cell" + (f": `{code}`" if code else "")


def names(fn, count) -> list[str]:
    """What the student's function calls its arguments."""
    try:
        found = [text(str(name), 40) for name in inspect.signature(fn).parameters][:count]
    except Exception:
        found = []
    return found + [f"argument {i + 1}" for i in range(len(found), count)]
