"""The code in sight is complete: the open cells of a page, run alone and in order, give what the page shows."""

import ast
import contextlib
import io
import re

import pytest
from IPython.lib.pretty import pretty

from .test_links import CHAPTERS

MEASURED = re.compile(r"\b(stopwatch|times|took|bandwidth)\b")  # differs from run to run


def open_cells(article):
    """(code, text of its output) of each cell whose code is in sight without a click."""
    for cell in article.select("div.cell"):
        code = cell.select_one(".cell_input pre")
        if code is not None and not code.find_parent("details"):
            yield code.get_text(), " ".join(out.get_text() for out in cell.select(".cell_output pre"))


def run(code, scope):
    """What a notebook shows below this cell: what it prints, and its last line if that is an expression."""
    tree, said = ast.parse(code), io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), scope)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
    return said.getvalue() + ("" if value is None else pretty(value))


def differences(cells):
    scope = {"__name__": "__main__"}
    for code, shown in cells:
        said = run(code, scope)
        if said.split() != shown.split() and not MEASURED.search(code):
            yield code, said, shown


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_open_code_is_complete(pages, chapter):
    cells = list(open_cells(pages[f"book/{chapter}.html"].select_one("article")))
    assert len(cells) > 10
    assert "import numpy as np" in cells[0][0]
    assert list(differences(cells)) == []


def test_code_that_needs_a_folded_cell_is_found():
    with pytest.raises(NameError, match="np"):
        list(differences([("np.zeros(2)", "array([0., 0.])")]))
    x_of_a_folded_cell = [("x = 1", ""), ("print(x)\nx + 1", "7\n8")]
    assert list(differences(x_of_a_folded_cell)) == [("print(x)\nx + 1", "1\n2", "7\n8")]
    assert list(differences([("x = 1", ""), ("print(x)\nx + 1", "1\n2")])) == []
