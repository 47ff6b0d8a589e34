"""SiLU that no input can break."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, relu, sigmoid, silu, softmax

from ...question import FunctionQuestion, Misconception
from .inputs import ANY_SHAPE, ARGUMENTS, WITHOUT_SCIPY, WITHOUT_SILENCE, draw_arrays, truncated, twice


def _quotient(z):
    """e^z / (1 + e^z): infinity over infinity for large z."""
    return z * np.exp(z) / (1 + np.exp(z))


SILU = FunctionQuestion(
    id="activations.silu",
    title="SiLU without overflow",
    points=3,
    section="No overflow",
    arguments=ARGUMENTS,
    hints=(
        f"Start with z · sigmoid(z) and try it on ±10,000. {ANY_SHAPE}",
        "`exp` overflows only for large positive numbers. Which sign must its argument have, whatever z is?",
        "`np.where` computes both of its branches for all of z, and the branch that is not taken may warn too. "
        "Compute one safe exponential before you choose.",
        "float32 in, float32 out: NumPy's own operations keep it, `np.zeros(z.shape)` and `dtype=float` do not.",
    ),
    reference=silu,
    draw=draw_arrays,
    tolerance=1e-5,
    why="1e-5 of the largest value: float32 rounds 3 sigmoid(3) by some 4e-7, and the mistakes are 3e-3 or more off.",
    keeps_dtype=True,
    quiet=True,
    without=(WITHOUT_SILENCE, WITHOUT_SCIPY),
    misconceptions=(
        Misconception(
            "infinity_over_infinity",
            "For large z this is infinity over infinity, which is NaN. Let `exp` see no positive number.",
            _quotient,
        ),
        Misconception("factor_alone", "This is the sigmoid alone. Multiply it by z.", sigmoid),
        Misconception(
            "exponent_without_minus",
            "The factor falls from 1 to 0: a minus is lost in the exponent, or the two branches are swapped.",
            lambda z: z * sigmoid(-z),
        ),
        Misconception(
            "sigmoid_of_the_size",
            "Every number gets the factor of |z|. Negative ones need 1 − sigmoid(|z|).",
            lambda z: z * sigmoid(np.abs(z)),
        ),
        Misconception("gelu_for_silu", "This is GELU. SiLU's factor is the sigmoid.", gelu),
        Misconception("quick_gelu_for_silu", "This is the shortcut for GELU. SiLU has no 1.702 in it.", gelu_sigmoid),
        Misconception("relu_for_silu", "This is ReLU. SiLU has no corner and dips below zero.", relu),
        Misconception(
            "tanh_for_sigmoid",
            "The factor is tanh, from −1 to 1. The sigmoid runs from 0 to 1.",
            lambda z: z * np.tanh(z),
        ),
        Misconception(
            "softmax_over_features",
            "The factors are a softmax: they depend on the other numbers. The sigmoid looks at one number alone.",
            lambda z: z * (softmax(z) if z.ndim else 1.0),
        ),
        Misconception(
            "clipped_at_500",
            "z is cut off at ±500, also where it stands outside of `exp`. Then 1000 gives 500.",
            lambda z: silu(np.clip(z, -500, 500)),
        ),
        twice(silu, "SiLU"),
        truncated(silu),
    ),
)
