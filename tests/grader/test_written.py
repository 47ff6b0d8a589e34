"""Every written part has hints, and none is left over."""

import re
from pathlib import Path

import jupytext
import pytest

from ffn_grader import local
from ffn_grader.written import WRITTEN

ROOT = Path(__file__).parents[2]


def test_there_are_hints_for_exactly_the_written_parts():
    asked = set()
    for path in ROOT.glob("solutions/*/*.md"):
        for cell in jupytext.read(path, fmt="md:myst").cells:
            about = cell.metadata["nbgrader"]
            if about["grade"] and cell.cell_type == "markdown":
                asked.add(f"{path.stem}.{about['grade_id']}")
    assert set(WRITTEN) == asked


@pytest.mark.parametrize("name", WRITTEN)
def test_the_hints_come_step_by_step_and_begin_with_a_section_of_the_book(name):
    part = WRITTEN[name]
    text = (ROOT / "book" / f"{name.partition('.')[0]}.md").read_text(encoding="utf-8")
    assert re.search(rf"^#+ {re.escape(part.section)}$", text, re.M)
    shown = [local.hint(name) for _ in part.hints]
    assert [hint in line for hint, line in zip(part.hints, shown, strict=True)] == [True] * len(shown)
    assert [f"“{part.section}”" in line for line in shown] == [True] + [False] * (len(shown) - 1)
