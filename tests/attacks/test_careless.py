"""A mistake costs the question it was made in, and no other; the student is told what happened, in words."""

import pytest

from .careless import CARELESS, ROWS


def test_every_row_has_two_cases():
    assert len(CARELESS) == sum(map(len, ROWS.values()))
    assert min(map(len, ROWS.values())) >= 2


@pytest.mark.parametrize("name", CARELESS)
def test_it_costs_its_own_question_only(graded, name):
    record = graded.records[name]
    assert record.problem is None, record.problem
    told = {part.grade_id.removeprefix("check_"): part for part in record.parts if part.question}
    lost = {question: part.sentence for question, part in told.items() if part.credit != 1}
    assert lost.keys() == CARELESS[name].lost.keys(), lost
    for question, words in CARELESS[name].lost.items():
        assert told[question].credit == 0
        assert all(word in lost[question] for word in words), lost[question]


def test_pip_says_that_there_is_no_network(graded):
    assert (
        "ERROR" in graded.records["installs"].notebook
        and "No matching distribution" in graded.records["installs"].notebook
    )
