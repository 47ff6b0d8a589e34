"""How many parameters are saved when all positions share one network."""

from ffn_ref import ffn_parameters

from ...question import Misconception, number_question


def _one(n, **options):
    return ffn_parameters(n.d_model, n.d_ff, **{"biases": True} | options)


SHARING = number_question(
    id="motivation.sharing",
    title="What sharing saves",
    points=1,
    section="Why one network for all",
    hints=(
        "The book has a table of this for a network of another size. First count one network.",
        "It has two matrices, d_model by d_ff and d_ff by d_model, and two biases.",
        "How many networks would there be without sharing, and how many are there with it?",
    ),
    example={"positions": 100, "d_model": 512, "d_ff": 2048},
    draw={
        "positions": {"shape": [], "from": list(range(5, 25))},
        "d_model": {"shape": [], "from": [3, 4, 5, 6, 7]},
        "d_ff": {"shape": [], "from": [8, 9, 10, 11, 13, 14, 15, 17, 18, 19, 20]},
    },
    right=lambda n: (n.positions - 1) * _one(n),
    misconceptions=(
        Misconception(
            "all_networks_counted",
            "These are all networks together. One of them is still there when they share.",
            lambda n: n.positions * _one(n),
        ),
        Misconception(
            "one_network_counted",
            "This is the size of the one network that they share. How many others are saved?",
            _one,
        ),
        Misconception(
            "biases_left_out",
            "The biases are shared too, and they count here.",
            lambda n: (n.positions - 1) * _one(n, biases=False),
        ),
        Misconception(
            "second_bias_left_out",
            "The first layer has d_ff biases, and the second has d_model more.",
            lambda n: (n.positions - 1) * (2 * n.d_model * n.d_ff + n.d_ff),
        ),
        Misconception(
            "first_bias_left_out",
            "The second layer has d_model biases, and the first has d_ff more.",
            lambda n: (n.positions - 1) * (2 * n.d_model * n.d_ff + n.d_model),
        ),
        Misconception(
            "biases_of_d_ff_only",
            "Both biases are counted as d_ff wide. The second one is added to the output, so it is d_model wide.",
            lambda n: (n.positions - 1) * (2 * n.d_model * n.d_ff + 2 * n.d_ff),
        ),
        Misconception(
            "biases_of_d_model_only",
            "Both biases are counted as d_model wide. The first one is added to the hidden row, so it is d_ff wide.",
            lambda n: (n.positions - 1) * (2 * n.d_model * n.d_ff + 2 * n.d_model),
        ),
        Misconception(
            "share_for_count",
            "This is the share that is saved. Give the number of parameters.",
            lambda n: (n.positions - 1) / n.positions,
        ),
        Misconception(
            "one_matrix_counted",
            "There are two matrices, one up and one down.",
            lambda n: (n.positions - 1) * (n.d_model * n.d_ff + n.d_ff + n.d_model),
        ),
        Misconception(
            "d_ff_ignored",
            "This counts d_ff as 4 · d_model. Look at the width that you were given.",
            lambda n: (n.positions - 1) * ffn_parameters(n.d_model, 4 * n.d_model, biases=True),
        ),
        Misconception(
            "pairs_of_positions_counted",
            "This counts a network for each pair of positions. Each position would have one.",
            lambda n: (n.positions**2 - 1) * _one(n),
        ),
    ),
)
