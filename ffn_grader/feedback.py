"""Feedback pages, by nbgrader's own `generate_feedback`, for those whose grades it does not show yet."""

import hashlib
import os
from pathlib import Path

from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from traitlets import Instance

from .course import Course
from .gradebook import state
from .journal import Journal
from .record import Record
from .writing import write_whole


def write_feedback(course: Course, chapter: str, records: list[Record]) -> dict[str, str]:
    """One HTML page a student in `grading/feedback/<student>/<chapter>/`, again when a grade or comment changed.

    Returns why a student has none, by student: one page that fails stops no other.
    Who cannot be read has none, unless a page of an earlier file lies there: that would go on telling an old score.
    """
    failed = {}
    for record in records:
        if record.problem is None or (course.autograded(record.student, chapter) / f"{chapter}.ipynb").is_file():
            page = course.feedback(record.student, chapter) / f"{chapter}.html"
            grades = f"{record.key}\n{state(course, record)}"
            note = Journal(course, chapter).path(record.student).with_suffix(".told")
            if not note.is_file() or note.read_text() != _told(grades, page):
                try:
                    _write(course, record.student, chapter)
                    write_whole(note, _told(grades, page).encode())
                except (Exception, SystemExit) as error:  # nbgrader ends a conversion that fails with SystemExit
                    failed[record.student] = f"{type(error).__name__}: {error}"
    return failed


def _told(grades: str, page: Path) -> str:
    """What the page shows, and the page itself: a power cut may leave it empty."""
    shown = page.read_bytes() if page.is_file() else b"none"
    return hashlib.sha256(grades.encode() + b"\0" + shown).hexdigest()


class OneStudent(GenerateFeedback):
    """nbgrader's feedback for one graded notebook. It would look for it by a pattern; an id may hold brackets."""

    graded = Instance(Path)

    def init_notebooks(self) -> None:
        self.notebooks = []
        self.assignments = {str(self.graded.parent): [str(self.graded)]}


def _write(course: Course, student: str, chapter: str) -> None:
    folders = CourseDirectory(config=course.config, assignment_id=chapter)
    folders.root = str(course.root)
    graded = course.autograded(student, chapter) / f"{chapter}.ipynb"
    converter = OneStudent(coursedir=folders, config=course.config, graded=graded, force=True)
    converter.log.setLevel("ERROR")
    here = os.getcwd()
    try:
        converter.start()
    finally:
        os.chdir(here)
