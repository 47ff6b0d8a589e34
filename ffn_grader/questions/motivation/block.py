"""A whole block: attention and the feed-forward network, both added to the residual stream."""

import math

import numpy as np

from ffn_ref import attend, ffn, identity, relu, softmax

from ...question import FunctionQuestion, Misconception
from .attention import small

WHY = (
    "1e-4 of the largest value. In float32 each product is good to 6e-8 and the longest sum has 16 terms: after four "
    "sums in a row that is less than 1e-5. The nearest mistake is ten times farther away than the tolerance."
)


def block(X, A, W_v, W1, W2, b1, b2):
    h = X + attend(A, X @ W_v)
    return h + ffn(h, W1, W2, b1, b2)


def _weights(rng, n, d, d_ff, dtype=float):
    draw = rng.standard_normal
    matrices = draw((d, d)) / math.sqrt(d), draw((d, d_ff)) / math.sqrt(d), draw((d_ff, d)) / math.sqrt(d_ff)
    arrays = softmax(2 * draw((n, n))), *matrices, draw(d_ff), draw(d)
    return tuple(array.astype(dtype) for array in arrays)


def _draw(rng):
    """Two tokens of small numbers, a square layer, whole numbers, single precision, a single token."""
    quarters = rng.choice([1.0, 3.0], 2) / 4
    A = np.column_stack([quarters, 1 - quarters])
    tiny = [small(rng, *shape) for shape in ((2, 2), (2, 2), (2, 3), (3, 2), (3,), (2,))]
    return [
        (tiny[0], A, *tiny[1:]),
        (rng.standard_normal((3, 3)), *_weights(rng, 3, 3, 3)),
        (rng.integers(-2, 3, (5, 4)), *_weights(rng, 5, 4, 8)),
        (rng.standard_normal((3, 4)).astype(np.float32), *_weights(rng, 3, 4, 16, np.float32)),
        (rng.standard_normal((1, 4)), *_weights(rng, 1, 4, 6)),
    ]


def _wrong(form):
    """A mistake as a function of X, the attention `att` and the network `net`."""

    def wrong(X, A, W_v, W1, W2, b1, b2):
        return form(X, lambda X: attend(A, X @ W_v), lambda X: ffn(X, W1, W2, b1, b2))

    return wrong


def _network(form):
    """A mistake inside the network, as a function of the rows and its weights."""

    def wrong(X, A, W_v, *network):
        h = X + attend(A, X @ W_v)
        return h + form(h, *network)

    return wrong


BLOCK = FunctionQuestion(
    id="motivation.block",
    title="A block of the residual stream",
    points=2,
    section="A text is a stack of rows",
    arguments=("X", "A", "W_v", "W1", "W2", "b1", "b2"),
    hints=(
        "The book's first equation has two lines, one for each step. Each adds something to the rows.",
        "Attention's output is A times the values, and the values are X @ W_v.",
        "The second step reads the rows as the first step left them: give them a name of their own.",
        "The network is ReLU of (rows @ W1 + b1), times W2, plus b2. Add it to these rows, not to X.",
    ),
    reference=block,
    draw=_draw,
    why=WHY,
    misconceptions=(
        Misconception(
            "no_residual_stream",
            "The outputs replace the rows. In a block both steps *add* to the rows.",
            _wrong(lambda X, att, net: net(att(X))),
        ),
        Misconception(
            "attention_not_added",
            "The first step replaces the rows. Add attention's output to X.",
            _wrong(lambda X, att, net: att(X) + net(att(X))),
        ),
        Misconception(
            "network_not_added",
            "The second step replaces the rows. Add the network's output to what the first step gave.",
            _wrong(lambda X, att, net: net(X + att(X))),
        ),
        Misconception(
            "network_reads_the_old_rows",
            "The network reads X. It should read the rows *after* attention, which hold the context.",
            _wrong(lambda X, att, net: X + att(X) + net(X)),
        ),
        Misconception(
            "attention_lost_from_the_stream",
            "What attention added is lost at the end: the network's output is added to X alone.",
            _wrong(lambda X, att, net: X + net(X + att(X))),
        ),
        Misconception(
            "network_reads_the_update_only",
            "The network reads attention's output alone. It should read X plus that output.",
            _wrong(lambda X, att, net: X + att(X) + net(att(X))),
        ),
        Misconception(
            "network_first",
            "The steps are in the wrong order: attention comes first.",
            _wrong(lambda X, att, net: X + net(X) + att(X + net(X))),
        ),
        Misconception(
            "input_added_twice",
            "X is added twice. After the first step it is already in the rows.",
            _wrong(lambda X, att, net: X + (X + att(X)) + net(X + att(X))),
        ),
        Misconception(
            "values_not_projected",
            "A averages the rows of X themselves. It should average the values, X @ W_v.",
            lambda X, A, W_v, *network: block(X, A, np.eye(len(W_v)), *network),
        ),
        Misconception(
            "weights_transposed",
            "Row i of A holds what position i reads: write `A @ …`, not `A.T @ …`.",
            lambda X, A, *weights: block(X, A.T, *weights),
        ),
        Misconception(
            "no_activation",
            "There is no ReLU between the two layers of the network.",
            _network(lambda h, W1, W2, b1, b2: ffn(h, W1, W2, b1, b2, activation=identity)),
        ),
        Misconception(
            "activation_after_the_second_layer",
            "ReLU stands after the second layer. It belongs between the two.",
            _network(lambda h, W1, W2, b1, b2: relu(ffn(h, W1, W2, b1, b2, activation=identity))),
        ),
        Misconception(
            "activation_on_both_layers",
            "ReLU is applied after the second layer as well. There it cuts off all that is negative.",
            _network(lambda h, *network: relu(ffn(h, *network))),
        ),
        Misconception(
            "first_bias_forgotten",
            "b1 is not added before ReLU.",
            _network(lambda h, W1, W2, b1, b2: ffn(h, W1, W2, None, b2)),
        ),
        Misconception(
            "second_bias_forgotten",
            "b2 is not added after the second layer.",
            _network(lambda h, W1, W2, b1, b2: ffn(h, W1, W2, b1)),
        ),
        Misconception(
            "truncated_to_integers",
            "When X holds whole numbers, the result is cut to whole numbers. Start from X.astype(float).",
            lambda X, *weights: block(X, *weights).astype(X.dtype),
        ),
    ),
)
