"""The questions of `activations`: slips that are named, part credit, the book's own numbers.

Right answers in other styles stand in ffn_grader/styles/activations/; test_matrix.py tries them.
"""

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import erfc, expit
from scipy.stats import norm

from ffn_data import minilm_layer, rows
from ffn_grader.questions import get_question
from ffn_ref import gelu, gelu_tanh
from tests.grader.answers import verdict_on


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


def slope_by_steps(z, step=1e-5):
    right, left = z.astype(float) + step, z.astype(float) - step
    return (right * norm.cdf(right) - left * norm.cdf(left)) / (2 * step)


@pytest.mark.parametrize(
    ("question", "scipys"),
    [
        ("gelu", lambda z: z * norm.cdf(z)),
        ("gelu_tanh", lambda z: z * expit(2 * K * (z + 0.044715 * np.power(z, 3.0)))),
        ("gelu_slope", lambda z: norm.cdf(z) + z * norm.pdf(z)),
        ("gelu_slope", slope_by_steps),
        ("silu", lambda z: z * expit(z)),
    ],
    ids=["gelu", "gelu_tanh", "gelu_slope", "gelu_slope by steps", "silu"],
)
def test_scipys_functions_are_right_too(question, scipys):
    for seed in range(3):
        verdict = verdict_on(f"activations.{question}", scipys, seed=seed)
        assert verdict.credit == 1, str(verdict)


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
            silu=[round(value * sigmoid_of(value), 3) for value in z.tolist()],
        )
        assert verdict_on("activations.by_hand", student=student, **answers).credit == 1


def test_the_empty_student_practises_on_the_hidden_row_of_the_book():
    answers = dict(relu=[1, 2, 3, 0], gelu=[0.841, 1.955, 2.996, -0.159], silu=[0.731, 1.762, 2.858, -0.269])
    assert verdict_on("activations.by_hand", student="", **answers).credit == 1


def test_the_lowest_points_by_a_root_finder():
    place = brentq(lambda z: norm.cdf(z) + z * norm.pdf(z), -2, 0, xtol=1e-14)
    silu_place = brentq(lambda z: expit(z) * (1 + z * expit(-z)), -3, 0, xtol=1e-14)
    assert (round(place, 6), round(gelu_of(place), 6)) == (-0.751792, -0.169971)
    for student in ("", "ann"):
        beta = get_question("activations.dip").numbers(student).beta
        answers = dict(
            gelu_place=round(place, 6),
            gelu_value=round(gelu_of(place), 6),
            swish_place=round(silu_place / beta, 6),
            swish_value=round((silu_place + 1) / beta, 6),
        )
        assert verdict_on("activations.dip", student=student, **answers).credit == 1


def test_a_wrong_place_costs_the_place_and_not_the_value_there():
    answers = dict(gelu_place=-1, gelu_value=gelu_of(-1), swish_place=..., swish_value=...)
    verdict = verdict_on("activations.dip", student="ann", **answers)
    assert verdict.credit == 0.25
    assert verdict.misconception == "whole_number"
    assert "gelu_value: right, from your own numbers." in verdict.details


def test_steps_on_a_silu_written_in_another_way():
    def silu(z):
        return 0.5 * z * (1 + math.tanh(z / 2))

    for student in ("", "ann", "bob", "Çelik 7"):
        n = get_question("activations.steps").numbers(student)
        z, step = n.tenths / 10, n.hundredths / 100
        formula = expit(z) + z * expit(z) * expit(-z)
        slopes = [(silu(z + h) - silu(z - h)) / (2 * h) for h in (step, step / 10)]
        ratio = (slopes[0] - formula) / (slopes[1] - formula)
        answers = dict(formula=round(formula, 6), slope=round(slopes[0], 6), ratio=ratio)
        assert verdict_on("activations.steps", student=student, **answers).credit == 1


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
        "tanh_error": np.abs(moved - y).max(axis=-1) / np.abs(y).max(axis=-1),
    }
    for student in ("", *(f"student {i}" for i in range(100))):
        own = get_question("activations.real_layer").numbers(student).rows
        verdict = verdict_on("activations.real_layer", student=student, **{k: v[own] for k, v in answers.items()})
        assert verdict.credit == 1, str(verdict)


def test_the_largest_values_of_the_real_layer_are_positive():
    """Why `np.abs` may be left out of tanh_error here, as the list of equivalent mutants says."""
    layer = minilm_layer(np.float64)
    h_pre = layer.x @ layer.W1 + layer.b1
    y, moved = (form(h_pre) @ layer.W2 + layer.b2 for form in (gelu, gelu_tanh))
    for values in (y, moved - y):
        assert (values.max(axis=-1) == np.abs(values).max(axis=-1)).all()
        assert set(values.argmax(axis=-1)) <= {127, 223, 319}


def test_pytorchs_stored_output_is_no_answer_on_the_real_rows():
    """The student's rows are chosen by their numbers; y holds neither counts nor what another formula would change."""
    own = get_question("activations.real_layer").numbers("ann").rows
    y = minilm_layer().y[own]
    answers = dict(
        positive=(y > 0).sum(axis=-1), near_zero=(np.abs(y) < 0.01).sum(axis=-1), tanh_error=np.abs(y).max(-1)
    )
    assert verdict_on("activations.real_layer", student="ann", **answers).credit == 0
