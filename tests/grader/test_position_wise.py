"""The questions of `position_wise`: slips, roundings, the seeds' own numbers."""

import numpy as np
import pytest

from ffn_grader.questions import get_question
from ffn_ref import count_regions, ffn, ffn_stages, fires, gelu, gelu_tanh
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
    assert verdict.credit == 0


def test_a_missing_stage_costs_itself_only():
    n = get_question("position_wise.by_hand_relu").numbers("ann")
    stages = ffn_stages(n.x, n.W1, n.W2, n.b1, n.b2)
    verdict = verdict_on("position_wise.by_hand_relu", student="ann", h_pre=stages.h_pre, h=..., out=stages.out)
    assert verdict.credit == pytest.approx(2 / 3)
    assert "h: no answer yet." in verdict.details


def test_a_shape_with_the_wrong_number_of_axes_is_told_in_axes():
    n = get_question("position_wise.shapes").numbers("ann")
    right = vars(get_question("position_wise.shapes").path(n))
    for given, said in {
        (1, n.d_ff): "b1: b1 has one axis; you gave two.",
        n.d_ff: "b1: A shape is a tuple; one with a single number is written with a comma: (5,).",
    }.items():
        verdict = verdict_on("position_wise.shapes", student="ann", **right | {"b1": given})
        assert said in verdict.details
    verdict = verdict_on("position_wise.shapes", student="ann", **right | {"out": (n.batch, n.d_model, 1, 1)})
    assert "out: out has three axes; you gave four." in verdict.details
    assert verdict.sentence == "5 of 6 answers are right."


def test_one_right_answer_is_in_the_singular():
    n = get_question("position_wise.by_hand_relu").numbers("ann")
    verdict = verdict_on("position_wise.by_hand_relu", student="ann", h_pre=n.x @ n.W1 + n.b1, h=..., out=...)
    assert verdict.sentence == "1 of 3 answers is right."


@pytest.mark.parametrize(
    ("name", "z", "slip"), [("phi_of_the_positive", -1, -0.841), ("sign_lost", -1, 0.159), ("phi_at_zero", 0, 0.5)]
)
def test_the_slips_with_phi_are_named(name, z, slip):
    question = get_question("position_wise.by_hand_gelu")
    paths = {who: question.path(question.numbers(who)) for who in (f"student {i}" for i in range(200))}
    who, path = next((w, p) for w, p in paths.items() if {-1, 0} <= set(p.h_pre.tolist()) and p.h_pre.min() == -1)
    h, n = np.where(path.h_pre == z, slip, path.h.round(3)), question.numbers(who)
    verdict = verdict_on(question.id, student=who, h_pre=path.h_pre, h=h, out=h @ n.W2 + n.b2)
    assert (verdict.misconception, verdict.credit) == (name, pytest.approx(2 / 3))


def test_two_decimals_are_close():
    question = get_question("position_wise.by_hand_gelu")
    n = question.numbers("")
    h = [0.84, 1.95, 3.0, -0.16]
    verdict = verdict_on(question.id, student="", h_pre=[1, 2, 3, -1], h=h, out=h @ n.W2 + n.b2)
    assert "h: close: give three decimals." in verdict.details
    far = verdict_on(question.id, student="", h_pre=[1, 2, 3, -1], h=[0.83, 1.95, 3.0, -0.16], out=...)
    assert "h: Entries 1, 2 and 3 are off." in far.details


def column(x, w1, w2, b1, b2):
    return w2 @ np.maximum(w1 @ x + b1, 0) + b2


def test_the_column_formula_is_named_and_shown_on_a_small_batch():
    for seed in range(20):
        verdict = verdict_on("position_wise.out_in", column, seed=seed)
        assert verdict.misconception == "column_formula" and "one token only" in verdict.sentence
        assert "x = [[" in verdict.text() and "w1 = [[" in verdict.text()


def test_reshape_for_transposition_shows_where_no_matrix_is_square():
    def reshaped(x, w1, w2, b1, b2):
        return ffn(x, w1.reshape(w1.shape[::-1]), w2.reshape(w2.shape[::-1]), b1, b2)

    for seed in range(20):
        verdict = verdict_on("position_wise.out_in", reshaped, seed=seed)
        assert verdict.misconception == "reshaped_for_transposed" and "shape (3, 2)" in verdict.text()


def test_swapped_parts_are_not_told_about_axes():
    verdict = verdict_on("position_wise.collapse", lambda W1, W2, b1, b2: (b1 @ W2 + b2, W1 @ W2))
    assert verdict.misconception == "parts_swapped" and verdict.sentence.startswith("W and b are swapped")
    assert "axes" not in verdict.text() and "position" not in verdict.text()


def test_the_map_where_the_books_input_lies():
    """The book's pass: units 1 and 3 fire, so its map keeps them and loses unit 2."""
    verdict = verdict_on("position_wise.which_fire", student="", fires=[1, 0, 1], W=[[1, 1], [0, 1]], b=[0, 0])
    assert verdict.credit == 1


def test_the_map_of_a_region_is_judged_from_the_own_marks():
    question = get_question("position_wise.which_fire")
    student = next(name for name in "abcdefghijkl" if question.path(question.numbers(name)).fires.sum() == 1)
    n = question.numbers(student)
    marks = fires(n.x, n.W1, n.b1).astype(int)
    marks[np.flatnonzero(marks == 0)[0]] = 1  # one silent unit taken for a firing one
    follows = dict(W=(n.W1 * marks) @ n.W2, b=(n.b1 * marks) @ n.W2 + n.b2)
    verdict = verdict_on(question.id, student=student, fires=marks, **follows)
    assert verdict.credit == pytest.approx(2 / 3)
    assert verdict.details[1:3] == ("W: right, from your own numbers.", "b: right, from your own numbers.")


def test_regions_are_counted_whatever_type_the_count_has():
    for count in (int, float, np.int32, np.float32, np.array):
        verdict = verdict_on("position_wise.count_regions", lambda *args, of=count: of(count_regions(*args)))
        assert verdict.credit == 1
