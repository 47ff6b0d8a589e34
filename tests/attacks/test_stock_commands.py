"""nbgrader's own commands copy what lies beside a notebook, through links too: none of it may come to a student."""

import os
import subprocess
import sys

import pytest

from ffn_grader import build
from ffn_grader.gradebook import register
from tests.grading.conftest import copy_course

from .attack import CHAPTER, Attack, hand_in
from .peeking import PLANTED
from .tampering import TAMPERING

SECRET = "what no student may see"


def test_links_are_not_copied_to_where_students_read(tmp_path):
    course = copy_course(tmp_path)
    build.write_source(course, CHAPTER)
    register(course, CHAPTER)
    (course.grading / "secret").write_text(SECRET * 2)
    hand_in(course, "honest ann", PLANTED["a link to the secret"])
    hand_in(course, "thief", TAMPERING["a folder that is a link"])
    said = nbgrader(course, "autograde", CHAPTER)
    assert "data.txt" in said, "nbgrader copies it, as ever; it is taken back"
    nbgrader(course, "generate_feedback", CHAPTER)
    assert (course.feedback("honest ann", CHAPTER) / f"{CHAPTER}.html").is_file()
    assert not course.autograded("thief", CHAPTER).exists() and "is a link, not a folder" in said
    for place in ("autograded", "feedback"):
        for folder, _, names in os.walk(course.grading / place):
            for name in names:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    assert SECRET not in file.read(), name


@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.write_text("no time at all")], ids=["pipe", "no time"])
def test_a_timestamp_that_is_none_stops_no_run(tmp_path, put):
    """Graded once, so that nbgrader compares the times; then the student puts something else there."""
    course = copy_course(tmp_path)
    build.write_source(course, CHAPTER)
    register(course, CHAPTER)
    for student in ("ann", "bob"):
        hand_in(course, student, Attack())
    nbgrader(course, "autograde", CHAPTER, "--student=ann")
    put(course.submitted("ann", CHAPTER) / "timestamp.txt")
    nbgrader(course, "autograde", CHAPTER)
    assert course.autograded("bob", CHAPTER).exists()


@pytest.mark.parametrize("name", ["data.txt", "timestamp.txt", f"{CHAPTER}.ipynb"])
def test_a_named_pipe_holds_nobody(tmp_path, name):
    course = copy_course(tmp_path)
    build.write_source(course, CHAPTER)
    register(course, CHAPTER)
    for student in ("ann", "bob"):
        hand_in(course, student, Attack())
    place = course.submitted("ann", CHAPTER) / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    nbgrader(course, "autograde", CHAPTER)
    assert course.autograded("bob", CHAPTER).exists() and not course.autograded("ann", CHAPTER).exists()


def nbgrader(course, *arguments: str) -> str:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=course.root, capture_output=True, text=True, timeout=300).stderr
