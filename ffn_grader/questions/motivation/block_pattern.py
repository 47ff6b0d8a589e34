"""Which positions a layer mixes, read from its Jacobian."""

import numpy as np

from ...question import FunctionQuestion, Misconception

NOISE = 1e-8
WHY = "The answer is yes or no for each pair; a slope of at most 1e-8 is the rounding of finite differences."


def blocks(J, n):
    """J as [output position, input position, output entry, input entry]."""
    return np.swapaxes(J.reshape(n, len(J) // n, n, len(J) // n), 1, 2)


def block_pattern(J, n):
    return (np.abs(blocks(J, n)) > NOISE).any(axis=(2, 3))


def _jacobian(rng, pattern, d):
    """A Jacobian with that pattern, and rounding noise where nothing flows.

    The blocks in use are of six kinds: dense; empty on the diagonal; with entries that cancel; all negative
    with gaps; empty in the first row; empty but for the first entry.
    """
    kinds = [
        np.ones((d, d)),
        np.ones((d, d)) - np.eye(d) if d > 1 else -np.ones((1, 1)),
        np.where(np.indices((d, d)).sum(axis=0) % 2, -1.0, 1.0) if d % 2 == 0 else -np.ones((d, d)),
        -np.triu(np.ones((d, d))),
        np.vstack([np.zeros((1, d)), np.ones((d - 1, d))]) if d > 1 else np.ones((1, 1)),
        np.outer(np.arange(d) == 0, np.arange(d) == 0) * 1.0,
    ]
    n = len(pattern)
    J = rng.choice([-1e-11, 0.0, 1e-11], (n, n, d, d))
    for k, (i, j) in enumerate(np.argwhere(pattern)):
        kind = kinds[(k + 2) % len(kinds)]
        J[i, j] = kind * rng.choice([0.5, 1.0, 2.0])
    return np.swapaxes(J, 1, 2).reshape(n * d, n * d)


def _draw(rng):
    """Three positions of width 1; causal, position-wise, a window, everything, anything."""
    n = int(rng.integers(4, 7))
    window = np.tri(n, k=1, dtype=bool) & ~np.tri(n, k=-2, dtype=bool)
    return [
        (_jacobian(rng, np.tri(3, dtype=bool), 1), 3),
        (_jacobian(rng, np.tri(2, dtype=bool), 2), 2),
        (_jacobian(rng, np.eye(n, dtype=bool), 3), n),
        (_jacobian(rng, np.tri(n, dtype=bool), 4), n),
        (_jacobian(rng, window, 2), n),
        (_jacobian(rng, np.ones((4, 4), bool), 2), 4),
        (_jacobian(rng, rng.random((n, n)) < 0.4, 3), n),
    ]


BLOCK_PATTERN = FunctionQuestion(
    id="motivation.block_pattern",
    title="Which positions are mixed",
    points=3,
    section="One position at a time",
    arguments=("J", "n"),
    hints=(
        "Look at the printed J, and at its blocks. Which of them are in use?",
        "Go through all pairs (i, j) in two loops, and look at `block_of(J, n, i, j)`.",
        "A block is in use if the size of at least one of its entries is above 1e-8. Sizes have no sign.",
        "`np.abs`, a comparison and `any` make one True or False of a block. Collect them in a list of n lists.",
    ),
    reference=block_pattern,
    draw=_draw,
    tolerance=1e-2,
    why=WHY,
    misconceptions=(
        Misconception(
            "transposed_pattern",
            "Rows and columns are exchanged. Row i says what *output* i reads; the columns are the inputs.",
            lambda J, n: block_pattern(J, n).T,
        ),
        Misconception(
            "rounding_counted",
            "Rounding noise of 1e-11 counts as a slope here. Count only sizes above 1e-8.",
            lambda J, n: (blocks(J, n) != 0).any(axis=(2, 3)),
        ),
        Misconception(
            "signs_ignored_in_a_sum",
            "Slopes of opposite sign cancel in your sum. Take sizes before you sum up.",
            lambda J, n: np.abs(blocks(J, n).sum(axis=(2, 3))) > NOISE,
        ),
        Misconception(
            "signed_sum",
            "Your sum lets slopes of opposite sign cancel, and a negative one counts as none. Use sizes: np.abs.",
            lambda J, n: blocks(J, n).sum(axis=(2, 3)) > NOISE,
        ),
        Misconception(
            "negative_slopes_lost",
            "A negative slope is a slope too. Compare its size with 1e-8.",
            lambda J, n: (blocks(J, n) > NOISE).any(axis=(2, 3)),
        ),
        Misconception(
            "all_entries_demanded",
            "One slope in a block is enough: then the output reacts to that input.",
            lambda J, n: (np.abs(blocks(J, n)) > NOISE).all(axis=(2, 3)),
        ),
        Misconception(
            "only_diagonals_of_blocks",
            "You look only at the diagonal of each block. Entry 1 of an output may react to entry 2 of an input.",
            lambda J, n: (np.abs(np.diagonal(blocks(J, n), axis1=2, axis2=3)) > NOISE).any(axis=2),
        ),
        Misconception(
            "first_entry_only",
            "You look only at the first entry of each block. Look at all of them.",
            lambda J, n: np.abs(blocks(J, n)[:, :, 0, 0]) > NOISE,
        ),
        Misconception(
            "last_entry_only",
            "The last entry of a block decides alone, as in a loop that forgets what it found before.",
            lambda J, n: np.abs(blocks(J, n)[:, :, -1, -1]) > NOISE,
        ),
        Misconception(
            "positions_and_entries_mixed_up",
            "The rows are sorted by position first, then by entry: reshape to (n, d_model, n, d_model).",
            lambda J, n: (np.abs(J.reshape(len(J) // n, n, len(J) // n, n)) > NOISE).any(axis=(0, 2)),
        ),
        Misconception(
            "sizes_for_answers",
            "These are the sizes of the slopes. Compare them with 1e-8, so that each entry is True or False.",
            lambda J, n: np.abs(blocks(J, n)).max(axis=(2, 3)),
        ),
        Misconception(
            "entries_for_blocks",
            "This says it for each entry. Give one answer for each pair of positions, an array of shape (n, n).",
            lambda J, n: np.abs(J) > NOISE,
        ),
    ),
)
