"""Counting parameters as a function: any width, gated or not, with biases or without."""

from ffn_ref import ffn_parameters

from ...question import FunctionQuestion, Misconception

WHY = "Counts are whole numbers. 1e-6 of the count is ten roundings in float32, and the nearest mistake is 1e-4 off."


def parameters(d_model, d_ff, gated, biases):
    return ffn_parameters(d_model, d_ff, gated=gated, biases=biases)


def sizes(rng):
    """d_model and a d_ff that is not 4 · d_model."""
    d_model = int(rng.integers(3, 25))
    return d_model, 4 * d_model + int(rng.choice([-7, -5, -1, 2, 6, 9]))


def draw_layers(rng):
    """The layer 2→4→2, all four kinds with a random width, and a wide one."""
    kinds = [(gated, biases) for gated in (False, True) for biases in (False, True)]
    small = [(*sizes(rng), *kind) for kind in kinds]
    return [(2, 4, False, True), *small, (64 * int(rng.integers(2, 5)), 512 + int(rng.integers(1, 99)), True, True)]


def _matrices(d_model, d_ff, gated):
    return (3 if gated else 2) * d_model * d_ff


PARAMETERS = FunctionQuestion(
    id="cost.parameters",
    title="A function that counts parameters",
    points=2,
    section="Counting parameters",
    arguments=("d_model", "d_ff", "gated", "biases"),
    hints=(
        "Start with the weights: how many matrices are there, and how many entries has each?",
        "Then the biases. How many arrays are added to a hidden row, and how many to the output row?",
        "A gate adds one matrix and, if there are biases, one more hidden bias. The output row still has one.",
        "Try it on 2→4→2 without a gate and with biases: the book counts it.",
    ),
    reference=parameters,
    draw=draw_layers,
    tolerance=1e-6,
    why=WHY,
    misconceptions=(
        Misconception(
            "two_matrices_when_gated",
            "A gated layer has three matrices: gate, up and down. You count two.",
            lambda d, m, gated, biases: 2 * d * m + ((m * (2 if gated else 1) + d) if biases else 0),
        ),
        Misconception(
            "three_matrices_always",
            "Three matrices belong to a gated layer. Without a gate there are two.",
            lambda d, m, gated, biases: 3 * d * m + ((m * (2 if gated else 1) + d) if biases else 0),
        ),
        Misconception(
            "gate_ignored",
            "`gated` changes nothing in your count. It adds a matrix, and a bias if there are biases.",
            lambda d, m, gated, biases: parameters(d, m, False, biases),
        ),
        Misconception(
            "biases_never",
            "`biases` changes nothing in your count.",
            lambda d, m, gated, biases: _matrices(d, m, gated),
        ),
        Misconception(
            "biases_always",
            "You count biases even where the layer has none.",
            lambda d, m, gated, biases: parameters(d, m, gated, True),
        ),
        Misconception(
            "bias_of_the_gate_left_out",
            "In a gated layer W_gate and W_up have a bias each. You count one of the two.",
            lambda d, m, gated, biases: _matrices(d, m, gated) + (m + d if biases else 0),
        ),
        Misconception(
            "last_bias_left_out",
            "The bias of the last matrix is missing. It is as long as the output row.",
            lambda d, m, gated, biases: _matrices(d, m, gated) + (m * (2 if gated else 1) if biases else 0),
        ),
        Misconception(
            "last_bias_twice",
            "The gate brings a second hidden bias, but the last matrix is there once, and so is its bias.",
            lambda d, m, gated, biases: _matrices(d, m, gated) + ((m + d) * (2 if gated else 1) if biases else 0),
        ),
        Misconception(
            "all_biases_hidden",
            "The last matrix leads back to d_model, so its bias has that length, not d_ff.",
            lambda d, m, gated, biases: _matrices(d, m, gated) + (m * (3 if gated else 2) if biases else 0),
        ),
        Misconception(
            "d_ff_ignored",
            "This counts as if d_ff were 4 · d_model. Use the d_ff that is given.",
            lambda d, m, gated, biases: parameters(d, 4 * d, gated, biases),
        ),
        Misconception(
            "one_matrix_counted",
            "One matrix is missing: there is at least one up and one down.",
            lambda d, m, gated, biases: parameters(d, m, gated, biases) - d * m,
        ),
    ),
)
