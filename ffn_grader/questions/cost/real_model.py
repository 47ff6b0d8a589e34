"""A real model, SmolLM2, with another width and another number of layers: its FFNs, the whole, and the share."""

import numpy as np

from ...question import Misconception, Stage, StagesQuestion
from . import smollm2

COUNT = "A whole number: 4e-7 of it allows float32, which is 6e-8 off. The nearest mistake is 4e-6 of it off."

FFN = Stage(
    "ffn",
    lambda n, s: smollm2.ffn(n),
    (
        Misconception(
            "two_matrices_counted",
            "Two matrices are counted. SmolLM2's layers are gated: gate, up and down.",
            lambda n, s: smollm2.ffn(n, 2),
        ),
        Misconception("one_layer", "This is one layer. Add up all layers.", lambda n, s: smollm2.ffn(n) // n.layers),
        Misconception(
            "number_of_layers_ignored",
            "This is with as many layers as the real model has. Take your number of layers.",
            lambda n, s: smollm2.ffn(n) // n.layers * smollm2.LAYERS,
        ),
        Misconception(
            "d_ff_ignored",
            "This is with the real model's d_ff. Take your own.",
            lambda n, s: n.layers * 3 * smollm2.D * smollm2.D_FF,
        ),
        Misconception(
            "real_model",
            "This is the real model, unchanged. Take your d_ff and your number of layers.",
            lambda n, s: smollm2.LAYERS * 3 * smollm2.D * smollm2.D_FF,
        ),
        Misconception(
            "norms_counted",
            "The layers' norms are in it (`ffn_norm`). They are no part of the FFN.",
            lambda n, s: smollm2.ffn(n) + n.layers * smollm2.D,
        ),
    ),
    tolerance=4e-7,
    relative=True,
    why=COUNT,
)


def _other_layers(n) -> int:
    """By how much attention and norms change with the real model's number of layers."""
    return (smollm2.LAYERS - n.layers) * (smollm2.ATTENTION + smollm2.BLOCK_NORMS)


def _total_of_as_many_layers(n, s):
    """The total for whoever kept the real model's number of layers, which shows in `ffn` already."""
    kept = s.ffn == smollm2.ffn(n) // n.layers * smollm2.LAYERS
    return s.ffn + smollm2.rest(n) + (_other_layers(n) if kept else 0)


TOTAL = Stage(
    "total",
    lambda n, s: s.ffn + smollm2.rest(n),
    (
        Misconception(
            "embeddings_left_out",
            "The embeddings are missing.",
            lambda n, s: s.ffn + smollm2.rest(n) - smollm2.EMBEDDINGS,
        ),
        Misconception(
            "embeddings_twice",
            "The embeddings are in it twice. In this model the output uses the same matrix.",
            lambda n, s: s.ffn + smollm2.rest(n) + smollm2.EMBEDDINGS,
        ),
        Misconception(
            "attention_left_out",
            "Attention is missing.",
            lambda n, s: s.ffn + smollm2.rest(n) - n.layers * smollm2.ATTENTION,
        ),
        Misconception(
            "full_attention",
            "This is with four full attention matrices. Look at the shapes of attn_k and attn_v: they are smaller.",
            lambda n, s: s.ffn + smollm2.rest(n) + n.layers * (4 * smollm2.D**2 - smollm2.ATTENTION),
        ),
        Misconception(
            "number_of_layers_ignored",
            "Attention and norms are those of the real model. With another number of layers they change too.",
            lambda n, s: s.ffn + smollm2.rest(n) + _other_layers(n),
        ),
        Misconception(
            "real_model",
            "This is the real model, unchanged. Take your d_ff and your number of layers.",
            lambda n, s: smollm2.ALL,
        ),
        Misconception(
            "last_norm_left_out",
            "One norm is missing: output_norm, after the last block.",
            lambda n, s: s.ffn + smollm2.rest(n) - smollm2.LAST_NORM,
        ),
        Misconception(
            "norms_left_out",
            "The norms are missing. They are short, but there are two in each block and one at the end.",
            lambda n, s: s.ffn + smollm2.rest(n) - n.layers * smollm2.BLOCK_NORMS - smollm2.LAST_NORM,
        ),
    ),
    also=(_total_of_as_many_layers,),
    tolerance=4e-7,
    relative=True,
    why=COUNT,
)

SHARE = Stage(
    "ffn_share",
    lambda n, s: s.ffn / s.total,
    (
        Misconception(
            "share_of_the_blocks",
            "This is the share of FFN and attention together. Here the whole model counts.",
            lambda n, s: s.ffn / (s.ffn + n.layers * smollm2.ATTENTION),
        ),
        Misconception(
            "ratio_for_share",
            "This is the FFNs against the rest. A share is one part of the whole.",
            lambda n, s: s.ffn / (s.total - s.ffn),
        ),
        Misconception(
            "share_of_the_rest", "This is the share of everything but the FFNs.", lambda n, s: 1 - s.ffn / s.total
        ),
        Misconception("percent", "This is in per cent. Give a number from 0 to 1.", lambda n, s: 100 * s.ffn / s.total),
        Misconception(
            "percent_rounded",
            "This is in per cent. Give a number from 0 to 1.",
            lambda n, s: np.round(100 * s.ffn / s.total, 1),
        ),
    ),
    tolerance=1e-3,
    decimals=3,
    why="Three decimals are asked for, so a rounded answer is 0.0005 off. The nearest mistake is 0.01 off.",
)

REAL_MODEL = StagesQuestion(
    id="cost.real_model",
    title="A real model, changed",
    points=3,
    section="A share of the whole model",
    hints=(
        "Start from the list that is printed: it says how many numbers each tensor of one block has, and all others.",
        "All blocks are alike: add up one, and multiply. In an FFN matrix one side is d_ff: put yours in.",
        "The total has three heaps: the FFNs, the rest of all blocks, and what is outside the blocks.",
        "The norms are short, but they count: two in each block, and one after the last.",
    ),
    example={"d_ff": 2048, "layers": 12},
    draw={
        "d_ff": {"shape": [], "from": list(range(1024, 1536, 16)) + list(range(1552, 1856, 16))},
        "layers": {"shape": [], "from": list(range(10, 25))},
    },
    stages=(FFN, TOTAL, SHARE),
)
