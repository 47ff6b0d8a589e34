"""XOR with weights set by hand: given values in four corners, by two hidden units."""

import numpy as np

from ...question import Mistake, PropertyQuestion
from .corners import (
    CORNERS,
    DIGITS,
    TOLERANCE,
    WORDS,
    affine,
    bent,
    changed,
    dead,
    first_corner,
    fits,
    last_corner,
    off,
    outputs,
    reversed_signs,
    silent,
    spare,
    start_kept,
    wrong_at,
)

UNITS = 2


def _lacks(n, a):
    return np.inf if a.d_ff > UNITS else off(n, outputs(a))


def _found(n, a):
    out = outputs(a)
    shown = ", ".join(f"{word} gives {value:.4g}" for word, value in zip(WORDS, out, strict=True))
    wrong = wrong_at(n, out)
    said = f"Off at {', '.join(wrong)}." if wrong else "All four corners are right."
    asleep = "".join(f" Unit {k} is 0 in all four." for k in silent(a)[:2])
    return f"Your network: {shown}. {said}{asleep}"


def _partial(n, a):
    """Half for three corners, or for all four with more units."""
    wrong = len(wrong_at(n, outputs(a)))
    return 0.5 if wrong == (a.d_ff <= UNITS) else 0.0


XOR = PropertyQuestion(
    id="motivation.xor",
    title="XOR with weights of your own",
    points=4,
    section="A task that no linear layer solves",
    hints=(
        "The book solves it once for uneven targets. What does each of its two units do?",
        "Unit 1 has a large bias, so it is on in all corners and affine there. b2 takes it back and adds t(0, 0).",
        "Let unit 1 rise by t(1, 0) − t(0, 0) along x1 and by t(0, 1) − t(0, 0) along x2. Three corners are right now.",
        "Unit 2, relu(x1 + x2 − 1), is silent in these three and 1 in the fourth. It adds what is missing there.",
    ),
    example={"t": [0, 1, 1, 0]},
    draw={"t": {"shape": [4], "from": DIGITS}},
    sensible=lambda n: bent(n) and len(set(n.t.tolist())) == 4 and n.t[0] != 0,
    shapes={"W1": (2, "d_ff"), "b1": ("d_ff",), "W2": ("d_ff", 1), "b2": (1,)},
    at_most={"d_ff": 64},
    lacks=_lacks,
    tolerance=TOLERANCE,
    why="The targets are whole numbers, which weights by hand meet exactly. 0.01 forgives weights rounded to 3 places.",
    found=_found,
    partial=_partial,
    solutions=lambda n: [last_corner(n), last_corner(n, size=1.0), first_corner(n)],
    misconceptions=(
        Mistake(
            "too_many_units",
            "All four corners are right, but with more than two hidden units. Two are enough.",
            spare,
            0.5,
            seen=lambda n, a: a.d_ff > UNITS and fits(n, outputs(a)),
        ),
        Mistake(
            "second_bias_forgotten",
            "All four corners are off by the same amount. b2 is there to add it.",
            lambda n: changed(n, b2=lambda b2: 0 * b2),
            seen=lambda n, a: np.ptp(outputs(a) - n.t) <= TOLERANCE,
        ),
        Mistake(
            "signs_reversed",
            "Every output has the wrong sign. Turn W2 and b2 round.",
            reversed_signs,
            seen=lambda n, a: fits(n, -outputs(a)),
        ),
        Mistake(
            "start_not_subtracted",
            "Unit 1 rises by t(0, 1) and t(1, 0) themselves. From t(0, 0) on it must rise by the differences.",
            start_kept,
            seen=lambda n, a: bool(np.abs(outputs(a) - n.t[0] - n.t * [0, 1, 1, 0])[:3].max() <= TOLERANCE),
        ),
        Mistake(
            "first_bias_with_the_wrong_sign",
            "With −b1 in place of b1 it would be right. A unit switches where x @ W1 + b1 is 0.",
            lambda n: changed(n, b1=lambda b1: -b1),
            seen=lambda n, a: fits(n, outputs(a, b1=-a.b1)),
        ),
        Mistake(
            "transposed_weights",
            "With W1.T it would be right. The weights of unit k stand in column k of W1, not in row k.",
            lambda n: changed(n, W1=np.transpose),
            seen=lambda n, a: a.d_ff == 2 and fits(n, outputs(a, W1=a.W1.T)),
        ),
        Mistake(
            "inputs_swapped",
            "With x1 and x2 exchanged it would be right. Row 1 of W1 belongs to x1, “not”.",
            lambda n: changed(n, W1=np.flipud),
            seen=lambda n, a: fits(n, outputs(a, CORNERS[:, ::-1])),
        ),
        Mistake(
            "dead_unit",
            "A hidden unit is 0 in all four corners, so it does nothing. Move its bias until it fires in one of them.",
            dead,
            0.5,
            seen=lambda n, a: bool(silent(a)),
        ),
        Mistake(
            "no_unit_switches",
            "In these corners your network is affine: both diagonals have the same sum. "
            "Let a unit be silent in one corner and awake in another.",
            affine,
            0.5,
            seen=lambda n, a: abs(np.dot(outputs(a), [1, -1, -1, 1])) <= TOLERANCE,
        ),
        Mistake(
            "wrong_at_one_corner",
            "Three corners are right, one is not. Which of your units are awake there?",
            lambda n: last_corner(n, n.t + np.eye(4)[3]),
            0.5,
            seen=lambda n, a: len(wrong_at(n, outputs(a))) == 1,
        ),
    ),
)
