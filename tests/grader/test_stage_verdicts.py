"""What is said about a stage that is off, and what an answer without effort carries."""

import numpy as np
import pytest

from ffn_grader.questions import get_question
from tests.grader.answers import STAGES, name, verdict_on

STAGED = [question for question in STAGES if question.own_numbers and question.kind == "stages"]
RELU = "position_wise.by_hand_relu"


def by_hand(question=RELU, student="bob", **changed):
    path = vars(get_question(question).path(get_question(question).numbers(student)))
    return verdict_on(question, student=student, **(path | changed))


def test_a_row_with_every_sign_flipped_and_one_in_another_order_are_told_so():
    path = get_question(RELU).path(get_question(RELU).numbers("bob"))
    assert by_hand(h_pre=-path.h_pre).details[0] == "h_pre: every sign is flipped."
    assert by_hand(h_pre=np.roll(path.h_pre, 1)).details[0] == "h_pre: the right numbers, in another order."


def test_one_number_with_the_wrong_sign_is_told_so():
    path = get_question("cost.by_hand").path(get_question("cost.by_hand").numbers("bob"))
    assert by_hand("cost.by_hand", weights=-path.weights).details[0] == "weights: the sign is flipped."


def test_a_known_mistake_is_shown_on_the_books_numbers_with_what_goes_in():
    path = get_question(RELU).path(get_question(RELU).numbers("bob"))
    shown = by_hand(h=path.h_pre).details[3:]
    assert shown == (
        "The same mistake with the book's numbers:",
        "  h_pre = [2, -1, 1]",
        "  mistaken: h = [2, -1, 1]",
        "  right: h = [2, 0, 1]",
    )


def test_where_the_books_numbers_do_not_show_a_mistake_others_do():
    """Its biases are 0, so a forgotten one is shown on other numbers than the book's and the student's."""
    path = get_question(RELU).path(get_question(RELU).numbers("bob"))
    n = get_question(RELU).numbers("bob")
    verdict = by_hand(h_pre=path.h_pre - n.b1)
    assert verdict.misconception == "first_bias_forgotten"
    assert "The same mistake with other numbers:" in verdict.details
    assert str(path.h_pre.tolist()) not in verdict.text()


def test_a_slip_in_one_number_carries_even_where_only_zeros_follow():
    """h_pre has one wrong number of three, and ReLU makes zeros of it: what follows was computed, and counts."""
    question = get_question(RELU)
    student = next(name for name in "abcdefghijkl" if (question.path(question.numbers(name)).h > 0).sum() == 1)
    n = question.numbers(student)
    path = question.path(n)
    h_pre = np.where(path.h > 0, -1, path.h_pre)
    verdict = by_hand(student=student, h_pre=h_pre, h=[0, 0, 0], out=n.b2)
    assert verdict.credit == pytest.approx(2 / 3)


def test_marks_that_are_off_are_not_called_reordered():
    path = get_question("position_wise.which_fire").path(get_question("position_wise.which_fire").numbers("bob"))
    moved = by_hand("position_wise.which_fire", fires=np.roll(path.fires, 1).astype(int))
    assert "another order" not in moved.text() and "off." in moved.details[0]


def test_answers_to_the_practice_numbers_are_recognised_under_ones_own_id():
    path = vars(get_question(RELU).path(get_question(RELU).numbers("")))
    assert "right for the book's practice numbers, but 'bob' has others." in by_hand(**path).text()
    assert "practice numbers" not in by_hand().text()


def test_no_example_shows_a_student_the_own_right_answer():
    """Someone who practises on the book's numbers is shown the mistake on others."""
    example = get_question(RELU).path(get_question(RELU).numbers(""))
    verdict = by_hand(student="", h=example.h_pre)
    assert verdict.misconception == "no_activation"
    assert "with other numbers:" in verdict.text() and "[2, 0, 1]" not in verdict.text()


@pytest.mark.parametrize("question", STAGED, ids=name)
def test_zeros_everywhere_carry_nothing(question):
    path = question.path(question.numbers("bob"))
    zeros = {stage: np.zeros_like(value) for stage, value in vars(path).items()}
    verdict = verdict_on(question.id, student="bob", **zeros)
    assert "from your own numbers" not in verdict.text()
    assert verdict.credit <= sum(not np.any(value) for value in vars(path).values()) / len(question.stages)
