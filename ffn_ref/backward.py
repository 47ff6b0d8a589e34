"""Backward passes: from the gradient at the output to the gradients of the input and of every weight.

Each takes `dout`, the gradient of a scalar loss with respect to the layer's output, with the output's shape
(..., d_out), then the arguments of the forward pass. A gradient has the shape of what it belongs to; weights
are shared by all positions, so theirs are summed over every leading axis. ValueError for shapes that do not
go together, TypeError for values that are not real numbers.
Source: Rumelhart, Hinton & Williams 1986; for the gated layer Shazeer 2020, arXiv:2002.05202.
"""

from typing import NamedTuple

import numpy as np

from .activations import ACTIVATIONS, relu, silu
from .gating import glu_arrays, glu_stages
from .inputs import expect, real, rows
from .position_wise import activate, ffn_stages, layer_arrays


class FFNGradients(NamedTuple):
    """Gradients of the two-matrix layer; db1 or db2 is None where the layer has no such bias."""

    dx: np.ndarray
    dW1: np.ndarray
    dW2: np.ndarray
    db1: np.ndarray | None
    db2: np.ndarray | None


class GLUGradients(NamedTuple):
    """Gradients of the gated layer."""

    dx: np.ndarray
    dW_gate: np.ndarray
    dW_up: np.ndarray
    dW_down: np.ndarray


def derivative_of(activation, activation_grad=None):
    """`activation_grad` if given, else the derivative that ACTIVATIONS lists; ValueError if it lists none."""
    if activation_grad is not None:
        return activation_grad
    for function, derivative in ACTIVATIONS.values():
        if function is activation:
            return derivative
    raise ValueError(f"The derivative of {activation!r} is not known: pass activation_grad=... as well.")


def sum_of_outer(a, b):
    """Σ over positions of the outer product aᵀ b: (..., m) and (..., n) give (m, n)."""
    leading = list(range(a.ndim - 1))
    return np.tensordot(a, b, axes=(leading, leading))


def sum_of_positions(a):
    """Σ over every leading axis: (..., n) gives (n,)."""
    return a.sum(axis=tuple(range(a.ndim - 1)))


def ffn_backward(dout, x, W1, W2, b1=None, b2=None, *, activation=relu, activation_grad=None):
    """Backward through out = σ(x W1 + b1) W2 + b2.

    dh = dout W2ᵀ, dh_pre = dh ⊙ σ′(h_pre), dx = dh_pre W1ᵀ, dW2 = Σ hᵀ dout, dW1 = Σ xᵀ dh_pre,
    db2 = Σ dout, db1 = Σ dh_pre, each sum over all positions. Returns FFNGradients.
    `activation_grad` is needed for an activation that ACTIVATIONS does not list.
    """
    slope = derivative_of(activation, activation_grad)
    h_pre, h, out = ffn_stages(x, W1, W2, b1, b2, activation=activation)
    x, (W1, W2, b1, b2) = rows(x, "x"), layer_arrays(W1, W2, b1, b2)
    dout = real(dout, "dout")
    expect(dout, "dout", out.shape, f"an output of shape {out.shape}")
    dh_pre = (dout @ W2.T) * activate(slope, h_pre)  # (..., d_ff)
    return FFNGradients(
        dx=dh_pre @ W1.T,
        dW1=sum_of_outer(x, dh_pre),
        dW2=sum_of_outer(h, dout),
        db1=None if b1 is None else sum_of_positions(dh_pre),
        db2=None if b2 is None else sum_of_positions(dout),
    )


def glu_backward(dout, x, W_gate, W_up, W_down, *, activation=silu, activation_grad=None):
    """Backward through out = (σ(x W_gate) ⊙ x W_up) W_down.

    dh = dout W_downᵀ, dup = dh ⊙ gate, dgate_pre = dh ⊙ up ⊙ σ′(gate_pre),
    dx = dgate_pre W_gateᵀ + dup W_upᵀ, and each weight's gradient is Σ inputᵀ dprojection over all
    positions. So each branch's gradient is scaled by the other branch. Returns GLUGradients.
    """
    slope = derivative_of(activation, activation_grad)
    gate_pre, gate, up, h, out = glu_stages(x, W_gate, W_up, W_down, activation=activation)
    x, W_gate, W_up, W_down = glu_arrays(x, W_gate, W_up, W_down)
    dout = real(dout, "dout")
    expect(dout, "dout", out.shape, f"an output of shape {out.shape}")
    dh = dout @ W_down.T  # (..., d_ff)
    dup = dh * gate
    dgate_pre = dh * up * activate(slope, gate_pre)
    return GLUGradients(
        dx=dgate_pre @ W_gate.T + dup @ W_up.T,
        dW_gate=sum_of_outer(x, dgate_pre),
        dW_up=sum_of_outer(x, dup),
        dW_down=sum_of_outer(h, dout),
    )
