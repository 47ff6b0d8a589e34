"""A verdict points to a section that the book has."""

from pathlib import Path

import pytest

from ffn_grader.questions import get_question
from tests.grader.answers import QUESTIONS, name, right_answers, verdict_on

BOOK = Path(__file__).parents[2] / "book"


@pytest.mark.parametrize("question", QUESTIONS, ids=name)
def test_the_section_is_a_heading_of_its_chapter(question):
    lines = (BOOK / f"{question.chapter}.md").read_text(encoding="utf-8").splitlines()
    headings = {line.lstrip("#").strip() for line in lines if line.startswith("#")}
    others = [stage.section for stage in getattr(question, "stages", ()) if stage.section]
    assert {question.section, *others} <= headings


def test_a_verdict_points_to_the_section_of_the_first_answer_that_is_off():
    right = right_answers(get_question("cost.work"), "ann")
    for slip, section in (
        ({"macs": 1, "attention_factor": 1}, "Counting work"),
        ({"attention_factor": 1}, "Against attention"),
    ):
        assert verdict_on("cost.work", student="ann", **right | slip).section == section
