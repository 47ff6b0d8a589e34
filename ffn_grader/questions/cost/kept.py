"""What training keeps for the backward pass, with and without checkpointing."""

from ffn_ref import saved_activations

from ...question import Misconception, Stage, StagesQuestion

EACH = Stage(
    "kept_each",
    lambda n, s: saved_activations(n.d_model, n.d_ff),
    (
        Misconception("input_forgotten", "The gradient of W1 needs x as well.", lambda n, s: 2 * n.d_ff),
        Misconception(
            "one_hidden_row",
            "That would do for ReLU. GELU's slope cannot be read off h: h_pre is kept too.",
            lambda n, s: n.d_model + n.d_ff,
        ),
        Misconception(
            "output_counted",
            "The output is in it. The next layer keeps it, as its own input.",
            lambda n, s: 2 * n.d_model + 2 * n.d_ff,
        ),
        Misconception(
            "weights_counted",
            "These are weights. They are stored anyway, once for all tokens.",
            lambda n, s: 2 * n.d_model * n.d_ff,
        ),
        Misconception(
            "d_ff_ignored",
            "9 · d_model holds for d_ff = 4 · d_model. Look at the d_ff that you were given.",
            lambda n, s: 9 * n.d_model,
        ),
    ),
)

GATED = Stage(
    "kept_gated",
    lambda n, s: saved_activations(n.d_model, n.d_ff, gated=True),
    (
        Misconception(
            "activated_gate_kept",
            "You keep the activated gate too. Here it is computed again from the gate before SiLU.",
            lambda n, s: saved_activations(n.d_model, n.d_ff, gated=True, recompute_gate=False),
        ),
        Misconception(
            "gate_ignored",
            "Two hidden rows are kept without a gate. With it there are three: gate, up and h.",
            lambda n, s: saved_activations(n.d_model, n.d_ff),
        ),
        Misconception("input_forgotten", "The gradients of W_gate and W_up need x.", lambda n, s: 3 * n.d_ff),
        Misconception(
            "input_counted_twice",
            "d_model is in it twice. x is kept once, and the output not at all: it belongs to the next layer.",
            lambda n, s: 2 * n.d_model + 3 * n.d_ff,
        ),
    ),
)

ALL = Stage(
    "kept_all",
    lambda n, s: s.kept_each * n.tokens * n.layers,
    (
        Misconception(
            "layers_forgotten", "This is one layer. Each layer keeps its own.", lambda n, s: s.kept_each * n.tokens
        ),
        Misconception(
            "tokens_forgotten", "This is one token. Each token has its own.", lambda n, s: s.kept_each * n.layers
        ),
        Misconception(
            "kept_twice",
            "This is twice too much. What the forward pass keeps is what the backward pass reads: it is there once.",
            lambda n, s: 2 * s.kept_each * n.tokens * n.layers,
        ),
        Misconception(
            "gated_for_plain",
            "This is the gated layer. The model here has layers without a gate.",
            lambda n, s: s.kept_gated * n.tokens * n.layers,
        ),
    ),
)

CHECKPOINTED = Stage(
    "kept_checkpointed",
    lambda n, s: saved_activations(n.d_model, n.d_ff, checkpointing=True) * n.tokens * n.layers,
    (
        Misconception(
            "nothing_kept",
            "Something must stay, or nothing could be computed again: the input of each layer.",
            lambda n, s: 0,
        ),
        Misconception(
            "first_layer_alone",
            "This is one layer. Here each layer keeps its own input.",
            lambda n, s: n.d_model * n.tokens,
        ),
        Misconception(
            "recomputed_counted",
            "The layer that is being computed again is in it. Here only that counts which stays until then.",
            lambda n, s: n.d_model * n.tokens * n.layers + 2 * n.d_ff * n.tokens,
        ),
        Misconception(
            "hidden_row_kept",
            "You keep a hidden row. It can be computed again from the input, which is shorter.",
            lambda n, s: n.d_ff * n.tokens * n.layers,
        ),
        Misconception("no_saving", "This is what is kept without checkpointing.", lambda n, s: s.kept_all),
        Misconception(
            "one_token_of_each_layer",
            "This is one token. Each token has its own row.",
            lambda n, s: n.d_model * n.layers,
        ),
        Misconception(
            "input_thrown_away",
            "You take the inputs off and keep the rest. It is the other way round.",
            lambda n, s: s.kept_all - n.d_model * n.tokens * n.layers,
        ),
    ),
    section="Checkpointing",
)

KEPT = StagesQuestion(
    id="cost.kept",
    title="What training keeps",
    points=3,
    section="What training keeps",
    hints=(
        "The gradient of W2 needs h, the slope of GELU needs h_pre, the gradient of W1 needs x. How long is each row?",
        "With a gate the product rule needs both branches, and the gradient of W_down needs their product.",
        "Each token keeps its own rows in each layer.",
        "With checkpointing only that stays from which a layer can be run again.",
    ),
    example={"tokens": 5, "layers": 3, "d_model": 2, "d_ff": 4},
    draw={
        "tokens": {"shape": [], "from": [5, 6, 7, 8, 9, 10]},
        "layers": {"shape": [], "from": [2, 3, 4, 6, 12]},
        "d_model": {"shape": [], "from": [4, 5, 6, 7, 8, 9, 10, 12]},
        "d_ff": {"shape": [], "from": [10, 12, 14, 15, 16, 18, 20, 22, 24, 25, 30, 35, 40]},
    },
    sensible=lambda n: n.d_model < n.d_ff and n.d_ff != 4 * n.d_model and n.tokens != n.layers,
    stages=(EACH, GATED, ALL, CHECKPOINTED),
)
