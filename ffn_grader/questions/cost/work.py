"""The work of a pass by hand, and how it grows with the length of the text."""

from ffn_ref import attention_macs, ffn_macs

from ...question import Misconception, Stage, StagesQuestion


def _grown(n, projections=4, pairs=2) -> float:
    """How often attention's work for n.seq tokens fits into that for n.times as many."""

    def macs(seq):
        return projections * seq * n.d_model**2 + pairs * seq**2 * n.d_model

    return macs(n.times * n.seq) / macs(n.seq)


MACS = Stage(
    "macs",
    lambda n, s: ffn_macs(n.seq, n.d_model, n.d_ff, batch=n.batch),
    (
        Misconception(
            "batch_forgotten",
            "This is one text. The batch holds more of them.",
            lambda n, s: ffn_macs(n.seq, n.d_model, n.d_ff),
        ),
        Misconception(
            "length_forgotten",
            "This is one token of each text. Every token goes through the layer.",
            lambda n, s: ffn_macs(1, n.d_model, n.d_ff, batch=n.batch),
        ),
        Misconception(
            "one_token",
            "This is a single token. Every token of every text goes through the layer.",
            lambda n, s: ffn_macs(1, n.d_model, n.d_ff),
        ),
        Misconception(
            "one_matrix_counted",
            "This is one matrix product. There are two, with W1 and with W2.",
            lambda n, s: n.batch * n.seq * n.d_model * n.d_ff,
        ),
        Misconception(
            "three_matrices_counted",
            "Three products belong to a gated layer. This one has two.",
            lambda n, s: ffn_macs(n.seq, n.d_model, n.d_ff, gated=True, batch=n.batch),
        ),
        Misconception(
            "flops_for_macs",
            "These are FLOPs. A MAC is a multiplication and an addition together, and counts once.",
            lambda n, s: 2 * ffn_macs(n.seq, n.d_model, n.d_ff, batch=n.batch),
        ),
        Misconception(
            "d_ff_ignored",
            "This takes d_ff as 4 · d_model. Use the d_ff that you were given.",
            lambda n, s: ffn_macs(n.seq, n.d_model, 4 * n.d_model, batch=n.batch),
        ),
        Misconception(
            "tokens_alone",
            "These are the tokens of the batch. Each of them takes one MAC for each weight.",
            lambda n, s: n.batch * n.seq,
        ),
        Misconception(
            "batch_and_length_added",
            "You added the texts and their length. Every text has `seq` tokens: multiply.",
            lambda n, s: ffn_macs(n.batch + n.seq, n.d_model, n.d_ff),
        ),
        Misconception(
            "pairs_of_tokens",
            "The FFN works on each token alone. Pairs of tokens belong to attention.",
            lambda n, s: ffn_macs(n.seq**2, n.d_model, n.d_ff, batch=n.batch),
        ),
    ),
)

FLOPS = Stage(
    "flops",
    lambda n, s: 2 * s.macs,
    (
        Misconception("macs_for_flops", "These are the MACs again. Each of them is two FLOPs.", lambda n, s: s.macs),
        Misconception(
            "halved", "You went the wrong way: there are more FLOPs than MACs, not fewer.", lambda n, s: s.macs / 2
        ),
        Misconception(
            "four_for_two",
            "The factor of two is in it twice. One MAC is one multiplication and one addition.",
            lambda n, s: 4 * s.macs,
        ),
    ),
)

FFN_FACTOR = Stage(
    "ffn_factor",
    lambda n, s: n.times,
    (
        Misconception(
            "grows_with_the_square",
            "The FFN's work does not grow with the square: it sees each token alone.",
            lambda n, s: n.times**2,
        ),
        Misconception(
            "no_growth",
            "The weights stay as they are, but each token takes its own pass through them.",
            lambda n, s: 1,
        ),
        Misconception(
            "factor_of_two_left_in",
            "Two MACs' worth of FLOPs or two matrices cancel in a ratio. Only the length changes.",
            lambda n, s: 2 * n.times,
        ),
    ),
)

ATTENTION_FACTOR = Stage(
    "attention_factor",
    lambda n, s: attention_macs(n.times * n.seq, n.d_model) / attention_macs(n.seq, n.d_model),
    (
        Misconception(
            "linear_like_the_ffn",
            "Only the four projections grow like that. The pairs of tokens grow with the square.",
            lambda n, s: n.times,
        ),
        Misconception(
            "pairs_alone",
            "Only the pairs of tokens grow like that. The four projections are linear; add both, then divide.",
            lambda n, s: n.times**2,
        ),
        Misconception(
            "pairs_counted_once",
            "Each pair takes part in two products: a score, and a share of the weighted sum.",
            lambda n, s: _grown(n, pairs=1),
        ),
        Misconception(
            "pairs_over_the_batch",
            "Your pairs reach over the whole batch. They stay inside one text, so the batch cancels in the factor.",
            lambda n, s: (
                attention_macs(n.times * n.seq * n.batch, n.d_model) / attention_macs(n.seq * n.batch, n.d_model)
            ),
        ),
        Misconception(
            "width_of_the_pairs_forgotten",
            "A pair of tokens takes a product of d_model numbers, twice: 2 · n² · d_model, not 2 · n².",
            lambda n, s: _grown(n, pairs=2 / n.d_model),
        ),
        Misconception(
            "three_projections",
            "Attention has four projections: queries, keys, values and the output.",
            lambda n, s: _grown(n, projections=3),
        ),
        Misconception(
            "one_projection",
            "You count one projection. Attention has four of them.",
            lambda n, s: _grown(n, projections=1),
        ),
    ),
    tolerance=0.006,
    decimals=2,
    section="Against attention",
    why="Two decimals are asked for, so an answer may be off by 0.005 when it is rounded. Mistakes are 0.06 off.",
)

WORK = StagesQuestion(
    id="cost.work",
    title="Work, and how it grows",
    points=3,
    section="Counting work",
    hints=(
        "One token takes one MAC for each weight of the two matrices. How many tokens does the batch hold?",
        "A MAC is one multiplication and one addition, each of which is a FLOP.",
        "For the FFN's factor divide the work for the long text by that for the short one. What cancels?",
        "Attention takes 4 · n · d_model² + 2 · n² · d_model MACs. Compute it for both lengths, then divide.",
    ),
    example={"batch": 2, "seq": 3, "d_model": 2, "d_ff": 4, "times": 2},
    draw={
        "batch": {"shape": [], "from": [3, 4, 5, 6, 7]},
        "seq": {"shape": [], "from": [8, 9, 10, 11, 12, 13, 14, 15]},
        "d_model": {"shape": [], "from": [4, 5, 6, 7, 8, 9, 10]},
        "d_ff": {"shape": [], "from": [12, 15, 18, 20, 24, 30, 35]},
        "times": {"shape": [], "from": [3, 4, 5, 6]},
    },
    sensible=lambda n: n.d_ff != 4 * n.d_model,
    stages=(MACS, FLOPS, FFN_FACTOR, ATTENTION_FACTOR),
)
