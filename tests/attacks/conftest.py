"""A class of attackers, careless students and two honest ones, graded once, and what there was before and after."""

import hashlib
import json
import os
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from joblib.externals.loky import get_reusable_executor

from ffn_grader import build
from ffn_grader.class_run import Options, run
from ffn_grader.course import Course
from ffn_grader.feedback import write_feedback
from ffn_grader.gradebook import open_gradebook
from ffn_grader.sandbox import Limits, SandboxUnavailable, bubblewrap
from tests.grading.conftest import copy_course
from tests.submissions.answers import RIGHT

from .attack import CHAPTER, hand_in, notebook
from .careless import CARELESS
from .markup import MARKUP
from .table import ATTACKS

HONEST = ("honest ann", "honest zoe")  # the first has the classmate's part in some attacks
# Short, so that meeting a limit takes little time. Room for a busy machine stays: CPU time is what counts.
SHORT = Limits(
    cpu_cell=2,
    cpu_total=12,
    wall_cell=20,
    wall_total=60,
    memory=400_000_000,
    disk=20_000_000,
    file_size=20_000_000,
    grace=1,
    restarts=6,
    messages_cell=300,
)
# Whose feedback pages are looked at too, besides those with markup: their texts are shown as verdicts.
IN_WORDS = ("forged verdict", "half characters and control characters")
# What must never come out of the sandbox. It stands in files only, not in any attack's code.
CANARIES = {
    "gradebook": "canary-of-the-gradebook",
    "neighbour": "canary-of-a-classmate",
    "solutions": "canary-of-a-solution",
}


@dataclass(frozen=True)
class Graded:
    """The class after its run. `alone`: the honest two, graded before anybody else handed in."""

    course: Course
    records: dict
    alone: dict
    files: tuple[dict, dict]
    boxes: Path
    left: list[str]
    canaries: dict[str, bytes]


@pytest.fixture(scope="session")
def graded(tmp_path_factory) -> Graded:
    try:
        bubblewrap.require()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    course = copy_course(tmp_path_factory.mktemp("attacked"))
    build.write_source(course, CHAPTER)
    boxes = tmp_path_factory.mktemp(f"b{secrets.token_hex(4)}")  # a name that no other run has
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(boxes))
        patch.setattr(tempfile, "tempdir", None)
        get_reusable_executor().shutdown(wait=True)  # workers of earlier tests have another TMPDIR
        for student in HONEST:
            _hand_in(course, student, RIGHT)
        alone = _run(course)
        canaries = _plant(course)
        for student, attack in ATTACKS.items():
            hand_in(course, student, attack)
        for student, case in CARELESS.items():
            _hand_in(course, student, RIGHT | case.cells)
        before = _files(course)
        records = _run(course, force=True)
        get_reusable_executor().shutdown(wait=True)
    tempfile.tempdir = None
    shown = [*HONEST, *MARKUP, *IN_WORDS]
    write_feedback(course, CHAPTER, [records[student] for student in shown])
    return Graded(course, records, alone, (before, _files(course)), boxes, _living(boxes), canaries)


def _run(course: Course, force: bool = False) -> dict:
    records = run(course, CHAPTER, Options(jobs=3, force=force, limits=SHORT))
    return {record.student: record for record in records}


def _hand_in(course: Course, student: str, answers: dict) -> None:
    path = course.submitted(student, CHAPTER) / f"{CHAPTER}.ipynb"
    path.parent.mkdir(parents=True)
    marked = {"student": f"student = {student!r}  # {CANARIES['neighbour']}"}
    path.write_text(json.dumps(notebook({**answers, **marked})), encoding="utf-8")


def _plant(course: Course) -> dict[str, bytes]:
    """Put the canaries in their places, and say what else must not be seen."""
    with open_gradebook(course) as book:
        book.update_or_create_student(HONEST[1], last_name=CANARIES["gradebook"])
    (course.root / "solutions" / "notes.md").write_text(CANARIES["solutions"])
    secret = course.secret()
    reference = Path(__file__).parents[2] / "ffn_ref" / "position_wise.py"
    source = next(line for line in reference.read_text().splitlines() if line.startswith("def ffn("))
    known = {name: text.encode() for name, text in CANARIES.items()}
    return known | {"secret": secret, "secret in hex": secret.hex()[:24].encode(), "reference": source.encode()}


def _files(course: Course) -> dict[str, str]:
    """All that the class run must not touch: everything but its own working folders."""
    ours = {
        course.grading / name
        for name in ("journal", "autograded", "feedback", "originals", "gradebook.db", ".lock", ".lock.holder")
    }
    found = {}
    for folder, folders, names in os.walk(course.root):
        folders[:] = [name for name in folders if Path(folder, name) not in ours]
        for path in (Path(folder, name) for name in names + folders):
            if path in ours:
                continue
            if path.is_symlink() or not path.is_file() or path.stat().st_size > 10**9:
                found[str(path)] = f"{path.lstat().st_mode:o}"
            else:
                found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _living(boxes: Path) -> list[str]:
    """Processes of this machine that see a folder of our sandboxes: the kernels, and all that came from them."""
    found = []
    for process in psutil.process_iter(["pid", "cmdline"]):
        try:
            if f"/{boxes.name}/ffn-" in Path(f"/proc/{process.pid}/mountinfo").read_text():
                found.append(f"{process.pid} {process.info['cmdline']}")
        except OSError:
            continue
    return found
