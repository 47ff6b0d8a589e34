"""Numbers in the text and in the answers: Python expressions in the names of `ffn_ref`, evaluated at build.

The role {ffn}`gelu(1.0) | .4f` prints one. The expressions are the author's own and are trusted, like the
code of the book.
"""

import math
from numbers import Integral

import numpy as np
from docutils import nodes

import ffn_ref

NAMES = {name: value for name, value in vars(ffn_ref).items() if not name.startswith("_")}
NAMES |= {"np": np, "math": math}


def evaluate(expression: str) -> int | float:
    """The number that the expression means. ValueError, naming it, for all but one finite number."""
    try:
        value = eval(expression, {**NAMES})
        value = int(value) if isinstance(value, Integral) else float(value)
    except Exception as error:
        raise ValueError(f"`{expression}` gives no number: {type(error).__name__}: {error}") from error
    if not math.isfinite(value):
        raise ValueError(f"`{expression}` gives {value}, which nobody can type as an answer")
    return value


def written(value: int | float, spec: str = "") -> str:
    """As the book prints numbers: thousands apart, at most four significant decimals, a true minus sign."""
    if not spec:
        spec = "," if isinstance(value, int) else ",.4g" if abs(value) < 1000 else ",.0f"
    return format(value, spec).replace("-", "−")


def ffn_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    expression, _, spec = text.rpartition(" | ") if " | " in text else (text, "", "")
    try:
        return [nodes.inline(rawtext, written(evaluate(expression), spec.strip()), classes=["number"])], []
    except ValueError as error:
        message = inliner.reporter.error(str(error), line=lineno)
        return [nodes.problematic(rawtext, rawtext)], [message]


def setup(app):
    app.add_role("ffn", ffn_role)
