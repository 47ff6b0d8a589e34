"""Two real models, taken apart from the shapes of their tensors and changed."""

from ...question import Misconception, Stage, StagesQuestion
from . import models
from .models import blocks_for_half, mini_outside
from .smollm2 import FFN, SHARE, TOTAL

BLOCKS = Stage(
    "blocks",
    lambda n, s: blocks_for_half(mini_outside(n.vocab)),
    (
        Misconception(
            "vocabulary_ignored",
            "This is with MiniLM's own vocabulary. Take yours: the table of words has one row for each.",
            lambda n, s: blocks_for_half(mini_outside(models.MINI_VOCAB)),
        ),
        Misconception(
            "attention_left_out",
            "Half of the whole model is asked for, and attention is in it. Each block brings some of it.",
            lambda n, s: blocks_for_half(mini_outside(n.vocab), models.MINI_FFN),
        ),
        Misconception(
            "one_too_few",
            "With this many blocks the FFNs are still at most half. Try one more.",
            lambda n, s: blocks_for_half(mini_outside(n.vocab)) - 1,
        ),
        Misconception(
            "real_model",
            "This is how many blocks the real MiniLM has. There the FFNs are less than a third of all.",
            lambda n, s: models.MINI_LAYERS,
        ),
        Misconception(
            "words_counted_twice",
            "The table of words is in it twice. The model has no second one at its end.",
            lambda n, s: blocks_for_half(mini_outside(n.vocab) + n.vocab * models.MINI_D),
        ),
        Misconception(
            "words_left_out",
            "The table of words is missing. It is the largest part outside the blocks.",
            lambda n, s: blocks_for_half(mini_outside(0)),
        ),
    ),
)

REAL_MODELS = StagesQuestion(
    id="cost.real_models",
    title="Two real models, changed",
    points=4,
    section="A share of the whole model",
    hints=(
        "`parameter_shapes` gives a dictionary of names and shapes. A tensor has `math.prod(shape)` numbers.",
        "All blocks have the same shapes. Add up one block, `blk.0.`, then multiply.",
        "In a matrix of the FFN one side is d_model and the other is d_ff: put your own d_ff in its place.",
        "For MiniLM make three heaps of tensors: a block's FFN, the rest of that block, and all outside the blocks.",
        "Each block adds more to the FFNs than to the rest. Try 1, 2, 3, … blocks until the FFNs are ahead.",
    ),
    example={"d_ff": 2048, "layers": 12, "vocab": 20000},
    draw={
        "d_ff": {"shape": [], "from": list(range(1024, 1536, 64)) + list(range(1600, 2432, 64))},
        "layers": {"shape": [], "from": [i for i in range(10, 41) if i != models.LAYERS]},
        "vocab": {"shape": [], "from": list(range(10000, 61000, 1000))},
    },
    stages=(FFN, TOTAL, SHARE, BLOCKS),
)
