"""The questions of `position_wise`: right answers in many styles, slips, the seeds' own numbers."""

import numpy as np
import pytest

from ffn_grader.questions import get_question
from ffn_ref import ffn, ffn_stages, gelu, gelu_tanh
from tests.grader.answers import verdict_on


def loops(x, W1, W2, b1, b2):
    x = np.asarray(x)
    flat = x.reshape(-1, x.shape[-1])
    out = np.zeros((len(flat), len(b2)))
    for i, row in enumerate(flat):
        h = [max(0.0, sum(row[j] * W1[j, k] for j in range(len(row))) + b1[k]) for k in range(len(b1))]
        for j in range(len(b2)):
            out[i, j] = sum(h[k] * W2[k, j] for k in range(len(b1))) + b2[j]
    return out.reshape(*x.shape[:-1], len(b2))


def einsum(x, W1, W2, b1, b2):
    h = np.einsum("...d,dk->...k", x, W1) + b1
    return np.einsum("...k,kd->...d", np.where(h > 0, h, 0), W2) + b2


def single_precision(x, W1, W2, b1, b2):
    x, W1, W2, b1, b2 = (np.asarray(value, dtype=np.float32) for value in (x, W1, W2, b1, b2))
    return np.maximum(x @ W1 + b1, 0) @ W2 + b2


def nested_lists(x, W1, W2, b1, b2):
    return loops(x, W1, W2, b1, b2).tolist()


def list_of_rows(x, W1, W2, b1, b2):
    """A list of arrays, one for each index of the first axis."""
    out = loops(x, W1, W2, b1, b2)
    return list(out) if out.ndim > 1 else out


def columns(x, W1, W2, b1, b2):
    h = np.clip(W1.T @ np.swapaxes(np.atleast_2d(x), -1, -2) + b1[:, None], 0, None)
    return np.swapaxes(W2.T @ h + b2[:, None], -1, -2).reshape(*x.shape[:-1], len(b2))


def position_by_position(x, W1, W2, b1, b2):
    return np.apply_along_axis(lambda row: np.maximum(row @ W1 + b1, 0) @ W2 + b2, -1, x)


STYLES = [loops, einsum, single_precision, nested_lists, list_of_rows, columns, position_by_position]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("question", ["position_wise.one_token", "position_wise.forward"])
def test_right_forward_passes_in_all_styles(question, style):
    for seed in range(3):
        verdict = verdict_on(question, style, seed=seed)
        assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize("style", STYLES)
def test_right_loading_of_out_in_weights(style):
    verdict = verdict_on("position_wise.out_in", lambda x, w1, w2, b1, b2: style(x, w1.T, w2.T, b1, b2))
    assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize(
    "collapse",
    [
        lambda W1, W2, b1, b2: (W1 @ W2, b1 @ W2 + b2),
        lambda W1, W2, b1, b2: [np.einsum("ik,kj->ij", W1, W2), np.einsum("k,kj->j", b1, W2) + b2],
        lambda W1, W2, b1, b2: ((W1 @ W2).tolist(), (b1 @ W2 + b2).tolist()),
        lambda W1, W2, b1, b2: ((W1 @ W2).astype("f4"), (W2.T @ b1 + b2).astype("f4")),
        lambda W1, W2, b1, b2: (sum(np.outer(W1[:, k], W2[k]) for k in range(len(b1))), b2 + W2.T.dot(b1)),
    ],
    ids=["vectorised", "einsum", "lists", "float32", "sum of outer products"],
)
def test_right_collapses(collapse):
    verdict = verdict_on("position_wise.collapse", collapse)
    assert verdict.credit == 1, str(verdict)


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
