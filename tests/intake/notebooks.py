"""A small exercise with every kind of nbgrader cell, its right answers, and ways to hand it in."""

import copy
import json
from functools import cache
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from ffn_grader.intake import Intake, take_in

GELU = "def gelu(z):\n    return z * 0.5 * (1 + erf(z / 2**0.5))  # exact, not the tanh form\n"
SILU = "def silu(z):\n    return z / (1 + np.exp(-z))\n"
COUNT = "parameters = 2 * 4 + 4 + 4 * 2 + 2"
WHY = "The gate can be **negative**: SiLU goes below 0 — so it is no probability.\n"
ANSWERS = {"gelu": GELU, "silu": SILU, "count": COUNT, "why": WHY}
CHECKS = ("gelu_check", "silu_check", "count_check")


def label(grade_id: str, **more) -> dict:
    found = {"grade_id": grade_id, "grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": found | {"schema_version": 3} | more}


def stub(name: str) -> str:
    return f"def {name}(z):\n    # YOUR CODE HERE\n    raise NotImplementedError()\n"


def check(grade_id: str, source: str, points: int):
    meta = label(grade_id, grade=True, locked=True, points=points)
    return new_code_cell(source, id=grade_id, metadata=meta)


def answer(grade_id: str, source: str):
    return new_code_cell(source, id=grade_id, metadata=label(grade_id, solution=True))


def exercise() -> nbformat.NotebookNode:
    """The release: two functions, a number, a text answer; locked, ordinary and graded cells between."""
    return copy.deepcopy(_exercise())


@cache
def _exercise() -> nbformat.NotebookNode:
    title = "# Activations\nFill in the cells."
    imports = "import numpy as np\nfrom math import erf\nfrom ffn_check import check"
    written = label("why", grade=True, solution=True, points=2)
    cells = [
        new_markdown_cell(title, id="title", metadata=label("title", locked=True)),
        new_code_cell(imports, id="imports", metadata=label("imports", locked=True)),
        new_markdown_cell("## GELU\nWrite it exactly.", id="gelu-text"),
        answer("gelu", stub("gelu")),
        check("gelu_check", 'check("activations.gelu", gelu)', 3),
        new_code_cell("z = np.linspace(-3, 3)", id="scratch"),
        answer("silu", stub("silu")),
        check("silu_check", 'check("activations.silu", silu)', 2),
        answer("count", "# YOUR CODE HERE\nraise NotImplementedError()"),
        check("count_check", 'check("activations.count", answer=parameters)', 1),
        new_markdown_cell("YOUR ANSWER HERE", id="why", metadata=written),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def solved(**answers: str) -> dict:
    """What a student hands in, as plain JSON data; `answers` replace the right ones."""
    notebook = exercise()
    for cell in notebook.cells:
        cell.source = (ANSWERS | answers).get(cell.id, cell.source)
    return json.loads(nbformat.writes(notebook))


def text(notebook: dict) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def cell(notebook: dict, cell_id: str) -> dict:
    return next(one for one in notebook["cells"] if one.get("id") == cell_id)


def position(notebook: dict, cell_id: str) -> int:
    return notebook["cells"].index(cell(notebook, cell_id))


def stripped(notebook: dict, ids: bool = True) -> dict:
    """Without metadata and, as an editor of the older format leaves it, without cell ids."""
    bare = copy.deepcopy(notebook)
    for one in bare["cells"]:
        one["metadata"] = {}
        if ids:
            one.pop("id", None)
    return bare


def hand_in(folder: Path, content: dict | str | bytes, name: str = "activations.ipynb") -> Intake:
    """Write `content` as one file and take it in."""
    if isinstance(content, dict):
        content = text(content)
    if isinstance(content, str):
        content = content.encode("utf-8")
    (folder / name).write_bytes(content)
    return take_in(folder / name, exercise())


def sources(intake: Intake) -> dict[str, str]:
    """The text of each labelled cell of what was taken in."""
    assert intake.problem is None, intake.problem
    labelled = [one for one in intake.notebook.cells if "nbgrader" in one.metadata]
    return {one.metadata.nbgrader.grade_id: one.source for one in labelled}


def order(intake: Intake) -> list[str]:
    return [one.source for one in intake.notebook.cells]


def noted(intake: Intake, words: str) -> bool:
    return any(words in note for note in intake.notes)


def extra(source: str, kind: str = "code") -> dict:
    """A cell of the student's own."""
    return {"cell_type": kind, "metadata": {}, "source": source}


def assert_graded_as_released(notebook: nbformat.NotebookNode, release: nbformat.NotebookNode) -> None:
    """Every labelled cell is there once, in order, with the course's text, type, points and metadata."""
    nbformat.validate(notebook)
    got = [one for one in notebook.cells if "nbgrader" in one.metadata]
    expected = [one for one in release.cells if "nbgrader" in one.metadata]
    assert [one.metadata for one in got] == [one.metadata for one in expected]
    assert [one.cell_type for one in got] == [one.cell_type for one in expected]
    for mine, course in zip(got, expected, strict=True):
        label = course.metadata.nbgrader
        if label.locked or (label.grade and not label.solution):
            assert mine.source == course.source


def assert_right(intake: Intake) -> None:
    """Every answer arrived, every graded cell is the course's, and nobody needs to look."""
    got = sources(intake)
    assert {key: got[key] for key in ANSWERS} == ANSWERS
    assert_graded_as_released(intake.notebook, exercise())
    assert (intake.needs_person, intake.in_doubt) == (False, []), intake.notes
