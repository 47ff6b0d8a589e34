"""Lists instead of arrays for everything that is handed in."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
table = [0.5, 0.731, 0.881, 0.953, 0.982]
gate_pre, up = (n.x @ n.W_gate).tolist(), (n.x @ n.W_up).tolist()
gate = [z * (table[z] if z >= 0 else 1 - table[-z]) for z in gate_pre]
h = [g * u for g, u in zip(gate, up, strict=True)]
out = [sum(v * w for v, w in zip(h, column, strict=True)) for column in n.W_down.T.tolist()]


# %% swiglu
def silu(z):
    z = np.asarray(z)
    return z * np.where(z > 0, 1, np.exp(np.minimum(z, 0))) / (1 + np.exp(-abs(z)))


def swiglu(x, W_gate, W_up, W_down):
    return np.dot(silu(np.dot(x, W_gate)) * np.dot(x, W_up), W_down).tolist()


# %% family
def gated(x, W_gate, W_up, W_down, activation):
    return np.dot(activation(np.dot(x, W_gate)) * np.dot(x, W_up), W_down).tolist()


def family(x, W_gate, W_up, W_down):
    sigmoid = np.vectorize(lambda v: 1 / (1 + math.exp(-v)))
    return [gated(x, W_gate, W_up, W_down, f) for f in (sigmoid, np.positive, relu, gelu, silu)]


# %% told_apart
def tell_apart(x, y, A, B, W_down):
    order = sorted([(A, B), (B, A)], key=lambda pair: np.abs(np.subtract(swiglu(x, *pair, W_down), y)).sum())[0]
    return [W.tolist() for W in order]


# %% fused
def branches(x, W_gate_up):
    return [np.dot(x, half).tolist() for half in np.hsplit(W_gate_up, 2)]


# %% width
plain = [2 * budget.d_model * budget.d_ff][0]
width = min(m for m in range(0, budget.d_ff, budget.multiple_of) if 3 * m >= 2 * budget.d_ff - 2)
gated_count = sum([budget.d_model * width] * 3)


# %% backward
def backward(dout, x, W_gate, W_up, W_down):
    a, b = x @ W_gate, x @ W_up
    s = 1 / (1 + np.exp(-a))
    dh = dout @ W_down.T
    da, db = dh * b * (s + a * s * (1 - s)), dh * a * s
    both = np.hstack([da, db]) @ np.hstack([W_gate, W_up]).T
    return [part.tolist() for part in (both, x.T @ da, x.T @ db, (a * s * b).T @ dout)]


# %% real_layer
mixture = (layer.x[r.first] + r.times * layer.x[r.second]).tolist()
real_gate = silu(np.dot(mixture, layer.W_gate)).tolist()
negative = len([g for g in real_gate if g < 0])
total = round(math.fsum(real_gate), 2)
norm = math.hypot(*swiglu(mixture, layer.W_gate, layer.W_up, layer.W_down))
