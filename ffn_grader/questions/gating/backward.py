"""The backward pass of one gated layer."""

import numpy as np

from ffn_ref import glu_backward, sigmoid, sigmoid_grad, silu, silu_grad

from ...question import FunctionQuestion, Misconception
from .swiglu import WHY, tiny, unlike, weights, whole


def backward(dout, x, G, U, D):
    """dx, dW_gate, dW_up, dW_down."""
    return tuple(glu_backward(dout, x, G, U, D))


def _branches(dout, x, G, U, D):
    """dh, gate_pre, up: what the product rule works on."""
    return dout @ D.T, x @ G, x @ U


def _collect(dout, x, G, U, D, dgate_pre, dup):
    """The four gradients, once those of the two branches are known."""
    h = silu(x @ G) * (x @ U)
    return dgate_pre @ G.T + dup @ U.T, x.T @ dgate_pre, x.T @ dup, h.T @ dout


def _with(rule):
    """The mistake of another product rule: rule(dh, gate_pre, up) -> (dgate_pre, dup)."""
    return lambda *layer: _collect(*layer, *rule(*_branches(*layer)))


def _dx_from(gate: bool):
    """The mistake of sending only one branch's gradient back to x."""

    def wrong(dout, x, G, U, D):
        dh, a, b = _branches(dout, x, G, U, D)
        dx = (dh * b * silu_grad(a)) @ G.T if gate else (dh * silu(a)) @ U.T
        return dx, *backward(dout, x, G, U, D)[1:]

    return wrong


def _crossed(dout, x, G, U, D):
    dh, a, b = _branches(dout, x, G, U, D)
    dx = (dh * b * silu_grad(a)) @ U.T + (dh * silu(a)) @ G.T
    return dx, *backward(dout, x, G, U, D)[1:]


def dx_from_own(dout, x, G, U, D, dx, dG, dU, dD):
    """dx from the student's own dW_gate and dW_up: where the tokens are independent, x.T @ da has one solution da."""
    if np.linalg.matrix_rank(x) < len(x):
        return None
    back = np.linalg.pinv(x.T)
    return back @ dG @ G.T + back @ dU @ U.T


def _not_transposed(dout, x, G, U, D):
    dh, a, b = dout @ D, x @ G, x @ U
    return _collect(dout, x, G, U, D, dh * b * silu_grad(a), dh * silu(a))


def draw_layers(rng):
    """Two tokens of small whole numbers, square layers, one token, single precision, more tokens."""

    def layer(n, d_model, d_ff, dtype=float):
        dout, x = rng.standard_normal((2, n, d_model)).astype(dtype)
        return dout, x, *weights(rng, d_model, d_ff, dtype)

    return [
        (whole(rng, 2, 2), unlike(rng), *tiny(rng)),
        layer(3, 4, 4),  # square: transposed weights fit here
        layer(1, 3, 5),
        layer(4, 3, 6, np.float32),
        layer(7, 5, 8),
    ]


