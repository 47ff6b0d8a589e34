"""The slope of GELU as a function."""

import numpy as np

from ffn_ref import gelu, gelu_grad, gelu_tanh_grad, relu_grad, silu_grad
from ffn_ref.gaussian import normal_cdf, normal_pdf

from ...question import FunctionQuestion, Misconception
from .inputs import ARGUMENTS, draw_arrays, truncated

GELU_SLOPE = FunctionQuestion(
    id="activations.gelu_slope",
    title="The slope of GELU",
    points=2,
    section="How steep",
    arguments=ARGUMENTS,
    hints=(
        "GELU is a product, z times Φ(z). The rule for the slope of a product gives two terms.",
        "The slope of Φ is the height of the bell, φ(z) = e^(−z²/2) / √(2π).",
        "Compare with your own `central`: at which z do the two differ, and by how much?",
    ),
    reference=gelu_grad,
    draw=draw_arrays,
    tolerance=1e-5,
    why=(
        "float32 rounds slopes near 1 by 1e-7, a slope by steps of 1e-5 in float64 is 1e-9 off. The closest mistake, "
        "the slope of the tanh form, is 5e-4 or more off in the cases."
    ),
    quiet=True,
    misconceptions=(
        Misconception(
            "second_term_forgotten",
            "This is Φ(z) alone. GELU is a product, so its slope has a second term, z φ(z).",
            normal_cdf,
        ),
        Misconception(
            "first_term_forgotten",
            "This is z φ(z) alone. The slope of the product has Φ(z) in it too.",
            lambda z: z * normal_pdf(z),
        ),
        Misconception(
            "z_forgotten",
            "The second term is φ(z) here. It is z φ(z).",
            lambda z: normal_cdf(z) + normal_pdf(z),
        ),
        Misconception(
            "second_term_subtracted",
            "The second term is subtracted. Both terms of the product rule are added.",
            lambda z: normal_cdf(z) - z * normal_pdf(z),
        ),
        Misconception(
            "root_forgotten",
            "The height of the bell is not divided by √(2π).",
            lambda z: normal_cdf(z) + z * normal_pdf(z) * np.sqrt(2 * np.pi),
        ),
        Misconception(
            "half_forgotten",
            "The exponent of the bell is −z². It is −z²/2.",
            lambda z: normal_cdf(z) + z * np.exp(-np.square(z.astype(float))) / np.sqrt(2 * np.pi),
        ),
        Misconception("value_for_slope", "This is GELU itself, not its slope.", gelu),
        Misconception(
            "tanh_for_exact",
            "This is the slope of the tanh form. Asked is the slope of the exact GELU.",
            gelu_tanh_grad,
        ),
        Misconception("silu_for_gelu", "This is the slope of SiLU.", silu_grad),
        Misconception("relu_for_gelu", "This is the slope of ReLU. GELU's changes without a jump.", relu_grad),
        truncated(gelu_grad),
    ),
)
