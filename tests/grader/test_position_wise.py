"""The questions of `position_wise`: slips, roundings, the seeds' own numbers."""

import numpy as np
import pytest

from ffn_grader.questions import get_question
from ffn_ref import ffn, ffn_stages, gelu, gelu_tanh
from tests.grader.answers import verdict_on


def test_the_empty_student_practises_on_the_numbers_of_the_book():
    relu_numbers = get_question("position_wise.by_hand_relu").numbers("")
    relu = dict(student="", h_pre=(2, -1, 1), h=(2, 0, 1), out=(2, 1))
    assert relu_numbers.x.tolist() == [2, -1]
    assert verdict_on("position_wise.by_hand_relu", **relu).credit == 1
    gelu_pass = dict(student="", h_pre=[1, 2, 3, -1], h=[0.841, 1.955, 2.996, -0.159], out=[3.837, 1.796])
    assert verdict_on("position_wise.by_hand_gelu", **gelu_pass).credit == 1
    assert verdict_on("position_wise.parameters", student="", answer=22).credit == 1


@pytest.mark.parametrize("form", [gelu, gelu_tanh])
@pytest.mark.parametrize("decimals", [3, 4, 9])
def test_both_forms_of_gelu_count_and_rounding_costs_nothing(form, decimals):
    n = get_question("position_wise.by_hand_gelu").numbers("ann")
    stages = ffn_stages(n.x, n.W1, n.W2, n.b1, n.b2, activation=form)
    rounded = {name: np.round(value, decimals) for name, value in stages._asdict().items()}
    assert verdict_on("position_wise.by_hand_gelu", student="ann", **rounded).credit == 1


def test_a_slip_in_the_first_stage_costs_the_first_stage():
    n = get_question("position_wise.by_hand_relu").numbers("ann")
    h_pre = n.x @ n.W1 + n.b1 + [0, 3, 0]
    h = np.maximum(h_pre, 0)
    verdict = verdict_on("position_wise.by_hand_relu", student="ann", h_pre=h_pre, h=h, out=h @ n.W2 + n.b2)
    assert verdict.credit == pytest.approx(2 / 3)
    assert verdict.details[0] == "h_pre: Entry 2 is off."


@pytest.mark.parametrize("h_pre", [[0, 0, 0], [-91, -92, -93]])
def test_zeros_do_not_carry_marks_to_the_end(h_pre):
    n = get_question("position_wise.by_hand_relu").numbers("bob")
    assert ffn(n.x, n.W1, n.W2, n.b1, n.b2).tolist() != n.b2.tolist()
    zeros = dict(h_pre=h_pre, h=[0, 0, 0], out=n.b2)
    verdict = verdict_on("position_wise.by_hand_relu", student="bob", **zeros)
    assert verdict.credit == pytest.approx(1 / 3 if any(h_pre) else 0)


def test_a_missing_stage_costs_itself_only():
    n = get_question("position_wise.by_hand_relu").numbers("ann")
    stages = ffn_stages(n.x, n.W1, n.W2, n.b1, n.b2)
    verdict = verdict_on("position_wise.by_hand_relu", student="ann", h_pre=stages.h_pre, h=..., out=stages.out)
    assert verdict.credit == pytest.approx(2 / 3)
    assert "h: no answer yet." in verdict.details
