"""A mixture of experts: what is stored, and what one token uses."""

from ffn_ref import ffn_parameters

from ...question import Misconception, Stage, StagesQuestion


def router(n) -> int:
    return n.d_model * n.n_experts


def _router_inside(n, s, share) -> bool:
    """Whether `expert` holds the router already, or its share of it: that is charged there, and not again."""
    return s.expert == ffn_parameters(n.d_model, n.d_ff, gated=True) + share


def _experts_alone(count):
    """The experts without a router, for whoever counted it in each of them."""
    return lambda n, s: getattr(n, count) * s.expert + (0 if _router_inside(n, s, router(n)) else router(n))


def _scores_alone(count):
    """The same, for whoever counted a score in each expert."""
    return lambda n, s: getattr(n, count) * s.expert + (0 if _router_inside(n, s, n.d_model) else router(n))


EXPERT = Stage(
    "expert",
    lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True),
    (
        Misconception(
            "two_matrices_counted",
            "Two matrices are counted. An expert here is a SwiGLU layer: gate, up and down.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff),
        ),
        Misconception(
            "biases_counted",
            "The layers here have no biases.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True, biases=True),
        ),
        Misconception("one_matrix_counted", "This is one of the three matrices.", lambda n, s: n.d_model * n.d_ff),
        Misconception(
            "router_counted",
            "The router is in it. It stands before the experts, once for the layer.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True) + router(n),
        ),
        Misconception(
            "score_counted",
            "A part of the router is in it, d_model numbers. It stands before the experts, once for the layer.",
            lambda n, s: ffn_parameters(n.d_model, n.d_ff, gated=True) + n.d_model,
        ),
        Misconception(
            "d_ff_ignored",
            "This takes d_ff as 4 · d_model. Look at the d_ff that you were given.",
            lambda n, s: ffn_parameters(n.d_model, 4 * n.d_model, gated=True),
        ),
    ),
)

TOTAL = Stage(
    "moe_total",
    lambda n, s: n.n_experts * s.expert + router(n),
    (
        Misconception(
            "router_forgotten",
            "The router is missing: a matrix with a score for each expert.",
            lambda n, s: n.n_experts * s.expert,
        ),
        Misconception(
            "active_for_total",
            "This is what one token uses. All experts are stored.",
            lambda n, s: n.n_active * s.expert + router(n),
        ),
        Misconception(
            "router_in_each_expert",
            "The router is there once for the layer, not once in each expert.",
            lambda n, s: n.n_experts * (s.expert + router(n)),
        ),
        Misconception(
            "one_score",
            "This router gives one score. It has to give one for each expert.",
            lambda n, s: n.n_experts * s.expert + n.d_model,
        ),
    ),
    also=(_experts_alone("n_experts"), _scores_alone("n_experts")),
)

ACTIVE = Stage(
    "moe_active",
    lambda n, s: n.n_active * s.expert + router(n),
    (
        Misconception(
            "total_for_active", "These are all experts. A token uses a few of them.", lambda n, s: s.moe_total
        ),
        Misconception(
            "router_forgotten",
            "The router is missing. Every token needs it to choose.",
            lambda n, s: n.n_active * s.expert,
        ),
        Misconception(
            "router_of_the_chosen",
            "The router must score all experts before any is chosen, so all of it is used.",
            lambda n, s: n.n_active * (s.expert + n.d_model),
        ),
        Misconception(
            "one_expert", "This is one expert. A token goes through more than one.", lambda n, s: s.expert + router(n)
        ),
        Misconception(
            "idle_for_active",
            "These are the experts that the token does not use.",
            lambda n, s: (n.n_experts - n.n_active) * s.expert + router(n),
        ),
    ),
    also=(_experts_alone("n_active"), _scores_alone("n_active")),
)

EXPERTS = StagesQuestion(
    id="cost.experts",
    title="A mixture of experts",
    points=2,
    section="Experts",
    hints=(
        "An expert is a gated layer of the given widths, without biases.",
        "The router is one matrix. A token of d_model numbers goes in, a score for each expert comes out.",
        "The total is what has to be stored. Active is what one token is multiplied with: count the router in both.",
    ),
    example={"d_model": 2, "d_ff": 4, "n_experts": 8, "n_active": 2},
    draw={
        "d_model": {"shape": [], "from": [3, 4, 5, 6, 7, 8, 9, 10]},
        "d_ff": {"shape": [], "from": [9, 10, 11, 12, 14, 15, 16, 18, 20, 22, 25, 30]},
        "n_experts": {"shape": [], "from": [5, 6, 7, 8, 9, 10, 12, 16]},
        "n_active": {"shape": [], "from": [2, 3, 4]},
    },
    sensible=lambda n: n.d_model < n.d_ff != 4 * n.d_model and 2 * n.n_active < n.n_experts,
    stages=(EXPERT, TOTAL, ACTIVE),
)
