"""Two activations of whole numbers, on paper."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh, leaky_relu, relu, silu
from ffn_ref.gaussian import normal_cdf

from ...question import Misconception, Stage, StagesQuestion

TOLERANCE = 1e-3
WHY = (
    "Three places cost 5e-4, and the notebook's table of four places 3 · 5e-5. The tanh form, up to 4.73e-4 away, "
    "counts as well. Every mistake is 1e-2 or more off at one of the numbers."
)
PASSED_ON = "These are the numbers that went in. Apply the activation to each of them."


def _telling(n) -> bool:
    """Three different numbers of both signs, with a 2 or −2, where the shortcut for GELU is farthest off."""
    return len(set(n.z.tolist())) == len(n.z) and n.z.min() < 0 < n.z.max() and 2 in np.abs(n.z)


BY_HAND = StagesQuestion(
    id="activations.by_hand",
    title="Two activations by hand",
    points=2,
    section="By hand",
    hints=(
        "Each activation looks at one number at a time. Make a table with one column for each number.",
        "GELU(z) = z · Φ(z). For a negative number the table has Φ(−z) = 1 − Φ(z).",
        "A check that needs no table: GELU(z) − GELU(−z) = z. The same holds for ReLU.",
    ),
    example={"z": [1, 2, -1]},
    draw={"z": {"shape": [3], "from": [-3, -2, -1, 1, 2, 3]}},
    sensible=_telling,
    stages=(
        Stage(
            "relu",
            lambda n, s: relu(n.z),
            (
                Misconception("no_activation", PASSED_ON, lambda n, s: n.z),
                Misconception(
                    "absolute_value", "ReLU turns a negative number into 0. It keeps no size.", lambda n, s: np.abs(n.z)
                ),
                Misconception(
                    "negative_part",
                    "ReLU keeps the positive numbers. You kept the others.",
                    lambda n, s: n.z - relu(n.z),
                ),
                Misconception(
                    "leaky_relu_for_relu",
                    "This is LeakyReLU, which lets a hundredth through. ReLU gives exactly 0.",
                    lambda n, s: leaky_relu(n.z),
                ),
                Misconception(
                    "slope_for_value", "These are the slopes, 0 or 1. Asked are the values.", lambda n, s: (n.z > 0) * 1
                ),
            ),
            section="One number in, one number out",
        ),
        Stage(
            "gelu",
            lambda n, s: gelu(n.z),
            (
                Misconception(
                    "relu_for_gelu",
                    "This is ReLU. GELU lets a little of a negative number through.",
                    lambda n, s: relu(n.z),
                ),
                Misconception(
                    "silu_for_gelu", "This is SiLU: its factor is the sigmoid. GELU's is Φ.", lambda n, s: silu(n.z)
                ),
                Misconception(
                    "quick_gelu_for_gelu",
                    "This is the shortcut z · sigmoid(1.702 z). Here take Φ from the table.",
                    lambda n, s: gelu_sigmoid(n.z),
                ),
                Misconception(
                    "factor_alone", "This is the factor Φ(z) alone. Multiply it by z.", lambda n, s: normal_cdf(n.z)
                ),
                Misconception(
                    "factor_of_the_positive",
                    "For a negative number you took Φ of the positive one. Φ(−z) is 1 − Φ(z).",
                    lambda n, s: n.z * normal_cdf(np.abs(n.z)),
                ),
                Misconception(
                    "sign_lost",
                    "The sizes are right. A positive factor times a negative number is negative.",
                    lambda n, s: np.abs(gelu(n.z)),
                ),
                Misconception(
                    "negative_side_cut",
                    "The negative number gives 0 here, as in ReLU. GELU lets a little of it through.",
                    lambda n, s: np.where(n.z > 0, gelu(n.z), 0),
                ),
                Misconception("no_activation", PASSED_ON, lambda n, s: n.z),
            ),
            TOLERANCE,
            WHY,
            also=(lambda n, s: gelu_tanh(n.z),),
            decimals=3,
        ),
    ),
)
