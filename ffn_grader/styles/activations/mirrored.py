"""The right half of each curve alone: f(z) - f(-z) = z gives the left one."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
sizes, negative = np.abs(n.z), np.minimum(n.z, 0)
relu_values = sizes + negative
gelu_values = np.array([size - size * math.erfc(size / math.sqrt(2)) / 2 for size in sizes]) + negative
silu_values = sizes / (1 + np.exp(-sizes)) + negative

# %% relu
def relu(z):
    return (np.abs(z) + z) / 2, np.sign(np.maximum(z, 0))

# %% gelu
def tail(size):
    """The area to the right of `size` under the bell."""
    return np.vectorize(math.erfc, otypes=[float])(size / math.sqrt(2)) / 2


def gelu(z):
    return np.where(z > 0, z, 0) - np.abs(z) * tail(np.abs(z))

# %% gelu_tanh
def gelu_tanh(z):
    size = np.abs(z)
    u = math.sqrt(2 / math.pi) * (size + 0.044715 * size**3)
    return np.maximum(z, 0) - size * (1 - np.tanh(u)) / 2

# %% which_gelu
def which_gelu(z, y):
    quick = np.maximum(z, 0) - np.abs(z) / (1 + np.exp(1.702 * np.abs(z)))
    off = [np.abs(y - form).sum(axis=1) for form in (quick, gelu_tanh(z), gelu(z))]
    return 2 - np.argmin(off, axis=0)

# %% silu
def silu(z):
    size = np.abs(z)
    small = np.exp(-size)
    return np.maximum(z, 0) - size * small / (1 + small)

# %% steps
def central(f, z, step):
    return ((f(z + step) - f(z)) + (f(z) - f(z - step))) / (2 * step)

t = math.tanh(z / 2)
formula = (1 + t) / 2 + z * (1 - t * t) / 4
slope = central(silu, z, step)
ratio = (slope - formula) / (central(silu, z, step / 10) - formula)

# %% gelu_slope
def gelu_slope(z):
    size = np.abs(z)
    right = 1 - tail(size) + size * np.exp(-(size**2) / 2) / math.sqrt(2 * math.pi)
    return np.where(z < 0, 1 - right, right)

# %% dip
# Slope 0, solved for the place: z = -area / height for GELU, t = -(1 + e^t) for SiLU. Each result goes in again.
gelu_place = swish_place = -1.0
for _ in range(60):
    gelu_place = -tail(-gelu_place) / (math.exp(-(gelu_place**2) / 2) / math.sqrt(2 * math.pi))
    swish_place = -(1 + math.exp(beta * swish_place)) / beta
gelu_value = gelu_place * tail(-gelu_place)
swish_value = swish_place + 1 / beta

# %% dead_units
def dead_units(x, W1, b1):
    return len(b1) - np.count_nonzero((W1.T @ x.reshape(-1, len(W1)).T).max(axis=1) > -b1)

# %% real_layer
before = layer.W1.T @ layer.x[rows].T + layer.b1[:, None]
after = gelu(before)
positive = len(after) - (after <= 0).sum(axis=0)
near_zero = ((after < 0.01) & (after > -0.01)).sum(axis=0)
exact = layer.W2.T @ after + layer.b2[:, None]
moved = layer.W2.T @ (gelu_tanh(before) - after)
tanh_error = np.abs(moved).max(axis=0) / np.abs(exact).max(axis=0)
