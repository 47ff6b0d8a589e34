"""The five gated layers from one function."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh, glu_ffn, identity, relu, sigmoid, silu

from ...question import FunctionQuestion, Misconception
from .swiglu import ARGUMENTS, tiny, unlike, weights

PARTS = ("glu", "bilinear", "reglu", "geglu", "swiglu")
GATES = (sigmoid, identity, relu, gelu, silu)


def family(x, G, U, D):
    """All five layers, in the order of PARTS."""
    return tuple(glu_ffn(x, G, U, D, activation=activation) for activation in GATES)


def _with(*gates):
    """The mistake of having other activations on the gates."""
    return lambda x, G, U, D: tuple(glu_ffn(x, G, U, D, activation=activation) for activation in gates)


def _each(h):
    """The mistake of forming h otherwise: h(activation, gate_pre, up)."""
    return lambda x, G, U, D: tuple(h(activation, x @ G, x @ U) @ D for activation in GATES)


def tanh_shows(rng):
    """One token on which the two forms of GELU differ most: gates near −2.7 and −1, where the errors add up."""
    x = np.ones(2)
    G = np.array([[-1.35, -0.5], [-1.35, -0.5]]) + rng.uniform(-0.01, 0.01, (2, 2))
    U = np.full((2, 2), 0.9) + rng.uniform(-0.01, 0.01, (2, 2))
    D = np.array([[1.0, -0.5], [-2.7, 1.35]])
    return x, G, U, D


def draw_layers(rng):
    """Two tokens, the two forms of GELU, one token, square layers, single precision, a batch."""
    return [
        (unlike(rng), *tiny(rng)),
        tanh_shows(rng),
        (rng.standard_normal(4), *weights(rng, 4, 6)),
        (rng.standard_normal((3, 3)), *weights(rng, 3, 3)),
        (rng.standard_normal((4, 5)).astype(np.float32), *weights(rng, 5, 7, np.float32)),
        (rng.standard_normal((2, 3, 4)), *weights(rng, 4, 8)),
    ]


FAMILY = FunctionQuestion(
    id="gating.family",
    title="The family from one function",
    points=2,
    section="The family",
    arguments=ARGUMENTS,
    parts=PARTS,
    by_part=True,
    hints=(
        "`gated` is your `swiglu` with one name changed: a function can be an argument, and is called by its name.",
        "Which two activations are not given? The book's table says what the gate of GLU and that of Bilinear are.",
        "A short function can be written in place: `lambda z: …`. For Bilinear it gives back what it gets.",
    ),
    reference=family,
    draw=draw_layers,
    why="1e-4 of the largest value: float32 loses some 1e-6 of it. The tanh form of GELU is ten times farther away "
    "in the case that is made for it.",
    misconceptions=(
        Misconception(
            "gate_and_up_swapped",
            "The activation acts on x @ W_up. It belongs on the gate branch. Only Bilinear does not mind.",
            lambda x, G, U, D: family(x, U, G, D),
            credit=0.5,
        ),
        Misconception(
            "tanh_for_exact_gelu",
            "GEGLU holds the tanh form of GELU. Here the exact one is asked for, z · Φ(z).",
            _with(sigmoid, identity, relu, gelu_tanh, silu),
        ),
        Misconception(
            "quick_gelu_for_gelu",
            "GEGLU holds z · sigmoid(1.702 z), a shortcut. Here GELU is z · Φ(z).",
            _with(sigmoid, identity, relu, gelu_sigmoid, silu),
        ),
        Misconception(
            "glu_and_swiglu_exchanged",
            "GLU and SwiGLU have changed places. GLU's gate is sigmoid(z), that of SwiGLU z · sigmoid(z).",
            _with(silu, identity, relu, gelu, sigmoid),
        ),
        Misconception(
            "silu_for_sigmoid",
            "GLU has the gate of SwiGLU. Its own is the sigmoid alone, not multiplied by z.",
            _with(silu, identity, relu, gelu, silu),
        ),
        Misconception(
            "activation_ignored",
            "All five are the same layer, SwiGLU. `gated` must call the activation that it is given.",
            _with(silu, silu, silu, silu, silu),
        ),
        Misconception(
            "sigmoid_for_silu",
            "SwiGLU has a sigmoid gate, like GLU. SiLU multiplies the sigmoid by z.",
            _with(sigmoid, identity, relu, gelu, sigmoid),
        ),
        Misconception(
            "reglu_and_geglu_exchanged",
            "ReGLU and GEGLU have changed places.",
            _with(sigmoid, identity, gelu, relu, silu),
        ),
        Misconception(
            "bilinear_and_reglu_exchanged",
            "Bilinear and ReGLU have changed places. Bilinear is the one without an activation.",
            _with(sigmoid, relu, identity, gelu, silu),
        ),
        Misconception(
            "bilinear_without_a_gate",
            "Bilinear has lost its gate. Without an activation the gate is x @ W_gate itself, not 1.",
            _with(sigmoid, np.ones_like, relu, gelu, silu),
        ),
        Misconception(
            "activation_on_both",
            "The activation acts on both branches. The value branch has none.",
            _each(lambda activation, a, b: activation(a) * activation(b)),
        ),
        Misconception(
            "activation_after_the_product",
            "The activation acts on the product of the branches. It belongs on the gate, before the product.",
            _each(lambda activation, a, b: activation(a * b)),
        ),
        Misconception(
            "up_forgotten",
            "The value branch is missing. Multiply the gate by x @ W_up.",
            _each(lambda activation, a, b: activation(a)),
        ),
        Misconception(
            "branches_added",
            "The branches are added. A gate multiplies, entry by entry.",
            _each(lambda activation, a, b: activation(a) + b),
        ),
    ),
)
