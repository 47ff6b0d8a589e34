"""What two tokens do in a real layer: how much is positive, how much near zero, what the tanh form would change."""

import numpy as np

from ffn_ref import gelu_sigmoid, gelu_tanh, relu

from ...question import Misconception, Stage, StagesQuestion
from . import minilm

COUNT = "A count, and no value lies within 1e-5 of its limits: float32, which is 2e-6 off, gives the same."
WHY = "Three digits are enough. Computed in float32 the ratio is at most 0.13 % off on these rows."


def _each(f):
    """f(row) for both rows, as a function of the numbers and the earlier stages."""
    return lambda n, s: np.array([f(int(row)) for row in n.rows])


def _counts(kind):
    return _each(lambda row: minilm.count(row, kind))


def _total(kind):
    """The mistake that counts both rows together."""
    return Misconception(
        "rows_together",
        "This is one count for both rows. `sum(axis=-1)` counts along each of them.",
        lambda n, s: _counts(kind)(n, s).sum(),
    )


def _relative(form, of=np.linalg.norm):
    return _each(lambda row: minilm.change(row, form, of) / minilm.size(row, of))


def _rows_together(n, s):
    """One length for both rows."""
    moved, whole = ([f(int(row)) for row in n.rows] for f in (lambda r: minilm.change(r, gelu_tanh), minilm.size))
    return np.linalg.norm(moved) / np.linalg.norm(whole)


REAL_LAYER = StagesQuestion(
    id="activations.real_layer",
    title="Two tokens in a real layer",
    points=3,
    section="Few positive, hardly any zero",
    hints=(
        "The book has a table of these numbers for two rows. First compute h for yours: gelu of `hidden_pre`.",
        "h has the shape (2, 1536). A comparison with 0 gives True or False for each value, and `sum` counts the True.",
        "`axis=-1` counts along each row. Near zero is meant on both sides: compare `np.abs(h)`.",
        "For `tanh_error` finish the layer twice, with both forms: h @ W2 + b2. `np.linalg.norm(…, axis=-1)` is the "
        "length of each row; divide that of the difference by that of the exact output.",
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
                _total("positive"),
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
                _total("near"),
            ),
            why=COUNT,
        ),
        Stage(
            "tanh_error",
            _relative(gelu_tanh),
            (
                Misconception(
                    "not_relative",
                    "This is the length of the difference. Divide it by the length of the exact output.",
                    _each(lambda row: minilm.change(row, gelu_tanh)),
                ),
                Misconception(
                    "in_percent",
                    "This is in percent. Give the fraction, a hundredth of it.",
                    lambda n, s: 100 * _relative(gelu_tanh)(n, s),
                ),
                Misconception(
                    "hidden_values_compared",
                    "These are hidden values. Compare the outputs, after W2.",
                    _each(minilm.hidden_change),
                ),
                Misconception(
                    "largest_for_length",
                    "You compared the largest entries. Asked are the lengths: the root of the sum of squares.",
                    _relative(gelu_tanh, minilm.largest),
                ),
                Misconception(
                    "root_forgotten",
                    "This is the ratio of the sums of squares. A length is the root of such a sum.",
                    lambda n, s: _relative(gelu_tanh)(n, s) ** 2,
                ),
                Misconception(
                    "rows_together",
                    "This is one number for both rows. Take the length along the last axis: `axis=-1`.",
                    _rows_together,
                ),
                Misconception(
                    "upside_down",
                    "You divided the output by the difference. Turn it over.",
                    lambda n, s: 1 / _relative(gelu_tanh)(n, s),
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
            0.005,
            WHY,
            relative=True,
            decimals=6,
            coarse=6e-5,
        ),
    ),
)
