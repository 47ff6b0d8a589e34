"""How many parameters a layer of a given size has."""

from ffn_ref import ffn_parameters

from ...question import Misconception, number_question

PARAMETERS = number_question(
    id="position_wise.parameters",
    title="A parameter count",
    points=1,
    section="A pass by hand, with ReLU",
    hints=(
        "Count the entries of the four arrays W1, b1, W2 and b2, one after the other.",
        "W1 and W2 have the same number of entries. The two biases do not.",
        "b1 is as long as the hidden row, b2 as long as the output row.",
    ),
    example={"d_model": 2, "d_ff": 4},
    draw={
        "d_model": {"shape": [], "from": [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]},
        "d_ff": {"shape": [], "from": list(range(8, 40))},
    },
    sensible=lambda n: n.d_ff > n.d_model,
    right=lambda n: ffn_parameters(n.d_model, n.d_ff, biases=True),
    misconceptions=(
        Misconception(
            "biases_left_out",
            "These are the weights alone. Each of the two maps also has a bias.",
            lambda n: ffn_parameters(n.d_model, n.d_ff),
        ),
        Misconception(
            "first_bias_left_out",
            "One bias is missing: the first map has one too.",
            lambda n: ffn_parameters(n.d_model, n.d_ff) + n.d_model,
        ),
        Misconception(
            "second_bias_left_out",
            "One bias is missing: the second map has one too.",
            lambda n: ffn_parameters(n.d_model, n.d_ff) + n.d_ff,
        ),
        Misconception(
            "one_matrix_counted",
            "There are two matrices, one up and one down.",
            lambda n: n.d_model * n.d_ff + n.d_ff + n.d_model,
        ),
        Misconception(
            "d_ff_ignored",
            "This counts d_ff as 4 · d_model. Look at the width that you were given.",
            lambda n: ffn_parameters(n.d_model, 4 * n.d_model, biases=True),
        ),
        Misconception(
            "three_matrices_counted",
            "Three matrices belong to a gated layer. This one has two.",
            lambda n: ffn_parameters(n.d_model, n.d_ff, gated=True) + n.d_ff + n.d_model,
        ),
        Misconception(
            "both_biases_hidden",
            "The second bias is as long as the output row, not the hidden row.",
            lambda n: ffn_parameters(n.d_model, n.d_ff) + 2 * n.d_ff,
        ),
    ),
)
