"""Seeds of hidden cases: the same on a regrade, different for everybody else, impossible to guess."""

import pytest

from ffn_grader.seeds import case_seed

SECRET = b"0123456789abcdef"
PARTS = ("position_wise", "position_wise.forward", "ann")


def test_a_regrade_gets_the_same_seed_however_the_id_is_typed():
    assert case_seed(SECRET, *PARTS) == case_seed(SECRET, *PARTS[:2], " Ann ")


@pytest.mark.parametrize(
    "others",
    [
        ("gating", *PARTS[1:]),
        (PARTS[0], "position_wise.one_token", PARTS[2]),
        (*PARTS[:2], "bob"),
        ("position_wisep", "osition_wise.forward", "ann"),
    ],
)
def test_another_assignment_question_or_student_gets_another_seed(others):
    assert case_seed(SECRET, *others) != case_seed(SECRET, *PARTS)


def test_another_secret_gives_another_seed():
    assert case_seed(b"another secret 16", *PARTS) != case_seed(SECRET, *PARTS)


def test_a_short_secret_is_refused():
    with pytest.raises(ValueError, match="at least 16 bytes"):
        case_seed(b"short", *PARTS)
