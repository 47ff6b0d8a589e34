"""Attention with weights that are held fixed: an average, linear in the values."""

import numpy as np

from ...question import Misconception, Stage, StagesQuestion

TOLERANCE = 0.01
WHY = "The right numbers are quarters. Rounded to two places they move by at most 0.005; wrong ones are 0.25 away."


def _average(n):
    return n.quarters @ n.V / 4


FIXED_WEIGHTS = StagesQuestion(
    id="motivation.fixed_weights",
    title="Attention with fixed weights",
    points=2,
    section="Linear, and not linear",
    hints=(
        "The book takes such an average on paper. First write down the three weights; their sum is 1.",
        "Multiply each row of V by its weight and add the three rows up, entry by entry.",
        "For fixed weights the output is linear in the values: the output of V + 2·Y is made of the two outputs alone.",
        "A sum in the values is a sum in the outputs, and a factor in front of Y stands in front of its output too.",
    ),
    example={"quarters": [1, 1, 2], "V": [[1, 0], [3, 2], [4, 8]], "out_Y": [1, -2]},
    draw={
        "quarters": {"shape": [3], "from": [1, 2]},
        "V": {"shape": [3, 2], "from": list(range(-4, 9))},
        "out_Y": {"shape": [2], "from": [-4, -3, -2, -1, 1, 2, 3, 4, 5]},
    },
    sensible=lambda n: int(n.quarters.sum()) == 4,
    stages=(
        Stage(
            "out",
            lambda n, s: _average(n),
            (
                Misconception(
                    "quarters_taken_for_weights",
                    "You used the quarters as weights. Divide them by 4, so that the weights have the sum 1.",
                    lambda n, s: n.quarters @ n.V,
                ),
                Misconception(
                    "all_positions_alike",
                    "This is the plain average of the rows. Each position has its own weight.",
                    lambda n, s: n.V.mean(axis=0),
                ),
                Misconception(
                    "strongest_position_only",
                    "This is the row with the largest weight alone. Attention blends all rows.",
                    lambda n, s: n.V[np.argmax(n.quarters)],
                ),
                Misconception(
                    "divided_by_the_positions",
                    "You divided by the number of positions. The quarters have the sum 4.",
                    lambda n, s: n.quarters @ n.V / 3,
                ),
            ),
            TOLERANCE,
            WHY,
            section="Attention averages",
        ),
        Stage(
            "out_sum",
            lambda n, s: s.out + 2 * n.out_Y,
            (
                Misconception(
                    "factor_lost",
                    "Y was doubled before it was added, so its output is doubled too.",
                    lambda n, s: s.out + n.out_Y,
                ),
                Misconception(
                    "averaged_again",
                    "Nothing is averaged a second time: the output of a sum is the sum of the outputs.",
                    lambda n, s: (s.out + 2 * n.out_Y) / 3,
                ),
                Misconception(
                    "other_one_doubled",
                    "You doubled what comes from V. The 2 stands in front of Y.",
                    lambda n, s: 2 * s.out + n.out_Y,
                ),
                Misconception(
                    "both_doubled",
                    "Only Y is doubled, V stays as it is.",
                    lambda n, s: 2 * (s.out + n.out_Y),
                ),
            ),
            TOLERANCE,
            WHY,
        ),
    ),
)
