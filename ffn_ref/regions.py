"""What a ReLU layer is near one input: which hidden units are on, and the affine map that it is there.

Source: Montúfar et al. 2014, arXiv:1402.1869, on the linear regions of networks with ReLU.
"""

import numpy as np

from .inputs import expect, matrix, real, rows
from .position_wise import collapse, layer_arrays


def fires(x, W1, b1=None):
    """Which hidden units are on: x·w1_k + b1_k > 0. On the border, at 0, a unit is off.

    Shapes: x (..., d_model), W1 (d_model, d_ff), b1 (d_ff,). Returns booleans of shape (..., d_ff).
    Raises ValueError when the shapes do not go together.
    """
    x, W1 = rows(x, "x"), matrix(W1, "W1")
    expect(W1, "W1", (x.shape[-1], "d_ff"), f"x of shape {x.shape}")
    h_pre = x @ W1
    if b1 is not None:
        b1 = real(b1, "b1")
        expect(b1, "b1", (W1.shape[1],), f"W1 of shape {W1.shape}")
        h_pre = h_pre + b1
    return h_pre > 0


def region_map(point, W1, W2, b1=None, b2=None):
    """The affine map that a ReLU layer is in the linear region of one input, `point` of shape (d_model,).

    With on = fires(point, W1, b1): W = W1 diag(on) W2 and b = b1 diag(on) W2 + b2.
    Returns Affine(W (d_model, d_out), b (d_out,)).
    Raises ValueError when the shapes do not go together, or when it is more than one input.
    """
    W1, W2, b1, b2 = layer_arrays(W1, W2, b1, b2)
    point = rows(point, "point")
    expect(point, "point", (W1.shape[0],), f"W1 of shape {W1.shape}")
    on = fires(point, W1, b1)
    return collapse(W1 * on, W2, None if b1 is None else b1 * on, b2)


def count_regions(points, W1, b1=None):
    """In how many linear regions `points` lie: the number of different rows (x·w1_k + b1_k > 0 for k = 1 … d_ff).

    Shapes: points (..., d_model), W1 (d_model, d_ff), b1 (d_ff,). Returns an int; 0 for no points.
    Raises ValueError when the shapes do not go together.
    """
    patterns = fires(points, W1, b1)
    return len(np.unique(patterns.reshape(-1, patterns.shape[-1]), axis=0))
