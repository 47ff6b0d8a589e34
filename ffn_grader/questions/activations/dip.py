"""The lowest points of GELU and of Swish."""

from functools import lru_cache

import numpy as np

from ffn_ref import gelu, gelu_grad, gelu_tanh, gelu_tanh_grad, relu, silu, silu_grad, swish

from ...question import Misconception, Stage, StagesQuestion

TOLERANCE = 1e-6
WHY = "Six places are asked for: rounding costs 5e-7. The tanh form's lowest point is 5e-4 to the left and 7e-5 lower."


@lru_cache
def _lowest(slope, left=-3.0, right=-0.1):
    """Where a slope that is negative on the left and positive on the right is zero, by halving."""
    for _ in range(60):
        middle = (left + right) / 2
        left, right = (middle, right) if slope(middle) < 0 else (left, middle)
    return left


def _swish_place(n):
    return _lowest(silu_grad) / n.beta


DIP = StagesQuestion(
    id="activations.dip",
    title="The lowest points",
    points=2,
    section="The dip",
    hints=(
        "At the lowest point the slope is zero: negative to the left of it, positive to the right.",
        "Halve an interval: look at the slope in its middle and keep the half in which the sign changes. "
        "After 40 halvings the place is known to 12 digits.",
        "The value is flat around its lowest point, so a search that compares values finds the place less exactly.",
        "z · sigmoid(βz) is SiLU(βz) / β. So where is its lowest point, if SiLU's is known?",
    ),
    example={"beta": 2},
    draw={"beta": {"shape": [], "from": list(range(3, 60))}},
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
            ),
            TOLERANCE,
            WHY,
        ),
        Stage(
            "gelu_value",
            lambda n, s: gelu(s.gelu_place),
            (
                Misconception(
                    "whole_number", "This is GELU(−1). The lowest value is a little lower.", lambda n, s: gelu(-1.0)
                ),
                Misconception(
                    "tanh_for_exact", "This is the value of the tanh form.", lambda n, s: gelu_tanh(s.gelu_place)
                ),
                Misconception("silu_for_gelu", "This is the value of SiLU.", lambda n, s: silu(s.gelu_place)),
                Misconception("sign_lost", "The lowest value lies below 0.", lambda n, s: -gelu(s.gelu_place)),
                Misconception("relu_for_gelu", "This is ReLU, which has no dip.", lambda n, s: relu(s.gelu_place)),
            ),
            TOLERANCE,
            WHY,
        ),
        Stage(
            "swish_place",
            lambda n, s: _swish_place(n),
            (
                Misconception(
                    "beta_ignored", "This is SiLU's place. β makes the curve narrower.", lambda n, s: _lowest(silu_grad)
                ),
                Misconception(
                    "multiplied_by_beta",
                    "A larger β moves the dip towards 0. Divide instead.",
                    lambda n, s: _lowest(silu_grad) * n.beta,
                ),
                Misconception("gelu_for_swish", "This is GELU's place.", lambda n, s: _lowest(gelu_grad)),
                Misconception("sign_lost", "The lowest point lies left of 0.", lambda n, s: -_swish_place(n)),
            ),
            TOLERANCE,
            WHY,
        ),
        Stage(
            "swish_value",
            lambda n, s: swish(s.swish_place, n.beta),
            (
                Misconception(
                    "beta_ignored",
                    "This is SiLU at your place. The factor is sigmoid(βz).",
                    lambda n, s: silu(s.swish_place),
                ),
                Misconception(
                    "beta_in_front",
                    "This is SiLU's lowest value. β stands only inside the sigmoid, "
                    "so a larger β makes the dip shallower.",
                    lambda n, s: silu(n.beta * np.asarray(s.swish_place)),
                ),
                Misconception("gelu_for_swish", "This is GELU at your place.", lambda n, s: gelu(s.swish_place)),
                Misconception(
                    "sign_lost", "The lowest value lies below 0.", lambda n, s: -swish(s.swish_place, n.beta)
                ),
            ),
            TOLERANCE,
            WHY,
        ),
    ),
)
