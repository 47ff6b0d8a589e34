"""The forward pass for one token, and the mistakes that a forward pass can hold."""

import numpy as np

from ffn_ref import ffn, gelu, leaky_relu, relu, softmax

from ...question import FunctionQuestion, Misconception

ARGUMENTS = ("x", "W1", "W2", "b1", "b2")
TRUNCATED = (
    "Where x holds whole numbers, the result is cut to whole numbers. An array that is made from x, by "
    "`np.zeros_like(x)`, `np.empty_like(x)` or `x.copy()`, takes over its dtype: ask for dtype=float."
)
WHY = "1e-4 of the largest value: float32 is a hundred times finer, and the nearest mistake ten times coarser."


def weights(rng, d_model, d_ff, dtype=float):
    """W1, W2, b1, b2 of a random layer."""
    draw = rng.standard_normal
    arrays = (draw((d_model, d_ff)), draw((d_ff, d_model)), draw(d_ff), draw(d_model))
    return tuple(array.astype(dtype) for array in arrays)


def tiny(rng):
    """W1, W2, b1, b2 of a 2→3→2 layer of small whole numbers, as floats: short enough to follow by eye."""

    def draw(*shape):
        return rng.choice([-2.0, -1.0, 1.0, 2.0], shape)

    return draw(2, 3), draw(3, 2), draw(3), draw(2)


def draw_tokens(rng):
    """One token each: small numbers, a square layer, a wide one, whole numbers, single precision."""
    return [
        (rng.choice([-2.0, -1.0, 1.0, 2.0], 2), *tiny(rng)),
        (rng.standard_normal(3), *weights(rng, 3, 3)),  # square: transposed weights fit here
        (rng.integers(1, 4, 2), *(w.round(1) for w in weights(rng, 2, 3))),  # whole numbers in, fractions out
        (rng.standard_normal(5).astype(np.float32), *weights(rng, 5, 7, np.float32)),
        (rng.standard_normal(8), *weights(rng, 8, 32)),
    ]


MISTAKES = (
    Misconception(
        "no_activation",
        "There is no activation between the two layers, so they are one affine map.",
        lambda x, W1, W2, b1, b2: (x @ W1 + b1) @ W2 + b2,
    ),
    Misconception(
        "activation_after_second_layer",
        "ReLU stands after the second layer. It belongs between the two.",
        lambda x, W1, W2, b1, b2: relu((x @ W1 + b1) @ W2 + b2),
    ),
    Misconception(
        "activation_on_both_layers",
        "ReLU is applied twice. The output is not activated: it may be negative.",
        lambda x, W1, W2, b1, b2: relu(relu(x @ W1 + b1) @ W2 + b2),
    ),
    Misconception(
        "gelu_for_relu",
        "This is GELU. Here the activation is ReLU, max(z, 0).",
        lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2, activation=gelu),
    ),
    Misconception("first_bias_forgotten", "b1 is never added.", lambda x, W1, W2, b1, b2: relu(x @ W1) @ W2 + b2),
    Misconception("second_bias_forgotten", "b2 is never added.", lambda x, W1, W2, b1, b2: relu(x @ W1 + b1) @ W2),
    Misconception("both_biases_forgotten", "Neither b1 nor b2 is added.", lambda x, W1, W2, b1, b2: relu(x @ W1) @ W2),
    Misconception(
        "bias_after_activation",
        "b1 is added after ReLU. Add it before: it moves the corner.",
        lambda x, W1, W2, b1, b2: (relu(x @ W1) + b1) @ W2 + b2,
    ),
    Misconception(
        "transposed_weights",
        "The weights are used transposed. The token is a row: write `x @ W1`, not `W1 @ x`.",
        lambda x, W1, W2, b1, b2: relu(x @ W1.T + b1) @ W2.T + b2,
    ),
    Misconception(
        "softmax_over_features",
        "This normalises across the features. ReLU treats each number on its own.",
        lambda x, W1, W2, b1, b2: softmax(x @ W1 + b1) @ W2 + b2,
    ),
    Misconception(
        "absolute_value",
        "Negative numbers change their sign here. ReLU turns them into 0.",
        lambda x, W1, W2, b1, b2: np.abs(x @ W1 + b1) @ W2 + b2,
    ),
    Misconception(
        "input_added",
        "x is added to the result. The layer returns only what it computes; adding x comes after it.",
        lambda x, W1, W2, b1, b2: x + ffn(x, W1, W2, b1, b2),
    ),
    Misconception(
        "truncated_to_integers",
        TRUNCATED,
        lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2).astype(x.dtype),
        credit=0.5,
    ),
    Misconception(
        "negatives_kept",
        "The negative numbers are kept and the positive ones dropped. ReLU does it the other way round.",
        lambda x, W1, W2, b1, b2: np.minimum(x @ W1 + b1, 0) @ W2 + b2,
    ),
    Misconception(
        "step_for_relu",
        "Each unit gives 1 or 0 here. ReLU keeps the size of a positive number.",
        lambda x, W1, W2, b1, b2: (x @ W1 + b1 > 0) @ W2 + b2,
    ),
    Misconception(
        "leaky_relu",
        "A negative number leaves a small rest here, as with the leaky ReLU. ReLU turns it into 0.",
        lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2, activation=leaky_relu),
    ),
)

ONE_TOKEN = FunctionQuestion(
    id="position_wise.one_token",
    title="The forward pass for one token",
    points=2,
    section="Three stages",
    arguments=ARGUMENTS,
    hints=(
        "Three lines will do, one for each stage: expand, transform, contract.",
        "`@` multiplies a row by a matrix. The bias of a layer is added right after its product.",
        "`np.maximum(z, 0)` compares each number of z with 0.",
    ),
    reference=ffn,
    draw=draw_tokens,
    misconceptions=MISTAKES,
    why=WHY,
)
