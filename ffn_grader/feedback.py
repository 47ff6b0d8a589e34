"""Feedback pages, by nbgrader's own `generate_feedback`, for those whose graded notebook is newer."""

import glob
import os

from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory

from .course import Course
from .record import Record


def write_feedback(course: Course, chapter: str, records: list[Record]) -> None:
    """One HTML page a student in `grading/feedback/<student>/<chapter>/`."""
    for record in records:
        if record.problem is None and _is_stale(course, record.student, chapter):
            _write(course, record.student, chapter)


def _is_stale(course: Course, student: str, chapter: str) -> bool:
    graded = course.autograded(student, chapter) / f"{chapter}.ipynb"
    page = course.feedback(student, chapter) / f"{chapter}.html"
    return not page.exists() or page.stat().st_mtime_ns < graded.stat().st_mtime_ns


def _write(course: Course, student: str, chapter: str) -> None:
    # The id is a glob pattern to nbgrader: one with brackets has to be escaped.
    folders = CourseDirectory(config=course.config, assignment_id=chapter, student_id=glob.escape(student))
    folders.root = str(course.root)
    converter = GenerateFeedback(coursedir=folders, config=course.config)
    converter.force = True
    converter.log.setLevel("ERROR")
    here = os.getcwd()
    try:
        converter.start()
    finally:
        os.chdir(here)
