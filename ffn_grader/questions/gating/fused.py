"""Both branches from one fused weight."""

import numpy as np

from ffn_ref import silu, split_gate_up

from ...question import FunctionQuestion, Misconception
from .swiglu import unlike


def branches(x, W_gate_up):
    """gate_pre and up; the gate is the first half of the columns."""
    W_gate, W_up = split_gate_up(W_gate_up)
    return x @ W_gate, x @ W_up


def _cut(axis):
    return lambda x, W: tuple(np.split(x @ W, 2, axis=axis))


def _cut_at_d_model(x, W):
    both, d = x @ W, x.shape[-1]
    return both[..., :d], both[..., d:]


def _cut_at_three(x, W):
    both = x @ W
    return both[..., :3], both[..., 3:]


def cut_elsewhere(rows) -> str:
    """The product is right, but the cut is not in the middle, wherever it is."""
    for (x, W), (first, second), _ in rows:
        both = np.concatenate([first, second], axis=-1)
        if both.shape != (x @ W).shape or not np.allclose(both, x @ W, rtol=1e-3, atol=1e-3):
            return ""
    return "The cut is in the wrong place. The gate is the left half of the columns, and up is the right half."


def draw_weights(rng):
    """Two tokens of small whole numbers, one token, many tokens, a batch, single precision."""

    def normal(*shape, dtype=float):
        return rng.standard_normal(shape).astype(dtype)

    return [
        (unlike(rng), rng.choice([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0], (2, 6))),
        (normal(4), normal(4, 10)),
        (normal(6, 4), normal(4, 16)),
        (rng.integers(-3, 4, (2, 4, 3)), normal(3, 8)),
        (normal(4, 2, 5, dtype=np.float32), normal(5, 14, dtype=np.float32)),
    ]


FUSED = FunctionQuestion(
    id="gating.fused",
    title="A fused weight",
    points=1,
    section="One product for both",
    arguments=("x", "W_gate_up"),
    parts=("gate_pre", "up"),
    by_part=True,
    hints=(
        "One product `x @ W_gate_up` gives both rows side by side. How wide is it?",
        "The gate is the left half of that row. You know the whole width from the shape of W_gate_up.",
        "Slices `[..., :half]` and `[..., half:]`, or `np.split`, which cuts the first axis unless you tell it which.",
    ),
    reference=branches,
    explain=cut_elsewhere,
    draw=draw_weights,
    why="1e-4 of the largest value: sums of at most 6 products lose less than 1e-6 of it in float32.",
    misconceptions=(
        Misconception(
            "halves_swapped",
            "The halves are swapped. Here the gate is the first half; other programs store it second.",
            lambda x, W: branches(x, W)[::-1],
        ),
        Misconception(
            "every_other_column",
            "You take every other column. Here the two matrices stand side by side: cut in the middle.",
            lambda x, W: ((x @ W)[..., ::2], (x @ W)[..., 1::2]),
        ),
        Misconception(
            "positions_split",
            "The positions are cut in two, not the features. `np.split` needs axis=-1 here.",
            _cut(0),
        ),
        Misconception(
            "second_axis_split",
            "You cut axis 1. With a batch that is the sequence. The features are the last axis, axis=-1.",
            _cut(1),
        ),
        Misconception(
            "d_model_for_d_ff",
            "You cut after d_model columns. The gate has d_ff columns, half of all.",
            _cut_at_d_model,
        ),
        Misconception(
            "width_typed_in",
            "You always cut after three columns, as in the first case. d_ff is half of the columns that come in.",
            _cut_at_three,
        ),
        Misconception(
            "gate_activated",
            "The gate is activated already. gate_pre is the row before SiLU.",
            lambda x, W: (silu(branches(x, W)[0]), branches(x, W)[1]),
        ),
        Misconception(
            "gate_twice",
            "The first half is handed back twice. up is the second half.",
            lambda x, W: (branches(x, W)[0], branches(x, W)[0]),
        ),
    ),
)
