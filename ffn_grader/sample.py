"""The sample class: notebooks named by their outcome, laid out as a class hands them in."""

import contextlib
import json
import shutil
from pathlib import Path

from nbgrader.api import MissingEntry

from .course import Course, CourseError
from .gradebook import open_gradebook
from .journal import Journal
from .writing import write_whole


def folder(course: Course, chapter: str) -> Path:
    return course.root / "tests" / "submissions" / chapter


def lay_out(course: Course, chapter: str) -> list[str]:
    """Copy each `tests/submissions/<chapter>/<outcome>.ipynb` to a student called `<outcome>`.

    A student of that name who is not of the sample is left alone, and named in the error.
    """
    notebooks = sorted(folder(course, chapter).glob("*.ipynb"))
    if not notebooks:
        raise CourseError(f"there is no sample class for {chapter}: {folder(course, chapter)} holds no notebook")
    ours = _laid_out(course)
    for notebook in notebooks:
        target = course.submitted(notebook.stem, chapter)
        if target.exists() and [notebook.stem, chapter] not in ours:
            raise CourseError(f"{target} is a real submission, the sample would overwrite it: rename one of the two")
    names = [[notebook.stem, chapter] for notebook in notebooks]
    _list(course).parent.mkdir(exist_ok=True)
    write_whole(_list(course), json.dumps(ours + [name for name in names if name not in ours]).encode())
    for notebook in notebooks:
        target = course.submitted(notebook.stem, chapter)
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(notebook, target / f"{chapter}.ipynb")
    return [notebook.stem for notebook in notebooks]


def remove(course: Course) -> list[str]:
    """Take the sample class out of `grading/` and the gradebook. Real submissions stay."""
    ours = _laid_out(course)
    for student, chapter in ours:
        for place in (course.submitted, course.autograded, course.feedback):
            shutil.rmtree(place(student, chapter), ignore_errors=True)
            with contextlib.suppress(OSError):
                place(student, chapter).parent.rmdir()
        Journal(course, chapter).forget(student)
        with open_gradebook(course) as book, contextlib.suppress(MissingEntry):
            book.remove_submission(chapter, student)
            if not book.find_student(student).submissions:
                book.remove_student(student)
    _list(course).unlink(missing_ok=True)
    return sorted({student for student, _ in ours})


def _list(course: Course) -> Path:
    return course.grading / "sample.json"


def _laid_out(course: Course) -> list[list[str]]:
    """The pairs [student, chapter] of the sample that lie in `grading/`."""
    path = _list(course)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
