"""The power goes before any flush or rename: the next run comes to what an undisturbed one comes to."""

import shutil
import subprocess
import sys

import pytest

from ffn_grader import writing
from ffn_grader.course import Course

from .power import Disk, PowerCut
from .quick import CHAPTER, hand_in, run, state

WHOLE = ["flush file", "rename", "flush folder"]  # the order of one file


@pytest.fixture
def graded(empty_course, monkeypatch) -> tuple[Course, Disk, dict]:
    """A course with one submission; the calls of a run that nothing disturbs, and what that run comes to."""
    hand_in(empty_course, "ann")
    empty_course.secret()
    before = empty_course.root.parent / "before"
    shutil.copytree(empty_course.root, before)
    disk = Disk()
    monkeypatch.setattr(writing, "os", disk)
    run(empty_course, monkeypatch)
    return Course(before), disk, state(empty_course)


def test_each_file_is_flushed_then_named_then_its_folder_is_flushed(graded):
    _, disk, _ = graded
    files = len(disk.calls) // len(WHOLE)
    assert disk.calls == WHOLE * files and files >= 3, "record, graded notebook, what feedback shows"
    assert disk.renamed == {}


def test_after_any_prefix_a_rerun_equals_an_undisturbed_run(graded, monkeypatch, tmp_path):
    before, undisturbed, wanted = graded
    for last in range(len(undisturbed.calls)):
        for names_survive in (True, False):
            course = Course(tmp_path / f"cut {last} {names_survive}")
            shutil.copytree(before.root, course.root)
            disk = Disk(last, names_survive)
            monkeypatch.setattr(writing, "os", disk)
            with pytest.raises(PowerCut):
                run(course, monkeypatch)
            disk.lose()
            monkeypatch.setattr(writing, "os", Disk())
            run(course, monkeypatch)
            assert state(course) == wanted, (undisturbed.calls[:last], names_survive)


def test_a_page_that_came_out_empty_is_written_again(graded, monkeypatch):
    course, _, _ = graded
    run(course, monkeypatch)
    page = course.feedback("ann", CHAPTER) / f"{CHAPTER}.html"
    whole = page.read_text(encoding="utf-8")
    page.write_text("")
    run(course, monkeypatch)
    assert page.read_text(encoding="utf-8") == whole


def test_a_table_of_grades_that_was_cut_off_is_whole_again_after_the_next_export(graded, monkeypatch):
    course, _, _ = graded
    run(course, monkeypatch)
    table = course.grading / "grades.csv"
    command = [sys.executable, "-m", "nbgrader", "export", "--to", str(table)]
    subprocess.run(command, cwd=course.root, check=True, capture_output=True)
    whole = table.read_bytes()
    table.write_bytes(whole[: len(whole) // 2])
    subprocess.run(command, cwd=course.root, check=True, capture_output=True)
    assert table.read_bytes() == whole and b"ann" in whole
