"""The lowest point of GELU, and two places with one value."""

from functools import cache

import numpy as np

from ffn_ref import gelu, gelu_grad, gelu_tanh, gelu_tanh_grad, silu, silu_grad

from ...question import Misconception, Stage, StagesQuestion

TOLERANCE = 1e-6
WHY = "Six places are asked for: rounding costs 5e-7. The tanh form's lowest point is 5e-4 to the left and 7e-5 lower."
WHY_VALUE = WHY + " A place that is 1e-3 off moves the value by 2e-7."
WHY_PLACE = "Six places are asked for: rounding costs 5e-7. The tanh form's place on the left is 1e-5 or more away."
COARSE = 2e-3  # what the search on a grid of a thousand places or so leaves
COARSE_VALUE = 6e-5  # what four decimals leave


def _zero(f, left, right):
    """Where f changes its sign between left and right, by halving."""
    rises = f(left) < 0
    for _ in range(60):
        middle = (left + right) / 2
        left, right = (middle, right) if (f(middle) < 0) == rises else (left, middle)
    return left


@cache
def _lowest(slope):
    return _zero(slope, -3.0, -0.1)


@cache  # a few hundred values at most
def _side(value, form, slope, which):
    """The place to the left (0) or to the right (1) of the dip of `form` where it takes `value`."""
    dip = _lowest(slope)
    ends = ((-12.0, dip), (dip, 0.0))[which]
    return _zero(lambda z: form(z) - value, *ends)


def _in_the_dip(place):
    """The student's place, if it lies in the dip at all: what GELU is at 0 takes no effort."""
    return place if -3 < place < -0.1 else _lowest(gelu_grad)


def _place(which, form=gelu, slope=gelu_grad):
    """That place for the student's own value."""
    return lambda n, s: _side(n.thousandths / 1000, form, slope, which)


def _stage(name, which, *own):
    """One of the two places. own: mistakes that belong to it alone."""
    side, other = ("left", "right") if which == 0 else ("right", "left")
    return Stage(
        name,
        _place(which),
        (
            Misconception(
                "other_side", f"This is the place on the {other} of the dip. Search on the {side}.", _place(1 - which)
            ),
            Misconception(
                "sign_lost", "GELU is negative only left of 0: the place is too.", lambda n, s: -_place(which)(n, s)
            ),
            Misconception("silu_for_gelu", "Here SiLU takes your value.", _place(which, silu, silu_grad)),
            Misconception(
                "value_for_place",
                "This is the value. Asked is a place z where GELU has it.",
                lambda n, s: n.thousandths / 1000,
            ),
            *own,
        ),
        TOLERANCE,
        WHY_PLACE,
        decimals=6,
        coarse=COARSE,
    )


DIP = StagesQuestion(
    id="activations.dip",
    title="The dip",
    points=3,
    section="The dip",
    hints=(
        "At the lowest point the slope is zero: negative to the left of it, positive to the right.",
        "`crossing` finds where a function changes its sign. Which function does so at the lowest point?",
        "GELU takes your value where the difference GELU(z) − value is zero. `lambda z: …` makes a function of it.",
        "The lowest point divides the two places: search once on each side of it. Far left GELU is nearly 0 again.",
    ),
    example={"thousandths": -100},
    draw={"thousandths": {"shape": [], "from": list(range(-160, -4))}},
    stages=(
        Stage(
            "gelu_place",
            lambda n, s: _lowest(gelu_grad),
            (
                Misconception(
                    "whole_number",
                    "At −1 GELU is already on its way back. The lowest point is to the right.",
                    lambda n, s: -1.0,
                ),
                Misconception(
                    "tanh_for_exact", "This is the lowest point of the tanh form.", lambda n, s: _lowest(gelu_tanh_grad)
                ),
                Misconception("silu_for_gelu", "This is the lowest point of SiLU.", lambda n, s: _lowest(silu_grad)),
                Misconception("sign_lost", "The lowest point lies left of 0.", lambda n, s: -_lowest(gelu_grad)),
                Misconception(
                    "place_and_value_swapped",
                    "This is the value. Asked here is the place, z.",
                    lambda n, s: gelu(_lowest(gelu_grad)),
                ),
                Misconception(
                    "zero_of_the_curve",
                    "Here GELU itself is zero. At the lowest point its slope is: search with gelu_slope.",
                    lambda n, s: 0.0,
                ),
                Misconception(
                    "steepest_place",
                    "Here the curve is steepest downwards. The lowest point is where the slope is 0.",
                    lambda n, s: -np.sqrt(2),
                ),
            ),
            TOLERANCE,
            WHY,
            decimals=6,
            coarse=COARSE,
        ),
        Stage(
            "gelu_value",
            lambda n, s: gelu(_in_the_dip(s.gelu_place)),
            (
                Misconception(
                    "whole_number", "This is GELU(−1). The lowest value is a little lower.", lambda n, s: gelu(-1.0)
                ),
                Misconception(
                    "tanh_for_exact", "This is the value of the tanh form.", lambda n, s: gelu_tanh(s.gelu_place)
                ),
                Misconception("silu_for_gelu", "This is the value of SiLU.", lambda n, s: silu(s.gelu_place)),
                Misconception("sign_lost", "The lowest value lies below 0.", lambda n, s: -gelu(s.gelu_place)),
                Misconception(
                    "zero_for_value",
                    "This is the slope there, or GELU at 0. Asked is GELU's value at the lowest point.",
                    lambda n, s: 0.0,
                ),
            ),
            TOLERANCE,
            WHY_VALUE,
            decimals=6,
            coarse=COARSE_VALUE,
        ),
        _stage(
            "left_place",
            0,
            Misconception(
                "tanh_for_exact",
                "Here the tanh form takes your value, not the exact one.",
                _place(0, gelu_tanh, gelu_tanh_grad),
            ),
        ),
        _stage(
            "right_place",
            1,
            Misconception(
                "straight_line",
                "Near 0 GELU is about z/2, but only near 0. Search for the place itself.",
                lambda n, s: 2 * n.thousandths / 1000,
            ),
        ),
    ),
)
