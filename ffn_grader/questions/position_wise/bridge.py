"""The two conventions for weights, and what is left of a layer without its activation."""

import numpy as np

from ffn_ref import collapse, ffn, from_out_in, relu

from ...question import FunctionQuestion, Misconception
from .one_token import TRUNCATED, WHY, draw_tokens, tiny, weights


def _stored(x, W1, W2, b1, b2):
    """The same layer as a library stores it: (out, in)."""
    return x, np.ascontiguousarray(W1.T), np.ascontiguousarray(W2.T), b1, b2


def _out_in(x, w1, w2, b1, b2):
    return ffn(x, *from_out_in(w1, w2), b1, b2)


def _reshaped(x, w1, w2, b1, b2):
    return ffn(x, w1.reshape(w1.shape[::-1]), w2.reshape(w2.shape[::-1]), b1, b2)


def _draw_stored(rng):
    """One token, as in `one_token`; then small and large batches, and a square batch through a square layer.

    The first case is one in which `reshape` for `.T` shows.
    """
    first, *tokens = (_stored(*case) for case in draw_tokens(rng))
    while np.allclose(_reshaped(*first), _out_in(*first)):
        first = _stored(rng.choice([-2.0, -1.0, 1.0, 2.0], 2), *tiny(rng))
    more = [
        (rng.integers(1, 4, (2, 2)), *(w.round(1) for w in weights(rng, 2, 3))),
        (rng.standard_normal((2, 3, 4)), *weights(rng, 4, 6)),
        (rng.standard_normal((5, 5)), *weights(rng, 5, 5)),  # square in every way: here `w1 @ x` fits
    ]
    few = _stored(rng.choice([-2.0, -1.0, 1.0, 2.0], (3, 2)), *tiny(rng))
    return [first, few, *tokens, *(_stored(*case) for case in more)]


OUT_IN = FunctionQuestion(
    id="position_wise.out_in",
    title="Weights of shape (out, in)",
    points=2,
    section="Rows and columns",
    arguments=("x", "w1", "w2", "b1", "b2"),
    hints=(
        "Write down the shapes: x is (d_model,), w1 is (d_ff, d_model). Which axis of w1 must x's numbers meet?",
        "`.T` turns rows into columns. `reshape` does not: it keeps the order of the numbers and cuts the rows anew.",
        "A square matrix hides the mistake, because both ways fit. Try your function with d_ff different from d_model.",
    ),
    reference=_out_in,
    draw=_draw_stored,
    why=WHY,
    misconceptions=(
        Misconception(
            "not_transposed",
            "The weights are used as they are stored. For row vectors transpose both: `x @ w1.T`.",
            lambda x, w1, w2, b1, b2: ffn(x, w1, w2, b1, b2),
        ),
        Misconception(
            "reshaped_for_transposed",
            "`reshape` makes the shape fit but scrambles the numbers. Use `.T`.",
            _reshaped,
        ),
        Misconception(
            "only_first_transposed",
            "The first matrix is transposed, the second is not.",
            lambda x, w1, w2, b1, b2: ffn(x, w1.T, w2, b1, b2),
        ),
        Misconception(
            "only_second_transposed",
            "The second matrix is transposed, the first is not.",
            lambda x, w1, w2, b1, b2: ffn(x, w1, w2.T, b1, b2),
        ),
        Misconception(
            "matrices_swapped",
            "The two matrices are swapped: that fits the shapes, but w1 comes first. Transpose.",
            lambda x, w1, w2, b1, b2: ffn(x, w2, w1, b1, b2),
        ),
        Misconception(
            "no_activation",
            "There is no activation between the two layers.",
            lambda x, w1, w2, b1, b2: (x @ w1.T + b1) @ w2.T + b2,
        ),
        Misconception(
            "activation_after_second_layer",
            "ReLU stands after the second layer. It belongs between the two.",
            lambda x, w1, w2, b1, b2: relu((x @ w1.T + b1) @ w2.T + b2),
        ),
        Misconception(
            "column_formula",
            "`w1 @ x` is the formula for a column, so it serves one token only. "
            "Several tokens are rows of x: write `x @ w1.T`.",
            lambda x, w1, w2, b1, b2: w2 @ relu(w1 @ x + b1) + b2,
        ),
        Misconception(
            "first_bias_forgotten", "b1 is never added.", lambda x, w1, w2, b1, b2: relu(x @ w1.T) @ w2.T + b2
        ),
        Misconception(
            "second_bias_forgotten", "b2 is never added.", lambda x, w1, w2, b1, b2: relu(x @ w1.T + b1) @ w2.T
        ),
        Misconception(
            "both_biases_forgotten",
            "Neither b1 nor b2 is added.",
            lambda x, w1, w2, b1, b2: relu(x @ w1.T) @ w2.T,
        ),
        Misconception(
            "transposed_only_when_it_must_be",
            "A square matrix is used as it is stored. It is (out, in) too; its shape cannot tell: transpose always.",
            lambda x, w1, w2, b1, b2: ffn(
                x, *(w if len(w) == width else w.T for w, width in ((w1, x.shape[-1]), (w2, len(b1)))), b1, b2
            ),
        ),
        Misconception(
            "input_added",
            "x is added to the result. The layer returns only what it computes; adding x comes after it.",
            lambda x, w1, w2, b1, b2: x + _out_in(x, w1, w2, b1, b2),
        ),
        Misconception(
            "truncated_to_integers",
            TRUNCATED,
            lambda x, w1, w2, b1, b2: _out_in(x, w1, w2, b1, b2).astype(x.dtype),
            credit=0.5,
        ),
    ),
)


