"""The pass by hand: SwiGLU, 2→3→2."""

import numpy as np

from ffn_ref import gelu, relu, sigmoid, silu, softmax

from ...question import Misconception, Stage, StagesQuestion

WHY_GATE = (
    "Rounding to three places costs 5e-4, a table of the sigmoid to three places, times 4, 2e-3. The nearest other "
    "activation is ten times farther away."
)
WHY_LATER = (
    "Whoever goes on with unrounded numbers and hands in rounded ones is off by 5e-4 times a value of at most 4, "
    "or times a column of W_down, at most 6, and by another 5e-4 for rounding: 3.5e-3."
)


def gate_pre(n):
    return n.x @ n.W_gate


def up(n):
    return n.x @ n.W_up


def _short_and_telling(n) -> bool:
    """Small numbers; an open and a nearly shut gate; no value that hides its gate; every unit is used."""
    a, b = gate_pre(n), up(n)
    return bool(
        a.min() < 0 < a.max() <= 4
        and a.min() >= -4
        and len(set(a.tolist())) == 3
        and b.all()
        and np.abs(b).max() <= 4
        and n.W_down.any(axis=1).all()
        and n.W_down.any(axis=0).all()
    )


def _once(wrong_gate_pre, wrong_up):
    """up with the slip that gate_pre holds already: it is charged there, and not again."""
    return lambda n, s: wrong_up(n) if np.array_equal(s.gate_pre, wrong_gate_pre(n)) else up(n)


GATE_PRE = Stage(
    "gate_pre",
    lambda n, s: gate_pre(n),
    (
        Misconception("up_for_gate", "This is the product with W_up. The gate starts from W_gate.", lambda n, s: up(n)),
        Misconception(
            "activation_too_early",
            "This is already after SiLU. gate_pre is the row before it.",
            lambda n, s: silu(gate_pre(n)),
        ),
        Misconception(
            "input_reversed",
            "The first number of x goes with the first row of W_gate.",
            lambda n, s: n.x[::-1] @ n.W_gate,
        ),
    ),
)

GATE = Stage(
    "gate",
    lambda n, s: silu(s.gate_pre),
    (
        Misconception(
            "sigmoid_for_silu",
            "This is the sigmoid alone, the gate of GLU. SiLU multiplies it by z.",
            lambda n, s: sigmoid(s.gate_pre),
        ),
        Misconception("no_activation", "This is still gate_pre. Apply SiLU to each number.", lambda n, s: s.gate_pre),
        Misconception(
            "sigmoid_of_the_size",
            "For a negative number you took the sigmoid of its size. There it is 1 minus that.",
            lambda n, s: s.gate_pre * sigmoid(np.abs(s.gate_pre)),
        ),
        Misconception(
            "sign_lost",
            "A minus sign is lost: of a negative number SiLU is negative too.",
            lambda n, s: np.abs(silu(s.gate_pre)),
        ),
        Misconception(
            "relu_for_silu",
            "This is ReLU. SiLU leaves a small negative rest, and takes something off 1, 2 and 3.",
            lambda n, s: relu(s.gate_pre),
        ),
        Misconception(
            "gelu_for_silu", "This is GELU, z · Φ(z). SiLU is z · sigmoid(z).", lambda n, s: gelu(s.gate_pre)
        ),
        Misconception("activation_twice", "SiLU is applied twice.", lambda n, s: silu(silu(s.gate_pre))),
        Misconception(
            "gates_made_to_sum_to_one",
            "The gates share nothing out: they need not sum to 1. Each looks at its own number.",
            lambda n, s: softmax(s.gate_pre),
        ),
    ),
    2e-3,
    WHY_GATE,
    decimals=3,
)

