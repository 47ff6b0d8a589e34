"""What a feedback page says beside its scores: which of them are none yet, and which file they are of."""

import html

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_grade

from ..course import Course
from ..gradebook import Standing
from ..journal import Journal
from ..listing import listed
from ..record import unread


class OpenPoints(NbGraderPreprocessor):
    """Say at the top, and at each cell, what waits for a person. It follows nbgrader's GetGrades."""

    def preprocess(self, nb, resources):
        names = resources["nbgrader"]
        with Gradebook(names["db_url"]) as book:
            standing = Standing.of(book.find_submission(names["assignment"], names["student"]))
        record = Journal(Course.find(), names["assignment"]).read(names["student"])
        said = [f"**{note[0].upper()}{html.escape(note[1:])}**"] if (note := unread(record)) else []
        if standing.waiting:
            said.append(
                f"**The score above is not final.** A person will read: {listed(sorted(standing.waiting))}. "
                "Until then they count as it says there."
            )
        cells = [_cell("open-points", "\n\n".join(said))] if said else []
        for cell in nb.cells:
            cells.append(cell)
            if is_grade(cell) and cell.metadata.nbgrader["grade_id"] in standing.waiting:
                grade_id = cell.metadata.nbgrader["grade_id"]
                cells.append(_cell(f"open-{grade_id}", _open(standing.by_hand.get(grade_id), cell)))
        nb.cells = cells
        return nb, resources


def _open(given: float | None, cell: NotebookNode) -> str:
    points = f"{float(cell.metadata.nbgrader['points']):g}"
    if given is None:
        return f"**A person will read this.** The {points} points are not given yet; until then they count as 0."
    return (
        f"**A person will read this again.** Your answer has changed: the {given:g} of {points} points, and the "
        "comment if there is one, were given to an earlier answer."
    )


def _cell(name: str, text: str) -> NotebookNode:
    cell = new_markdown_cell(text)
    cell.id = name[:64]
    return cell