def _draw_layers(rng):
    return [
        tiny(rng),
        weights(rng, 3, 3),
        weights(rng, 2, 5),
        weights(rng, 4, 6, np.float32),
        weights(rng, 8, 32),
    ]


COLLAPSE = FunctionQuestion(
    id="position_wise.collapse",
    title="Two maps without an activation are one",
    points=2,
    section="Without the activation it is one map",
    arguments=("W1", "W2", "b1", "b2"),
    parts=("W", "b"),
    hints=(
        "Write out (x W1 + b1) W2 + b2 and multiply the bracket out.",
        "What still contains x belongs to W. What does not belongs to b.",
        "b1 goes through W2 too.",
    ),
    reference=collapse,
    draw=_draw_layers,
    why=WHY,
    misconceptions=(
        Misconception(
            "first_bias_lost",
            "b1 is missing from b. It goes through W2 and stays.",
            lambda W1, W2, b1, b2: (W1 @ W2, b2),
        ),
        Misconception("second_bias_lost", "b2 is missing from b.", lambda W1, W2, b1, b2: (W1 @ W2, b1 @ W2)),
        Misconception(
            "biases_added",
            "b1 and b2 are simply added. b1 must first go through W2.",
            lambda W1, W2, b1, b2: (W1 @ W2, b1 + b2),
        ),
        Misconception(
            "both_biases_through_w2",
            "b2 is multiplied by W2. It is added after W2, so it stays as it is.",
            lambda W1, W2, b1, b2: (W1 @ W2, (b1 + b2) @ W2),
        ),
        Misconception(
            "wrong_order",
            "The matrices are in the wrong order. A row x meets W1 first: x @ W1 @ W2.",
            lambda W1, W2, b1, b2: (W2 @ W1, b1 @ W2 + b2),
        ),
        Misconception(
            "activation_left_in",
            "ReLU is still there. The collapse is about a layer without an activation.",
            lambda W1, W2, b1, b2: (relu(W1) @ W2, relu(b1) @ W2 + b2),
        ),
        Misconception(
            "multiplied_by_element",
            "`*` multiplies entry by entry. The matrix product is `@`.",
            lambda W1, W2, b1, b2: (W1 * W2, b1 @ W2 + b2),
        ),
        Misconception(
            "parts_swapped", "W and b are swapped: return (W, b).", lambda W1, W2, b1, b2: (b1 @ W2 + b2, W1 @ W2)
        ),
        Misconception(
            "transposed_result",
            "W is transposed: a row x meets the rows of W, so each row of W belongs to one number of x.",
            lambda W1, W2, b1, b2: ((W1 @ W2).T, b1 @ W2 + b2),
        ),
    ),
)