UP = Stage(
    "up",
    lambda n, s: up(n),
    (
        Misconception(
            "activation_on_up", "The value branch has no activation: leave x @ W_up as it is.", lambda n, s: silu(up(n))
        ),
        Misconception("gate_for_up", "This is the product with W_gate. Here take W_up.", lambda n, s: gate_pre(n)),
        Misconception(
            "input_reversed",
            "The first number of x goes with the first row of W_up.",
            lambda n, s: n.x[::-1] @ n.W_up,
        ),
    ),
    also=(_once(up, gate_pre), _once(lambda n: n.x[::-1] @ n.W_gate, lambda n: n.x[::-1] @ n.W_up)),
)

H = Stage(
    "h",
    lambda n, s: s.gate * s.up,
    (
        Misconception(
            "branches_added", "The branches are added. A gate multiplies, entry by entry.", lambda n, s: s.gate + s.up
        ),
        Misconception(
            "activation_after_the_product",
            "This is SiLU of the product gate_pre · up. The activation acts on the gate alone, before the product.",
            lambda n, s: silu(s.gate_pre * s.up),
        ),
        Misconception(
            "activation_skipped",
            "You multiplied gate_pre by up: that is Bilinear. Take the gate, after SiLU.",
            lambda n, s: s.gate_pre * s.up,
        ),
        Misconception(
            "activation_on_both",
            "Here SiLU acts on up as well. It has no activation.",
            lambda n, s: s.gate * silu(s.up),
        ),
        Misconception(
            "gate_and_up_swapped",
            "Here SiLU acts on up, and gate_pre is the other factor. It is the other way round.",
            lambda n, s: s.gate_pre * silu(s.up),
        ),
        Misconception("up_forgotten", "This is the gate alone. Multiply it by up.", lambda n, s: s.gate),
    ),
    5e-3,
    WHY_LATER,
    decimals=3,
)

OUT = Stage(
    "out",
    lambda n, s: s.h @ n.W_down,
    (
        Misconception("gate_projected", "W_down multiplies h, not the gate.", lambda n, s: s.gate @ n.W_down),
        Misconception("up_projected", "W_down multiplies h, not up.", lambda n, s: s.up @ n.W_down),
        Misconception(
            "activation_on_the_output", "The output is not activated again.", lambda n, s: silu(s.h @ n.W_down)
        ),
        Misconception(
            "input_added",
            "x is added. The layer returns the update alone; the block adds it to x.",
            lambda n, s: n.x + s.h @ n.W_down,
        ),
        Misconception(
            "rounded_to_whole_numbers",
            "You rounded h to whole numbers on the way. Keep three places.",
            lambda n, s: np.round(s.h) @ n.W_down,
        ),
    ),
    5e-3,
    WHY_LATER,
    decimals=3,
)

BY_HAND = StagesQuestion(
    id="gating.by_hand",
    title="A pass by hand: SwiGLU",
    points=5,
    section="A pass by hand",
    hints=(
        "gate_pre and up are two ordinary products of the same x, with W_gate and with W_up: whole numbers.",
        "SiLU(z) = z · sigmoid(z). The notebook prints a table; sigmoid(−2) is 1 − sigmoid(2).",
        "h has three numbers. The first is the first gate times the first value, and so on.",
        "out = h @ W_down, with the rounded h if you like.",
    ),
    example={
        "x": [2, -1],
        "W_gate": [[1, 0, 1], [0, 1, 1]],
        "W_up": [[1, 1, 1], [1, 0, -1]],
        "W_down": [[1, 0], [0, 1], [0, 1]],
    },
    draw={
        "x": {"shape": [2], "from": [-2, -1, 1, 2]},
        "W_gate": {"shape": [2, 3], "from": [-1, 0, 1, 2]},
        "W_up": {"shape": [2, 3], "from": [-2, -1, 0, 1, 2]},
        "W_down": {"shape": [3, 2], "from": [-1, 0, 1, 2]},
    },
    sensible=_short_and_telling,
    stages=(GATE_PRE, GATE, UP, H, OUT),
)
