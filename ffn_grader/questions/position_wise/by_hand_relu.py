"""The pass by hand, 2→3→2 with ReLU."""

import numpy as np

from ffn_ref import gelu, relu

from ...question import Misconception, Stage, StagesQuestion
from .by_hand import LAST_STAGE, expand, no_idle_line, pre_activation, project


def _short_and_telling(n) -> bool:
    """Small numbers only; ReLU has something to do, and the output would show a second one."""
    h_pre = pre_activation(n)
    out = project(n, np.maximum(h_pre, 0))
    return bool(np.abs(h_pre).max() <= 6 and h_pre.min() < 0 < h_pre.max() and out.min() < 0 and no_idle_line(n))


BY_HAND_RELU = StagesQuestion(
    id="position_wise.by_hand_relu",
    title="A pass by hand: 2→3→2 with ReLU",
    points=3,
    section="A pass by hand, with ReLU",
    hints=(
        "h_pre has three numbers, one for each column of W1. For each: multiply x with the column, add up, "
        "add b1's entry.",
        "ReLU looks at one number at a time: a negative one becomes 0, the others stay.",
        "out has two numbers, one for each column of W2. The activation is not used again.",
    ),
    example={
        "x": [2, -1],
        "W1": [[1, 0, 1], [0, 1, 1]],
        "b1": [0, 0, 0],
        "W2": [[1, 0], [0, 1], [0, 1]],
        "b2": [0, 0],
    },
    draw={
        "x": {"shape": [2], "from": [-3, -2, -1, 1, 2, 3]},
        "W1": {"shape": [2, 3], "from": [-2, -1, 0, 1, 2]},
        "b1": {"shape": [3], "from": [-2, -1, 1, 2]},
        "W2": {"shape": [3, 2], "from": [-2, -1, 0, 1, 2]},
        "b2": {"shape": [2], "from": [-2, -1, 1, 2]},
    },
    sensible=_short_and_telling,
    stages=(
        expand(
            Misconception(
                "activation_too_early",
                "This is already after ReLU. h_pre is the row before it.",
                lambda n, s: relu(pre_activation(n)),
            )
        ),
        Stage(
            "h",
            lambda n, s: relu(s.h_pre),
            (
                Misconception(
                    "no_activation",
                    "The negative numbers are still there. ReLU turns them into 0.",
                    lambda n, s: s.h_pre,
                ),
                Misconception(
                    "absolute_value",
                    "ReLU does not flip the sign of a negative number. It turns it into 0.",
                    lambda n, s: np.abs(s.h_pre),
                ),
                Misconception(
                    "negatives_kept",
                    "You kept the negative numbers and dropped the positive ones.",
                    lambda n, s: np.minimum(s.h_pre, 0),
                ),
                Misconception(
                    "gelu_for_relu", "This is GELU. Here the activation is ReLU.", lambda n, s: gelu(s.h_pre)
                ),
                Misconception(
                    "bias_after_activation",
                    "Add b1 before the activation, not after it.",
                    lambda n, s: relu(n.x @ n.W1) + n.b1,
                ),
            ),
        ),
        Stage(
            "out",
            lambda n, s: project(n, s.h),
            (
                *LAST_STAGE,
                Misconception(
                    "activation_on_both_layers",
                    "The output is not activated again: it may be negative.",
                    lambda n, s: relu(project(n, s.h)),
                ),
                Misconception(
                    "activation_after_second_layer",
                    "ReLU belongs between the two layers, not after the second.",
                    lambda n, s: relu(project(n, s.h_pre)),
                ),
            ),
        ),
    ),
)
