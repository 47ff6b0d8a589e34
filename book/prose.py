"""Numbers in the prose come from the page's own code.

say(out=out, params=17)                  in a cell tagged remove-cell
… gives {glue:text}`out` with {glue:text}`params` parameters …

say_math(step=rf"x W_1 = {tex(x)} {tex(W1)}")
```{glue:math} step
```
"""

import numpy as np
from IPython.display import Markdown, Math
from myst_nb import glue


def number(value, digits=None):
    """A number as the book writes it: 4,718,592, −0.158655, 2. `digits` is the count of decimals."""
    value = float(value) if digits is not None or float(value) != int(value) else int(value)
    text = f"{value:,}" if digits is None else f"{value:,.{digits}f}"
    return text.replace("-", "−")


def power(value, digits=2):
    """A number in powers of ten, as the book writes it: 4.73 · 10⁻⁴."""
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    small = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return f"{mantissa}\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}10" + str(int(exponent)).translate(small)


def row(values, digits=None):
    """A vector as the book writes it: (2, −1, 1). Its spaces do not break, unless it is too long for a phone."""
    parts = [number(v, digits) for v in np.asarray(values).ravel()]
    short = sum(map(len, parts)) <= 28
    return "(" + (",\N{NO-BREAK SPACE}" if short else ", ").join(parts) + ")"


def tex(values, digits=None):
    """A vector or matrix as a TeX matrix, a vector as one row."""
    lines = (" & ".join(number(v, digits).replace("−", "-") for v in line) for line in np.atleast_2d(values))
    return r"\begin{pmatrix}" + r" \\ ".join(lines) + r"\end{pmatrix}"


def say(digits=None, **values):
    """Glue each value under its name: text as it is, a number or a vector in the book's hand."""
    for name, value in values.items():
        if not isinstance(value, str):
            value = number(value, digits) if np.ndim(value) == 0 else row(value, digits)
        glue(name, value, display=False)


def say_math(**formulas):
    """Glue each TeX formula under its name, for the {glue:math} directive."""
    for name, formula in formulas.items():
        glue(name, Math(formula), display=False)


def table(head, *rows):
    """A table for a cell to show, its entries written as they stand. The page's front matter needs
    `mystnb: {render_markdown_format: myst}`."""
    lines = [head, ["---"] * len(head), *rows]
    return Markdown("\n".join(f"| {' | '.join(map(str, line))} |" for line in lines))
