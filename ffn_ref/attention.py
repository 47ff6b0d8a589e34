"""Softmax attention, as much of it as it takes to see what the feed-forward network adds.

Row vectors: Q (..., n, d_k), K (..., m, d_k), V (..., m, d_v). ValueError for shapes that do not go
together, TypeError for values that are not real numbers.
Source: Vaswani et al. 2017, arXiv:1706.03762, §3.2.
"""

import math

import numpy as np

from .inputs import expect, matrix, real, whole


def softmax(z, axis=-1):
    """e^z / Σ e^z along `axis`, same shape. The largest z is subtracted first, so nothing overflows."""
    z = real(z, "z")
    if z.ndim == 0:
        raise ValueError("z must have at least one axis to normalise over, but its shape is ().")
    with np.errstate(under="ignore"):
        powers = np.exp(z - z.max(axis=axis, keepdims=True, initial=-np.inf))
        return powers / powers.sum(axis=axis, keepdims=True)


def sequences(value, name):
    """`value` as real row vectors in a sequence, shape (..., n, width); ValueError for fewer than 2 axes."""
    array = real(value, name)
    if array.ndim < 2:
        raise ValueError(f"{name} must have shape (..., n, width), but its shape is {array.shape}.")
    return array


def expect_product(a, a_name, b, b_name, contracted):
    """Raise ValueError unless a (..., n, k) and b (..., k, m) go together; `contracted` is b's axis k."""
    try:
        np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        fits = a.shape[-1] == b.shape[contracted]
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"{b_name} has shape {b.shape}, which does not go with {a_name} of shape {a.shape}: axis "
            f"{contracted} of {b_name} must be {a.shape[-1]} long, and the leading axes must agree."
        )


def attention_weights(Q, K, *, causal=False):
    """softmax(Q Kᵀ / √d_k), shape (..., n, m): how much each position reads from each other one.

    Every row is non-negative and sums to 1. With `causal`, position i reads from positions up to i only,
    and n = m is needed.
    """
    Q, K = sequences(Q, "Q"), sequences(K, "K")
    expect_product(Q, "Q", K, "K", -1)
    scores = Q @ np.swapaxes(K, -1, -2) / math.sqrt(Q.shape[-1])  # (..., n, d_k) @ (..., d_k, m)
    if causal:
        n, m = scores.shape[-2:]
        if n != m:
            raise ValueError(f"causal needs as many keys as queries, but Q has {n} positions and K has {m}.")
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    return softmax(scores)


def attend(weights, V):
    """weights @ V, shape (..., n, d_v): an average of the rows of V. For fixed weights it is linear in V."""
    weights, V = sequences(weights, "weights"), sequences(V, "V")
    expect_product(weights, "weights", V, "V", -2)
    return weights @ V


def self_attention(x, W_q, W_k, W_v, W_o=None, *, n_heads=1, causal=False):
    """Self-attention over a sequence: x (..., n, d_model) to (..., n, d_out).

    W_q and W_k are (d_model, n_heads * d_k), W_v is (d_model, n_heads * d_v), W_o (n_heads * d_v, d_out) or
    None to leave the heads side by side. Each head's output is a convex combination of its value rows;
    after W_o that no longer holds. Not linear in x, because the weights depend on x too.
    """
    x, (n_heads,) = sequences(x, "x"), whole(n_heads=n_heads)
    projected = []
    for W, name in ((W_q, "W_q"), (W_k, "W_k"), (W_v, "W_v")):
        W = matrix(W, name)
        expect(W, name, (x.shape[-1], "width"), f"x of shape {x.shape}")
        if W.shape[1] % n_heads:
            raise ValueError(f"{name} has shape {W.shape}, whose width {n_heads} heads cannot share evenly.")
        # (..., n, width) -> (..., n_heads, n, width / n_heads)
        heads = (x @ W).reshape(*x.shape[:-1], n_heads, W.shape[1] // n_heads)
        projected.append(np.swapaxes(heads, -2, -3))
    Q, K, V = projected
    heads = attend(attention_weights(Q, K, causal=causal), V)
    out = np.swapaxes(heads, -2, -3).reshape(*x.shape[:-1], n_heads * V.shape[-1])  # side by side
    if W_o is None:
        return out
    W_o = matrix(W_o, "W_o")
    expect(W_o, "W_o", (out.shape[-1], "d_out"), f"heads of joint width {out.shape[-1]}")
    return out @ W_o
