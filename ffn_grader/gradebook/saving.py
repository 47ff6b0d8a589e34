"""Put records into the gradebook. One writer at a time; every step can be repeated. Manual grades stay."""

import logging
from datetime import datetime

import nbformat
from nbgrader.api import Gradebook, MissingEntry

from ..course import Course
from ..record import Record
from ..student import unfit
from ..writing import write_whole
from .judgement import CarefulGrades
from .opening import names, open_gradebook

READ_ONLY = 0o444


def save(course: Course, record: Record) -> None:
    """Put `record` into the gradebook and its notebook into `grading/autograded`. Manual grades stay."""
    notebook = nbformat.reads(record.notebook, as_version=4)
    with open_gradebook(course) as book:
        book.update_or_create_student(record.student)
        when = {} if record.submitted is None else {"timestamp": datetime.fromisoformat(record.submitted)}
        book.update_or_create_submission(record.chapter, record.student, **when)
    saver = CarefulGrades(config=course.config, kept=record.kept)
    saver.log.setLevel(logging.ERROR)
    saver.preprocess(notebook, names(course, record.chapter, record.student))
    with open_gradebook(course) as book:
        for part in record.parts:
            if part.needs_person and part.grade_id not in record.kept:
                flag(book, record.chapter, record.student, part.grade_id)
        book.db.commit()
    path = course.autograded(record.student, record.chapter) / f"{record.chapter}.ipynb"
    write_whole(path, record.notebook.encode(), mode=READ_ONLY)


def holds(course: Course, record: Record) -> bool:
    """Whether the gradebook and `grading/autograded` say what `record` says."""
    path = course.autograded(record.student, record.chapter) / f"{record.chapter}.ipynb"
    if not path.is_file() or path.read_text(encoding="utf-8") != record.notebook:
        return False
    with open_gradebook(course) as book:
        try:
            submission = book.find_submission(record.chapter, record.student)
        except MissingEntry:
            return False
        saved = {grade.name: grade for notebook in submission.notebooks for grade in notebook.grades}
        return all(
            part.grade_id in saved
            and saved[part.grade_id].auto_score == part.score
            and (part.grade_id not in record.waiting or _with_a_person(saved[part.grade_id]))
            for part in record.parts
        )


def _with_a_person(grade) -> bool:
    return bool(grade.needs_manual_grade) or grade.manual_score is not None


def doubt(course: Course, chapter: str, student: str) -> None:
    """The submission cannot be read: all of it is flagged, so neither an old score nor a 0 stands there silently."""
    with open_gradebook(course) as book:
        if unfit(student) is None:  # such a name goes on no page
            book.update_or_create_student(student)
            book.update_or_create_submission(chapter, student)
        try:
            submission = book.find_submission(chapter, student)
        except (MissingEntry, UnicodeEncodeError):  # a name that no row can hold has none
            return
        for grade in [grade for notebook in submission.notebooks for grade in notebook.grades]:
            flag(book, chapter, student, grade.name)
        book.db.commit()


def flag(book: Gradebook, chapter: str, student: str, grade_id: str) -> None:
    """Say that a person has to grade this cell: no automatic score, never a silent zero."""
    grade = book.find_grade(grade_id, chapter, chapter, student)
    grade.needs_manual_grade = True
    grade.auto_score = None
