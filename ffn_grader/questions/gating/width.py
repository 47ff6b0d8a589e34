"""The width at which a gated layer costs what a plain one does, rounded to a multiple."""

from ffn_ref import ffn_parameters, round_up

from ...question import Misconception, Stage, StagesQuestion


def exact(n) -> int:
    """Two thirds of the plain width, without the fraction."""
    return 2 * n.d_ff // 3


def width(n) -> int:
    return round_up(exact(n), n.multiple_of)


def _telling(n) -> bool:
    """The plain width is not 4 · d_model, leaves a fraction, is no multiple; the multiple below would be nearer."""
    over = exact(n) % n.multiple_of
    return bool(
        n.d_ff > 2 * n.d_model
        and n.d_ff != 4 * n.d_model
        and 2 * n.d_ff % 3
        and n.d_ff % n.multiple_of
        and 0 < over < n.multiple_of / 2
        and width(n) < n.d_ff
    )


PLAIN = Stage(
    "plain",
    lambda n, s: ffn_parameters(n.d_model, n.d_ff),
    (
        Misconception(
            "three_matrices_counted",
            "Three matrices belong to a gated layer. The plain one has two.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True),
        ),
        Misconception("one_matrix_counted", "There are two matrices, W1 and W2.", lambda n, s: n.d_model * n.d_ff),
        Misconception(
            "d_ff_ignored",
            "This is 8 · d_model², the count for d_ff = 4 · d_model. Look at the d_ff that you were given.",
            lambda n, s: ffn_parameters(n.d_model, 4 * n.d_model),
        ),
        Misconception(
            "biases_counted",
            "The layers here have no biases. Count the matrices alone.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, biases=True),
        ),
    ),
)

WIDTH_STAGE = Stage(
    "width",
    lambda n, s: width(n),
    (
        Misconception(
            "not_rounded_up",
            "This is the exact width without its fraction. Go up to the next multiple.",
            lambda n, s: exact(n),
        ),
        Misconception(
            "fraction_kept",
            "This has a fraction, and a layer has whole units. Cut it off, then go up to the next multiple.",
            lambda n, s: 2 * n.d_ff / 3,
        ),
        Misconception(
            "rounded_down",
            "You went down to the multiple below. LLaMA's rule goes up, even if the one below is nearer.",
            lambda n, s: width(n) - n.multiple_of,
        ),
        Misconception(
            "plain_width_kept",
            "With the plain layer's width three matrices cost half as much again. Two thirds of it cost the same.",
            lambda n, s: n.d_ff,
        ),
        Misconception(
            "plain_width_rounded",
            "You rounded the plain layer's width. First take two thirds of it, then round up.",
            lambda n, s: round_up(n.d_ff, n.multiple_of),
        ),
        Misconception(
            "rounded_too_early",
            "You rounded the plain width up, then took two thirds. Take two thirds first, and round up at the end.",
            lambda n, s: 2 * round_up(n.d_ff, n.multiple_of) // 3,
        ),
        Misconception(
            "half_of_the_width",
            "You halved the width, as for four matrices. A gated layer has three.",
            lambda n, s: round_up(n.d_ff // 2, n.multiple_of),
        ),
        Misconception(
            "turned_upside_down",
            "You made the layer wider, by 3/2. Three matrices must be narrower than two to cost the same.",
            lambda n, s: round_up(3 * n.d_ff // 2, n.multiple_of),
        ),
        Misconception(
            "d_ff_ignored",
            "This is 8/3 · d_model, rounded up. That rule is made for d_ff = 4 · d_model; yours is another one.",
            lambda n, s: round_up(8 * n.d_model // 3, n.multiple_of),
        ),
    ),
)

GATED = Stage(
    "gated_count",
    lambda n, s: 3 * n.d_model * s.width,
    (
        Misconception(
            "two_matrices_counted",
            "This counts two matrices. The gated layer has W_gate, W_up and W_down.",
            lambda n, s: 2 * n.d_model * s.width,
        ),
        Misconception(
            "unrounded_width_counted",
            "You counted with the width before rounding. The layer that is built has the rounded one.",
            lambda n, s: 3 * n.d_model * exact(n),
        ),
        Misconception(
            "plain_width_kept",
            "You counted with the plain layer's width. Take your own `width`.",
            lambda n, s: 3 * n.d_model * n.d_ff,
        ),
        Misconception(
            "budget_of_the_plain_layer",
            "This is the plain layer's count. Rounding up made the gated layer a little dearer: count your width.",
            lambda n, s: s.plain,
        ),
        Misconception(
            "biases_counted",
            "The layers here have no biases. Count the matrices alone.",
            lambda n, s: 3 * n.d_model * s.width + 2 * s.width + n.d_model,
        ),
    ),
)

WIDTH = StagesQuestion(
    id="gating.width",
    title="The same budget",
    points=3,
    section="The same budget",
    hints=(
        "Write both counts as products: 2 · d_model · d_ff for the plain layer. And for the gated one of width m?",
        "Set the two equal. d_model cancels, and m is a fraction of d_ff.",
        "Cut what stands behind the decimal point. Then take the smallest multiple of `multiple_of` that is not below.",
        "For `gated_count`, count three matrices of the width that you rounded.",
    ),
    example={"d_model": 4096, "d_ff": 16384, "multiple_of": 256},
    draw={
        "d_model": {"shape": [], "from": list(range(8, 41, 2))},
        "d_ff": {"shape": [], "from": list(range(40, 210, 2))},
        "multiple_of": {"shape": [], "from": [8, 16, 20]},
    },
    sensible=_telling,
    stages=(PLAIN, WIDTH_STAGE, GATED),
)
