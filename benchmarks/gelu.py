"""GELU: element by element with math.erf, and over the whole array; and what takes its place."""

import math

import numpy as np

import ffn_ref


def with_math(z):
    """½ z (1 + erf(z / √2)), one element at a time."""
    return np.array([0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in z.tolist()])


def cases():
    z = np.random.default_rng(0).normal(size=100_000)
    np.testing.assert_allclose(with_math(z), ffn_ref.gelu(z), rtol=1e-6, atol=1e-12)
    yield "gelu by math.erf / by SciPy", lambda: with_math(z), lambda: ffn_ref.gelu(z)
    yield "gelu tanh form / exact", lambda: ffn_ref.gelu_tanh(z), lambda: ffn_ref.gelu(z)
    yield "gelu exact / relu", lambda: ffn_ref.gelu(z), lambda: ffn_ref.relu(z)
