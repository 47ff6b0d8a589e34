"""Index notation: np.einsum for every product."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% shapes
x, W1 = np.ones((sizes.batch, sizes.seq, sizes.d_model)), np.ones((sizes.d_model, sizes.d_ff))
h = np.einsum("...d,dk->...k", x, W1)
W1_shape, h_shape, out_shape = W1.shape, h.shape, x.shape
W2_shape, b1_shape, b2_shape = W1.T.shape, h[0, 0].shape, x[0, 0].shape

# %% by_hand_relu
h_pre = np.einsum("i,ik->k", n.x, n.W1) + n.b1
h = h_pre * (h_pre > 0)
out = np.einsum("k,kj->j", h, n.W2) + n.b2

# %% by_hand_gelu
g_pre = np.einsum("i,ik->k", m.x, m.W1) + m.b1
g = g_pre * np.array([0.5 * math.erfc(-z / math.sqrt(2)) for z in g_pre])
g_out = np.einsum("k,kj->j", g, m.W2) + m.b2

# %% one_token
def forward_one(x, W1, W2, b1, b2):
    return np.einsum("k,kj->j", np.clip(np.einsum("i,ik->k", x, W1) + b1, 0, None), W2) + b2

# %% forward
def forward(x, W1, W2, b1, b2):
    h = np.einsum("...i,ik->...k", x, W1) + b1
    return np.einsum("...k,kj->...j", h * (h > 0), W2) + b2

# %% out_in
def forward_out_in(x, w1, w2, b1, b2):
    h = np.einsum("...i,ki->...k", x, w1) + b1
    return np.einsum("...k,jk->...j", h * (h > 0), w2) + b2

# %% collapse
def collapse(W1, W2, b1, b2):
    return np.einsum("ik,kj->ij", W1, W2), np.einsum("k,kj->j", b1, W2) + b2

# %% which_fire
fires = (np.einsum("i,ik->k", k.x, k.W1) + k.b1 > 0).astype(int)
W = np.einsum("ik,k,kj->ij", k.W1, fires, k.W2)
b = np.einsum("k,k,kj->j", k.b1, fires, k.W2) + k.b2

# %% count_regions
def count_regions(points, W1, b1):
    on = np.einsum("pi,ik->pk", points, W1) + b1 > 0
    codes = np.einsum("pk,k->p", on, 2 ** np.arange(len(b1)))
    return np.unique(codes).size

# %% parameters
answer = sum(np.zeros(shape).size for shape in [(size.d_model, size.d_ff), size.d_ff, (size.d_ff, size.d_model)])
answer += np.zeros(size.d_model).size
