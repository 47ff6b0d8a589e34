"""Softmax attention in code: one head, every position at once."""

import math

import numpy as np

from ffn_ref import attention_weights, self_attention, softmax

from ...question import FunctionQuestion, Misconception
from .softmaxes import columns_divided, columns_shifted, rows_divided, shifted, whole_table

WHY = (
    "1e-4 of the largest value. In float32 each product is good to 6e-8 and the longest sum has 8 terms: after three "
    "sums in a row that is less than 1e-5. The nearest mistake is ten times farther away than the tolerance."
)


def projections(rng, d_model, d_k, d_v, dtype=float):
    """W_q, W_k, W_v of a random head, such that the weights are neither all alike nor all on one position."""
    draw = rng.standard_normal
    arrays = draw((d_model, d_k)), draw((d_model, d_k)), draw((d_model, d_v))
    return tuple((array / math.sqrt(d_model) * 1.5).astype(dtype) for array in arrays)


def small(rng, *shape):
    return rng.choice([-2.0, -1.0, 1.0, 2.0], shape)


def _readable(rng):
    """Whole numbers with scores about 1 apart, so that neither token takes all the weight; three keys wide."""
    while True:
        X, W_q, W_k, W_v = small(rng, 2, 2), *rng.integers(-1, 2, (2, 2, 3)).astype(float), small(rng, 2, 2)
        scores = _scaled(X, W_q, W_k)
        if (np.abs(np.diff(scores)) > 0.5).all() and (np.abs(np.diff(scores)) < 2.5).all():
            return X, W_q, W_k, W_v


def _draw(rng):
    """Two readable tokens, a square head, a rectangular one, whole numbers, single precision, a single token."""
    return [
        _readable(rng),
        (rng.standard_normal((4, 3)), *projections(rng, 3, 3, 3)),
        (rng.standard_normal((5, 6)), *projections(rng, 6, 3, 4)),  # d_k is not d_model here
        (rng.integers(-2, 3, (4, 4)), *projections(rng, 4, 4, 4)),
        (rng.standard_normal((6, 8)).astype(np.float32), *projections(rng, 8, 4, 8, np.float32)),
        (rng.standard_normal((1, 4)), *projections(rng, 4, 2, 4)),
    ]


def _scores(X, W_q, W_k):
    return (X @ W_q) @ (X @ W_k).T


def _scaled(X, W_q, W_k):
    return _scores(X, W_q, W_k) / math.sqrt(W_q.shape[1])


