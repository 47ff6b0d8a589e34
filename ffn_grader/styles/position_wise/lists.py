"""Python's lists and tuples in and out."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% shapes
W1_shape = [sizes.d_model, sizes.d_ff]
b1_shape = [sizes.d_ff]
h_shape = [sizes.batch, sizes.seq, sizes.d_ff]
W2_shape = [sizes.d_ff, sizes.d_model]
b2_shape = [sizes.d_model]
out_shape = [sizes.batch, sizes.seq, sizes.d_model]

# %% by_hand_relu
h_pre = (n.x @ n.W1 + n.b1).tolist()
h = tuple(z if z > 0 else 0 for z in h_pre)
out = [float(z) for z in h @ n.W2 + n.b2]

# %% by_hand_gelu
g_pre = tuple((m.x @ m.W1 + m.b1).tolist())
g = [round(z * (1 + math.erf(z / math.sqrt(2))) / 2, 3) for z in g_pre]
g_out = [round(z, 3) for z in (g @ m.W2 + m.b2).tolist()]

# %% one_token
def forward_one(x, W1, W2, b1, b2):
    h = np.maximum(x @ W1 + b1, 0)
    return (h @ W2 + b2).tolist()

# %% forward
def forward(x, W1, W2, b1, b2):
    out = np.maximum(x @ W1 + b1, 0) @ W2 + b2
    return list(out) if out.ndim > 1 else out.tolist()

# %% out_in
def forward_out_in(x, w1, w2, b1, b2):
    h = np.maximum(x @ list(zip(*w1, strict=True)) + b1, 0)
    return (h @ list(zip(*w2, strict=True)) + b2).tolist()

# %% collapse
def collapse(W1, W2, b1, b2):
    return [(W1 @ W2).tolist(), (b1 @ W2 + b2).tolist()]

# %% which_fire
fires = [1 if z > 0 else 0 for z in k.x @ k.W1 + k.b1]
W = ((k.W1 * fires) @ k.W2).tolist()
b = tuple(((k.b1 * fires) @ k.W2 + k.b2).tolist())

# %% count_regions
def count_regions(points, W1, b1):
    return len({tuple(row) for row in (points @ W1 + b1 > 0).tolist()})

# %% parameters
answer = float(sum([size.d_model * size.d_ff, size.d_ff, size.d_ff * size.d_model, size.d_model]))
