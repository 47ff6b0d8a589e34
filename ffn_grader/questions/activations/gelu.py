"""GELU, the exact formula and the tanh form."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh, relu, silu
from ffn_ref.gaussian import normal_cdf, normal_pdf

from ...question import FunctionQuestion, Misconception
from .inputs import ANY_SHAPE, ARGUMENTS, WHY, draw_arrays, truncated, twice

K = np.sqrt(2 / np.pi)


def _by_tanh(u):
    """½ z (1 + tanh(u(z))) for another u."""
    return lambda z: 0.5 * z * (1 + np.tanh(u(z)))


def _by_exponentials(z):
    """tanh written as a quotient of exponentials: inf / inf far out."""
    z = np.asarray(z, dtype=float)
    up, down = np.exp(K * (z + 0.044715 * z**3)), np.exp(-K * (z + 0.044715 * z**3))
    return 0.5 * z * (1 + (up - down) / (up + down))


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
        f"{ANY_SHAPE}",
        "Φ(z) is built from erf(z / √2), which runs from −1 to 1. Φ runs from 0 to 1.",
    ),
    reference=gelu,
    draw=draw_arrays,
    tolerance=1e-5,
    why=WHY,
    quiet=True,
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

GELU_TANH = FunctionQuestion(
    id="activations.gelu_tanh",
    title="GELU, the tanh form",
    points=1,
    section="Which GELU?",
    arguments=ARGUMENTS,
    hints=(
        "The book gives u first. Compute it in a line of its own, then put it into ½ z (1 + tanh u).",
        "Is everything under one bracket? √(2/π) multiplies z and the cubic term alike.",
        "Let `np.tanh` do the work: it survives any input.",
    ),
    reference=gelu_tanh,
    draw=draw_arrays,
    tolerance=1e-5,
    why=WHY,
    quiet=True,
    misconceptions=(
        Misconception(
            "exact_for_tanh",
            "This is the exact GELU. Here the tanh form is asked, as in GPT-2's code.",
            gelu,
        ),
        *OTHERS,
        Misconception(
            "cubic_term_forgotten",
            "The cubic term 0.044715 z³ is missing.",
            _by_tanh(lambda z: K * z),
        ),
        Misconception(
            "bracket_too_short",
            "√(2/π) multiplies only z. It must multiply the cubic term too.",
            _by_tanh(lambda z: K * z + 0.044715 * z.astype(float) ** 3),
        ),
        Misconception(
            "square_for_cube",
            "The second term has z² in it. It is z³: an odd power keeps the sign.",
            _by_tanh(lambda z: K * (z + 0.044715 * z.astype(float) ** 2)),
        ),
        Misconception(
            "root_forgotten",
            "u is multiplied by 2/π. It must be the square root of it.",
            _by_tanh(lambda z: 2 / np.pi * (z + 0.044715 * z.astype(float) ** 3)),
        ),
        Misconception(
            "factor_alone",
            "This is the factor ½ (1 + tanh u) alone. Multiply it by z.",
            lambda z: 0.5 * (1 + np.tanh(K * (z + 0.044715 * z.astype(float) ** 3))),
        ),
        Misconception(
            "half_forgotten",
            "The factor runs from 0 to 2 here. One half is missing.",
            lambda z: 2 * gelu_tanh(z),
        ),
        Misconception(
            "infinity_over_infinity",
            "Far out your tanh is infinity over infinity. `np.tanh` knows its own limits.",
            _by_exponentials,
        ),
        twice(gelu_tanh, "GELU"),
        truncated(gelu_tanh),
    ),
)
