"""Loops over plain numbers, as one who is new to NumPy writes them."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% shapes
W1_shape = np.shape([[0] * sizes.d_ff for _ in range(sizes.d_model)])
b1_shape = np.shape([0] * sizes.d_ff)
h_shape = np.shape([[[0] * sizes.d_ff for _ in range(sizes.seq)] for _ in range(sizes.batch)])
W2_shape = np.shape([[0] * sizes.d_model for _ in range(sizes.d_ff)])
b2_shape = np.shape([0] * sizes.d_model)
out_shape = np.shape([[[0] * sizes.d_model for _ in range(sizes.seq)] for _ in range(sizes.batch)])

# %% by_hand_relu
h_pre = [sum(n.x[i] * n.W1[i, k] for i in range(2)) + n.b1[k] for k in range(3)]
h = [max(0, z) for z in h_pre]
out = [sum(h[k] * n.W2[k, j] for k in range(3)) + n.b2[j] for j in range(2)]

# %% by_hand_gelu
g_pre = [sum(m.x[i] * m.W1[i, k] for i in range(2)) + m.b1[k] for k in range(4)]
g = [0.5 * z * (1 + math.tanh(math.sqrt(2 / math.pi) * (z + 0.044715 * z**3))) for z in g_pre]
g_out = [sum(g[k] * m.W2[k, j] for k in range(4)) + m.b2[j] for j in range(2)]

# %% one_token
def forward_one(x, W1, W2, b1, b2):
    d_ff, d_model = len(b1), len(b2)
    h = [max(sum(x[i] * W1[i][k] for i in range(len(x))) + b1[k], 0) for k in range(d_ff)]
    return [sum(h[k] * W2[k][j] for k in range(d_ff)) + b2[j] for j in range(d_model)]

# %% forward
def forward(x, W1, W2, b1, b2):
    x = np.asarray(x)
    if x.ndim == 1:
        return np.array(forward_one(x, W1, W2, b1, b2), dtype=float)
    if x.shape[0] == 0:
        return np.zeros(x.shape)
    return np.array([forward(row, W1, W2, b1, b2) for row in x])

# %% out_in
def forward_out_in(x, w1, w2, b1, b2):
    W1 = np.array([[w1[k][i] for k in range(w1.shape[0])] for i in range(w1.shape[1])])
    W2 = np.array([[w2[j][k] for j in range(w2.shape[0])] for k in range(w2.shape[1])])
    return forward(x, W1, W2, b1, b2)

# %% collapse
def collapse(W1, W2, b1, b2):
    d, m = W1.shape
    W = np.zeros((d, W2.shape[1]))
    b = np.array(b2, dtype=float)
    for k in range(m):
        W += np.outer(W1[:, k], W2[k])
        b += b1[k] * W2[k]
    return W, b

# %% which_fire
fires = [k.x[0] * k.W1[0, unit] + k.x[1] * k.W1[1, unit] + k.b1[unit] > 0 for unit in range(3)]
W, b = [[0, 0], [0, 0]], [k.b2[0], k.b2[1]]
for unit in range(3):
    if fires[unit]:
        for j in range(2):
            b[j] += k.b1[unit] * k.W2[unit, j]
            for i in range(2):
                W[i][j] += k.W1[i, unit] * k.W2[unit, j]

# %% count_regions
def count_regions(points, W1, b1):
    seen = []
    for point in points:
        on = [sum(point[i] * W1[i, k] for i in range(len(point))) + b1[k] > 0 for k in range(len(b1))]
        if on not in seen:
            seen.append(on)
    return len(seen)

# %% parameters
answer = 0
for _ in range(size.d_ff):
    answer += size.d_model + 1
for _ in range(size.d_model):
    answer += size.d_ff + 1
