"""The archive of a learning platform, brought in by `nbgrader zip_collect`."""

import subprocess
import sys
import zipfile

import pytest

from ffn_grader.nbgrader.collecting import whose

from .quick import CHAPTER

FILE = f"{CHAPTER}.ipynb"


@pytest.mark.parametrize(
    "name, student",
    [
        (f"class/Ada Byron_123_assignsubmission_file_/{FILE}", "Ada Byron"),
        (f"class/Ada Byron_123_assignsubmission_file/{FILE}", "Ada Byron"),
        (f"class/Ada Byron_123_assignsubmission_file_{FILE}", "Ada Byron"),
        (f"class/Ada Byron_123_assignsubmission_file_/work/inner/{FILE}", "Ada Byron"),
        (f"class/Exercise 1_ab123_attempt_2026-01-30-15-00-00_{FILE}", "ab123"),
        (f"class/byronada_4711_815_{CHAPTER}-1.ipynb", "byronada"),
        (f"class/byronada_LATE_4711_815_{FILE}", "byronada"),
        (f"class/byronada_4711_815_work/{FILE}", "byronada"),
        (f"class/ab123/{FILE}", "ab123"),
        (f"ab123/{CHAPTER} (1).ipynb", "ab123"),
        ("class/ab123.ipynb", None),
        (f"class/ab123_{FILE}", None),
        (f"class/.._4711_815_{FILE}", None),
        ("class/ab123/notes.ipynb", None),
    ],
)
def test_whose_a_file_is(name, student):
    found = whose(name, CHAPTER)
    assert (found and found["student_id"]) == student


def test_an_archive_becomes_a_class(empty_course):
    course = empty_course
    archive = course.root / "downloaded" / CHAPTER / "archive"
    archive.mkdir(parents=True)
    release = course.release(CHAPTER).read_bytes()
    inner = archive.parent / "inner.zip"
    with zipfile.ZipFile(inner, "w") as one:
        one.writestr(f"work/{FILE}", release)
    with zipfile.ZipFile(archive / "class.zip", "w") as whole:
        whole.writestr(f"Ada Byron_1_assignsubmission_file_/{FILE}", release)
        whole.write(inner, "Ben Ort_2_assignsubmission_file_/ben.zip")
        whole.writestr(f"../../../grading/submitted/evil/{CHAPTER}/{FILE}", release)
        whole.writestr(f"__MACOSX/Ada Byron_1_assignsubmission_file_/{FILE}", b"")
    command = [sys.executable, "-m", "nbgrader", "zip_collect", CHAPTER]
    done = subprocess.run(command, cwd=course.root, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    handed_in = {path.relative_to(course.grading / "submitted").as_posix() for path in course.grading.rglob("*.ipynb")}
    assert handed_in == {f"{name}/{CHAPTER}/{FILE}" for name in ("Ada Byron", "Ben Ort")}
    assert "leads outside the folder" in done.stderr
