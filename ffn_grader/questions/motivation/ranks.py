"""How many independent directions a wider row has, before and after an activation."""

from ...question import Misconception, Stage, StagesQuestion

RANKS = StagesQuestion(
    id="motivation.ranks",
    title="Width and rank",
    points=1,
    section="Width alone does not help",
    hints=(
        "A product cannot have a larger rank than either of its factors.",
        "X is (tokens, d_model) and W1 is (d_model, d_ff). What is the smallest of the three numbers?",
        "After ReLU only the shape of the array limits its rank.",
    ),
    example={"tokens": 4, "d_model": 2, "d_ff": 256},
    draw={
        "tokens": {"shape": [], "from": list(range(10, 40))},
        "d_model": {"shape": [], "from": [3, 4, 5, 6, 7, 8]},
        "d_ff": {"shape": [], "from": list(range(12, 50))},
    },
    sensible=lambda n: n.tokens != n.d_ff,
    stages=(
        Stage(
            "lift",
            lambda n, s: min(n.tokens, n.d_model, n.d_ff),
            (
                Misconception(
                    "width_for_rank",
                    "This is the width of the product. Its columns are combinations of the few columns of X.",
                    lambda n, s: n.d_ff,
                ),
                Misconception(
                    "tokens_for_rank",
                    "This is the number of rows. They all lie among the combinations of W1's few rows.",
                    lambda n, s: n.tokens,
                ),
                Misconception(
                    "ranks_added",
                    "Ranks do not add up in a product: it has at most the smaller of the two.",
                    lambda n, s: n.d_model + min(n.d_model, n.d_ff),
                ),
            ),
        ),
        Stage(
            "relu",
            lambda n, s: min(n.tokens, n.d_ff),
            (
                Misconception(
                    "rank_kept",
                    "The bound of the product does not hold after ReLU: the activation bends the rows apart.",
                    lambda n, s: s.lift,
                ),
                Misconception(
                    "larger_side_for_rank",
                    "A rank is at most the smaller side of the array.",
                    lambda n, s: max(n.tokens, n.d_ff),
                ),
                Misconception(
                    "entries_for_rank",
                    "This counts the entries. The rank counts directions, at most the smaller side of the array.",
                    lambda n, s: n.tokens * n.d_ff,
                ),
            ),
        ),
    ),
)
