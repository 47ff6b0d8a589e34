"""Single precision from the first number to the last."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% shapes
W1_shape = np.float32([sizes.d_model, sizes.d_ff])
b1_shape = np.float32([sizes.d_ff])
h_shape = np.float32([sizes.batch, sizes.seq, sizes.d_ff])
W2_shape = np.float32([sizes.d_ff, sizes.d_model])
b2_shape = np.float32([sizes.d_model])
out_shape = np.float32([sizes.batch, sizes.seq, sizes.d_model])

# %% by_hand_relu
h_pre = np.float32(n.x) @ np.float32(n.W1) + np.float32(n.b1)
h = np.maximum(h_pre, np.float32(0))
out = h @ np.float32(n.W2) + np.float32(n.b2)

# %% by_hand_gelu
g_pre = np.float32(m.x) @ np.float32(m.W1) + np.float32(m.b1)
g = np.float32([z * (1 + math.erf(z / math.sqrt(2))) / 2 for z in g_pre])
g_out = g @ np.float32(m.W2) + np.float32(m.b2)

# %% one_token
def forward_one(x, W1, W2, b1, b2):
    x, W1, W2, b1, b2 = (np.asarray(value, dtype=np.float32) for value in (x, W1, W2, b1, b2))
    return np.maximum(x @ W1 + b1, 0) @ W2 + b2

# %% forward
def forward(x, W1, W2, b1, b2):
    x, W1, W2, b1, b2 = (np.asarray(value, dtype=np.float32) for value in (x, W1, W2, b1, b2))
    return np.maximum(x @ W1 + b1, 0) @ W2 + b2

# %% out_in
def forward_out_in(x, w1, w2, b1, b2):
    x, w1, w2, b1, b2 = (np.asarray(value, dtype=np.float32) for value in (x, w1, w2, b1, b2))
    return np.maximum(x @ w1.T + b1, 0) @ w2.T + b2

# %% collapse
def collapse(W1, W2, b1, b2):
    W1, W2, b1, b2 = (np.asarray(value, dtype=np.float32) for value in (W1, W2, b1, b2))
    return W1 @ W2, b1 @ W2 + b2

# %% which_fire
fires = np.float32(np.float32(k.x) @ np.float32(k.W1) + np.float32(k.b1) > 0)
W = (np.float32(k.W1) * fires) @ np.float32(k.W2)
b = (np.float32(k.b1) * fires) @ np.float32(k.W2) + np.float32(k.b2)

# %% count_regions
def count_regions(points, W1, b1):
    points, W1, b1 = (np.asarray(value, dtype=np.float32) for value in (points, W1, b1))
    return np.float32(len(np.unique(points @ W1 + b1 > 0, axis=0)))

# %% parameters
answer = np.float32(2 * size.d_model * size.d_ff + size.d_ff + size.d_model)
