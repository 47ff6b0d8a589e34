"""The length from which on attention takes more work than the FFN."""

from math import ceil, floor, sqrt

from ffn_ref import crossover_length

from ...question import FunctionQuestion, Misconception


def first_dearer(d_model, d_ff, gated):
    """The smallest whole n >= 1 at which attention takes more MACs."""
    return max(1, floor(crossover_length(d_model, d_ff, gated=gated)) + 1)


def draw_layers(rng):
    """2→8→2, both kinds with a random width, a half between two lengths, and one that attention always exceeds."""
    d = [int(size) for size in rng.choice(range(5, 40), 5, replace=False)]
    return [
        (2, 8, False),
        (d[0], 4 * d[0] + int(rng.integers(1, 9)), False),
        (d[1], 4 * d[1] - 2 * int(rng.integers(1, d[1] // 2)), True),  # an even width: equal at a whole n
        (d[2], 3 * d[2] + 1 + d[2] % 2, True),  # an odd width: equal between two lengths
        (d[3], 2 * d[3] - int(rng.integers(1, d[3])), False),
        (d[4], 8 * d[4], False),
    ]


def _where(length):
    """The first whole length beyond `length(d, m, k)`, where k is the number of the FFN's matrices."""
    return lambda d, m, gated: max(1, floor(length(d, m, 3 if gated else 2)) + 1)


CROSSING = FunctionQuestion(
    id="cost.crossing",
    title="Where attention overtakes",
    points=3,
    section="Against attention",
    arguments=("d_model", "d_ff", "gated"),
    hints=(
        "Write down both counts of MACs for n tokens: 2 or 3 matrices against four projections and two n² terms.",
        "Divide both by n · d_model. What is left of attention is 4 · d_model + 2 · n. And of the FFN?",
        "At the crossing itself both take equally much. The question is from where on attention takes more.",
        "If attention takes more even for one token, the answer is 1. There is no text of fewer tokens.",
    ),
    reference=first_dearer,
    draw=draw_layers,
    tolerance=1e-4,
    why="A whole number below 200, so 1e-4 of it is below 0.02; every mistake is at least a half off.",
    misconceptions=(
        Misconception(
            "equal_counted_as_more",
            "At this length the two can take equally much. The question asks where attention takes more.",
            lambda d, m, gated: max(1, ceil(crossover_length(d, m, gated=gated))),
        ),
        Misconception(
            "crossing_itself",
            "This is where the curves cross, which may lie between two lengths. Give the first whole length beyond.",
            lambda d, m, gated: crossover_length(d, m, gated=gated),
        ),
        Misconception(
            "less_than_one_token",
            "A text has at least one token. If attention always takes more, the answer is 1.",
            lambda d, m, gated: floor(crossover_length(d, m, gated=gated)) + 1,
        ),
        Misconception(
            "always_2d",
            "n = 2 · d_model is the crossing for d_ff = 4 · d_model without a gate. Use the widths that are given.",
            lambda d, m, gated: 2 * d + 1,
        ),
        Misconception(
            "crossing_of_the_textbook",
            "n = 2 · d_model is the crossing for d_ff = 4 · d_model without a gate. Use the widths that are given.",
            lambda d, m, gated: 2 * d,
        ),
        Misconception(
            "crossing_but_one_at_least",
            "This is where the curves cross, or 1. It may lie between two lengths: give the first whole one beyond.",
            lambda d, m, gated: max(1, crossover_length(d, m, gated=gated)),
        ),
        Misconception(
            "equal_and_less_than_one",
            "Two things: where both take equally much attention is not yet dearer, and a text has at least one token.",
            lambda d, m, gated: ceil(crossover_length(d, m, gated=gated)),
        ),
        Misconception(
            "d_ff_ignored",
            "This takes d_ff as 4 · d_model. Use the d_ff that is given.",
            lambda d, m, gated: first_dearer(d, 4 * d, gated),
        ),
        Misconception(
            "gate_ignored",
            "`gated` changes nothing in your result. A gate adds a third product to the FFN.",
            lambda d, m, gated: first_dearer(d, m, False),
        ),
        Misconception(
            "pairs_counted_once",
            "Each pair of tokens takes part in two products: a score, and a share of the weighted sum.",
            _where(lambda d, m, k: k * m - 4 * d),
        ),
        Misconception(
            "projections_forgotten",
            "Attention has four projections as well, 4 · n · d_model² MACs.",
            _where(lambda d, m, k: k * m / 2),
        ),
        Misconception(
            "three_projections",
            "Attention has four projections: queries, keys, values and the output.",
            _where(lambda d, m, k: (k * m - 3 * d) / 2),
        ),
        Misconception(
            "one_token_through_the_ffn",
            "The FFN's work is counted for one token. All n tokens go through it.",
            _where(lambda d, m, k: sqrt(d * d + k * m / 2) - d),
        ),
        Misconception(
            "flops_against_macs",
            "You compare the FFN's FLOPs with attention's MACs. Count both in the same unit.",
            _where(lambda d, m, k: k * m - 2 * d),
        ),
    ),
)
