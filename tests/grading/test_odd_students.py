"""Odd names and texts in one student's folder: that student is told, and everybody else has grades and a page."""

import os

import pytest

from ffn_grader import class_run, cli
from ffn_grader.gradebook import open_gradebook
from ffn_grader.record import Record
from ffn_grader.student import unfit

from . import quick
from .quick import CHAPTER, hand_in, quick_grade

LONG = "Константин Константинович Константинопольский"
ODD = {
    "colours": lambda course: hand_in(course, "colours"),
    LONG: lambda course: hand_in(course, LONG),
    "a" * 120: lambda course: hand_in(course, "a" * 120),
    "not utf-8 \udcff": lambda course: hand_in(course, "not utf-8 \udcff"),
    "deep": lambda course: (hand_in(course, "deep"), _dig(course.submitted("deep", CHAPTER))),
}


def _dig(folder):
    """Folders inside folders until a file's whole path is longer than the system takes."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        for _ in range(25):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        open("f" * 200, "w").close()
    finally:
        os.chdir(here)


def graded(job):
    """As a real grade, with what a terminal's colour that is none does to the page's maker."""
    if problem := unfit(job.student):
        return Record(job.student, job.chapter, job.key, problem=problem)
    record = quick_grade(job)
    if record.student == "colours":
        record.notebook = record.notebook.replace('"outputs": []', f'"outputs": [{BROKEN}]', 1)
    return record


BROKEN = '{"name": "stdout", "output_type": "stream", "text": "\\u001b[38mcolour"}'


@pytest.mark.parametrize("odd", ODD, ids=["colours", "long and not Latin", "too long", "not UTF-8", "deep"])
def test_the_others_have_their_grades_and_pages(empty_course, monkeypatch, capsys, odd):
    for student in ("ann", "zoë"):
        hand_in(empty_course, student)
    ODD[odd](empty_course)
    monkeypatch.setattr(quick, "quick_grade", graded)
    monkeypatch.setattr(class_run, "grade", graded)
    monkeypatch.setattr(class_run, "require", lambda: None)
    assert cli.main(["--course", str(empty_course.root), "run", CHAPTER, "--jobs", "1"]) in (0, 3)
    assert capsys.readouterr().out.count("zoë")
    for student in ("ann", "zoë"):
        assert (empty_course.feedback(student, CHAPTER) / f"{CHAPTER}.html").is_file()
    with open_gradebook(empty_course) as book:
        assert {"ann", "zoë"} <= {each.student_id for each in book.assignment_submissions(CHAPTER)}


def test_a_long_name_that_is_not_latin_is_an_honest_students(empty_course, monkeypatch):
    hand_in(empty_course, LONG)
    assert [record.problem for record in quick.run(empty_course, monkeypatch)] == [None]
    assert (empty_course.feedback(LONG, CHAPTER) / f"{CHAPTER}.html").is_file()


def test_names_that_differ_only_at_their_end_have_records_of_their_own(empty_course, monkeypatch):
    for end in "аб":
        hand_in(empty_course, LONG + end)
    assert len({record.student for record in quick.run(empty_course, monkeypatch)}) == 2
    assert len(list((empty_course.grading / "journal" / CHAPTER).glob("*.json"))) == 2
