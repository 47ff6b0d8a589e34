"""GELU by the exact formula."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh, relu, silu
from ffn_ref.gaussian import normal_cdf, normal_pdf

from ...question import FunctionQuestion, Misconception
from .inputs import ANY_SHAPE, ARGUMENTS, WHY, WITHOUT_SCIPY, draw_arrays, truncated, twice

OTHERS = (
    Misconception("relu_for_gelu", "This is ReLU. GELU has no corner and dips below zero.", relu),
    Misconception("silu_for_gelu", "This is SiLU, z · sigmoid(z).", silu),
    Misconception("quick_gelu_for_gelu", "This is the shortcut z · sigmoid(1.702 z), up to 2.03e-2 off.", gelu_sigmoid),
)

GELU = FunctionQuestion(
    id="activations.gelu",
    title="GELU, exact",
    points=2,
    section="GELU keeps a number by chance",
    arguments=ARGUMENTS,
    hints=(
        "Write a function for one number first, with `math.erf`. Try it on 1: the book has the value.",
        "Φ(z) is built from erf(z / √2), which runs from −1 to 1. Φ runs from 0 to 1: add 1, then take half.",
        f"{ANY_SHAPE}",
        "`np.vectorize(math.erf, otypes=[float])` is a function of arrays. Put it into the formula for one number.",
    ),
    reference=gelu,
    draw=draw_arrays,
    tolerance=1e-5,
    why=WHY,
    quiet=True,
    without=(WITHOUT_SCIPY,),
    misconceptions=(
        Misconception(
            "tanh_for_exact",
            "This is the tanh form. It is close, but up to 4.73e-4 off. The exact formula has erf in it.",
            gelu_tanh,
        ),
        *OTHERS,
        Misconception("factor_alone", "This is the factor Φ(z) alone. Multiply it by z.", normal_cdf),
        Misconception(
            "density_for_probability",
            "You multiplied z by the height of the bell, φ(z). The factor is the area to its left, Φ(z).",
            lambda z: z * normal_pdf(z),
        ),
        Misconception(
            "root_forgotten",
            "The argument of erf is z. It must be z / √2.",
            lambda z: z * normal_cdf(z * np.sqrt(2.0)),
        ),
        Misconception(
            "erf_for_probability",
            "The factor is erf(z / √2), from −1 to 1. Φ is half of 1 + erf(z / √2).",
            lambda z: z * (2 * normal_cdf(z) - 1),
        ),
        Misconception(
            "bracket_forgotten",
            "Without brackets z multiplies only the 1. It must multiply all of (1 + erf(z / √2)).",
            lambda z: z + normal_cdf(z) - 0.5,
        ),
        Misconception(
            "negative_side_cut",
            "Negative numbers give 0 here, as in ReLU. GELU lets a little of them through.",
            lambda z: np.where(z > 0, gelu(z), 0.0),
        ),
        Misconception(
            "divided_outside",
            "erf itself is divided by √2 here. Divide z by √2 before erf is taken of it.",
            lambda z: z * (1 + (2 * normal_cdf(z * np.sqrt(2.0)) - 1) / np.sqrt(2.0)) / 2,
        ),
        Misconception(
            "half_for_root",
            "The argument of erf is z / 2. It must be z / √2.",
            lambda z: z * normal_cdf(z / np.sqrt(2.0)),
        ),
        Misconception(
            "multiplied_by_the_root",
            "The argument of erf is z · √2. It must be z / √2.",
            lambda z: z * normal_cdf(z * 2.0),
        ),
        Misconception(
            "half_forgotten",
            "The factor runs from 0 to 2 here. Φ is half of 1 + erf(z / √2).",
            lambda z: 2 * gelu(z),
        ),
        Misconception(
            "one_forgotten",
            "The factor is ½ erf(z / √2), which is negative for negative z. Φ has 1 + erf in it.",
            lambda z: z * (normal_cdf(z) - 0.5),
        ),
        twice(gelu, "GELU"),
        truncated(gelu),
    ),
)
