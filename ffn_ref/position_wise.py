"""The position-wise feed-forward network: expand, transform, contract.

Row vectors: x has shape (..., d_model) with any leading axes, W1 (d_model, d_ff), b1 (d_ff,),
W2 (d_ff, d_out), b2 (d_out,). In a transformer d_out = d_model. Every function raises ValueError when shapes
do not go together and TypeError for values that are not real numbers.
Arrays of one precision give results of that precision, mixed ones of the wider.
Source: Vaswani et al. 2017, arXiv:1706.03762, §3.3.
"""

from typing import NamedTuple

import numpy as np

from .activations import relu
from .inputs import expect, matrix, real, rows


class Stages(NamedTuple):
    """The stages of one forward pass: h_pre and h of shape (..., d_ff), out of shape (..., d_out)."""

    h_pre: np.ndarray
    h: np.ndarray
    out: np.ndarray


class Affine(NamedTuple):
    """The map x -> x @ W + b, with W of shape (d_model, d_out) and b of shape (d_out,). Call it with x."""

    W: np.ndarray
    b: np.ndarray

    def __call__(self, x):
        """x @ W + b for x of shape (..., d_model)."""
        x = rows(x, "x")
        expect(self.W, "W", (x.shape[-1], "d_out"), f"x of shape {x.shape}")
        return x @ self.W + self.b


def layer_arrays(W1, W2, b1=None, b2=None):
    """The weights and biases as real arrays whose shapes go together; a bias that is None stays None."""
    W1, W2 = matrix(W1, "W1"), matrix(W2, "W2")
    expect(W2, "W2", (W1.shape[1], "d_out"), f"W1 of shape {W1.shape}")
    if b1 is not None:
        b1 = real(b1, "b1")
        expect(b1, "b1", (W1.shape[1],), f"W1 of shape {W1.shape}")
    if b2 is not None:
        b2 = real(b2, "b2")
        expect(b2, "b2", (W2.shape[1],), f"W2 of shape {W2.shape}")
    return W1, W2, b1, b2


def activate(activation, z):
    """activation(z); raises ValueError when its shape is not z's, TypeError when it cannot be called."""
    if not callable(activation):
        raise TypeError(f"activation must be a function such as relu or gelu, but it is {activation!r}.")
    h = real(activation(z), "activation(z)")
    if h.shape != z.shape:
        raise ValueError(f"activation gave shape {h.shape} for an input of shape {z.shape}; it must keep it.")
    return h


def ffn_stages(x, W1, W2, b1=None, b2=None, *, activation=relu):
    """The forward pass with every stage visible: h_pre = x W1 + b1, h = σ(h_pre), out = h W2 + b2.

    Shapes: x (..., d_model) gives Stages(h_pre (..., d_ff), h (..., d_ff), out (..., d_out)).
    A bias that is None counts as zero. Nothing crosses from one position to another.
    """
    x, W1 = rows(x, "x"), matrix(W1, "W1")
    expect(W1, "W1", (x.shape[-1], "d_ff"), f"x of shape {x.shape}")
    W1, W2, b1, b2 = layer_arrays(W1, W2, b1, b2)
    h_pre = x @ W1  # (..., d_model) @ (d_model, d_ff) -> (..., d_ff)
    if b1 is not None:
        h_pre = h_pre + b1
    h = activate(activation, h_pre)
    out = h @ W2  # (..., d_ff) @ (d_ff, d_out) -> (..., d_out)
    if b2 is not None:
        out = out + b2
    return Stages(h_pre, h, out)


def ffn(x, W1, W2, b1=None, b2=None, *, activation=relu):
    """FFN(x) = σ(x W1 + b1) W2 + b2, shape (..., d_model) to (..., d_out)."""
    return ffn_stages(x, W1, W2, b1, b2, activation=activation).out


def neuron_terms(x, W1, W2, b1=None, *, activation=relu):
    """What each hidden neuron adds to the output: σ(x·w1_k + b1_k) w2_k, shape (..., d_ff, d_out).

    w1_k is column k of W1 and w2_k is row k of W2. Their sum over k, plus b2, is the layer's output.
    Source: Geva et al. 2021, arXiv:2012.14913, read w1_k as a key and w2_k as a value.
    """
    h = ffn_stages(x, W1, W2, b1, activation=activation).h
    return h[..., None] * real(W2, "W2")


def ffn_neurons(x, W1, W2, b1=None, b2=None, *, activation=relu):
    """The same output as `ffn`, summed neuron by neuron: Σ_k σ(x·w1_k + b1_k) w2_k + b2."""
    out = neuron_terms(x, W1, W2, b1, activation=activation).sum(axis=-2)
    b2 = layer_arrays(W1, W2, b1, b2)[3]
    return out if b2 is None else out + b2


def collapse(W1, W2, b1=None, b2=None):
    """The one affine map that the layer is when it has no activation: W = W1 W2, b = b1 W2 + b2.

    Returns Affine(W (d_model, d_out), b (d_out,)). The rank of W is at most min(d_model, d_ff, d_out).
    """
    W1, W2, b1, b2 = layer_arrays(W1, W2, b1, b2)
    W = W1 @ W2
    b = np.zeros(W.shape[1], W.dtype)
    if b1 is not None:
        b = b1 @ W2
    if b2 is not None:
        b = b + b2
    return Affine(W, b)


def from_out_in(*weights):
    """Weights stored as (out, in), as (in, out) copies for row vectors: `W1, W2 = from_out_in(A, B)`.

    `torch.nn.Linear` stores `weight` as (out, in) and computes x @ weight.T. Column-vector texts write
    W1 @ x, with the same shape. One weight gives one matrix, several give a tuple. The same call turns
    (in, out) into (out, in).
    """
    if not weights:
        raise TypeError("from_out_in needs at least one weight matrix.")
    turned = tuple(matrix(W, f"weight {k}").T.copy() for k, W in enumerate(weights, start=1))
    return turned if len(turned) > 1 else turned[0]
