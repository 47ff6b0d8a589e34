"""A curve of the student's own, and ReLU networks that follow it."""

from functools import cache
from types import SimpleNamespace

import numpy as np

from ffn_ref import ffn, relu

UNITS = 16
ENDS = -2.0, 2.0
GRID = np.linspace(*ENDS, 401)  # where a network is fitted
FINE = np.linspace(*ENDS, 801)  # where it is judged


def target(n, t=GRID):
    """The curve of the student with the numbers n: (a·sin 2t + b·cos 3t + c·t + d·t²) / 4."""
    return (n.a * np.sin(2 * t) + n.b * np.cos(3 * t) + n.c * t + n.d * t**2) / 4


def errors(n, a, activation=relu, b1=None):
    """What the network gives minus the curve, along the interval."""
    out = ffn(FINE[:, None], a.W1, a.W2, a.b1 if b1 is None else b1, a.b2, activation=activation)[:, 0]
    return out - target(n, FINE)


def largest(error):
    return float(np.abs(error).max())


@cache  # a few thousand curves at most
def _least_squares(curve, units, activation, start, slope):
    n = SimpleNamespace(**dict(curve))
    centres = np.linspace(start, ENDS[1], units, endpoint=False)
    W1, b1 = np.full((1, units), slope), -slope * centres
    t = GRID[start <= GRID]
    H = np.column_stack([activation(t[:, None] @ W1 + b1), np.ones(len(t))])
    solution = np.linalg.lstsq(H, target(n, t), rcond=None)[0]
    return {"W1": W1, "b1": b1, "W2": solution[:-1, None], "b2": solution[-1:]}


def network(n, units=UNITS, activation=relu, start=ENDS[0], slope=1.0):
    """A network with evenly spaced bends, its second layer by least squares on the part from `start` on."""
    return _least_squares(tuple((name, getattr(n, name)) for name in "abcd"), units, activation, start, slope)


def interpolation(n):
    """A network through 17 points of the curve, straight between them: no fit at all."""
    knots = np.linspace(*ENDS, UNITS + 1)
    slopes = np.diff(target(n, knots)) / np.diff(knots)
    return {
        "W1": np.ones((1, UNITS)),
        "b1": -knots[:-1],
        "W2": np.diff(slopes, prepend=0)[:, None],
        "b2": target(n, knots[:1]),
    }


def line(n):
    """The best straight line, by a unit that is on everywhere."""
    slope, start = np.polyfit(GRID, target(n), 1)
    return {"W1": [[1.0]], "b1": [3.0], "W2": [[slope]], "b2": [start - 3 * slope]}


def bad_end(n):
    """A good fit whose last unit runs away over the last eighth of the interval."""
    net = network(n)
    return net | {"W2": net["W2"] + 2.0 * np.eye(UNITS)[:, -1:]}
