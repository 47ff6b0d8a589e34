"""Open nbgrader's gradebook; whatever is wrong with it is said in words, with what to do."""

import contextlib
import functools
import os
import sys
import tempfile
import warnings
from pathlib import Path

import nbgrader
from alembic.script import ScriptDirectory
from nbgrader.api import Base, Gradebook
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import SAWarning, SQLAlchemyError

from ..course import Course, CourseError


@contextlib.contextmanager
def open_gradebook(course: Course):
    """nbgrader's gradebook, with its errors in words."""
    bin_folder = str(Path(sys.executable).parent)
    if bin_folder not in os.environ.get("PATH", "").split(os.pathsep):
        # nbgrader starts `alembic` by name when it makes a gradebook.
        os.environ["PATH"] = os.pathsep.join(filter(None, [bin_folder, os.environ.get("PATH")]))
    try:
        _make_whole(course.db_url)
        _is_whole(course.db_url)
        book = Gradebook(course.db_url)
        _same_version(book)
    except CourseError:
        raise
    except Exception as error:
        raise CourseError(_unusable(course, error)) from error
    try:
        with book, warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own queries, harmless
            yield book
    except SQLAlchemyError as error:
        raise CourseError(_unusable(course, error)) from error


def _make_whole(url: str) -> None:
    """Make a new SQLite gradebook beside its place and rename it, so that a half-made one is never met."""
    path = Path(url.removeprefix("sqlite:///"))
    if not url.startswith("sqlite:///") or path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".gradebook-") as folder:
        new = Path(folder) / path.name
        Gradebook(f"sqlite:///{new}").close()
        os.replace(new, path)


def _is_whole(url: str) -> None:
    """nbgrader makes missing tables anew, empty. A gradebook without one has lost grades: leave it as it is."""
    engine = create_engine(url)
    try:
        missing = set(Base.metadata.tables) - set(inspect(engine).get_table_names())
    finally:
        engine.dispose()
    if missing:
        raise ValueError(f"it has no table {', '.join(sorted(missing))}")


def _same_version(book: Gradebook) -> None:
    """nbgrader's tables change with its versions; an old gradebook has to be upgraded first."""
    found = book.db.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found != _version():
        raise CourseError(
            "the gradebook was made by another version of nbgrader: copy grading/gradebook.db to a safe place, "
            "then run `nbgrader db upgrade`"
        )


@functools.cache
def _version() -> str:
    """The version of the tables that this nbgrader works with."""
    return ScriptDirectory(str(Path(nbgrader.__file__).parent / "alembic")).get_current_head()


def _unusable(course: Course, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return (
        f"the gradebook {course.db_url} cannot be used: {reason}. No grade is lost: the records are in "
        "grading/journal. If the file is damaged, move it away and run again; if it is older than this "
        "nbgrader, copy it and run `nbgrader db upgrade`; if it is locked, close the program that has it open"
    )


def names(course: Course, chapter: str, student: str) -> dict:
    """nbgrader's `resources`, which tell its preprocessors what they work on."""
    found = {"notebook": chapter, "assignment": chapter, "student": student, "db_url": course.db_url}
    return {"nbgrader": found}
