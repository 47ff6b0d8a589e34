"""Two real models, taken apart from the shapes of their tensors and changed."""

from ...question import Misconception, Stage, StagesQuestion
from . import models
from .models import mini_rest
from .smollm2 import COUNT, FFN, SHARE, TOTAL

MINI_REST = Stage(
    "mini_rest",
    lambda n, s: mini_rest(n),
    (
        Misconception(
            "vocabulary_ignored",
            "This is with MiniLM's own vocabulary. Take yours: the table of words has one row for each.",
            lambda n, s: models.MINI_ALL - models.MINI_LAYERS * models.MINI_FFN,
        ),
        Misconception(
            "words_left_out",
            "The table of words is missing. It is the largest part outside the FFNs.",
            lambda n, s: mini_rest(n) - n.vocab * models.MINI_D,
        ),
        Misconception(
            "ffn_counted_too",
            "This is the whole model. The FFNs are to be left out.",
            lambda n, s: mini_rest(n) + models.MINI_LAYERS * models.MINI_FFN,
        ),
        Misconception(
            "first_block_alone",
            "You count one block. The list shows the first one only, but the model has more of them.",
            lambda n, s: mini_rest(n) - (models.MINI_LAYERS - 1) * (models.MINI_BLOCK - models.MINI_FFN),
        ),
        Misconception(
            "output_of_attention_left_out",
            "attention.output.dense is missing. It is attention's fourth matrix, no part of an FFN.",
            lambda n, s: mini_rest(n) - models.MINI_LAYERS * models.MINI_MIXING,
        ),
        Misconception(
            "pooler_left_out",
            "The pooler is missing: a dense layer after the last block, and no part of an FFN.",
            lambda n, s: mini_rest(n) - models.MINI_POOLER,
        ),
        Misconception(
            "norms_left_out",
            "The norms are missing. Here they count, as all else outside the FFNs.",
            lambda n, s: mini_rest(n) - models.MINI_NORMS,
        ),
        Misconception(
            "norm_taken_for_the_ffn",
            "output.LayerNorm is missing. It stands behind the FFN, but is no part of it.",
            lambda n, s: mini_rest(n) - models.MINI_LAYERS * models.MINI_FFN_NORM,
        ),
        Misconception(
            "biases_left_out",
            "Biases are missing. In MiniLM each dense layer has one, and they count.",
            lambda n, s: mini_rest(n) - models.MINI_ROWS + models.MINI_LAYERS * models.MINI_FFN_ROWS,
        ),
        Misconception(
            "biases_of_the_ffn_left_in",
            "The biases of the FFNs are in it. They belong to the FFN, as its matrices do.",
            lambda n, s: mini_rest(n) + models.MINI_LAYERS * models.MINI_FFN_ROWS,
        ),
    ),
    tolerance=1e-6,
    relative=True,
    why=COUNT,
)

REAL_MODELS = StagesQuestion(
    id="cost.real_models",
    title="Two real models, changed",
    points=4,
    section="A share of the whole model",
    hints=(
        "Start from the list that is printed: it says how many numbers each tensor of one block has, and all others.",
        "SmolLM2's blocks are all alike: add up one, and multiply. In an FFN matrix one side is d_ff: put yours in.",
        "SmolLM2's total has three heaps: its FFNs, the rest of its blocks, and what is outside the blocks.",
        "For MiniLM go through all names, also those that are not printed, and leave out a block's two FFN layers.",
        "Then the table of words: take the rows of the real one out and put your own number of rows in.",
    ),
    example={"d_ff": 2048, "layers": 12, "vocab": 20000},
    draw={
        "d_ff": {"shape": [], "from": list(range(1024, 1536, 64)) + list(range(1600, 2432, 64))},
        "layers": {"shape": [], "from": [i for i in range(10, 41) if i != models.LAYERS]},
        "vocab": {"shape": [], "from": list(range(10000, 61000, 1000))},
    },
    stages=(FFN, TOTAL, SHARE, MINI_REST),
)
