"""The questions of `activations`: slips that are named, part credit, the book's own numbers.

Right answers in other styles stand in ffn_grader/styles/activations/; test_matrix.py tries them.
"""

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import erfc, expit
from scipy.special import erfc as scipys_erfc
from scipy.stats import norm

from ffn_data import minilm_layer, rows
from ffn_grader.questions import get_question
from ffn_ref import gelu
from tests.grader.answers import right_answers, verdict_on


def by_number(f):
    """One number after the other, into a new array of float64."""

    def loops(z):
        out = np.zeros(z.shape)
        for place, value in np.ndenumerate(z):
            out[place] = f(float(value))
        return out

    return loops


def sigmoid_of(value):
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))


K = math.sqrt(2 / math.pi)


def gelu_of(value):
    return value * 0.5 * (1 + math.erf(value / math.sqrt(2)))


def gelu_tanh_of(value):
    return value * sigmoid_of(2 * K * (value + 0.044715 * value**3))


def scipys_silu(z):
    return (z * expit(z)).astype(z.dtype if z.dtype.kind == "f" else float)


@pytest.mark.parametrize(
    ("question", "scipys", "credit"),
    [
        ("gelu", lambda z: z * norm.cdf(z), 0.5),
        ("gelu", lambda z: z * scipys_erfc(-z / np.sqrt(2)) / 2, 0.5),
        ("gelu_tanh", lambda z: z * expit(2 * K * (z + 0.044715 * np.power(z, 3.0))), 1),
        ("silu", scipys_silu, 0.5),
        ("silu", lambda z: scipys_silu(z), 0.5),
    ],
    ids=["norm.cdf", "erfc by another name", "gelu_tanh", "expit", "expit in a helper"],
)
def test_scipys_functions_are_right_and_earn_half_where_they_are_not_to_be_used(question, scipys, credit):
    for seed in range(3):
        verdict = verdict_on(f"activations.{question}", scipys, seed=seed)
        assert (verdict.credit, verdict.misconception) == (credit, "scipy_used" if credit < 1 else None), str(verdict)


def test_scipy_imported_inside_the_function_is_seen_too():
    def gelu(z):
        from scipy.special import ndtr

        return z * ndtr(z)

    assert verdict_on("activations.gelu", gelu).misconception == "scipy_used"


def test_a_silenced_overflow_is_an_overflow():
    def silu(z):
        with np.errstate(over="ignore"):
            return z / (1 + np.exp(-z))

    verdict = verdict_on("activations.silu", silu)
    assert (verdict.credit, verdict.misconception) == (0.5, "warning_silenced")


@pytest.mark.parametrize(
    ("silu", "mistake"),
    [
        (lambda z: z / (1 + np.exp(-z)), "overflow_warning"),
        (lambda z: np.where(z >= 0, z / (1 + np.exp(-z)), z * np.exp(z) / (1 + np.exp(z))), None),
        (by_number(lambda value: value * sigmoid_of(value)), "loses_the_dtype"),
        (lambda z: z * np.exp(z) / (1 + np.exp(z)), "infinity_over_infinity"),
    ],
)
def test_a_silu_that_warns_or_loses_the_dtype_earns_half(silu, mistake):
    verdict = verdict_on("activations.silu", silu)
    half = mistake != "infinity_over_infinity"
    assert verdict.credit == (0.5 if half else 0)
    assert verdict.misconception == (mistake or "overflow_warning")


def test_a_relu_that_writes_into_the_callers_array_is_named():
    def relu(z):
        slope = (z > 0) * 1.0
        z[z < 0] = 0
        return z, slope

    verdict = verdict_on("activations.relu", relu)
    assert (verdict.credit, verdict.misconception) == (0.5, "changes_the_callers_array")


def test_a_wrong_slope_at_the_corner_costs_the_slope_only():
    verdict = verdict_on("activations.relu", lambda z: (np.maximum(z, 0), (z >= 0).astype(float)))
    assert (verdict.credit, verdict.misconception) == (0.5, "corner_belongs_to_the_right")


def test_a_slope_made_of_true_and_false_is_no_slope():
    verdict = verdict_on("activations.relu", lambda z: (np.maximum(z, 0), z > 0))
    assert verdict.credit == 0.5 and "True and False" in verdict.sentence


