"""The gradebook knows a chapter as it is released, or the run stops before it mixes two versions."""

import logging
import tempfile
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import OverwriteCells
from nbgrader.utils import is_grade, is_locked, is_solution, is_task

from ..build import generate, write_source
from ..course import Course, CourseError
from .opening import names, open_gradebook


def register(course: Course, chapter: str) -> nbformat.NotebookNode:
    """Make sure that the gradebook knows `chapter` as it is released now.

    Returns the release notebook with the graded cells as the gradebook holds them.
    """
    released = nbformat.read(course.release(chapter), as_version=4)
    with open_gradebook(course) as book:
        known = _source_cells(book, chapter)
        graded = _number_of_submissions(book, chapter)
    if known != _saved_cells(released):
        _register(course, chapter, released, set(known), graded)
    overwrite = OverwriteCells()
    overwrite.log.setLevel(logging.ERROR)
    released, _ = overwrite.preprocess(released, names(course, chapter, ""))
    return released


def _register(course: Course, chapter: str, released, known: set[str], graded: int) -> None:
    """nbgrader's own GenerateAssignment, writing into the gradebook."""
    new = set(_saved_cells(released))
    if graded and known and known != new:
        raise CourseError(_changed(chapter, known, new, graded))
    with tempfile.TemporaryDirectory() as folder:
        write_source(course, chapter)
        generate(course, chapter, Path(folder), in_gradebook=True)
        fresh = nbformat.read(Path(folder) / chapter / f"{chapter}.ipynb", as_version=4)
    if [cell.source for cell in fresh.cells] != [cell.source for cell in released.cells]:
        raise CourseError(
            f"exercises/{chapter} is not what solutions/{chapter} gives: run `ffn-grade build`, "
            "look at the difference, and grade again"
        )


def _saved_cells(notebook) -> dict[str, str]:
    """The source of each cell that nbgrader keeps in its gradebook, by grade_id."""
    kept = (is_grade, is_solution, is_locked, is_task)
    return {
        cell.metadata.nbgrader["grade_id"]: cell.source
        for cell in notebook.cells
        if any(is_kept(cell) for is_kept in kept)
    }


def _source_cells(book: Gradebook, chapter: str) -> dict[str, str]:
    try:
        return {cell.name: cell.source for cell in book.find_notebook(chapter, chapter).source_cells}
    except MissingEntry:
        return {}


def _number_of_submissions(book: Gradebook, chapter: str) -> int:
    try:
        return len(book.find_assignment(chapter).submissions)
    except MissingEntry:
        return 0


def _changed(chapter: str, old: set[str], new: set[str], graded: int) -> str:
    added, removed = sorted(new - old), sorted(old - new)
    parts = [f"added {', '.join(added)}"] * bool(added) + [f"removed {', '.join(removed)}"] * bool(removed)
    return (
        f"the cells of {chapter} changed since {graded} submissions were graded ({'; '.join(parts)}). nbgrader "
        "cannot mix the two. Put the released version back, or keep grading/gradebook.db under another name "
        "and grade the class anew (the manual grades stay in the old file)"
    )
