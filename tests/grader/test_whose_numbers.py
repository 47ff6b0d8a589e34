"""Whose numbers were used: borrowed ones are noticed and wait for a person, a slip of the keyboard costs nothing."""

import pytest

from ffn_grader.questions import get_question
from tests.grader.answers import verdict_on

RELU = "position_wise.by_hand_relu"


@pytest.mark.parametrize("student", ["Bob", " bob ", "BOB"])
def test_the_own_id_is_recognised_however_it_is_typed(student):
    answers = vars(get_question(RELU).path(get_question(RELU).numbers("bob")))
    verdict = verdict_on(RELU, student=student, true_id="bob", **answers)
    assert (verdict.credit, verdict.needs_person) == (1, False)


def test_borrowed_numbers_are_noticed_and_wait_for_a_person():
    answers = vars(get_question(RELU).path(get_question(RELU).numbers("ann")))
    verdict = verdict_on(RELU, student="ann", true_id="bob", **answers)
    assert verdict.needs_person and verdict.misconception == "borrowed_numbers"
    assert verdict.sentence.startswith("These are the numbers of 'ann'; you are 'bob'.")
    assert "With those numbers: right, 100%." in verdict.details[0]
    assert "A person will look at this" in verdict.text()


def test_practice_numbers_are_noticed_when_handed_in():
    verdict = verdict_on(RELU, student="", true_id="bob", h_pre=[2, -1, 1], h=[2, 0, 1], out=[2, 1])
    assert verdict.needs_person and "practice numbers" in verdict.sentence


def test_a_mistyped_id_with_the_own_numbers_loses_nothing():
    answers = vars(get_question(RELU).path(get_question(RELU).numbers("bob")))
    verdict = verdict_on(RELU, student="bbo", true_id="bob", **answers)
    assert (verdict.credit, verdict.needs_person) == (1, False)
    assert "The notebook says 'bbo'" in verdict.text()


def test_an_unanswered_question_is_not_a_borrowed_one():
    verdict = verdict_on(RELU, student="", true_id="bob", h_pre=..., h=None, out=[...])
    assert verdict.untouched and not verdict.needs_person and verdict.credit == 0


def test_practice_earns_no_points_on_the_students_machine_either():
    from ffn_check.checkpoint import packet_of
    from ffn_grader import local
    from ffn_grader.questions import get_question

    example = get_question("position_wise.parameters").numbers("")
    right = 2 * example.d_model * example.d_ff + example.d_ff + example.d_model
    before = local.progress("position_wise")
    verdict = local.verdict(packet_of("position_wise.parameters", None, [], {"student": "", "answer": right}))
    assert verdict.credit == 1 and "points)" not in verdict.text()
    assert local.progress("position_wise") == before