@pytest.mark.parametrize(
    ("asked", "given", "mistake"),
    [("gelu", gelu_tanh_of, "tanh_for_exact"), ("gelu_tanh", gelu_of, "exact_for_tanh")],
)
def test_the_two_forms_are_told_apart_by_numbers_that_can_be_seen(asked, given, mistake):
    verdict = verdict_on(f"activations.{asked}", by_number(given))
    assert verdict.misconception == mistake
    yours, right = (line.partition(": ")[2] for line in verdict.details[2:4])
    assert yours.startswith("[-0.0") and yours != right


@pytest.mark.parametrize(
    ("axis", "mistake"), [(0, "first_axis_only"), (-1, "tokens_counted"), (-2, "one_sequence_at_a_time")]
)
def test_a_wrong_axis_is_named(axis, mistake):
    verdict = verdict_on("activations.dead_units", lambda x, W1, b1: np.sum((x @ W1 + b1 <= 0).all(axis=axis)))
    assert verdict.misconception == mistake, str(verdict)


@pytest.mark.parametrize("form", [gelu_of, gelu_tanh_of])
def test_three_decimals_by_hand_are_enough_in_both_forms(form):
    for student in ("", "ann", "bob"):
        z = get_question("activations.by_hand").numbers(student).z
        answers = dict(
            relu=np.maximum(z, 0).tolist(),
            gelu=[round(form(value), 3) for value in z.tolist()],
        )
        assert verdict_on("activations.by_hand", student=student, **answers).credit == 1


def test_two_decimals_are_told_to_be_too_few():
    right = right_answers(get_question("activations.by_hand"), "ann")
    rounded = {name: np.round(value, 2) for name, value in right.items()}
    verdict = verdict_on("activations.by_hand", student="ann", **rounded)
    assert verdict.details[1] == "gelu: close: give three decimals."


def test_one_count_for_both_rows_is_named():
    right = right_answers(get_question("activations.real_layer"), "ann")
    verdict = verdict_on("activations.real_layer", student="ann", **right | {"positive": right["positive"].sum()})
    assert verdict.misconception == "rows_together" and "axis=-1" in verdict.details[0]


def test_the_empty_student_practises_on_hidden_values_of_the_book():
    answers = dict(relu=[1, 2, 0], gelu=[0.841, 1.955, -0.159])
    assert verdict_on("activations.by_hand", student="", **answers).credit == 1


def dip(student, **changed):
    """The right answers of a student by a root finder, with some changed."""
    place = brentq(lambda z: norm.cdf(z) + z * norm.pdf(z), -2, 0, xtol=1e-14)
    value = get_question("activations.dip").numbers(student).thousandths / 1000
    sides = [brentq(lambda z: gelu_of(z) - value, *ends, xtol=1e-14) for ends in ((-6, place), (place, 0))]
    answers = dict(gelu_place=place, gelu_value=gelu_of(place), left_place=sides[0], right_place=sides[1])
    answers = {name: round(value, 6) for name, value in answers.items()} | changed
    return verdict_on("activations.dip", student=student, **answers)


@pytest.mark.parametrize("student", ["", "ann", "bob", "Çelik 7"])
def test_the_dip_by_a_root_finder(student):
    verdict = dip(student)
    assert verdict.credit == 1, str(verdict)


def test_the_lowest_point_is_the_one_that_is_known():
    right = get_question("activations.dip").path(get_question("activations.dip").numbers(""))
    assert (round(float(right.gelu_place), 6), round(float(right.gelu_value), 6)) == (-0.751792, -0.169971)


def test_a_wrong_place_costs_the_place_and_not_the_value_there():
    verdict = dip("ann", gelu_place=-1, gelu_value=gelu_of(-1))
    assert verdict.credit == 0.75
    assert verdict.misconception == "whole_number"
    assert "gelu_value: right, from your own numbers." in verdict.details


@pytest.mark.parametrize("points", [1001, 3001, 5000])
def test_the_best_place_of_a_grid_is_told_to_be_close(points):
    grid = np.linspace(-3, 0, points)
    verdict = dip("ann", gelu_place=grid[np.argmin(gelu(grid))])
    assert verdict.details[0] == "gelu_place: close, but not to six decimals: refine it."
    assert verdict.credit == 0.75


def test_five_decimals_are_told_to_be_one_too_few():
    assert dip("ann", gelu_place=-0.75179).details[0] == "gelu_place: close: give six decimals."


def test_a_place_that_is_far_off_is_not_called_close():
    assert dip("ann", gelu_place=-0.76).details[0] == "gelu_place: The number is off."


