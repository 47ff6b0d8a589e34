"""The right half of each curve alone: f(z) - f(-z) = z gives the left one."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
sizes, negative = np.abs(n.z), np.minimum(n.z, 0)
relu_values = sizes + negative
gelu_values = np.array([size - size * math.erfc(size / math.sqrt(2)) / 2 for size in sizes]) + negative

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

# %% slope
def gelu_slope(z):
    size = np.abs(z)
    right = 1 - tail(size) + size * np.exp(-(size**2) / 2) / math.sqrt(2 * math.pi)
    return np.where(z < 0, 1 - right, right)


def central(f, z, step):
    return ((f(z + step) - f(z)) + (f(z) - f(z - step))) / (2 * step)


formula = gelu_slope(z)
sizes = np.abs(z)
slope = np.where(z < 0, 1 - central(gelu, sizes, step), central(gelu, sizes, step))

# %% dip
# Slope 0, solved for the place: z = -area / height. Each result goes in again.
gelu_place = -1.0
for _ in range(60):
    gelu_place = -tail(-gelu_place) / (math.exp(-(gelu_place**2) / 2) / math.sqrt(2 * math.pi))
gelu_value = gelu_place * tail(-gelu_place)


def lacks(t):
    """What the right half lacks to t: size * tail, the mirrored dip."""
    return t * tail(t) + value


left_place, right_place = -crossing(lacks, -gelu_place, 6), -crossing(lacks, 0, -gelu_place)

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
tanh_error = np.sqrt((moved**2).sum(axis=0) / (exact**2).sum(axis=0))
