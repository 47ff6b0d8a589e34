"""GELU by the tanh form."""

import numpy as np

from ffn_ref import gelu, gelu_tanh

from ...question import FunctionQuestion, Misconception
from .gelu import OTHERS
from .inputs import ARGUMENTS, WHY, draw_arrays, truncated, twice

K = np.sqrt(2 / np.pi)


def _by_tanh(u):
    """½ z (1 + tanh(u(z))) for another u."""
    return lambda z: 0.5 * z * (1 + np.tanh(u(z)))


def _by_exponentials(z):
    """tanh written as a quotient of exponentials: inf / inf far out."""
    z = np.asarray(z, dtype=float)
    up, down = np.exp(K * (z + 0.044715 * z**3)), np.exp(-K * (z + 0.044715 * z**3))
    return 0.5 * z * (1 + (up - down) / (up + down))


GELU_TANH = FunctionQuestion(
    id="activations.gelu_tanh",
    title="GELU, the tanh form",
    points=1,
    section="Which GELU?",
    arguments=ARGUMENTS,
    hints=(
        "Compute u in a line of its own, then put it into ½ z (1 + tanh u).",
        "Is everything under one bracket? √(2/π) multiplies z and the cubic term alike. The root covers 2 and π.",
        "Let `np.tanh` do the work: it takes arrays of any shape and survives any input.",
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
            "root_of_two_only",
            "u has √2 / π in it: the root covers only the 2. It is √(2/π).",
            _by_tanh(lambda z: np.sqrt(2.0) / np.pi * (z + 0.044715 * z.astype(float) ** 3)),
        ),
        Misconception(
            "fraction_upside_down",
            "u is multiplied by √(π/2). It is √(2/π).",
            _by_tanh(lambda z: np.sqrt(np.pi / 2) * (z + 0.044715 * z.astype(float) ** 3)),
        ),
        Misconception(
            "factor_forgotten",
            "The factor √(2/π) in front of the bracket is missing.",
            _by_tanh(lambda z: z + 0.044715 * z.astype(float) ** 3),
        ),
        Misconception(
            "decimal_point_moved",
            "The cubic term has 0.44715 in it, ten times too much.",
            _by_tanh(lambda z: K * (z + 0.44715 * z.astype(float) ** 3)),
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
            "one_forgotten",
            "The factor is ½ tanh u, which is negative for negative z. It has 1 + tanh u in it.",
            lambda z: gelu_tanh(z) - 0.5 * z,
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
