"""Two inputs on which softmax attention is not additive."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from ffn_ref import self_attention

from ...question import Mistake, PropertyQuestion

BOUND = 1.0
LIMIT = 3.0
VISIBLE = 1e-9  # a smaller gap may be rounding
KEYS = np.eye(2)


def gap(n, X, Y):
    """max |f(X + Y) − f(X) − f(Y)|, f being the layer with the student's matrices; one for each pair of texts."""

    def f(X):
        return self_attention(X, n.W_q, KEYS, n.W_v)

    return np.abs(f(X + Y) - f(X) - f(Y)).max(axis=(-2, -1))


def _too_large(a):
    return max(np.abs(a.X).max(), np.abs(a.Y).max()) > LIMIT


def _lacks(n, a):
    return np.inf if _too_large(a) else BOUND - gap(n, a.X, a.Y)


def _found(n, a):
    largest = max(np.abs(a.X).max(), np.abs(a.Y).max())
    entries = f" Your entries go up to {largest:.4g} in size; {LIMIT:g} is allowed." if _too_large(a) else ""
    return f"The gap is {gap(n, a.X, a.Y):.4g}; {BOUND:g} or more is asked for.{entries}"


def _partial(n, a):
    """Half for a pair that breaks additivity, by too little or with entries that are too large."""
    return 0.5 if gap(n, a.X, a.Y) > (BOUND if _too_large(a) else VISIBLE) else 0.0


def _flat(X):
    """Whether all rows are alike."""
    return bool(np.ptp(X, axis=0).max() == 0)


# Pairs of texts of two tokens, among which every layer has a counter-example.
PAIRS = np.random.default_rng(0).integers(-3, 4, (2, 40, 2, 2)).astype(float)


def _best(n):
    """The pair with the largest gap."""
    return _best_of(n.W_q.tobytes(), n.W_v.tobytes())


@lru_cache(maxsize=64)
def _best_of(W_q, W_v):
    n = SimpleNamespace(W_q=np.frombuffer(W_q, np.int64).reshape(2, 2), W_v=np.frombuffer(W_v, np.int64).reshape(2, 2))
    return PAIRS[:, gap(n, *PAIRS).argmax()]


def _answers(X, Y):
    return {"X": X, "Y": Y}


def _small(n):
    """The best pair, shrunk until its gap is a tenth of what is asked for."""
    X, Y = _best(n)
    while gap(n, X, Y) > BOUND / 10:
        X, Y = X / 2, Y / 2
    return _answers(X, Y)


COUNTER_EXAMPLE = PropertyQuestion(
    id="motivation.counter_example",
    title="A counter-example",
    points=3,
    section="Linear, and not linear",
    hints=(
        "An additive layer has f(X + Y) = f(X) + f(Y) for every X and Y. One pair that breaks it is enough.",
        "The weights must be others for X + Y than for X and for Y. With one token they cannot be: its weight is 1.",
        "Let the computer look: draw X and Y at random, with two or three tokens and whole numbers from −3 to 3.",
        "`rng.integers(-3, 4, size=(2, 3, 2))` holds one pair. Draw again while `gap` of the pair is too small.",
    ),
    example={"W_q": [[1, 0], [0, 1]], "W_v": [[1, 0], [0, 1]]},
    draw={
        "W_q": {"shape": [2, 2], "from": [-1, 0, 1, 2]},
        "W_v": {"shape": [2, 2], "from": [-2, -1, 0, 1, 2]},
    },
    sensible=lambda n: all(W[0, 0] * W[1, 1] != W[0, 1] * W[1, 0] for W in (n.W_q, n.W_v)),
    shapes={"X": ("n", 2), "Y": ("n", 2)},
    at_most={"n": 16},
    lacks=_lacks,
    tolerance=1e-6,
    why="The bound is met with room to spare; float64 sums of so few products are good to 1e-14.",
    found=_found,
    partial=_partial,
    solutions=lambda n: [_answers(*_best(n)), _answers(*_best(n)[:, ::-1])],
    misconceptions=(
        Mistake(
            "entries_too_large",
            "The difference is there, but only entries from −3 to 3 are allowed.",
            lambda n: _answers(*(2 * _best(n))),
            0.5,
            seen=lambda n, a: _too_large(a) and gap(n, a.X, a.Y) >= BOUND,
        ),
        Mistake(
            "one_token",
            "With one token the only weight is 1, whatever the token. So this layer is linear on it. Take two or more.",
            lambda n: _answers([[3, 0]], [[0, 3]]),
            seen=lambda n, a: a.n == 1,
        ),
        Mistake(
            "nothing_added",
            "One of the two is all zeros. Adding nothing changes nothing, in any layer.",
            lambda n: _answers([[3, 0], [0, 3]], np.zeros((2, 2))),
            seen=lambda n, a: not a.X.any() or not a.Y.any(),
        ),
        Mistake(
            "opposite_inputs",
            "Y is −X. Both signs fall away in the scores, so X and −X have the same weights and the outputs cancel.",
            lambda n: _answers([[3, 0], [0, 3]], [[-3, 0], [0, -3]]),
            seen=lambda n, a: bool((a.X == -a.Y).all()),
        ),
        Mistake(
            "equal_tokens",
            "All tokens of a text are alike, so its average is that token whatever the weights. Make the rows differ.",
            lambda n: _answers([[3, 0], [3, 0]], [[0, 3], [0, 3]]),
            seen=lambda n, a: _flat(a.X) and _flat(a.Y),
        ),
        Mistake(
            "difference_too_small",
            "This pair does break additivity, but by too little. Try other directions, not only other sizes.",
            _small,
            0.5,
            seen=lambda n, a: not _too_large(a) and gap(n, a.X, a.Y) > VISIBLE,
        ),
    ),
)