ATTENTION = FunctionQuestion(
    id="motivation.attention",
    title="Softmax attention",
    points=4,
    section="Attention averages",
    arguments=("X", "W_q", "W_k", "W_v"),
    hints=(
        "First three products: queries, keys and values. Each of them has one row for each position.",
        "The scores are a table of n by n: row i holds the products of query i with all keys, divided by √d_k.",
        "All products of two sets of rows are one matrix product: the first times the transpose of the second.",
        "Softmax works along each row of the table, so over its last axis.",
        "The result is the table of weights times the values.",
    ),
    reference=self_attention,
    draw=_draw,
    why=WHY,
    misconceptions=(
        Misconception(
            "not_scaled",
            "The scores are not divided by √d_k, or only after the exponential, where it cancels.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k)) @ (X @ W_v),
        ),
        Misconception(
            "scaled_without_the_root",
            "The scores are divided by d_k. Divide by its square root.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k) / W_q.shape[1]) @ (X @ W_v),
        ),
        Misconception(
            "scaled_by_d_model",
            "The scores are divided by √d_model. Divide by √d_k, the root of the width of queries and keys.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k) / math.sqrt(X.shape[1])) @ (X @ W_v),
        ),
        Misconception(
            "scaled_after_the_softmax",
            "The weights are divided by √d_k. Divide the scores, before softmax.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k)) / math.sqrt(W_q.shape[1]) @ (X @ W_v),
        ),
        Misconception(
            "scaled_by_d_v",
            "The scores are divided by √d_v. Divide by √d_k, the root of the width of the keys.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k) / math.sqrt(W_v.shape[1])) @ (X @ W_v),
        ),
        Misconception(
            "scaled_by_the_positions",
            "The scores are divided by √n, with n tokens. Divide by √d_k, the root of the width of the keys.",
            lambda X, W_q, W_k, W_v: softmax(_scores(X, W_q, W_k) / math.sqrt(len(X))) @ (X @ W_v),
        ),
        Misconception(
            "keepdims_forgotten",
            "Each column is divided by the sum of a row. Keep the axis: `sum(axis=-1, keepdims=True)`.",
            lambda X, W_q, W_k, W_v: columns_divided(np.exp(_scaled(X, W_q, W_k))) @ (X @ W_v),
        ),
        Misconception(
            "keepdims_forgotten_in_the_sum",
            "The maximum keeps its axis, the sum does not: each column is divided by the sum of a row. "
            "Write keepdims=True in both.",
            lambda X, W_q, W_k, W_v: columns_divided(shifted(_scaled(X, W_q, W_k))) @ (X @ W_v),
        ),
        Misconception(
            "keepdims_forgotten_twice",
            "The axis is lost twice, in the maximum and in the sum, so columns meet what belongs to rows. "
            "Write keepdims=True in both.",
            lambda X, W_q, W_k, W_v: columns_divided(np.exp(columns_shifted(_scaled(X, W_q, W_k)))) @ (X @ W_v),
        ),
        Misconception(
            "keepdims_forgotten_in_the_maximum",
            "From each column the maximum of a row is taken off. That changes the weights: write keepdims=True.",
            lambda X, W_q, W_k, W_v: softmax(columns_shifted(_scaled(X, W_q, W_k))) @ (X @ W_v),
        ),
        Misconception(
            "one_softmax_for_the_whole_table",
            "All weights together have the sum 1. Each row, what one position reads, must have the sum 1.",
            lambda X, W_q, W_k, W_v: whole_table(_scaled(X, W_q, W_k)) @ (X @ W_v),
        ),
        Misconception(
            "softmax_over_the_wrong_axis",
            "The weights have the sum 1 down each column. Each row, what one position reads, must have the sum 1.",
            lambda X, W_q, W_k, W_v: softmax(_scaled(X, W_q, W_k), axis=0) @ (X @ W_v),
        ),
        Misconception(
            "no_softmax",
            "The scores are used as weights. Softmax makes them positive, with the sum 1.",
            lambda X, W_q, W_k, W_v: _scaled(X, W_q, W_k) @ (X @ W_v),
        ),
        Misconception(
            "no_softmax_and_not_scaled",
            "The products themselves are used as weights. Divide by √d_k, then let softmax make weights of them.",
            lambda X, W_q, W_k, W_v: _scores(X, W_q, W_k) @ (X @ W_v),
        ),
        Misconception(
            "scores_divided_by_their_sum",
            "The scores are divided by their sum, without e^score. Such weights may be negative.",
            lambda X, W_q, W_k, W_v: rows_divided(_scaled(X, W_q, W_k)) @ (X @ W_v),
        ),
        Misconception(
            "not_normalised",
            "The exponentials are not divided by their sum, so this is no average.",
            lambda X, W_q, W_k, W_v: np.exp(_scaled(X, W_q, W_k)) @ (X @ W_v),
        ),
        Misconception(
            "not_normalised_and_not_scaled",
            "The exponentials are not divided by their sum, and the scores not by √d_k. Use softmax on scaled scores.",
            lambda X, W_q, W_k, W_v: np.exp(_scores(X, W_q, W_k)) @ (X @ W_v),
        ),
        Misconception(
            "queries_and_keys_swapped",
            "Queries and keys are swapped: row i of the scores belongs to query i.",
            lambda X, W_q, W_k, W_v: softmax(_scaled(X, W_q, W_k).T) @ (X @ W_v),
        ),
        Misconception(
            "table_transposed",
            "The table of weights is transposed: row i holds what position i reads. Write `weights @ …`.",
            lambda X, W_q, W_k, W_v: softmax(_scaled(X, W_q, W_k)).T @ (X @ W_v),
        ),
        Misconception(
            "weights_for_output",
            "These are the weights. Attention averages the values with them: `weights @ (X @ W_v)`.",
            lambda X, W_q, W_k, W_v: softmax(_scaled(X, W_q, W_k)),
        ),
        Misconception(
            "input_added",
            "X is added. That is what a block does with the result; attention itself only averages the values.",
            lambda X, W_q, W_k, W_v: X + self_attention(X, W_q, W_k, W_v),
        ),
        Misconception(
            "values_not_projected",
            "The rows of X themselves are averaged. Average the values, X @ W_v.",
            lambda X, W_q, W_k, W_v: softmax(_scaled(X, W_q, W_k)) @ X,
        ),
        Misconception(
            "transposed_weights",
            "The weights are used transposed. A token is a row: write `X @ W_q`.",
            lambda X, W_q, W_k, W_v: self_attention(X, W_q.T, W_k.T, W_v.T),
        ),
        Misconception(
            "causal_mask",
            "Positions after a token are hidden from it here. Without a mask every position reads every one.",
            lambda X, W_q, W_k, W_v: attention_weights(X @ W_q, X @ W_k, causal=True) @ (X @ W_v),
        ),
    ),
)
