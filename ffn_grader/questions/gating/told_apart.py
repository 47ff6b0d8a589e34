"""Which of two matrices is the gate? One known output decides."""

import numpy as np

from ffn_ref import swiglu

from ...question import FunctionQuestion, Misconception


def _error(x, y, gate, up, W_down):
    return np.abs(swiglu(x, gate, up, W_down) - y).max()


def told_apart(x, y, A, B, W_down):
    """(W_gate, W_up): A and B in the order that gives y."""
    return (A, B) if _error(x, y, A, B, W_down) < _error(x, y, B, A, W_down) else (B, A)


def _by_first_token(x, y, A, B, W_down):
    """The verdict of the first token alone; when it cannot tell, A is taken for the gate."""
    x, y = x[:1], y[:1]
    return (A, B) if _error(x, y, A, B, W_down) <= _error(x, y, B, A, W_down) else (B, A)


def _by_first_token_or_b(x, y, A, B, W_down):
    """The same, but when the first token cannot tell, B is taken for the gate."""
    return told_apart(x[:1], y[:1], A, B, W_down)


def _by_signed_differences(x, y, A, B, W_down):
    """Differences without their absolute values: the largest one of each order is compared."""
    ab, ba = (swiglu(x, *order, W_down) - y for order in ((A, B), (B, A)))
    return (A, B) if ab.max() < ba.max() else (B, A)


def _layer(rng, first, larger, negative, padded, below):
    """A layer of numbers with one decimal. first: A is the gate. larger, negative: the gate has the larger entries,
    more negative results.

    padded: there is a third token in front, which is zero. below: the wrong order gives too little everywhere.
    """

    def draw(*shape):
        return rng.standard_normal(shape).round(1) + 0.0  # no -0

    while True:
        x, gate, up, W_down = draw(2, 2), draw(2, 3), draw(2, 3), draw(3, 2)
        if (np.linalg.norm(gate) > np.linalg.norm(up)) != larger:
            gate, up = up, gate
        more = (x @ gate < 0).sum() - (x @ up < 0).sum()
        off = swiglu(x, up, gate, W_down) - swiglu(x, gate, up, W_down)
        if more and (more > 0) == negative and np.abs(off).max() > 0.2 and not (below and off.max() > -0.01):
            x = np.vstack([np.zeros(2), x]) if padded else x
            y = swiglu(x, gate, up, W_down).astype(np.float32)
            return x, y, *((gate, up) if first else (up, gate)), W_down


def draw_files(rng):
    """Eight small layers in which each rule of thumb is right half of the time; half of them are padded."""
    plans = [
        (first, larger, (first == larger) != padded, padded, first and larger and not padded)
        for padded in (False, True)
        for first in (True, False)
        for larger in (True, False)
    ]
    return [_layer(rng, *plans[i]) for i in (*rng.permutation(4), *4 + rng.permutation(4))]


def _alike(given, right) -> bool:
    return all(np.allclose(a, b, atol=1e-4) for a, b in zip(given, right, strict=True))


def mistaken(rows) -> str:
    """In how many files the wrong matrix is taken for the gate."""
    swapped, sound = ([_alike(given, right[::step]) for _, given, right in rows] for step in (-1, 1))
    if not all(a or b for a, b in zip(swapped, sound, strict=True)):
        return ""
    return f"In {sum(swapped)} of {len(rows)} files you took the wrong matrix for the gate."


TOLD_APART = FunctionQuestion(
    id="gating.told_apart",
    title="Gate and up told apart",
    points=2,
    section="Gate and up are not alike",
    arguments=("x", "y", "A", "B", "W_down"),
    parts=("W_gate", "W_up"),
    hints=(
        "Looking at the two matrices is not enough. Each of them could be the gate.",
        "There are only two possibilities. Run both, with your `swiglu`, and compare with y.",
        "y is rounded, so neither result is exactly equal to it. One is much nearer.",
        "Look at all tokens. One alone may say nothing: for x = 0 both ways give 0.",
    ),
    reference=told_apart,
    explain=mistaken,
    draw=draw_files,
    why="The matrices are handed back as they came, so no digit is lost. y is rounded to float32, about 1e-7 of its "
    "size; the wrong order misses it by at least 0.2.",
    misconceptions=(
        Misconception(
            "first_is_the_gate",
            "You always take A for the gate. In some files it is B: let y decide.",
            lambda x, y, A, B, W_down: (A, B),
        ),
        Misconception(
            "second_is_the_gate",
            "You always take B for the gate. If you compare with y by `==`: y is rounded, so it is never quite equal.",
            lambda x, y, A, B, W_down: (B, A),
        ),
        Misconception(
            "order_of_the_result",
            "You found out which is which, but hand them back in the other order. The gate comes first.",
            lambda x, y, A, B, W_down: told_apart(x, y, A, B, W_down)[::-1],
            credit=0.5,
        ),
        Misconception(
            "larger_is_the_gate",
            "You take the matrix with the larger entries for the gate. Size says nothing: let y decide.",
            lambda x, y, A, B, W_down: (A, B) if np.linalg.norm(A) > np.linalg.norm(B) else (B, A),
        ),
        Misconception(
            "smaller_is_the_gate",
            "You take the matrix with the smaller entries for the gate. Size says nothing: let y decide.",
            lambda x, y, A, B, W_down: (A, B) if np.linalg.norm(A) < np.linalg.norm(B) else (B, A),
        ),
        Misconception(
            "mostly_negative_is_the_gate",
            "You take the branch with more negative numbers for the gate. That is no law: let y decide.",
            lambda x, y, A, B, W_down: (A, B) if (x @ A < 0).sum() > (x @ B < 0).sum() else (B, A),
        ),
        Misconception(
            "first_token_only",
            "You compare the first token only. Where it is zero, both ways give zero. Compare all tokens.",
            _by_first_token,
            credit=0.5,
        ),
        Misconception(
            "first_token_decides",
            "For a token of zeros both orders give zero, so it decides nothing. Compare the error over all tokens.",
            _by_first_token_or_b,
            credit=0.5,
        ),
        Misconception(
            "signed_differences",
            "You compare differences with their signs. A large negative one is no small error: take sizes first.",
            _by_signed_differences,
        ),
    ),
)
