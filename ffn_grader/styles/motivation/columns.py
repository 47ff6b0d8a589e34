"""Columns in place of rows: everything transposed, and back at the end."""

# ruff: noqa: F821  the names come from the exercise's other cells
import numpy as np

# %% fixed_weights
out = given.V.T @ given.quarters / 4
out_sum = np.column_stack([out, given.out_Y]) @ [1, 2]

# %% attention
def attention(X, W_q, W_k, W_v):
    x = X.T
    scores = x.T @ W_k @ W_q.T @ x / np.sqrt(W_q.shape[1])  # a column for each query
    powers = np.exp(scores - scores.max(axis=0))
    return (W_v.T @ x @ (powers / powers.sum(axis=0))).T

# %% counter_example
X, Y = np.array([[3, 0], [0, 3]]), np.array([[0, 3], [3, 0]])
draws = np.random.default_rng(2)
while np.linalg.norm(f(X + Y) - f(X) - f(Y), np.inf) < 4:
    X, Y = draws.choice([-3, 3, 0], size=(2, 2, 5)).transpose(0, 2, 1)

# %% xor
# From the other end: an affine map that is right in three corners, and a unit that is on in the first one only.
first, second, third, fourth = wanted.t
slopes = np.array([fourth - second, fourth - third])
start = fourth - slopes.sum()
W1 = np.column_stack([-slopes, [-1, -1]])
b1 = np.array([50, 1])
W2 = np.array([[-1, first - start]]).T
b2 = np.array([start + 50])

# %% fit
centres = np.linspace(-1.9, 1.9, 16)
directions = np.where(np.arange(16) % 2, 1.0, -1.0)
fit_W1, fit_b1 = directions[None], -directions * centres
t = np.linspace(-2, 2, 400)
H = np.vstack([np.maximum(directions[:, None] * t + fit_b1[:, None], 0), np.ones(400)])
solved = np.linalg.lstsq(H.T, target(t), rcond=None)[0]
fit_W2, fit_b2 = solved[None, :16].T, solved[16:]

# %% block_pattern
def block_pattern(J, n):
    return np.array([[abs(block).max() > 1e-8 for block in np.vsplit(part, n)] for part in np.hsplit(J, n)]).T

# %% equivariant
def is_equivariant(Y, order, Z):
    return np.linalg.norm((Z[np.argsort(order)] - Y).T) < 1e-8

# %% sharing
saved = (layer.positions - 1) * np.sum([layer.d_ff * (layer.d_model + 1), layer.d_model * (layer.d_ff + 1)])
