"""Between our records and nbgrader's gradebook. One writer at a time; every step can be repeated."""

import contextlib
import logging
import os
import sys
import tempfile
import warnings
from datetime import datetime
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import OverwriteCells, SaveAutoGrades
from nbgrader.utils import is_grade, is_locked, is_solution, is_task
from sqlalchemy.exc import SAWarning, SQLAlchemyError

from .build import generate, write_source
from .course import Course, CourseError
from .journal import write_whole
from .record import Record

READ_ONLY = 0o444


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
    released, _ = overwrite.preprocess(released, _resources(course, chapter, ""))
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


def save(course: Course, record: Record) -> None:
    """Put `record` into the gradebook and its notebook into `grading/autograded`. Manual grades stay."""
    notebook = nbformat.reads(record.notebook, as_version=4)
    with open_gradebook(course) as book:
        book.update_or_create_student(record.student)
        when = {} if record.submitted is None else {"timestamp": datetime.fromisoformat(record.submitted)}
        book.update_or_create_submission(record.chapter, record.student, **when)
    saver = SaveAutoGrades(config=course.config)
    saver.log.setLevel(logging.ERROR)
    saver.preprocess(notebook, _resources(course, record.chapter, record.student))
    with open_gradebook(course) as book:
        for part in record.parts:
            if part.needs_person:
                flag(book, record.chapter, record.student, part.grade_id)
        book.db.commit()
    path = course.autograded(record.student, record.chapter) / f"{record.chapter}.ipynb"
    write_whole(path, record.notebook.encode(), mode=READ_ONLY)


def doubt(course: Course, record: Record) -> None:
    """The submission can no longer be read: what was graded before is flagged, so no old score stays silently."""
    with open_gradebook(course) as book:
        try:
            old = book.find_submission(record.chapter, record.student)
        except MissingEntry:
            return
        for grade in [grade for notebook in old.notebooks for grade in notebook.grades]:
            flag(book, record.chapter, record.student, grade.name)
        book.db.commit()


def flag(book: Gradebook, chapter: str, student: str, grade_id: str) -> None:
    """Say that a person has to grade this cell: no automatic score, never a silent zero."""
    grade = book.find_grade(grade_id, chapter, chapter, student)
    grade.needs_manual_grade = True
    if grade.manual_score is None:
        grade.auto_score = None


@contextlib.contextmanager
def open_gradebook(course: Course):
    """nbgrader's gradebook, with its errors in words."""
    bin_folder = str(Path(sys.executable).parent)
    if bin_folder not in os.environ.get("PATH", "").split(os.pathsep):
        # nbgrader starts `alembic` by name when it makes a gradebook.
        os.environ["PATH"] = os.pathsep.join(filter(None, [bin_folder, os.environ.get("PATH")]))
    try:
        book = Gradebook(course.db_url)
    except Exception as error:
        raise CourseError(_unusable(course, error)) from error
    try:
        with book, warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own queries, harmless
            yield book
    except SQLAlchemyError as error:
        raise CourseError(_unusable(course, error)) from error


def _unusable(course: Course, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return (
        f"the gradebook {course.db_url} cannot be used: {reason}. No grade is lost: the records are in "
        "grading/journal. If the file is damaged, move it away and run again; if it is older than this "
        "nbgrader, copy it and run `nbgrader db upgrade`; if it is locked, close the program that has it open"
    )


def _resources(course: Course, chapter: str, student: str) -> dict:
    names = {"notebook": chapter, "assignment": chapter, "student": student, "db_url": course.db_url}
    return {"nbgrader": names}


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
