"""The parameters of a small layer, counted by hand: weights, biases, both, and with a gate."""

from ffn_ref import ffn_parameters

from ...question import Misconception, Stage, StagesQuestion


def weights(n, matrices=2) -> int:
    return matrices * n.d_model * n.d_ff


WEIGHTS = Stage(
    "weights",
    lambda n, s: ffn_parameters(n.d_model, n.d_ff),
    (
        Misconception("one_matrix_counted", "There are two matrices, W1 and W2.", lambda n, s: weights(n, 1)),
        Misconception(
            "three_matrices_counted",
            "Three matrices belong to a gated layer. This one has two.",
            lambda n, s: weights(n, 3),
        ),
        Misconception(
            "d_ff_ignored",
            "This is 8 · d_model², the count for d_ff = 4 · d_model. Look at the d_ff that you were given.",
            lambda n, s: ffn_parameters(n.d_model, 4 * n.d_model),
        ),
        Misconception(
            "biases_counted",
            "The biases are in it. They have a line of their own: here only the entries of the matrices count.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, biases=True),
        ),
        Misconception(
            "sides_added",
            "You added the two sides of each matrix. A matrix has an entry for every pair of an input and an output.",
            lambda n, s: 2 * (n.d_model + n.d_ff),
        ),
    ),
)

BIASES = Stage(
    "biases",
    lambda n, s: n.d_ff + n.d_model,
    (
        Misconception("second_bias_left_out", "One bias is missing: W2's outputs have one too.", lambda n, s: n.d_ff),
        Misconception(
            "first_bias_left_out", "One bias is missing: the hidden row has one too.", lambda n, s: n.d_model
        ),
        Misconception(
            "both_biases_hidden",
            "b2 is added to the output row, so it is as long as that, not as the hidden row.",
            lambda n, s: 2 * n.d_ff,
        ),
        Misconception(
            "both_biases_outer",
            "b1 is added to the hidden row, so it is as long as that.",
            lambda n, s: 2 * n.d_model,
        ),
        Misconception("arrays_counted", "These are the arrays. Count the numbers in them.", lambda n, s: 2),
    ),
)

BOTH = Stage(
    "both",
    lambda n, s: s.weights + s.biases,
    (
        Misconception("biases_left_out", "These are the weights alone. Add the biases.", lambda n, s: s.weights),
        Misconception(
            "biases_twice", "Your biases are in it twice. Add them once.", lambda n, s: s.weights + 2 * s.biases
        ),
        Misconception(
            "multiplied", "You multiplied the two counts. They are parts of one sum.", lambda n, s: s.weights * s.biases
        ),
    ),
)

GATED = Stage(
    "gated",
    lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True, biases=True),
    (
        Misconception(
            "biases_left_out",
            "These are the three matrices. Each of them has a bias here.",
            lambda n, s: weights(n, 3),
        ),
        Misconception(
            "two_matrices_counted",
            "Two matrices are counted. A gated layer has a third: gate, up and down.",
            lambda n, s: weights(n, 2) + 2 * n.d_ff + n.d_model,
        ),
        Misconception(
            "gate_ignored",
            "This is the layer without a gate.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, biases=True),
        ),
        Misconception(
            "bias_of_the_gate_left_out",
            "One hidden bias is missing: W_gate and W_up have one each.",
            lambda n, s: weights(n, 3) + n.d_ff + n.d_model,
        ),
        Misconception(
            "last_bias_left_out",
            "The bias of W_down is missing.",
            lambda n, s: weights(n, 3) + 2 * n.d_ff,
        ),
        Misconception(
            "all_biases_hidden",
            "W_down leads back to d_model, so its bias is as long as the output row.",
            lambda n, s: weights(n, 3) + 3 * n.d_ff,
        ),
    ),
)

BY_HAND = StagesQuestion(
    id="cost.by_hand",
    title="Parameters by hand",
    points=2,
    section="Counting parameters",
    hints=(
        "Write down the four arrays W1, b1, W2, b2 with their shapes. A matrix has rows times columns entries.",
        "A bias is as long as the row to which it is added: b1 to the hidden row, b2 to the output row.",
        "A gated layer has three matrices. Two of them lead to the hidden row, one leads back.",
    ),
    example={"d_model": 2, "d_ff": 4},
    draw={
        "d_model": {"shape": [], "from": [3, 4, 5, 6, 7, 8, 9, 11, 12]},
        "d_ff": {"shape": [], "from": list(range(8, 31))},
    },
    sensible=lambda n: n.d_model < n.d_ff != 4 * n.d_model,
    stages=(WEIGHTS, BIASES, BOTH, GATED),
)
