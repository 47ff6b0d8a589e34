"""Every notebook of the sample class gets exactly its score, and the sentence that goes with it."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from ffn_grader.gradebook import open_gradebook
from tests.submissions.make import made
from tests.submissions.sample import ANSWERS

from .expected import EXPECTED, NAMED

SUBMISSIONS = Path(__file__).parents[1] / "submissions" / "position_wise"


@pytest.mark.parametrize("name", ANSWERS)
def test_the_committed_notebook_is_what_the_exercise_and_the_answers_give(name):
    assert (SUBMISSIONS / f"{name}.ipynb").read_text(encoding="utf-8") == made(name), (
        "run `python -m tests.submissions.make`"
    )


@pytest.mark.parametrize("name", ANSWERS)
def test_each_gets_its_score_and_its_sentence(records, name):
    record = records[name]
    assert record.problem is None
    assert record.sandboxed
    for part in record.parts:
        if part.grade_id == "width":
            assert part.credit == (None if "width" in ANSWERS[name] else 0)
            continue
        credit, words = EXPECTED[name].get(part.grade_id, (1, ""))
        assert part.credit == (credit if credit is None else pytest.approx(credit)), f"{part.grade_id}: {part.sentence}"
        assert words in part.sentence, part.grade_id
    assert len(record.parts) == 11
    assert record.max_score == 24


@pytest.mark.parametrize("name", NAMED)
def test_the_mistake_is_named(records, name):
    assert NAMED[name] in {part.misconception for part in records[name].parts}


def test_no_cheat_gains_a_point(records):
    assert {name: record.score for name, record in records.items() if name.startswith("cheat") and record.score} == {}


def test_the_gradebook_agrees_with_the_records(records, course):
    with open_gradebook(course) as book:
        for name, record in records.items():
            submission = book.find_submission("position_wise", name)
            assert submission.score == pytest.approx(record.score), name
            assert submission.max_score == 24
            flagged = {grade.name for grade in submission.notebooks[0].grades if grade.needs_manual_grade}
            assert flagged == set(record.waiting), name


def test_feedback_shows_the_verdict_and_no_reference(records, course):
    page = (course.feedback("no_activation", "position_wise") / "position_wise.html").read_text(encoding="utf-8")
    assert "There is no activation between the two layers" in page
    assert "ffn_ref" not in page


def test_graded_notebooks_are_valid_and_hold_no_active_content(records):
    for record in records.values():
        notebook = nbformat.reads(record.notebook, as_version=4)
        nbformat.validate(notebook)
        assert "application/vnd" not in json.dumps(notebook)


def test_the_stock_commands_give_the_same_grades(records, course, tmp_path):
    before = {name: record.score for name, record in records.items()}
    few = ["passes_all", "no_activation", "slip_in_one_stage", "cheat_forged_score", "borrowed_id", "saved_by_colab"]
    for name in few:
        nbgrader(course, "autograde", "position_wise", "--force", f"--student={name}")
    nbgrader(course, "generate_feedback", "position_wise", "--force", "--student=passes_all")
    nbgrader(course, "export", "--to", str(tmp_path / "grades.csv"))
    with open(tmp_path / "grades.csv", encoding="utf-8") as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == pytest.approx(before)


def nbgrader(course, *arguments: str) -> None:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
