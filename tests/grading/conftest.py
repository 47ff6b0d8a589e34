"""A course of its own for the tests, and the sample class graded in it once."""

import shutil
from pathlib import Path

import pytest

from ffn_grader import build, sample
from ffn_grader.class_run import Options, run
from ffn_grader.course import Course
from ffn_grader.feedback import write_feedback
from ffn_grader.gradebook import register

ROOT = Path(__file__).parents[2]


def copy_course(root: Path) -> Course:
    """A copy of the course without anybody's submissions, in `root`."""
    for name in ("nbgrader_config.py", "_toc.yml"):
        shutil.copyfile(ROOT / name, root / name)
    for name in ("solutions", "exercises", "tests/submissions"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
    return Course(root)


@pytest.fixture(scope="session")
def course(tmp_path_factory) -> Course:
    return copy_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="session")
def registered(tmp_path_factory) -> Course:
    """A course whose gradebook knows the exercise; nothing is handed in."""
    course = copy_course(tmp_path_factory.mktemp("registered"))
    course.grading.mkdir()
    register(course, "position_wise")
    return course


@pytest.fixture
def empty_course(registered, tmp_path) -> Course:
    """A course of its own in which nothing was handed in yet."""
    shutil.copytree(registered.root, tmp_path / "course")
    return Course(tmp_path / "course")


@pytest.fixture(scope="session")
def records(course) -> dict:
    """The sample class's records by student, graded in the sandbox, with their feedback pages written."""
    build.write_source(course, "position_wise")
    sample.lay_out(course, "position_wise")
    graded = run(course, "position_wise", Options())
    write_feedback(course, "position_wise", graded)
    return {record.student: record for record in graded}
