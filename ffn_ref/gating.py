"""Gated feed-forward networks: one branch scales the other, element by element.

All compute (σ(x W_gate) ⊙ x W_up) W_down and differ in σ, the activation of the gate.
Row vectors, no biases: x has shape (..., d_model), W_gate and W_up (d_model, d_ff), W_down (d_ff, d_out).
Every function raises ValueError when shapes do not go together and TypeError for values that are not real.
Sources: Dauphin et al. 2017, arXiv:1612.08083 (GLU); Shazeer 2020, arXiv:2002.05202 (the family).
"""

from typing import NamedTuple

import numpy as np

from .activations import gelu, identity, relu, sigmoid, silu
from .inputs import expect, matrix, rows
from .position_wise import activate


class GLUStages(NamedTuple):
    """The stages of one pass: gate_pre, gate, up and h of shape (..., d_ff), out of shape (..., d_out)."""

    gate_pre: np.ndarray
    gate: np.ndarray
    up: np.ndarray
    h: np.ndarray
    out: np.ndarray


def glu_arrays(x, W_gate, W_up, W_down):
    """The input and the three weights as real arrays whose shapes go together."""
    x = rows(x, "x")
    W_gate, W_up, W_down = matrix(W_gate, "W_gate"), matrix(W_up, "W_up"), matrix(W_down, "W_down")
    expect(W_gate, "W_gate", (x.shape[-1], "d_ff"), f"x of shape {x.shape}")
    expect(W_up, "W_up", W_gate.shape, f"W_gate of shape {W_gate.shape}")
    expect(W_down, "W_down", (W_gate.shape[1], "d_out"), f"W_gate of shape {W_gate.shape}")
    return x, W_gate, W_up, W_down


def glu_stages(x, W_gate, W_up, W_down, *, activation=silu):
    """Every stage: gate_pre = x W_gate, gate = σ(gate_pre), up = x W_up, h = gate ⊙ up, out = h W_down.

    The activation acts on the gate branch alone. Despite its name the gate is no probability: SiLU goes
    below 0 and above 1.
    """
    x, W_gate, W_up, W_down = glu_arrays(x, W_gate, W_up, W_down)
    gate_pre = x @ W_gate  # (..., d_model) @ (d_model, d_ff) -> (..., d_ff)
    gate = activate(activation, gate_pre)
    up = x @ W_up  # (..., d_ff)
    h = gate * up  # (..., d_ff), element by element
    return GLUStages(gate_pre, gate, up, h, h @ W_down)  # (..., d_ff) @ (d_ff, d_out) -> (..., d_out)


def glu_ffn(x, W_gate, W_up, W_down, *, activation=silu):
    """(σ(x W_gate) ⊙ x W_up) W_down, shape (..., d_model) to (..., d_out)."""
    return glu_stages(x, W_gate, W_up, W_down, activation=activation).out


def glu(x, W_gate, W_up, W_down):
    """GLU: the gate is the logistic sigmoid, between 0 and 1 (Dauphin et al. 2017)."""
    return glu_ffn(x, W_gate, W_up, W_down, activation=sigmoid)


def bilinear(x, W_gate, W_up, W_down):
    """Bilinear: no activation on the gate, (x W_gate ⊙ x W_up) W_down, quadratic in x (Shazeer 2020)."""
    return glu_ffn(x, W_gate, W_up, W_down, activation=identity)


def reglu(x, W_gate, W_up, W_down):
    """ReGLU: the gate is ReLU, from 0 upward (Shazeer 2020)."""
    return glu_ffn(x, W_gate, W_up, W_down, activation=relu)


def geglu(x, W_gate, W_up, W_down):
    """GEGLU: the gate is the exact GELU, from −0.17 upward (Shazeer 2020)."""
    return glu_ffn(x, W_gate, W_up, W_down, activation=gelu)


def swiglu(x, W_gate, W_up, W_down):
    """SwiGLU: the gate is SiLU, from −0.28 upward (Shazeer 2020, with β = 1)."""
    return glu_ffn(x, W_gate, W_up, W_down, activation=silu)


#: name -> the activation on the gate
GLU_VARIANTS = {"glu": sigmoid, "bilinear": identity, "reglu": relu, "geglu": gelu, "swiglu": silu}


def fuse_gate_up(W_gate, W_up):
    """Both input projections side by side, [W_gate | W_up], shape (d_model, 2 * d_ff): one product."""
    W_gate, W_up = matrix(W_gate, "W_gate"), matrix(W_up, "W_up")
    expect(W_up, "W_up", W_gate.shape, f"W_gate of shape {W_gate.shape}")
    return np.concatenate([W_gate, W_up], axis=1)


def split_gate_up(W_gate_up):
    """The inverse of `fuse_gate_up`: copies of (W_gate, W_up), each of shape (d_model, d_ff)."""
    W = matrix(W_gate_up, "W_gate_up")
    if W.shape[1] % 2:
        raise ValueError(f"W_gate_up has shape {W.shape}; (d_model, 2 * d_ff) is needed, an even width.")
    W_gate, W_up = np.split(W, 2, axis=1)
    return W_gate.copy(), W_up.copy()