def slopes(student, **changed):
    n = get_question("activations.slope").numbers(student)
    z, step = n.tenths / 10, n.hundredths / 100
    right, left = ((z + side) * norm.cdf(z + side) for side in (step, -step))
    answers = dict(formula=norm.cdf(z) + z * norm.pdf(z), slope=(right - left) / (2 * step))
    return verdict_on("activations.slope", student=student, **answers | changed)


@pytest.mark.parametrize("student", ["", "ann", "bob", "Çelik 7"])
def test_slopes_with_scipys_normal_distribution(student):
    verdict = slopes(student)
    assert verdict.credit == 1, str(verdict)


def test_a_wrong_formula_costs_the_formula_only_and_is_not_lost_twice():
    z = get_question("activations.slope").numbers("ann").tenths / 10
    verdict = slopes("ann", formula=norm.cdf(z) + norm.pdf(z))
    assert (verdict.credit, verdict.misconception) == (0.5, "z_forgotten")


def test_the_practice_places_are_the_hidden_row_of_the_book():
    row = np.array([1, 2]) @ [[1, 0, 1, 1], [0, 1, 1, -1]]
    n = get_question("activations.slope").numbers("")
    assert (n.tenths / 10).tolist() == row.tolist()
    assert set(get_question("activations.by_hand").numbers("").z.tolist()) <= set(row.tolist())


@pytest.mark.parametrize(
    ("factor", "mistake"),
    [
        (math.sqrt(2) / math.pi, "root_of_two_only"),
        (math.sqrt(math.pi / 2), "fraction_upside_down"),
        (2 / math.pi, "root_forgotten"),
        (1, "factor_forgotten"),
    ],
)
def test_slips_in_the_factor_of_the_tanh_form_are_named(factor, mistake):
    def form(value):
        return 0.5 * value * (1 + math.tanh(factor * (value + 0.044715 * value**3)))

    assert verdict_on("activations.gelu_tanh", by_number(form)).misconception == mistake


@pytest.mark.parametrize(
    ("argument", "mistake"),
    [
        (lambda z: z / 2, "half_for_root"),
        (lambda z: z * math.sqrt(2), "multiplied_by_the_root"),
        (lambda z: z, "root_forgotten"),
    ],
)
def test_slips_in_the_argument_of_erf_are_named(argument, mistake):
    wrong = by_number(lambda z: z * (1 + math.erf(argument(z))) / 2)
    assert verdict_on("activations.gelu", wrong).misconception == mistake


def test_the_practice_rows_are_two_banks():
    layer = minilm_layer()
    first = [rows(layer, "bank", topic)[0] for topic in ("money", "river")]
    assert get_question("activations.real_layer").numbers("").rows.tolist() == first


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_both_precisions_agree_on_the_real_rows_of_every_student(dtype):
    layer = minilm_layer(dtype)
    h_pre = layer.x @ layer.W1 + layer.b1
    h = (h_pre * 0.5 * erfc(-h_pre / np.sqrt(2, dtype=dtype))).astype(dtype)
    other = (0.5 * h_pre * (1 + np.tanh(dtype(K) * (h_pre + dtype(0.044715) * h_pre**3)))).astype(dtype)
    y, moved = h @ layer.W2 + layer.b2, other @ layer.W2 + layer.b2
    answers = {
        "positive": (h > 0).sum(axis=-1),
        "near_zero": (np.abs(h) < 0.01).sum(axis=-1),
        "tanh_error": np.linalg.norm(moved - y, axis=-1) / np.linalg.norm(y, axis=-1),
    }
    for student in ("", *(f"student {i}" for i in range(100))):
        own = get_question("activations.real_layer").numbers(student).rows
        verdict = verdict_on("activations.real_layer", student=student, **{k: v[own] for k, v in answers.items()})
        assert verdict.credit == 1, str(verdict)


def test_pytorchs_stored_output_is_no_answer_on_the_real_rows():
    """The student's rows are chosen by their numbers; y holds neither counts nor what another formula would change."""
    own = get_question("activations.real_layer").numbers("ann").rows
    y = minilm_layer().y[own]
    answers = dict(
        positive=(y > 0).sum(axis=-1), near_zero=(np.abs(y) < 0.01).sum(axis=-1), tanh_error=np.linalg.norm(y, axis=-1)
    )
    assert verdict_on("activations.real_layer", student="ann", **answers).credit == 0
