"""The shapes in a layer of a given size."""

from ...question import Misconception, Stage, StagesQuestion

TRANSPOSED = (
    "These are the rows and columns the other way round. Vectors are rows: in `{0} @ {1}` the width of {0} meets "
    "{1}'s first axis."
)


def _stage(name, right, *misconceptions):
    return Stage(
        name,
        lambda n, s: right(n),
        tuple(Misconception(label, hint, lambda n, s, wrong=wrong: wrong(n)) for label, hint, wrong in misconceptions),
        of_shape=True,
    )


SHAPES = StagesQuestion(
    id="position_wise.shapes",
    title="Shapes",
    points=3,
    section="Many positions at once",
    hints=(
        "Start with one token: x is a row of d_model numbers. Which W1 turns it into a row of d_ff numbers?",
        "In `x @ W1` the last axis of x meets the first axis of W1 and disappears. W1's last axis stays.",
        "A bias is added to every row, so it is as long as one row. Leading axes (batch, seq) pass through untouched.",
    ),
    example={"batch": 2, "seq": 10, "d_model": 512, "d_ff": 2048},
    draw={
        "batch": {"shape": [], "from": [2, 3, 4, 5, 6, 7]},
        "seq": {"shape": [], "from": [9, 10, 11, 12, 13, 14, 15]},
        "d_model": {"shape": [], "from": [16, 20, 24, 28, 32, 36, 40]},
        "d_ff": {"shape": [], "from": [48, 64, 80, 96, 112, 128, 144, 160]},
    },
    stages=(
        _stage(
            "W1",
            lambda n: (n.d_model, n.d_ff),
            ("transposed_weights", TRANSPOSED.format("x", "W1"), lambda n: (n.d_ff, n.d_model)),
            (
                "weights_for_each_position",
                "One W1 serves all positions and all sequences: it has no batch or seq axis.",
                lambda n: (n.batch, n.seq, n.d_model, n.d_ff),
            ),
            (
                "d_ff_ignored",
                "The hidden layer is wider: W1 leads from d_model to d_ff.",
                lambda n: (n.d_model, n.d_model),
            ),
        ),
        _stage(
            "b1",
            lambda n: (n.d_ff,),
            (
                "bias_of_the_input",
                "b1 is added after W1, so it is as long as the hidden row.",
                lambda n: (n.d_model,),
            ),
            (
                "bias_like_a_matrix",
                "A bias is one row, added to every token alike.",
                lambda n: (n.d_model, n.d_ff),
            ),
            (
                "bias_for_each_position",
                "One bias serves all positions: it has no seq axis.",
                lambda n: (n.seq, n.d_ff),
            ),
        ),
        _stage(
            "h",
            lambda n: (n.batch, n.seq, n.d_ff),
            ("not_expanded", "After W1 each token has d_ff numbers.", lambda n: (n.batch, n.seq, n.d_model)),
            (
                "sequence_lost",
                "Every position keeps its own hidden row: the seq axis stays.",
                lambda n: (n.batch, n.d_ff),
            ),
            (
                "batch_lost",
                "Every sequence of the batch keeps its own rows: the batch axis stays.",
                lambda n: (n.seq, n.d_ff),
            ),
        ),
        _stage(
            "W2",
            lambda n: (n.d_ff, n.d_model),
            ("transposed_weights", TRANSPOSED.format("h", "W2"), lambda n: (n.d_model, n.d_ff)),
            ("not_contracted", "W2 leads back from d_ff to d_model.", lambda n: (n.d_ff, n.d_ff)),
            (
                "d_ff_ignored",
                "W2 starts from the hidden row, which has d_ff numbers.",
                lambda n: (n.d_model, n.d_model),
            ),
        ),
        _stage(
            "b2",
            lambda n: (n.d_model,),
            (
                "bias_of_the_hidden_layer",
                "b2 is added after W2, so it is as long as an output row.",
                lambda n: (n.d_ff,),
            ),
            (
                "bias_like_a_matrix",
                "A bias is one row, added to every token alike.",
                lambda n: (n.d_ff, n.d_model),
            ),
            (
                "bias_for_each_position",
                "One bias serves all positions: it has no seq axis.",
                lambda n: (n.seq, n.d_model),
            ),
        ),
        _stage(
            "out",
            lambda n: (n.batch, n.seq, n.d_model),
            (
                "not_contracted",
                "W2 brings every row back to d_model, so that it can be added to x.",
                lambda n: (n.batch, n.seq, n.d_ff),
            ),
            (
                "sequence_lost",
                "Every position keeps its own output row: the seq axis stays.",
                lambda n: (n.batch, n.d_model),
            ),
            (
                "batch_lost",
                "Every sequence of the batch keeps its own rows: the batch axis stays.",
                lambda n: (n.seq, n.d_model),
            ),
        ),
    ),
)
