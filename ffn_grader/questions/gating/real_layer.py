"""The gated layer of a real model, on a mixture of two of its tokens."""

from types import SimpleNamespace

from ...question import Misconception, Stage, StagesQuestion
from .mixture import count_negative, measure

TOKENS = 113  # rows of the stored x; a test compares
WHY_COUNT = (
    "A count is a whole number. No gate of these mixtures lies within 1e-4 of zero, where float32 might "
    "miscount: its error is some 1e-6."
)
WHY_TOTAL = (
    "A sum of 1536 gates of size 1 loses less than 1e-3 in float32, and two decimals are enough to write it down."
)
WHY_NORM = "1e-3 of the norm: float32 loses 1e-6 of it, and four digits are enough to write it down."


def _count(n, times) -> int:
    return count_negative(n.first, n.second, times)


def measured(n, s=None) -> SimpleNamespace:
    """What the student's mixture gives. A wrong mixture shows in `negative`, and is not charged again."""
    times = n.times
    if s is not None and s.negative != _count(n, times):
        times = next((other for other in (0, 1) if s.negative == _count(n, other)), times)
    return measure(n.first, n.second, times)


def _pick(stage, name):
    return lambda n, s: getattr(measured(n, s if stage != "negative" else None), stage)[name]


def _once(stage, slip, name):
    """The stage with a slip that shows in `negative` already: it is charged there, and not again."""

    def right(n, s):
        found = measured(n, s)
        return getattr(found, stage)[name if s.negative == found.negative[slip] else "right"]

    return right


def _stage(stage, why, tolerance, hints: dict, more=(), also=(), relative=False):
    mistakes = tuple(Misconception(name, hint, _pick(stage, name)) for name, hint in hints.items())
    forms = tuple(_once(stage, slip, name) for slip, name in also)
    return Stage(stage, _pick(stage, "right"), (*mistakes, *more), tolerance, why, forms, relative)


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
            "first_token_alone",
            "This is the count of the first token alone. Add `times` times the second one to x.",
            lambda n, s: _count(n, 0),
        ),
        Misconception(
            "times_forgotten",
            "This is the count of the plain sum of both tokens. The second one counts `times` times.",
            lambda n, s: _count(n, 1),
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
    also=(
        ("gate_that_is_never_negative", "sigmoid_for_silu"),
        ("gate_that_is_never_negative", "relu_for_silu"),
        ("gate_that_is_never_negative", "softmax_gate"),
        ("values_counted", "values_summed"),
    ),
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
        "stored_outputs_mixed": "You mixed two stored outputs. The layer is not linear: mix x, then run the layer.",
        "largest_entry": "This is the largest entry of the output. The norm is asked for.",
        "square_of_the_norm": "This is the sum of squares. The norm is its root.",
    },
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
        "x is one row of 576 numbers: `layer.x[r.first] + r.times * layer.x[r.second]`.",
        "The gates are the 1536 numbers silu(x @ layer.W_gate).",
        "`(gate < 0).sum()` counts, `gate.sum()` adds up.",
        "The norm is the root of the sum of squares of the output; `np.linalg.norm` knows it.",
    ),
    example={"first": 5, "second": 49, "times": 2},
    draw={
        "first": {"shape": [], "from": list(range(TOKENS))},
        "second": {"shape": [], "from": list(range(TOKENS))},
        "times": {"shape": [], "from": [2, 3]},
    },
    sensible=lambda n: n.first != n.second and bool(measured(n).nearest > 1e-4),
    stages=(NEGATIVE, TOTAL, NORM),
)
