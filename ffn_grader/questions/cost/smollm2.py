"""SmolLM2 with another width and another number of layers: its FFNs, the whole, and the share."""

from ...question import Misconception, Stage
from . import models
from .models import smol_ffn, smol_rest

COUNT = "A whole number: 1e-6 of it allows float32, which is 6e-8 off. The nearest mistake is 1e-5 of it off."

FFN = Stage(
    "ffn",
    lambda n, s: smol_ffn(n),
    (
        Misconception(
            "two_matrices_counted",
            "Two matrices are counted. SmolLM2's layers are gated: gate, up and down.",
            lambda n, s: smol_ffn(n, 2),
        ),
        Misconception("one_layer", "This is one layer. Add up all layers.", lambda n, s: smol_ffn(n) // n.layers),
        Misconception(
            "number_of_layers_ignored",
            "This is with as many layers as the real model has. Take your number of layers.",
            lambda n, s: smol_ffn(n) // n.layers * models.LAYERS,
        ),
        Misconception(
            "d_ff_ignored",
            "This is with the real model's d_ff. Take your own.",
            lambda n, s: n.layers * 3 * models.D * models.D_FF,
        ),
        Misconception(
            "real_model",
            "This is the real model, unchanged. Take your d_ff and your number of layers.",
            lambda n, s: models.LAYERS * 3 * models.D * models.D_FF,
        ),
        Misconception(
            "norms_counted",
            "The layers' norms are in it (`ffn_norm`). They are no part of the FFN.",
            lambda n, s: smol_ffn(n) + n.layers * models.D,
        ),
    ),
    tolerance=1e-6,
    relative=True,
    why=COUNT,
)

TOTAL = Stage(
    "total",
    lambda n, s: s.ffn + smol_rest(n),
    (
        Misconception(
            "embeddings_left_out", "The embeddings are missing.", lambda n, s: s.ffn + smol_rest(n) - models.EMBEDDINGS
        ),
        Misconception(
            "embeddings_twice",
            "The embeddings are in it twice. In this model the output uses the same matrix.",
            lambda n, s: s.ffn + smol_rest(n) + models.EMBEDDINGS,
        ),
        Misconception(
            "attention_left_out",
            "Attention is missing.",
            lambda n, s: s.ffn + smol_rest(n) - n.layers * models.ATTENTION,
        ),
        Misconception(
            "full_attention",
            "This is with four full attention matrices. Look at the shapes of attn_k and attn_v: they are smaller.",
            lambda n, s: s.ffn + smol_rest(n) + n.layers * (4 * models.D**2 - models.ATTENTION),
        ),
        Misconception(
            "number_of_layers_ignored",
            "Attention and norms are those of the real model. With another number of layers they change too.",
            lambda n, s: s.ffn + smol_rest(n) + (models.LAYERS - n.layers) * (models.ATTENTION + models.BLOCK_NORMS),
        ),
        Misconception(
            "real_model",
            "This is the real model, unchanged. Take your d_ff and your number of layers.",
            lambda n, s: models.ALL,
        ),
        Misconception(
            "norms_left_out",
            "The norms are missing. They are short, but there are two in each block and one at the end.",
            lambda n, s: s.ffn + smol_rest(n) - n.layers * models.BLOCK_NORMS - models.LAST_NORM,
        ),
    ),
    tolerance=1e-6,
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
            lambda n, s: s.ffn / (s.ffn + n.layers * models.ATTENTION),
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
    ),
    tolerance=1e-3,
    decimals=3,
    why="Three decimals are asked for, so a rounded answer is 0.0005 off. The nearest mistake is 0.01 off.",
)
