"""Loops over Python's own numbers, one after the other."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
relu_values, gelu_values = [], []
for value in n.z.tolist():
    relu_values.append(value if value > 0 else 0)
    gelu_values.append(round(value * 0.5 * math.erfc(-value / math.sqrt(2)), 3))

# %% relu
def relu(z):
    h, slope = np.zeros(z.shape), np.zeros(z.shape)
    for place, value in np.ndenumerate(z):
        if value > 0:
            h[place], slope[place] = value, 1
    return h, slope

# %% gelu
def one_by_one(f, z):
    """A new array of float64 with f of each number of z."""
    out = np.zeros(np.shape(z))
    for place, value in np.ndenumerate(z):
        out[place] = f(float(value))
    return out


def gelu(z):
    return one_by_one(lambda value: value * 0.5 * (1 + math.erf(value / math.sqrt(2))), z)

# %% gelu_tanh
def gelu_tanh(z):
    def form(value):
        return value / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (value + 0.044715 * value * value * value)))

    return one_by_one(form, z)

# %% which_gelu
def which_gelu(z, y):
    quick = one_by_one(lambda value: value / (1 + math.exp(-1.702 * value)), z)
    labels = []
    for row in y:
        best, label = math.inf, None
        for k, form in enumerate((gelu(z), gelu_tanh(z), quick)):
            off = max(abs(float(p) - q) for p, q in zip(row, form, strict=True))
            if off < best:
                best, label = off, k
        labels.append(label)
    return labels

# %% silu
def silu(z):
    def stable(value):
        return value / (1 + math.exp(-value)) if value > 0 else value * math.exp(value) / (1 + math.exp(value))

    return one_by_one(stable, z).astype(np.result_type(z, "f4"))

# %% slope
def gelu_slope(z):
    def form(value):
        return math.erfc(-value / math.sqrt(2)) / 2 + value * math.exp(-value * value / 2) / math.sqrt(2 * math.pi)

    return one_by_one(form, z)


def central(f, z, step):
    """The mean of the slopes to the two sides."""
    return sum((f(z + side) - f(z)) / side for side in (step, -step)) / 2


formula, slope = [], []
for place in z:
    formula.append(float(gelu_slope(place)))
    slope.append(float(central(gelu, place, step)))

# %% dip
def secant(f, a, b):
    """Where f is 0, by lines through the last two points, which stay on two sides of it at first."""
    for _ in range(30):
        middle = (a + b) / 2
        a, b = (middle, b) if (f(middle) < 0) == (f(a) < 0) else (a, middle)
    while abs(b - a) > 1e-12 and f(a) != f(b):
        a, b = b, b - f(b) * (b - a) / (f(b) - f(a))
    return b

gelu_place = secant(lambda t: float(gelu_slope(t)), -1, -0.5)
gelu_value = float(gelu(gelu_place))
left_place = secant(lambda t: float(gelu(t)) - value, -6, gelu_place)
right_place = secant(lambda t: float(gelu(t)) - value, gelu_place, 0)

# %% dead_units
def dead_units(x, W1, b1):
    tokens, dead = x.reshape(-1, len(W1)), 0
    for k in range(len(b1)):
        dead += all(sum(row[j] * W1[j, k] for j in range(len(row))) + b1[k] <= 0 for row in tokens)
    return dead

# %% real_layer
positive, near_zero, tanh_error = [], [], []
for row in rows:
    before = layer.x[row] @ layer.W1 + layer.b1
    after = gelu(before)
    positive.append(sum(value > 0 for value in after.tolist()))
    near_zero.append(sum(-0.01 < value < 0.01 for value in after.tolist()))
    exact = after @ layer.W2 + layer.b2
    other = gelu_tanh(before) @ layer.W2 + layer.b2
    tanh_error.append((sum((p - q) ** 2 for p, q in zip(other, exact, strict=True)) / sum(q * q for q in exact)) ** 0.5)
