"""SwiGLU for any number of positions, and the mistakes that a gated layer can hold."""

import numpy as np

from ffn_ref import geglu, gelu_sigmoid, glu, reglu, sigmoid, silu, softmax, swiglu

from ...question import FunctionQuestion, Misconception

ARGUMENTS = ("x", "W_gate", "W_up", "W_down")
WHY = (
    "1e-4 of the largest value: sums of at most 50 products lose some 1e-6 of it in float32, "
    "and the nearest mistake is ten times coarser."
)


def weights(rng, d_model, d_ff, dtype=float):
    """W_gate, W_up, W_down of a random layer."""
    draw = rng.standard_normal
    arrays = (draw((d_model, d_ff)), draw((d_model, d_ff)), draw((d_ff, d_model)))
    return tuple(array.astype(dtype) for array in arrays)


def whole(rng, *shape):
    """Small whole numbers, as floats: short enough to follow by eye."""
    return rng.choice([-2.0, -1.0, 1.0, 2.0], shape)


def unlike(rng):
    """Two tokens of small whole numbers that differ."""
    return rng.permutation([-2.0, -1.0, 1.0, 2.0]).reshape(2, 2)


def tiny(rng):
    """W_gate, W_up, W_down of a 2→3→2 layer of small whole numbers."""
    return whole(rng, 2, 3), whole(rng, 2, 3), whole(rng, 3, 2)


def draw_batches(rng):
    """Two tokens, one token, square layers, a batch of whole numbers, single precision, huge numbers, more axes."""
    return [
        (unlike(rng), *tiny(rng)),
        (rng.standard_normal(4), *weights(rng, 4, 6)),
        (rng.standard_normal((3, 3)), *weights(rng, 3, 3)),  # square in every way: transposition fits here
        (rng.integers(-3, 4, (2, 5, 4)), *weights(rng, 4, 8)),
        (rng.standard_normal((2, 4, 5)).astype(np.float32), *weights(rng, 5, 7, np.float32)),
        (2000 * rng.standard_normal((6, 4)), *weights(rng, 4, 5)),  # exp(1000) overflows
        (rng.standard_normal((2, 3, 4, 6)), *weights(rng, 6, 16)),
    ]


SWAPPED = "gate_and_up_swapped"
SWAPPED_HINT = "W_gate and W_up are swapped. All shapes fit, but SiLU must act on x @ W_gate."

SWIGLU = FunctionQuestion(
    id="gating.swiglu",
    title="SwiGLU for a batch",
    points=2,
    section="Two maps instead of one",
    arguments=ARGUMENTS,
    hints=(
        "Five lines will do, one for each stage of your pass by hand: gate_pre, gate, up, h, out.",
        "`@` works on the last axis and keeps all axes before it. `*` multiplies entry by entry.",
        "The given `silu` takes an array of any shape, and stays silent for large numbers. Call it on one branch only.",
    ),
    reference=swiglu,
    draw=draw_batches,
    why=WHY,
    quiet=True,
    quiet_section="SwiGLU in code that does not overflow",
    misconceptions=(
        Misconception(SWAPPED, SWAPPED_HINT, lambda x, G, U, D: swiglu(x, U, G, D)),
        Misconception(
            "activation_on_both",
            "SiLU acts on both branches. The value branch x @ W_up has no activation.",
            lambda x, G, U, D: (silu(x @ G) * silu(x @ U)) @ D,
        ),
        Misconception(
            "activation_after_the_product",
            "This is SiLU of the product. SiLU acts on the gate branch alone, before the product.",
            lambda x, G, U, D: silu((x @ G) * (x @ U)) @ D,
        ),
        Misconception(
            "sigmoid_of_the_size",
            "Your sigmoid takes |z|, which is right for z ≥ 0 only. For z < 0 take 1 minus that.",
            lambda x, G, U, D: ((x @ G) * sigmoid(np.abs(x @ G)) * (x @ U)) @ D,
        ),
        Misconception(
            "sigmoid_for_silu",
            "The gate is a sigmoid: that is GLU. SiLU multiplies the sigmoid by its own z.",
            glu,
        ),
        Misconception("relu_for_silu", "The gate is ReLU: that is ReGLU. SwiGLU has SiLU there.", reglu),
        Misconception("gelu_for_silu", "The gate is GELU: that is GEGLU. SwiGLU has SiLU there.", geglu),
        Misconception(
            "quick_gelu_for_silu",
            "The gate is z · sigmoid(1.702 z), a shortcut for GELU. SiLU is z · sigmoid(z).",
            lambda x, G, U, D: (gelu_sigmoid(x @ G) * (x @ U)) @ D,
        ),
        Misconception(
            "activation_twice",
            "SiLU is applied twice to the gate branch. Once is enough.",
            lambda x, G, U, D: (silu(silu(x @ G)) * (x @ U)) @ D,
        ),
        Misconception(
            "no_activation",
            "There is no activation: that is Bilinear. SiLU belongs on the gate branch.",
            lambda x, G, U, D: ((x @ G) * (x @ U)) @ D,
        ),
        Misconception(
            "up_forgotten",
            "The value branch is missing: this is a plain layer with SiLU. Multiply the gate by x @ W_up.",
            lambda x, G, U, D: silu(x @ G) @ D,
        ),
        Misconception(
            "down_forgotten",
            "W_down is missing: this is h. The last step leads back to d_model.",
            lambda x, G, U, D: silu(x @ G) * (x @ U),
        ),
        Misconception(
            "branches_added",
            "The branches are added. A gate multiplies, entry by entry.",
            lambda x, G, U, D: (silu(x @ G) + x @ U) @ D,
        ),
        Misconception(
            "softmax_gate",
            "The gates are normalised with a softmax. They need not sum to 1: each looks at its own number.",
            lambda x, G, U, D: (softmax(x @ G) * (x @ U)) @ D,
        ),
        Misconception(
            "activation_on_the_output",
            "The output is activated again. It may be any number.",
            lambda x, G, U, D: silu(swiglu(x, G, U, D)),
        ),
        Misconception(
            "transposed_weights",
            "The weights are used transposed. The token is a row: write `x @ W_gate`, not `W_gate @ x`.",
            lambda x, G, U, D: (silu(x @ G.T) * (x @ U.T)) @ D.T,
        ),
        Misconception(
            "positions_summed",
            "The positions are added up. Each position keeps its own row; only attention mixes.",
            lambda x, G, U, D: (silu(x @ G) * (x @ U)).sum(axis=-2) @ D,
        ),
        Misconception(
            "input_added",
            "x is added to the result. The layer returns the update alone; the block adds it.",
            lambda x, G, U, D: x + swiglu(x, G, U, D),
        ),
        Misconception(
            "truncated_to_integers",
            "When x holds whole numbers, the result is cut to whole numbers. "
            "`np.zeros_like(x)` takes over x's dtype: ask for dtype=float.",
            lambda x, G, U, D: swiglu(x, G, U, D).astype(x.dtype),
        ),
    ),
)
