"""How many ReLU units fire for no token."""

import numpy as np

from ...question import FunctionQuestion, Misconception


def _tokens(x, W1, b1):
    """h_pre with one row a token, shape (tokens, d_ff)."""
    return (x @ W1 + b1).reshape(-1, len(b1))


def dead_units(x, W1, b1):
    """The number of units with h_pre <= 0 for every token."""
    return (_tokens(x, W1, b1) <= 0).all(axis=0).sum()


def _layer(rng, leading, d_model, d_ff, bias, dtype=float):
    """Quarters, so that h_pre is exact in every precision and is sometimes exactly 0."""
    x, W1 = (rng.integers(-6, 7, shape) / 4 for shape in ((*leading, d_model), (d_model, d_ff)))
    b1 = rng.integers(*bias, d_ff) / 4
    b1[0] = -(x @ W1[:, 0]).max()  # unit 0 reaches exactly 0 and no more: it does not fire
    return tuple(array.astype(dtype) for array in (x, W1, b1))


def _draw(rng):
    """A sequence and a batch that are small enough to be read; then larger ones, single precision, one token."""
    return [
        _layer(rng, (3,), 2, 4, (-8, 3)),
        _layer(rng, (2, 2), 2, 3, (-8, 1)),
        _layer(rng, (8,), 4, 20, (-24, 4)),
        _layer(rng, (2, 6), 4, 30, (-24, 4)),
        _layer(rng, (10,), 3, 40, (-20, 2), np.float32),
        _layer(rng, (2, 2, 5), 5, 25, (-28, 2)),
        _layer(rng, (), 4, 12, (-8, 8)),
    ]


DEAD_UNITS = FunctionQuestion(
    id="activations.dead_units",
    title="Dead units",
    points=2,
    section="Dead units",
    arguments=("x", "W1", "b1"),
    hints=(
        "First h_pre, the pre-activations of all tokens. A unit is one column of it.",
        "A unit is dead if h_pre ≤ 0 for *all* tokens. Which axes does `all` have to run over?",
        "With a batch in front there are several token axes: `reshape(-1, d_ff)` makes one of them.",
    ),
    reference=dead_units,
    draw=_draw,
    tolerance=1e-3,
    why="A count: a wrong one is 1 or more off, and there are at most 40 units.",
    misconceptions=(
        Misconception(
            "bias_forgotten",
            "b1 is not added. It is the bias that moves a unit's threshold.",
            lambda x, W1, b1: dead_units(x, W1, 0 * b1),
        ),
        Misconception(
            "silent_once_counted",
            "You count units that are silent for at least one token. A dead unit is silent for all of them.",
            lambda x, W1, b1: (_tokens(x, W1, b1) <= 0).any(axis=0).sum(),
        ),
        Misconception(
            "pairs_counted",
            "You count (token, unit) pairs. Count a unit once, and only if none of its tokens makes it fire.",
            lambda x, W1, b1: (_tokens(x, W1, b1) <= 0).sum(),
        ),
        Misconception(
            "tokens_counted",
            "You count tokens for which no unit fires. Count units that no token makes fire: the other axis.",
            lambda x, W1, b1: (_tokens(x, W1, b1) <= 0).all(axis=-1).sum(),
        ),
        Misconception(
            "living_units_counted",
            "These are the units that fire for some token. Count the others.",
            lambda x, W1, b1: (_tokens(x, W1, b1) > 0).any(axis=0).sum(),
        ),
        Misconception(
            "zero_counted_as_firing",
            "At h_pre = 0 ReLU's output is 0: such a token does not make the unit fire.",
            lambda x, W1, b1: (_tokens(x, W1, b1) < 0).all(axis=0).sum(),
        ),
        Misconception(
            "share_for_count",
            "This is the share of dead units. Give their number.",
            lambda x, W1, b1: (_tokens(x, W1, b1) <= 0).all(axis=0).mean(),
        ),
        Misconception(
            "average_token",
            "You look at the average of a unit over the tokens. One token above 0 is enough to keep it alive.",
            lambda x, W1, b1: (_tokens(x, W1, b1).mean(axis=0) <= 0).sum(),
        ),
        Misconception(
            "negative_biases_counted",
            "You count negative biases. Whether a unit is dead depends on the tokens too.",
            lambda x, W1, b1: (b1 < 0).sum(),
        ),
        Misconception(
            "first_axis_only",
            "`all` runs over the first axis only. In a batch that leaves one count for each place in the sequence.",
            lambda x, W1, b1: (x @ W1 + b1 <= 0).all(axis=0).sum(),
        ),
        Misconception(
            "any_over_the_first_axis",
            "`any` over the first axis asks for one silent token. All tokens must be silent, along all of their axes.",
            lambda x, W1, b1: (x @ W1 + b1 <= 0).any(axis=0).sum(),
        ),
        Misconception(
            "one_sequence_at_a_time",
            "`all` runs over the last token axis only, so a unit counts once a sequence. All tokens belong together.",
            lambda x, W1, b1: (x @ W1 + b1 <= 0).all(axis=-2).sum(),
        ),
    ),
)
