"""Lists instead of arrays for everything that is handed in; the table of the notebook for the part on paper."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
phi = [0.5, 0.8413, 0.9772, 0.9987]
relu_values = tuple(max(value, 0) for value in n.z.tolist())
gelu_values = [value * (phi[value] if value > 0 else 1 - phi[-value]) for value in n.z.tolist()]

# %% relu
def each(f, z):
    """f of each number, in lists as nested as z."""
    return [each(f, row) for row in z] if np.ndim(z) else f(float(z))


def relu(z):
    return [each(lambda value: max(value, 0.0), z), each(lambda value: float(value > 0), z)]

# %% gelu
def gelu(z):
    return each(lambda value: value - value * math.erfc(value / math.sqrt(2)) / 2, z)

# %% gelu_tanh
def gelu_tanh(z):
    k = math.sqrt(2 / math.pi)
    return each(lambda value: 0.5 * value + 0.5 * value * math.tanh(k * value * (1 + 0.044715 * value**2)), z)

# %% which_gelu
def which_gelu(z, y):
    forms = [gelu(z), gelu_tanh(z), each(lambda value: value / (1 + math.exp(-1.702 * value)), z)]
    return tuple(min(range(3), key=lambda k: math.dist(row, forms[k])) for row in y.tolist())

# %% silu
def silu(z):
    """Not a list: a list has no dtype to keep."""
    dtype = z.dtype if np.ndim(z) and z.dtype.kind == "f" else float
    return np.array(each(lambda value: value / 2 * (1 + math.tanh(value / 2)), z), dtype)

# %% slope
def gelu_slope(z):
    root = math.sqrt(2)
    return each(lambda v: (1 + math.erf(v / root)) / 2 + v * math.exp(-((v / root) ** 2)) / math.sqrt(2 * math.pi), z)


def central(f, z, step):
    left, right = [f(z + side * step) for side in (-1, 1)]
    return [(b - a) / (step + step) for a, b in zip(left, right, strict=True)]


formula, slope = gelu_slope(z), central(gelu, z, step)

# %% dip
def zoom(f, left, right):
    """Where f changes its sign, to ever finer scales."""
    for _ in range(10):
        scale = [left + (right - left) * k / 20 for k in range(21)]
        right = next(t for t in scale if (f(t) < 0) != (f(left) < 0))
        left = scale[scale.index(right) - 1]
    return right

gelu_place = zoom(gelu_slope, -2, 0)
gelu_value = gelu(gelu_place)
left_place, right_place = [zoom(lambda t: gelu(t) - value, *ends) for ends in ((-6, gelu_place), (gelu_place, 0))]

# %% dead_units
def dead_units(x, W1, b1):
    tokens = np.dot(x, W1).reshape(-1, len(b1)).tolist()
    return len([k for k, bias in enumerate(b1.tolist()) if max(token[k] for token in tokens) + bias <= 0])

# %% real_layer
before = (layer.x[rows] @ layer.W1 + layer.b1).tolist()
after = gelu(before)
positive = [len([v for v in row if v > 0]) for row in after]
near_zero = tuple(len([v for v in row if abs(v) < 0.01]) for row in after)
outputs = [(np.dot(h, layer.W2) + layer.b2).tolist() for h in (after, gelu_tanh(before))]
tanh_error = [math.dist(exact, other) / math.hypot(*exact) for exact, other in zip(*outputs, strict=True)]
