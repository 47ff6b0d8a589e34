"""A curve that a ReLU network must follow within a bound, with at most so many hidden units."""

import numpy as np

from ffn_ref import gelu

from ...question import Mistake, PropertyQuestion
from .curve import ENDS, FINE, UNITS, bad_end, errors, interpolation, largest, line, network, target

BOUND = 0.1


def _lacks(n, a):
    return np.inf if a.d_ff > UNITS else largest(errors(n, a)) - BOUND


def _partial(n, a):
    """Half for a network that is within the bound on average, or everywhere but with too many units."""
    error = np.abs(errors(n, a))
    return 0.5 if (error.max() if a.d_ff > UNITS else error.mean()) <= BOUND else 0.0


def _found(n, a):
    error = errors(n, a)
    worst = int(np.abs(error).argmax())
    units = f"You have {a.d_ff} units, {UNITS} are allowed." if a.d_ff != UNITS else ""
    return (
        f"The largest error is {abs(error[worst]):.4g}, at t = {FINE[worst]:.2f}; {BOUND:g} is allowed. "
        f"{_bends(a)} {units}".rstrip()
    )


def _bends(a):
    """In how many places the network bends, and the longest stretch in which it does not."""
    with np.errstate(all="ignore"):
        places = -a.b1 / a.W1[0]
    inside = np.unique(places[(places > ENDS[0]) & (places < ENDS[1])].round(9))
    edges = np.array([ENDS[0], *inside, ENDS[1]])
    k = int(np.diff(edges).argmax())
    where = (
        f"It bends in {inside.size} place{'s' * (inside.size != 1)} between {_signed(ENDS[0])} and {_signed(ENDS[1])}"
    )
    return f"{where}, and in none between {_signed(edges[k])} and {_signed(edges[k + 1])}."


def _signed(value):
    return f"{value:.3g}".replace("-", "−")


def _halves(error):
    return [part for part in np.array_split(error, 2) if largest(part) <= BOUND]


FIT = PropertyQuestion(
    id="motivation.fit",
    title="A curve with 16 units",
    points=3,
    section="How far this goes",
    hints=(
        "A unit relu(w·t + b) bends where w·t + b is 0. For w = 1, which b puts the bend at a place c?",
        "Where should your 16 bends lie, if no place may be off by much?",
        "Spread them evenly, all with w = 1. Then no unit is on left of its bend, so the first bend belongs at −2. "
        "`np.linspace` with endpoint=False gives such places.",
        "W1 is a row of 16 ones, and b1 is minus the places. `second_layer` does the rest.",
    ),
    example={"a": 4, "b": 0, "c": -2, "d": 1},
    draw={
        "a": {"shape": [], "from": [-4, -3, -2, 2, 3, 4]},
        "b": {"shape": [], "from": [-4, -3, -2, 2, 3, 4]},
        "c": {"shape": [], "from": [-3, -2, -1, 0, 1, 2, 3]},
        "d": {"shape": [], "from": [-1, 0, 1]},
    },
    shapes={"W1": (1, "d_ff"), "b1": ("d_ff",), "W2": ("d_ff", 1), "b2": (1,)},
    at_most={"d_ff": 256},
    lacks=_lacks,
    tolerance=1e-6,
    why="Even float32 weights move a sum of 16 terms by less than 1e-5, and a good fit stays far below the bound.",
    found=_found,
    partial=_partial,
    solutions=lambda n: [network(n), interpolation(n)],
    misconceptions=(
        Mistake(
            "too_many_units",
            "The error is small enough, but with more than 16 hidden units. Spread the bends evenly and 16 will do.",
            lambda n: network(n, 24),
            0.5,
            seen=lambda n, a: a.d_ff > UNITS and largest(errors(n, a)) <= BOUND,
        ),
        Mistake(
            "no_bend_inside",
            "Between −2 and 2 your network is a straight line: no unit switches there. Width alone does not help.",
            line,
            seen=lambda n, a: largest(np.diff(errors(n, a) + target(n, FINE), 2)) <= 1e-6,
        ),
        Mistake(
            "activation_is_gelu",
            "With GELU this would be close enough. The network is judged with ReLU.",
            lambda n: network(n, activation=gelu, slope=2.0),
            seen=lambda n, a: largest(errors(n, a, gelu)) <= BOUND,
        ),
        Mistake(
            "first_bias_with_the_wrong_sign",
            "With −b1 in place of b1 it would be close enough. For a bend at c take b = −w·c.",
            lambda n: network(n) | {"b1": -network(n)["b1"]},
            seen=lambda n, a: largest(errors(n, a, b1=-a.b1)) <= BOUND,
        ),
        Mistake(
            "second_bias_forgotten",
            "The shape is right, but the whole curve is off by the same amount. b2 is there to add it.",
            lambda n: network(n) | {"b2": [0.0]},
            seen=lambda n, a: np.ptp(errors(n, a)) <= 2 * BOUND < 2 * abs(errors(n, a).mean()),
        ),
        Mistake(
            "small_on_average_only",
            "The error is small on average, but not everywhere. Look at the place where it is largest.",
            bad_end,
            0.5,
            seen=lambda n, a: np.abs(errors(n, a)).mean() <= BOUND,
        ),
        Mistake(
            "half_of_the_interval",
            "One half of the interval is fitted, the other is not. Look at where the network bends.",
            lambda n: network(n, start=0.0),
            seen=lambda n, a: len(_halves(errors(n, a))) == 1,
        ),
    ),
)
