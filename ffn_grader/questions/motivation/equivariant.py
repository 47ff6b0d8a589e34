"""A test for permutation equivariance, written by the learner and tried on data."""

import numpy as np

from ffn_ref import ffn, self_attention

from ...question import FunctionQuestion, Misconception

NOISE = 1e-8
WHY = "Yes or no. Rounding moves an entry by about 1e-15, a layer that is not equivariant by 0.01 and more."


def is_equivariant(Y, order, Z):
    return bool(np.abs(Z - Y[order]).max() <= NOISE)


def _close(a, b):
    return bool(np.abs(a - b).max() <= NOISE)


def _sorted_rows(A):
    return np.array(sorted(np.round(A, 6).tolist()))


def _draw(rng):
    """What layers of many kinds do, three tokens each and in random order; at the end five tokens or six."""
    order = np.array([[1, 2, 0], [2, 0, 1]][rng.integers(2)])  # not its own inverse

    def rows():
        return rng.choice([-1.0, 1.0], (3, 3)) * rng.permutation(np.arange(1.0, 10.0)).reshape(3, 3)

    def one(row, column, value):
        """Zeros, and a single number other than that."""
        entry = np.zeros((3, 3))
        entry[row, column] = value
        return entry

    Y = [rows() for _ in range(14)]
    nudge = np.array([[0.0, 0, 0], [1, 0, -2], [-1, 0, 2]])
    pooled = np.tile(rows()[0], (3, 1))
    cases = [
        (Y[0], order, Y[0][order]),
        (Y[1] / 7, order, Y[1][order] / 7 + 1e-12),  # equivariant, up to rounding
        (Y[2], order, Y[2]),  # invariant
        (Y[3], order, Y[3][np.argsort(order)]),  # moved the other way
        (Y[4], order, Y[4][order] + nudge),  # right in the first row and in the sum
        (Y[5], order, Y[5][order] + abs(nudge)),  # right in the first row
        (Y[6], order, Y[6][:, order]),  # columns moved
        (pooled, order, pooled),  # equivariant and invariant
        (Y[7], order, Y[7][order] + rng.normal(size=(3, 3))),
        (Y[8], order, Y[8][order] + one(0, 1, 2)),  # wrong in one entry of the first row
        (Y[9], order, Y[9][order] + one(1, 0, -2)),  # of the first column, and smaller
        (Y[13], order, Y[13][order] + one(1, 0, 2)),  # of the first column, and larger
        (Y[10], order, Y[10][order] + one(2, 2, 2)),  # of the last row and column
        (Y[11], order, Y[11][order] + one(2, 1, 0.01)),  # nearly right, but far beyond rounding
        (Y[12], order, Y[12][order][::-1]),  # right in the middle row
    ]
    cases = [cases[i] for i in rng.permutation(len(cases))]
    return [*cases, _layer(rng, False), _layer(rng, True), _network(rng)]


def _layer(rng, causal):
    X, order, W = rng.normal(size=(5, 4)), rng.permutation(5), rng.normal(size=(3, 4, 4))
    if (order == np.arange(5)).all():
        order = order[::-1].copy()
    return self_attention(X, *W, causal=causal), order, self_attention(X[order], *W, causal=causal)


def _network(rng):
    X, order = rng.normal(size=(6, 4)), rng.permutation(6)
    W1, W2 = rng.normal(size=(4, 8)), rng.normal(size=(8, 4))
    return ffn(X, W1, W2), order, ffn(X[order], W1, W2)


EQUIVARIANT = FunctionQuestion(
    id="motivation.equivariant",
    title="A test for permutation equivariance",
    points=2,
    section="Why one network for all",
    arguments=("Y", "order", "Z"),
    hints=(
        "If f is equivariant, it does not matter whether you reorder the rows before or after f.",
        "Z is what came out after reordering before f. What would come out if you reorder Y instead?",
        "Y[order] holds the rows of Y in the new order, as X[order] does for X.",
        "Compare the two arrays with a tolerance, and give back one True or False for all: `np.allclose` does both.",
    ),
    reference=is_equivariant,
    draw=_draw,
    tolerance=1e-2,
    why=WHY,
    misconceptions=(
        Misconception(
            "invariance",
            "This tests for invariance, that the output stays as it was. Here it must move along with the input.",
            lambda Y, order, Z: _close(Z, Y),
        ),
        Misconception(
            "moved_the_other_way",
            "You undo the order on the wrong side: row i of X[order] is row order[i] of X. The same holds for Y.",
            lambda Y, order, Z: _close(Z[order], Y),
        ),
        Misconception(
            "any_order",
            "The same rows in any order are not enough. They must stand in the order that is given.",
            lambda Y, order, Z: _close(_sorted_rows(Z), _sorted_rows(Y)),
        ),
        Misconception(
            "sums_only",
            "Different rows can have the same sum. Compare row by row.",
            lambda Y, order, Z: _close(Z.sum(axis=0), Y.sum(axis=0)),
        ),
        Misconception(
            "first_row_only",
            "You look only at the first row. All rows must agree.",
            lambda Y, order, Z: _close(Z[0], Y[order][0]),
        ),
        Misconception(
            "last_row_only",
            "The last row decides alone, as in a loop that forgets what it found before. All rows must agree.",
            lambda Y, order, Z: _close(Z[-1], Y[order][-1]),
        ),
        Misconception(
            "any_is_enough",
            "One entry that agrees is enough for your test. All must agree: `all`, not `any`.",
            lambda Y, order, Z: bool((np.abs(Z - Y[order]) <= NOISE).any()),
        ),
        Misconception(
            "exact_equality",
            "Rounding may differ in the last digit. Allow for it, with np.allclose or a tolerance of 1e-8.",
            lambda Y, order, Z: bool((Y[order] == Z).all()),
        ),
        Misconception(
            "signed_difference",
            "A negative difference passes your test. Take the size of the difference: np.abs.",
            lambda Y, order, Z: bool((Z - Y[order]).max() <= NOISE),
        ),
        Misconception(
            "tolerance_too_coarse",
            "A difference of 0.01 passes your test. Rounding is a million times smaller: allow 1e-8.",
            lambda Y, order, Z: bool(np.abs(Z - Y[order]).max() <= 0.1),
        ),
        Misconception(
            "entry_by_entry",
            "This gives an answer for each entry. One True or False is asked for: np.allclose compares whole arrays.",
            lambda Y, order, Z: np.abs(Z - Y[order]) <= NOISE,
        ),
        Misconception(
            "exact_entry_by_entry",
            "== gives an answer for each entry, and lets no rounding pass. np.allclose compares whole arrays.",
            lambda Y, order, Z: Y[order] == Z,
        ),
        Misconception(
            "columns_reordered",
            "The columns are reordered here. Positions are the rows.",
            lambda Y, order, Z: _close(Z, Y[:, order]),
        ),
        Misconception(
            "answer_reversed",
            "True and False are exchanged.",
            lambda Y, order, Z: not is_equivariant(Y, order, Z),
        ),
        Misconception("always_true", "This says True for every layer. Compare Z with Y.", lambda Y, order, Z: True),
        Misconception(
            "always_false",
            "This says False for every layer. Do you compare whole arrays with a tolerance?",
            lambda Y, order, Z: False,
        ),
    ),
)
