"""The pass by hand, 2→4→2 with GELU."""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh, relu, silu
from ffn_ref.gaussian import normal_cdf

from ...question import Misconception, Stage, StagesQuestion
from .by_hand import LAST_STAGE, expand, no_idle_line, pre_activation, project

GELU_TOLERANCE = 2e-3
WHY_GELU = (
    "Rounding to three places costs 5e-4, a table of Φ to three places 1.5e-3, and the exact and the tanh "
    "form differ by "
    "at most 4.73e-4: both count as right. ReLU, no activation, SiLU and z·σ(1.702z) are at least ten times "
    "farther away."
)


def _short_and_telling(n) -> bool:
    """Numbers that the table of Φ covers: one 0, some above, and one below whose rest is large enough to be seen."""
    h_pre = pre_activation(n)
    signs = (h_pre == 0).sum() == 1 and (h_pre > 0).any() and ((h_pre == -1) | (h_pre == -2)).any()
    return bool(np.abs(h_pre).max() <= 3 and signs and no_idle_line(n))


BY_HAND_GELU = StagesQuestion(
    id="position_wise.by_hand_gelu",
    title="A pass by hand: 2→4→2 with GELU",
    points=3,
    section="A pass by hand, with GELU",
    hints=(
        "h_pre is made of whole numbers, as in the first pass.",
        "GELU(z) = z · Φ(z). The table of Φ is in the notebook; for negative z use Φ(−z) = 1 − Φ(z).",
        "A negative number does not become 0 under GELU: a small negative rest stays. Keep at least three places.",
        "out = h @ W2 + b2, with the rounded h if you like.",
    ),
    example={
        "x": [1, 2],
        "W1": [[1, 0, 1, 1], [0, 1, 1, -1]],
        "b1": [0, 0, 0, 0],
        "W2": [[1, 0], [0, 1], [1, 0], [0, 1]],
        "b2": [0, 0],
    },
    draw={
        "x": {"shape": [2], "from": [-2, -1, 1, 2]},
        "W1": {"shape": [2, 4], "from": [-1, 0, 1]},
        "b1": {"shape": [4], "from": [-1, 1]},
        "W2": {"shape": [4, 2], "from": [-1, 0, 1, 2]},
        "b2": {"shape": [2], "from": [-1, 1]},
    },
    sensible=_short_and_telling,
    stages=(
        expand(),
        Stage(
            "h",
            lambda n, s: gelu(s.h_pre),
            (
                Misconception(
                    "relu_for_gelu",
                    "This is ReLU. GELU leaves a small negative rest and takes a little off the positive values.",
                    lambda n, s: relu(s.h_pre),
                ),
                Misconception("no_activation", "This is still h_pre. Apply GELU to each number.", lambda n, s: s.h_pre),
                Misconception(
                    "silu_for_gelu",
                    "This is z times the sigmoid of z, called SiLU. GELU is z · Φ(z).",
                    lambda n, s: silu(s.h_pre),
                ),
                Misconception(
                    "quick_gelu_for_gelu",
                    "This is the shortcut z · σ(1.702 z). Here it is too coarse: use Φ.",
                    lambda n, s: gelu_sigmoid(s.h_pre),
                ),
                Misconception(
                    "activation_twice",
                    "GELU is applied twice. Once is enough.",
                    lambda n, s: gelu(gelu(s.h_pre)),
                ),
                Misconception(
                    "phi_of_the_positive",
                    "For a negative z you took Φ(|z|). Φ(−1) is not Φ(1): use Φ(−z) = 1 − Φ(z).",
                    lambda n, s: s.h_pre * normal_cdf(np.abs(s.h_pre)),
                ),
                Misconception(
                    "sign_lost",
                    "The sign of z is lost: Φ(z) is positive, so GELU of a negative number is negative.",
                    lambda n, s: np.abs(gelu(s.h_pre)),
                ),
                Misconception(
                    "phi_at_zero",
                    "At z = 0 this is Φ(0) alone. Multiply it by z: GELU(0) = 0.",
                    lambda n, s: np.where(s.h_pre == 0, 0.5, gelu(s.h_pre)),
                ),
                Misconception(
                    "phi_without_z", "This is Φ(z) alone. Multiply it by z.", lambda n, s: normal_cdf(s.h_pre)
                ),
            ),
            GELU_TOLERANCE,
            WHY_GELU,
            also=(lambda n, s: gelu_tanh(s.h_pre),),
            decimals=3,
        ),
        Stage(
            "out",
            lambda n, s: project(n, s.h),
            (
                *LAST_STAGE,
                Misconception(
                    "activation_on_both_layers",
                    "The output is not activated again.",
                    lambda n, s: gelu(project(n, s.h)),
                ),
                Misconception(
                    "rounded_to_whole_numbers",
                    "It looks as if you rounded h to whole numbers on the way. Keep three places.",
                    lambda n, s: project(n, np.round(s.h)),
                ),
            ),
            GELU_TOLERANCE,
            WHY_GELU,
            decimals=3,
        ),
    ),
)
