"""The proof on a few seeds and students, and the recorded one on all: every known answer gets what it must."""

import json
from pathlib import Path

import pytest

from ffn_grader.course import Course
from ffn_grader.proof.demands import faults
from ffn_grader.proof.fingerprint import fingerprint
from ffn_grader.proof.matrix import FULL, matrix, recorded

COURSE = Course(Path(__file__).parents[2])
RECORDED = sorted(path.stem for path in recorded(COURSE, "").parent.glob("*.json"))


@pytest.mark.parametrize("chapter", COURSE.chapters)
def test_every_known_answer_gets_what_it_must(chapter):
    assert faults(matrix(COURSE, chapter, jobs=1)) == []


@pytest.mark.parametrize("chapter", COURSE.chapters)
def test_the_recorded_proof_is_full_and_of_today(chapter):
    proof = json.loads(recorded(COURSE, chapter).read_text(encoding="utf-8"))
    assert faults(proof) == []
    assert proof["fingerprint"] == fingerprint(COURSE, chapter), f"run: ffn-grade matrix {chapter} --full"
    assert (proof["seeds"], proof["students"], proof["boxed"]) == (FULL.seeds, FULL.students, True)
    assert (FULL.seeds, FULL.students) == (200, 2000)
    for row in proof["questions"]:
        tried = {answer["tried"] for answer in row["answers"]}
        assert tried <= {200, 2000, 1} and (row["kind"] != "function" or tried == {200})
        known = [a for a in row["answers"] if "reference" not in a["answer"] and a["answer"] != "solution"]
        assert row["boxed"]["handed_in"] == len(known)


def test_the_recorded_proofs_are_those_of_the_chapters():
    assert set(RECORDED) == set(COURSE.chapters)
