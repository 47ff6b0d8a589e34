"""Why no affine map takes given values in the four corners of a square."""

from ...question import Misconception, Stage, StagesQuestion

DIGITS = list(range(-4, 10))


def bent(n) -> bool:
    """Whether the values are like XOR: the two middle corners both above, or both below, the two others."""
    good, bad, not_good, not_bad = n.t.tolist()
    low, high = sorted([(good, not_bad), (bad, not_good)], key=sum)
    return max(low) < min(high)


def same(n):
    return n.t[0] + n.t[3]


def other(n):
    return n.t[1] + n.t[2]


def _sum(name, right, first, second, side):
    """The sum along one diagonal."""
    return Stage(
        name,
        lambda n, s: right(n),
        (
            Misconception(
                "side_for_diagonal",
                "You added two corners of one side. Corners on a diagonal differ in both x1 and x2.",
                lambda n, s: n.t[side] + n.t[first],
            ),
            Misconception(
                "average_for_sum",
                "This is the value in the middle, half of what is asked for: give the sum.",
                lambda n, s: right(n) / 2,
            ),
            Misconception(
                "difference_for_sum",
                "You subtracted one corner from the other. Give the sum.",
                lambda n, s: n.t[first] - n.t[second],
            ),
        ),
    )


DIAGONALS = StagesQuestion(
    id="motivation.diagonals",
    title="Two diagonals",
    points=2,
    section="A task that no linear layer solves",
    hints=(
        "The corners are (0, 0), (0, 1), (1, 0), (1, 1). One diagonal joins the first and the last.",
        "For an affine map both sums are equal. The difference between your two sums is what it cannot reach.",
        "The best affine map shares this difference out equally over all four corners.",
    ),
    example={"t": [0, 1, 1, 0]},
    draw={"t": {"shape": [4], "from": DIGITS}},
    sensible=bent,
    stages=(
        _sum("same", same, 0, 3, 1),
        _sum("other", other, 2, 1, 3),
        Stage(
            "error",
            lambda n, s: abs(s.same - s.other) / 4,
            (
                Misconception(
                    "whole_difference",
                    "This is the whole difference of the two sums. Four corners share it.",
                    lambda n, s: abs(s.same - s.other),
                ),
                Misconception(
                    "half_the_difference",
                    "This is the gap between the two middle values. Each of the four corners bears half of that.",
                    lambda n, s: abs(s.same - s.other) / 2,
                ),
                Misconception(
                    "sign_kept",
                    "The size of the error is asked for: give it without a sign.",
                    lambda n, s: -abs(s.same - s.other) / 4,
                ),
                Misconception(
                    "no_error",
                    "Without an error both sums would be the same. Are they?",
                    lambda n, s: 0 * s.same,
                ),
            ),
        ),
    ),
)
