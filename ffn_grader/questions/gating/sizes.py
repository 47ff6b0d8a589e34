"""The sizes in a gated layer: its gate, its way back, its fused weight, its parameters."""

from ffn_ref import ffn_parameters

from ...question import Misconception, Stage, StagesQuestion


def _stage(name, right, *misconceptions, section=""):
    return Stage(
        name,
        lambda n, s: right(n),
        tuple(Misconception(label, hint, lambda n, s, wrong=wrong: wrong(n)) for label, hint, wrong in misconceptions),
        of_shape=name.endswith("_shape"),
        section=section,
    )


SIZES = StagesQuestion(
    id="gating.sizes",
    title="Sizes",
    points=1,
    section="Two maps instead of one",
    hints=(
        "Each hidden unit of each token has a gate of its own.",
        "Both branches have the same shape, and they are multiplied entry by entry. What does W_down start from?",
        "The fused weight holds W_gate and W_up side by side: the rows stay, the columns add up.",
        "Count the entries of W_gate, W_up and W_down.",
    ),
    example={"batch": 2, "seq": 10, "d_model": 768, "d_ff": 2048},
    draw={
        "batch": {"shape": [], "from": [2, 3, 4, 5]},
        "seq": {"shape": [], "from": [7, 9, 11, 13, 14, 15]},
        "d_model": {"shape": [], "from": [6, 8, 10, 12, 20]},
        "d_ff": {"shape": [], "from": [16, 18, 21, 22, 23, 25, 30, 32]},
    },
    sensible=lambda n: n.d_ff > n.d_model,
    stages=(
        _stage(
            "gate_shape",
            lambda n: (n.batch, n.seq, n.d_ff),
            (
                "one_gate_for_each_token",
                "A token has many gates, one for each hidden unit, as attention's weights do not.",
                lambda n: (n.batch, n.seq),
            ),
            (
                "gate_of_width_one",
                "One gate for each token would open or shut all hidden units alike. Each unit has its own.",
                lambda n: (n.batch, n.seq, 1),
            ),
            (
                "gate_on_the_input",
                "The gate acts on the hidden row, so it is as wide as that.",
                lambda n: (n.batch, n.seq, n.d_model),
            ),
            (
                "gate_for_each_pair_of_tokens",
                "A weight for each pair of tokens belongs to attention. A gate looks at one token.",
                lambda n: (n.batch, n.seq, n.seq),
            ),
            (
                "one_gate_for_all_tokens",
                "The gate is computed from x, so every token has its own.",
                lambda n: (n.d_ff,),
            ),
        ),
        _stage(
            "W_down_shape",
            lambda n: (n.d_ff, n.d_model),
            (
                "transposed_weights",
                "Rows and columns are exchanged. In `h @ W_down` the width of h meets the first axis.",
                lambda n: (n.d_model, n.d_ff),
            ),
            (
                "branches_joined",
                "The branches are multiplied, not put side by side. The product is as wide as one branch.",
                lambda n: (2 * n.d_ff, n.d_model),
            ),
            ("not_contracted", "W_down leads back to d_model.", lambda n: (n.d_ff, n.d_ff)),
        ),
        _stage(
            "W_gate_up_shape",
            lambda n: (n.d_model, 2 * n.d_ff),
            (
                "transposed_weights",
                "Rows and columns are exchanged. Here the token is a row: `x @ W_gate_up`.",
                lambda n: (2 * n.d_ff, n.d_model),
            ),
            (
                "stacked_upon_each_other",
                "Upon each other they would need an x twice as wide. Put them side by side.",
                lambda n: (2 * n.d_model, n.d_ff),
            ),
            (
                "one_branch_only",
                "This has room for one of the two matrices. A fused weight holds both.",
                lambda n: (n.d_model, n.d_ff),
            ),
            section="One product for both",
        ),
        _stage(
            "parameters",
            lambda n: ffn_parameters(n.d_model, n.d_ff, gated=True),
            (
                "two_matrices_counted",
                "Two matrices belong to a plain layer. A gated one has a third.",
                lambda n: ffn_parameters(n.d_model, n.d_ff),
            ),
            (
                "biases_counted",
                "This layer has no biases. Count the entries of the matrices alone.",
                lambda n: ffn_parameters(n.d_model, n.d_ff, gated=True, biases=True),
            ),
            (
                "fused_weight_counted_too",
                "The fused weight is W_gate and W_up once more, stored together. Count them once.",
                lambda n: 5 * n.d_model * n.d_ff,
            ),
            (
                "d_ff_ignored",
                "This counts d_ff as 4 · d_model. Look at the width that you were given.",
                lambda n: ffn_parameters(n.d_model, 4 * n.d_model, gated=True),
            ),
            section="The same budget",
        ),
    ),
)
