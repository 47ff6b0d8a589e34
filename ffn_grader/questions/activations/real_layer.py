"""What two tokens do in a real layer: how much is positive, how much near zero, what the tanh form would change."""

import numpy as np

from ffn_ref import gelu_sigmoid, gelu_tanh, relu

from ...question import Misconception, Stage, StagesQuestion
from . import minilm

COUNT = "A count, and no value lies within 1e-5 of its limits: float32, which is 2e-6 off, gives the same."
WHY = "In float32 the error itself is 7e-7 off, under 1 % of the 1e-4 that the tanh form changes at least."


def _each(f):
    """f(row) for both rows, as a function of the numbers and the earlier stages."""
    return lambda n, s: np.array([f(int(row)) for row in n.rows])


def _counts(kind):
    return _each(lambda row: minilm.count(row, kind))


def _relative(form, of=np.max):
    return _each(lambda row: minilm.change(row, form, of) / minilm.size(row))


REAL_LAYER = StagesQuestion(
    id="activations.real_layer",
    title="Two tokens in a real layer",
    points=3,
    section="Few positive, hardly any zero",
    hints=(
        "h_pre = x[rows] @ W1 + b1 and h = gelu(h_pre) have the shape (2, 1536). Each stage asks one number a row.",
        "`(h > 0).sum(axis=-1)` counts along a row. Near zero is meant on both sides: use `np.abs`.",
        "For the third stage compute the outputs with both forms. In each row: the largest difference, divided by "
        "the largest size in the row of the exact output.",
    ),
    example={"rows": [6, 48]},
    draw={"rows": {"shape": [2], "from": list(range(143))}},
    sensible=lambda n: n.rows[0] != n.rows[1] and all(minilm.is_clear(int(row)) for row in n.rows),
    stages=(
        Stage(
            "positive",
            _counts("positive"),
            (
                Misconception(
                    "negative_counted", "These are the negative values. Count the positive ones.", _counts("negative")
                ),
                Misconception("first_bias_forgotten", "b1 is not added before GELU.", _each(minilm.count_without_bias)),
                Misconception(
                    "far_from_zero_counted",
                    "You count the values that are not near zero. Many of them are negative.",
                    _counts("far"),
                ),
                Misconception(
                    "share_for_count",
                    "This is the share. Give the number of units.",
                    _each(lambda row: minilm.count(row, "positive") / minilm.WIDTH),
                ),
            ),
            why=COUNT,
        ),
        Stage(
            "near_zero",
            _counts("near"),
            (
                Misconception(
                    "one_side_only",
                    "You count all that is below 0.01, so also −0.1. Take the size: `np.abs(h)`.",
                    _counts("below"),
                ),
                Misconception(
                    "negative_counted",
                    "You count all negative values. Most of them are not near zero.",
                    _counts("negative"),
                ),
                Misconception(
                    "before_the_activation", "You count h_pre. Asked is h, after GELU.", _counts("near before")
                ),
                Misconception(
                    "positive_side_only",
                    "You count only the positive side. −0.005 is near zero too.",
                    _counts("small positive"),
                ),
                Misconception(
                    "share_for_count",
                    "This is the share. Give the number of units.",
                    _each(lambda row: minilm.count(row, "near") / minilm.WIDTH),
                ),
            ),
            why=COUNT,
        ),
        Stage(
            "tanh_error",
            _relative(gelu_tanh),
            (
                Misconception(
                    "not_relative",
                    "This is the difference itself. Divide it by the largest size in the row.",
                    _each(lambda row: minilm.change(row, gelu_tanh)),
                ),
                Misconception(
                    "hidden_values_compared",
                    "These are hidden values. Compare the outputs, after W2.",
                    _each(minilm.hidden_change),
                ),
                Misconception(
                    "average_for_largest",
                    "This is the average difference in a row. Take the largest.",
                    _relative(gelu_tanh, np.mean),
                ),
                Misconception(
                    "quick_gelu_for_tanh",
                    "This is the sigmoid form. Try the one with tanh.",
                    _relative(gelu_sigmoid),
                ),
                Misconception(
                    "relu_for_tanh",
                    "This is what ReLU would change. Try the tanh form.",
                    _relative(relu),
                ),
            ),
            0.02,
            WHY,
            relative=True,
        ),
    ),
)
