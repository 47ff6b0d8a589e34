"""The gated layer of a real model, on a mixture of two of its tokens."""

import numpy as np

from ...question import Misconception, Stage, StagesQuestion
from .mixture import gates_mixed, measure, mixed, stored

TOKENS = 113  # rows of the stored x; a test compares
WHY_MIXTURE = "1e-3 of the largest number: float32 loses 1e-7 of it, and no other mixture is that near."
WHY_COUNT = (
    "A count is a whole number. No gate of these mixtures lies within 1e-4 of zero, where float32 might "
    "miscount: its error is some 1e-6."
)
WHY_TOTAL = (
    "A sum of 1536 gates of size 1 loses less than 1e-3 in float32, and two decimals are enough to write it down."
)
WHY_NORM = "1e-3 of the norm: float32 loses 1e-6 of it, and four digits are enough to write it down."


def _pick(stage, name):
    return lambda n, s: getattr(measure(s.mixture), stage)[name]


def _once(stage, slip, name):
    """The stage with a slip that shows in `negative` already: it is charged there, and not again."""

    def right(n, s):
        found = measure(s.mixture)
        return getattr(found, stage)[name if s.negative == found.negative[slip] else "right"]

    return right


def _total_of_mixed_gates(n, s):
    """The sum for whoever mixed the gates, which shows in `negative` already."""
    gates = gates_mixed(n)
    return gates.sum() if s.negative == (gates < 0).sum() else measure(s.mixture).total["right"]


def _stage(stage, why, tolerance, hints: dict, more=(), also=(), forms=(), relative=False):
    mistakes = tuple(Misconception(name, hint, _pick(stage, name)) for name, hint in hints.items())
    forms += tuple(_once(stage, slip, name) for slip, name in also)
    return Stage(stage, _pick(stage, "right"), (*mistakes, *more), tolerance, why, forms, relative)


MIXTURE = Stage(
    "mixture",
    lambda n, s: mixed(n, 1, n.times),
    (
        Misconception(
            "first_token_alone",
            "This is the first token alone. Add `times` times the second one.",
            lambda n, s: mixed(n, 1, 0),
        ),
        Misconception(
            "times_forgotten",
            "This is the plain sum of both tokens. The second one counts `times` times.",
            lambda n, s: mixed(n, 1, 1),
        ),
        Misconception(
            "tokens_swapped",
            "The two tokens have changed places: it is the second one that counts `times` times.",
            lambda n, s: mixed(n, n.times, 1),
        ),
        Misconception(
            "both_multiplied",
            "Both tokens count `times` times here. The first one counts once.",
            lambda n, s: mixed(n, n.times, n.times),
        ),
        Misconception(
            "averaged",
            "This is a weighted mean. Here the sum is asked for, without a division.",
            lambda n, s: mixed(n, 1, n.times) / (1 + n.times),
        ),
        Misconception(
            "outputs_mixed",
            "These are outputs of the layer, `layer.y`. Mix what comes to it, `layer.x`.",
            lambda n, s: stored().y[n.first] + n.times * stored().y[n.second],
        ),
    ),
    1e-3,
    WHY_MIXTURE,
    relative=True,
)

NEGATIVE = _stage(
    "negative",
    WHY_COUNT,
    1e-3,
    {
        "products_counted": "You counted negative products, gate · up. Count the gates, before they meet up.",
        "values_counted": "You counted in the branch of W_up. The gate is silu(x @ W_gate).",
        "positive_counted": "These are the gates above 0. The negative ones are asked for.",
        "share_for_a_count": "This is the share of negative gates. Their number is asked for.",
        "gate_that_is_never_negative": "No gate of yours is negative. With SiLU some are: is it a sigmoid, or ReLU?",
    },
    more=(
        Misconception(
            "gates_mixed",
            "You mixed the gates of the two tokens. SiLU is not linear: mix the tokens, then compute the gates.",
            lambda n, s: (gates_mixed(n) < 0).sum(),
        ),
    ),
)

TOTAL = _stage(
    "total",
    WHY_TOTAL,
    0.01,
    {
        "softmax_gate": "Your gates sum to 1, as after a softmax. SiLU looks at each number by itself.",
        "sigmoid_for_silu": "Your gates are sigmoids. SiLU multiplies them by gate_pre.",
        "no_activation": "This is the sum of gate_pre, before SiLU.",
        "values_summed": "You activated the branch of W_up. The gate is silu(x @ W_gate).",
        "absolute_values_summed": "You added the sizes of the gates. Keep their signs.",
        "relu_for_silu": "Your gates are ReLU. This model has SiLU.",
        "gelu_for_silu": "Your gates are GELU. This model has SiLU.",
    },
    more=(
        Misconception(
            "gates_mixed",
            "You mixed the gates of the two tokens. SiLU is not linear: mix the tokens, then compute the gates.",
            lambda n, s: gates_mixed(n).sum(),
        ),
    ),
    also=(
        ("gate_that_is_never_negative", "sigmoid_for_silu"),
        ("gate_that_is_never_negative", "relu_for_silu"),
        ("gate_that_is_never_negative", "softmax_gate"),
        ("values_counted", "values_summed"),
    ),
    forms=(_total_of_mixed_gates,),
)

NORM = _stage(
    "norm",
    WHY_NORM,
    1e-3,
    {
        "gate_and_up_swapped": "Gate and up are swapped in your layer.",
        "activation_after_the_product": "Your layer activates the product. SiLU acts on the gate.",
        "sigmoid_for_silu": "Your layer has a sigmoid gate. This model has SiLU.",
        "relu_for_silu": "Your layer has a ReLU gate. This model has SiLU.",
        "up_forgotten": "Your layer lacks the value branch, x @ W_up.",
        "no_activation": "Your layer has no activation on its gate.",
        "largest_entry": "This is the largest entry of the output. The norm is asked for.",
        "square_of_the_norm": "This is the sum of squares. The norm is its root.",
    },
    more=(
        Misconception(
            "stored_outputs_mixed",
            "You mixed two stored outputs. The layer is not linear: mix x, then run the layer.",
            lambda n, s: np.linalg.norm(stored().y[n.first] + n.times * stored().y[n.second]),
        ),
    ),
    also=(
        ("gate_that_is_never_negative", "sigmoid_for_silu"),
        ("gate_that_is_never_negative", "relu_for_silu"),
        ("values_counted", "gate_and_up_swapped"),
    ),
    relative=True,
)

REAL_LAYER = StagesQuestion(
    id="gating.real_layer",
    title="A real layer",
    points=3,
    section="A gated layer from a real model",
    hints=(
        "`layer.x` has a row of 576 numbers for each token. `r.first` and `r.second` are the numbers of your two rows.",
        "The gates are what part 1 calls `gate`, here 1536 numbers: a product with one matrix, then `silu`.",
        "A comparison with 0 gives True or False for each gate. Add them up to count; add up the gates for `total`.",
        "The norm needs the whole layer, your function of part 2. Then: squares, their sum, its root.",
    ),
    example={"first": 5, "second": 49, "times": 2},
    draw={
        "first": {"shape": [], "from": list(range(TOKENS))},
        "second": {"shape": [], "from": list(range(TOKENS))},
        "times": {"shape": [], "from": [2, 3]},
    },
    sensible=lambda n: n.first != n.second and bool(measure(mixed(n, 1, n.times)).nearest > 1e-4),
    stages=(MIXTURE, NEGATIVE, TOTAL, NORM),
)
