"""A verdict points to a section that the book has."""

from pathlib import Path

import pytest

from tests.grader.answers import QUESTIONS, name

BOOK = Path(__file__).parents[2] / "book"


@pytest.mark.parametrize("question", QUESTIONS, ids=name)
def test_the_section_is_a_heading_of_its_chapter(question):
    lines = (BOOK / f"{question.chapter}.md").read_text(encoding="utf-8").splitlines()
    headings = {line.lstrip("#").strip() for line in lines if line.startswith("#")}
    assert question.section in headings
