"""No attack gains a point, reads a byte, leaves a trace or touches an honest student's grade."""

import base64
import dataclasses
import re
from pathlib import Path

import nbformat
import pytest

from ffn_grader.gradebook import open_gradebook

from .attack import CHAPTER, notebook
from .conftest import HONEST
from .table import ATTACKS, ROWS
from .tampering import MARK

LABELS = [cell["metadata"].get("nbgrader", {}) for cell in notebook({})["cells"]]
GRADED = [label["grade_id"] for label in LABELS if label.get("grade")]


def test_there_are_enough_attacks_of_each_kind():
    assert len(ATTACKS) == sum(map(len, ROWS.values())) >= 60, "two attacks have the same name"
    assert min(map(len, ROWS.values())) >= 2


def test_each_promise_of_the_security_page_names_tests_that_exist():
    root = Path(__file__).parents[2]
    rows = re.findall(r"^\| (.+) \| .+ \| .+ \| (.+) \|$", (root / "SECURITY.md").read_text(encoding="utf-8"), re.M)
    named = {promise: re.findall(r"`([\w/]+\.py)`", tests) for promise, tests in rows}
    promises = {promise: tests for promise, tests in named.items() if tests}
    assert len(promises) >= 9
    assert [name for names in promises.values() for name in names if not (root / "tests" / name).is_file()] == []


@pytest.mark.parametrize("name", ATTACKS)
def test_no_point_is_gained(graded, name):
    record, attack = graded.records[name], ATTACKS[name]
    gained = {part.grade_id: (part.score, part.sentence) for part in record.parts if part.score}
    assert not gained
    if attack.refused:
        assert attack.refused in (record.problem or ""), record.problem
    else:
        assert record.problem is None, record.problem
        assert [part.grade_id for part in record.parts] == GRADED and record.sandboxed
    if attack.person:
        assert record.waiting


@pytest.mark.parametrize("name", ATTACKS)
def test_what_is_told_is_one_printable_line(graded, name):
    record = graded.records[name]
    told = [record.problem or "", *record.notes, *(part.sentence for part in record.parts)]
    assert [line for line in told if not line.isprintable() or len(line) > 1000] == []


def test_the_gradebook_holds_no_point_for_any_attacker(graded):
    with open_gradebook(graded.course) as book:
        scores = {one.student_id: one.score for one in book.assignment_submissions(CHAPTER)}
    assert {name: score for name, score in scores.items() if name in ATTACKS and score} == {}
    automatic = sum(part.points for part in graded.alone[HONEST[0]].parts if part.question)
    assert all(scores[name] == graded.alone[name].score == automatic > 0 for name in HONEST)


@pytest.mark.parametrize("name", HONEST)
def test_honest_neighbours_are_graded_as_if_they_were_alone(graded, name):
    with_them, alone = graded.records[name], graded.alone[name]
    assert dataclasses.replace(with_them, seconds=0) == dataclasses.replace(alone, seconds=0)


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_secret_was_read(graded, name):
    record = graded.records[name]
    seen = [record.problem or "", *record.notes]
    for cell in nbformat.reads(record.notebook, as_version=4).cells if record.notebook else []:
        seen += [str(output) for output in cell.get("outputs", [])]
    for part in record.parts:
        seen += [part.sentence, *part.details]
    text = "\n".join(seen).encode("utf-8", "replace")
    found = [
        what for what, canary in graded.canaries.items() if canary in text or base64.b64encode(canary)[:20] in text
    ]
    assert found == []


def test_no_process_is_left(graded):
    assert graded.left == []


def test_no_file_is_left_or_changed(graded):
    before, after = graded.files
    assert after == before
    assert list(graded.boxes.glob("ffn-*")) == []
    for place in ("/tmp", "/var/tmp", "/dev/shm", "/root", "/home", "/run", str(Path.home()), str(graded.course.root)):
        assert not Path(place, MARK).exists()


@pytest.mark.parametrize("row", ["network, processes, rights", "gradebook, classmates and course changed"])
def test_nothing_outside_was_reached(graded, row):
    """The attacks print a word in capitals when something works that must not."""
    for name in ROWS[row]:
        notebook = graded.records[name].notebook
        for cell in nbformat.reads(notebook, as_version=4).cells if notebook else []:
            for output in cell.get("outputs", []):
                words = set(str(output.get("text", "")).split())
                assert not words & {"CONNECTED", "DONE", "ROOT", "WROTE", "TYPED"}, (name, output)
