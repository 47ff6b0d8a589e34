"""How time grows with length: the exponent of measured times."""

import numpy as np

from ...question import FunctionQuestion, Misconception


def line(x, y):
    """Slope and height at 0 of the least-squares line through the points (x, y)."""
    slope, height = np.polyfit(np.asarray(x, dtype=float), np.asarray(y, dtype=float), 1)
    return slope, height


def exponent(n, seconds):
    return line(np.log(n), np.log(seconds))[0]


def draw_times(rng):
    """Exactly linear, exactly quadratic, noisy, with a fixed cost of each call, in any order, single precision."""

    def noisy(n, power, fixed=0.0):
        return rng.uniform(1e-6, 1e-4) * (n**power + fixed) * rng.uniform(0.7, 1.4, len(n))

    doubling = 2.0 ** np.arange(4, 10)
    mixed = rng.permutation([16, 24, 40, 100, 150, 700]).astype(float)
    return [
        (np.array([2, 4, 8]), np.array([3.0, 6.0, 12.0]) * rng.integers(1, 4)),
        (np.array([10, 20, 30, 80]), np.array([10, 20, 30, 80]) ** 2 / 1000),
        (doubling, noisy(doubling, 1)),
        (mixed, noisy(mixed, rng.uniform(0.8, 2.2))),
        (doubling, noisy(doubling, 1, fixed=200)),
        (mixed.astype(np.float32), noisy(mixed, 2).astype(np.float32)),
    ]


def _through_the_corner(n, seconds):
    x, y = np.log(n), np.log(seconds)
    return (x * y).sum() / (x * x).sum()


def _ends(n, seconds):
    x, y = np.log(n), np.log(seconds)
    return (y[-1] - y[0]) / (x[-1] - x[0])


GROWTH = FunctionQuestion(
    id="cost.growth",
    title="The exponent of measured times",
    points=2,
    section="With a stopwatch",
    arguments=("n", "seconds"),
    hints=(
        "If seconds = c · nᵖ, what is log(seconds)? Which number is its slope, seen as a function of log(n)?",
        "Which of the two quantities is x, the one that you chose, and which is y, the one that you measured?",
        "`np.polyfit` gives the slope and the height at 0, in this order. Return the first alone.",
    ),
    reference=exponent,
    draw=draw_times,
    why="1e-4: the logarithms are below 20, and float32 loses about 1e-6 of them. The nearest mistake is 1e-3 off.",
    misconceptions=(
        Misconception(
            "no_logarithms",
            "This is a slope in seconds for each token. For an exponent take logarithms of both first.",
            lambda n, seconds: line(n, seconds)[0],
        ),
        Misconception(
            "only_lengths_logged",
            "Only the lengths are logarithms here. Take the logarithm of the times too.",
            lambda n, seconds: line(np.log(n), seconds)[0],
        ),
        Misconception(
            "only_times_logged",
            "Only the times are logarithms here. Take the logarithm of the lengths too.",
            lambda n, seconds: line(n, np.log(seconds))[0],
        ),
        Misconception(
            "axes_swapped",
            "The axes are swapped: times depend on lengths, so log(n) is x and log(seconds) is y.",
            lambda n, seconds: line(np.log(seconds), np.log(n))[0],
        ),
        Misconception(
            "height_for_slope",
            "This is where the line meets the axis. The exponent is its slope.",
            lambda n, seconds: line(np.log(n), np.log(seconds))[1],
        ),
        Misconception(
            "slope_and_height",
            "This is all that np.polyfit gives, slope and height. The exponent is the slope alone.",
            lambda n, seconds: np.array(line(np.log(n), np.log(seconds))),
        ),
        Misconception(
            "first_and_last_alone",
            "You use the first and the last time alone. Fit a line through all of them.",
            _ends,
        ),
        Misconception(
            "line_through_zero",
            "Your line goes through (0, 0). Its height is free: it is the logarithm of the time for one token.",
            _through_the_corner,
        ),
        Misconception(
            "logarithms_divided",
            "You divide log(seconds) by log(n), as if a line went through (0, 0). Its slope is a ratio of differences.",
            lambda n, seconds: (np.log(seconds) / np.log(n)).mean(),
        ),
        Misconception(
            "correlation",
            "This is the correlation, which says how straight the line is. The exponent says how steep.",
            lambda n, seconds: np.corrcoef(np.log(n), np.log(seconds))[0, 1],
        ),
    ),
)
