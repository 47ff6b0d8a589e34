"""The solved notebooks for instructors: graded as a submission is, and rendered to a page each.

They hold the solutions and the rubrics, so they lie in `_build/solutions/`, outside the public book.
"""

import tempfile
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbformat import NotebookNode

from .build import source_notebook
from .course import Course, CourseError
from .grading import Job, grade
from .record import Record

STUDENT, SOLVER = 'student = ""', "instructor"
MARKS = ("### BEGIN SOLUTION", "### END SOLUTION")


def solved(course: Course, chapter: str, student: str = SOLVER) -> NotebookNode:
    """The notebook with solutions as `student` would hand it in."""
    notebook = source_notebook(course, chapter)
    for cell in notebook.cells:
        lines = (line for line in cell.source.splitlines() if line.strip() not in MARKS)
        cell.source = "\n".join(lines).replace(STUDENT, f"student = {student!r}")
    return notebook


def graded(course: Course, chapter: str) -> Record:
    """The record of the solved notebook, executed and graded in the sandbox."""
    if not course.release(chapter).is_file():
        raise CourseError(f"exercises/{chapter} is not made yet: run `ffn-grade build {chapter}` first")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{chapter}.ipynb"
        path.write_text(nbformat.writes(solved(course, chapter)), encoding="utf-8")
        release = course.release(chapter).read_text(encoding="utf-8")
        return grade(Job(SOLVER, chapter, folder, release, course.secret(), limits=course.limits))


def lost(record: Record) -> list[str]:
    """The parts that the solution does not earn in full; a part that a person reads is none."""
    if record.problem:
        return [record.problem]
    judged = [part for part in record.parts if part.question]
    return [f"{part.grade_id}: {part.headline}. {part.sentence}" for part in judged if part.credit != 1]


def render(course: Course, chapter: str, record: Record) -> Path:
    """Write `_build/solutions/<chapter>.html`."""
    page, _ = HTMLExporter().from_notebook_node(
        nbformat.reads(record.notebook, as_version=4), resources={"metadata": {"name": f"{chapter}, solved"}}
    )
    path = course.root / "_build" / "solutions" / f"{chapter}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return path
