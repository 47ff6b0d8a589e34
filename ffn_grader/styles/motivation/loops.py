"""Plain Python loops over numbers."""

# ruff: noqa: F821  the names come from the exercise's other cells
import numpy as np

# %% fixed_weights
out = [sum(given.quarters[i] * given.V[i, j] for i in range(3)) / 4 for j in range(2)]
out_sum = [out[j] + given.out_Y[j] + given.out_Y[j] for j in range(2)]

# %% attention
def attention(X, W_q, W_k, W_v):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    out = np.zeros((len(X), V.shape[1]))
    for i in range(len(X)):
        powers = [np.exp(Q[i] @ K[j] / K.shape[1] ** 0.5) for j in range(len(X))]
        for j in range(len(X)):
            out[i] += powers[j] / sum(powers) * V[j]
    return out

# %% counter_example
best = 0
for a in range(-3, 4):
    for b in range(-3, 4):
        for c in range(-3, 4):
            for d in range(-3, 4):
                pair = np.array([[a, b], [0.0, 3.0]]), np.array([[3.0, 0.0], [c, d]])
                if gap(*pair) > best:
                    best, (X, Y) = gap(*pair), pair

# %% xor
first, second, third, fourth = (int(value) for value in wanted.t)
W1 = [[third - first, 2], [second - first, 2]]
b1 = [100, -2]
W2 = [[1], [(first + fourth - second - third) / 2]]
b2 = [first - 100]

# %% fit
fit_W1, fit_b1, fit_W2 = np.zeros((1, 16)), np.zeros(16), np.zeros((16, 1))
fit_b2 = [target(-2.0)]
slope = 0.0
for k in range(16):
    left = -2 + k / 4
    steeper = (target(left + 0.25) - target(left)) * 4
    fit_W1[0, k], fit_b1[k], fit_W2[k, 0] = 1, -left, steeper - slope
    slope = steeper

# %% block_pattern
def block_pattern(J, n):
    d = len(J) // n
    found = [[False] * n for _ in range(n)]
    for row in range(n * d):
        for column in range(n * d):
            if abs(J[row, column]) > 1e-8:
                found[row // d][column // d] = True
    return found

# %% equivariant
def is_equivariant(Y, order, Z):
    for i, j in enumerate(order):
        for a, b in zip(Z[i], Y[j], strict=True):
            if abs(a - b) > 1e-8:
                return False
    return True

# %% sharing
saved = 0
for _ in range(1, layer.positions):
    saved += 2 * layer.d_model * layer.d_ff + layer.d_ff + layer.d_model