BACKWARD = FunctionQuestion(
    id="gating.backward",
    title="Backward through a gated layer",
    points=4,
    section="What the gate does to gradients",
    arguments=("dout", "x", "W_gate", "W_up", "W_down"),
    parts=("dx", "dW_gate", "dW_up", "dW_down"),
    by_part=True,
    follows={"dx": dx_from_own},
    hints=(
        "Begin at h, a product of gate and up. The gradient of one factor is dh times the other factor.",
        "The gate branch also passes SiLU: multiply by its slope, taken at gate_pre.",
        "Both branches begin with a product y = x @ W. There W gets x.T @ dy, and x gets dy @ W.T.",
        "x feeds both branches, so dx is a sum of two terms.",
    ),
    reference=backward,
    draw=draw_layers,
    why=WHY,
    misconceptions=(
        Misconception(
            "slope_forgotten",
            "The gate's gradient lacks the slope of SiLU. It must pass the activation on its way back.",
            _with(lambda dh, a, b: (dh * b, dh * silu(a))),
            credit=0.75,
        ),
        Misconception(
            "slope_of_the_sigmoid",
            "The slope is that of the sigmoid. SiLU is z · sigmoid(z): use the product rule.",
            _with(lambda dh, a, b: (dh * b * sigmoid_grad(a), dh * silu(a))),
            credit=0.75,
        ),
        Misconception(
            "sigmoid_for_the_slope",
            "sigmoid(z) is only one of the two terms of SiLU's slope. The other comes from the sigmoid's own slope.",
            _with(lambda dh, a, b: (dh * b * sigmoid(a), dh * silu(a))),
            credit=0.75,
        ),
        Misconception(
            "slope_at_the_gate",
            "You take the slope at the gate. It belongs at gate_pre, the number that went into SiLU.",
            _with(lambda dh, a, b: (dh * b * silu_grad(silu(a)), dh * silu(a))),
            credit=0.75,
        ),
        Misconception(
            "factors_not_crossed",
            "Each branch is multiplied by itself. In a product, the gradient of one factor carries the other one.",
            _with(lambda dh, a, b: (dh * silu(a) * silu_grad(a), dh * b)),
            credit=0.5,
        ),
        Misconception(
            "activation_on_up",
            "The value branch has no activation, so no slope belongs to its gradient.",
            _with(lambda dh, a, b: (dh * b * silu_grad(a), dh * silu(a) * silu_grad(b))),
            credit=0.75,
        ),
        Misconception(
            "slope_on_both",
            "The slope of SiLU belongs to the gate's gradient alone. Up is multiplied by the gate, without a slope.",
            _with(lambda dh, a, b: (dh * b * silu_grad(a), dh * silu(a) * silu_grad(a))),
            credit=0.75,
        ),
        Misconception(
            "weights_crossed_in_dx",
            "In dx the weights are crossed: what arrives at gate_pre goes back through W_gate, at up through W_up.",
            _crossed,
        ),
        Misconception(
            "value_forgotten",
            "The gate's gradient lacks the value. In a product, the gradient of one factor carries the other one.",
            _with(lambda dh, a, b: (dh * silu_grad(a), dh * silu(a))),
            credit=0.75,
        ),
        Misconception(
            "gate_forgotten",
            "The gradient of up lacks the gate. In a product, the gradient of one factor carries the other one.",
            _with(lambda dh, a, b: (dh * b * silu_grad(a), dh)),
            credit=0.75,
        ),
        Misconception(
            "gate_pre_for_gate",
            "The gradient of up carries gate_pre. What up was multiplied by is the gate, after SiLU.",
            _with(lambda dh, a, b: (dh * b * silu_grad(a), dh * a)),
            credit=0.75,
        ),
        Misconception(
            "gate_branch_lost_in_dx",
            "dx holds the value branch alone. x feeds the gate branch too: add its term.",
            _dx_from(gate=False),
        ),
        Misconception(
            "value_branch_lost_in_dx",
            "dx holds the gate branch alone. x feeds the value branch too: add its term.",
            _dx_from(gate=True),
        ),
        Misconception(
            "averaged_over_positions",
            "The weights' gradients are averaged over the positions. They are summed: each position adds its part.",
            lambda dout, x, G, U, D: (
                backward(dout, x, G, U, D)[0],
                *(dW / len(x) for dW in backward(dout, x, G, U, D)[1:]),
            ),
            credit=0.75,
        ),
        Misconception(
            "order_of_the_result",
            "dW_gate and dW_up have changed places.",
            lambda *layer: tuple(backward(*layer)[i] for i in (0, 2, 1, 3)),
            credit=0.75,
        ),
        Misconception(
            "dx_last",
            "The order is (dx, dW_gate, dW_up, dW_down): dx comes first.",
            lambda *layer: (*backward(*layer)[1:], backward(*layer)[0]),
            credit=0.75,
        ),
        Misconception(
            "gradients_transposed",
            "The weights' gradients are transposed. Each has the shape of its weight: x.T @ …, not (…).T @ x.",
            lambda dout, x, G, U, D: (
                backward(dout, x, G, U, D)[0],
                *(dW.T for dW in backward(dout, x, G, U, D)[1:]),
            ),
            credit=0.5,
        ),
        Misconception(
            "down_not_transposed",
            "On the way back W_down is used transposed: dh = dout @ W_down.T. A square matrix hides the mistake.",
            _not_transposed,
        ),
        Misconception(
            "gate_for_h_in_dW_down",
            "dW_down is formed from the gate. What W_down multiplied is h, the product of both branches.",
            lambda dout, x, G, U, D: (*backward(dout, x, G, U, D)[:3], silu(x @ G).T @ dout),
        ),
    ),
)
