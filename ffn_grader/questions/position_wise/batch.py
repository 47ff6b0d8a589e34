"""The forward pass for a batch: any leading axes, every position on its own."""

import numpy as np

from ffn_ref import ffn, relu, softmax

from ...question import FunctionQuestion, Misconception
from .one_token import ARGUMENTS, MISTAKES, WHY, tiny, weights


def draw_batches(rng):
    """A short sequence, one token, square layers, a batch, whole numbers, single precision, three leading axes."""
    return [
        (rng.choice([-2.0, -1.0, 1.0, 2.0], (3, 2)), *tiny(rng)),
        (rng.standard_normal(4), *weights(rng, 4, 6)),
        (rng.standard_normal((3, 3)), *weights(rng, 3, 3)),  # square in every way: transposition fits here
        (rng.integers(1, 4, (2, 2)), *(w.round(1) for w in weights(rng, 2, 3))),
        (rng.integers(-3, 4, (2, 5, 4)), *weights(rng, 4, 8)),
        (rng.standard_normal((2, 4, 5)).astype(np.float32), *weights(rng, 5, 7, np.float32)),
        (rng.standard_normal((2, 3, 4, 6)), *weights(rng, 6, 24)),
    ]


def _hidden(x, W1, b1):
    return relu(x @ W1 + b1)


def _together(h):
    """The positions of h, with one token counted as a sequence of one."""
    return np.atleast_2d(h)


FORWARD = FunctionQuestion(
    id="position_wise.forward",
    title="The forward pass for a batch",
    points=2,
    section="Many positions at once",
    arguments=ARGUMENTS,
    hints=(
        "Try your function for one token on an array of shape (3, d_model). What comes out, and why?",
        "`@` works on the last axis of x and keeps all axes before it. A bias is added to the last axis.",
        "If you loop, loop over every leading axis, or reshape to (positions, d_model) first and back at the end.",
    ),
    reference=ffn,
    draw=draw_batches,
    why=WHY,
    misconceptions=(
        *MISTAKES,
        Misconception(
            "positions_summed",
            "The positions are added up. Each position keeps its own row; only attention mixes.",
            lambda x, W1, W2, b1, b2: _hidden(x, W1, b1).sum(axis=-2) @ W2 + b2,
        ),
        Misconception(
            "positions_averaged",
            "The positions are averaged. Each position keeps its own row; only attention mixes.",
            lambda x, W1, W2, b1, b2: _hidden(x, W1, b1).mean(axis=-2) @ W2 + b2,
        ),
        Misconception(
            "centred_over_positions",
            "The average over the positions is taken away from x, so one position changes the result of another.",
            lambda x, W1, W2, b1, b2: ffn(x - _together(x).mean(axis=-2, keepdims=x.ndim > 1), W1, W2, b1, b2),
        ),
        Misconception(
            "softmax_over_positions",
            "This normalises across the positions. ReLU treats each number on its own.",
            lambda x, W1, W2, b1, b2: (
                softmax(_together(x @ W1 + b1), axis=-2).reshape((*x.shape[:-1], len(b1))) @ W2 + b2
            ),
        ),
        Misconception(
            "normalised_over_features",
            "Each hidden row is divided by its sum or norm. Nothing is normalised here.",
            lambda x, W1, W2, b1, b2: _unit(_hidden(x, W1, b1)) @ W2 + b2,
        ),
        Misconception(
            "leading_axes_flattened",
            "The result is one long list of rows. Give it back x's leading axes.",
            lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2).reshape(-1, len(b2)),
        ),
        Misconception(
            "first_position_only",
            "Only the first position is computed, and used for all. Compute every row.",
            lambda x, W1, W2, b1, b2: np.broadcast_to(
                ffn(_together(x)[..., :1, :], W1, W2, b1, b2), (*_together(x).shape[:-1], len(b2))
            ).reshape(*x.shape[:-1], len(b2)),
        ),
    ),
)


def _unit(h):
    return h / np.maximum(np.linalg.norm(h, axis=-1, keepdims=True), 1e-12)
