"""What the two passes by hand share: the first stage, and the mistakes of the last."""

from ...question import Misconception, Stage


def pre_activation(n):
    return n.x @ n.W1 + n.b1


def project(n, h):
    return h @ n.W2 + n.b2


def no_idle_line(n) -> bool:
    """Whether every row and column of both matrices has something in it: no number of the pass is idle."""
    return all(W.any(axis=axis).all() for W in (n.W1, n.W2) for axis in (0, 1))


def expand(*more):
    """The first stage. It is whole numbers in both passes."""
    return Stage(
        "h_pre",
        lambda n, s: pre_activation(n),
        (
            Misconception(
                "first_bias_forgotten",
                "The product x @ W1 is there. Its bias b1 is not added yet.",
                lambda n, s: n.x @ n.W1,
            ),
            Misconception("bias_subtracted", "b1 is added, also where it is negative.", lambda n, s: n.x @ n.W1 - n.b1),
            Misconception(
                "input_reversed",
                "The first number of x goes with the first row of W1.",
                lambda n, s: n.x[::-1] @ n.W1 + n.b1,
            ),
            *more,
        ),
    )


LAST_STAGE = (
    Misconception(
        "second_bias_forgotten",
        "The product h @ W2 is there. Its bias b2 is not added yet.",
        lambda n, s: s.h @ n.W2,
    ),
    Misconception(
        "activation_skipped",
        "W2 multiplies h, the row after the activation. You used h_pre.",
        lambda n, s: project(n, s.h_pre),
    ),
)
