"""Activation functions: each with its derivative, both applied to every element.

All of them take an array of any shape (or a list, or a number) and give the same shape back. float32 stays
float32, float64 stays float64, integers become float64. The smooth ones are computed in float64 and rounded
once. None warns for |z| up to 1e4. All raise TypeError for complex numbers or text.
"""

import math

import numpy as np

from .gaussian import normal_cdf, normal_pdf
from .inputs import elementwise

smooth = elementwise(work=np.float64)


@elementwise
def identity(z):
    """z itself, as a new array: no activation. The gate of the bilinear layer (Shazeer 2020)."""
    return z.copy()


@elementwise
def identity_grad(z):
    """d/dz z = 1."""
    return np.ones_like(z)


@elementwise
def relu(z):
    """max(z, 0). Source: Nair & Hinton 2010; Vaswani et al. 2017, §3.3."""
    return np.maximum(z, 0)


@elementwise
def relu_grad(z):
    """1 where z > 0, else 0. At the kink, z = 0, the derivative is taken as 0."""
    return (z > 0).astype(z.dtype)


@elementwise
def leaky_relu(z, slope=0.01):
    """z where z > 0, else slope · z. Source: Maas et al. 2013."""
    return np.where(z > 0, z, float(slope) * z)


@elementwise
def leaky_relu_grad(z, slope=0.01):
    """1 where z > 0, else slope. At the kink, z = 0, the derivative is taken as slope."""
    return np.where(z > 0, np.ones_like(z), np.full_like(z, slope))


@elementwise
def relu_squared(z):
    """max(z, 0)². Source: So et al. 2021 (Primer), arXiv:2109.08668."""
    return np.square(np.maximum(z, 0))


@elementwise
def relu_squared_grad(z):
    """2 max(z, 0)."""
    return 2 * np.maximum(z, 0)


def _sigmoid(z):
    small = np.exp(-np.abs(z))  # in (0, 1]: never overflows
    return np.where(z >= 0, 1, small) / (1 + small)


@smooth
def sigmoid(z):
    """σ(z) = 1 / (1 + e^(−z)), written as e^z / (1 + e^z) for z < 0, so that nothing overflows."""
    return _sigmoid(z)


@smooth
def sigmoid_grad(z):
    """σ′(z) = σ(z) σ(−z). The usual σ(1 − σ) is the same, but 1 − σ loses its digits for large z."""
    return _sigmoid(z) * _sigmoid(-z)


@smooth
def gelu(z):
    """z Φ(z), the exact GELU; Φ is the normal distribution function.

    PyTorch's `gelu` by default. Accurate in the left tail too.
    Source: Hendrycks & Gimpel 2016, arXiv:1606.08415.
    """
    return z * normal_cdf(z)


@smooth
def gelu_grad(z):
    """Φ(z) + z φ(z)."""
    return normal_cdf(z) + z * normal_pdf(z)


# tanh appears as ½ (1 + tanh u) = σ(2u), which keeps its digits in the left tail.
_TWICE_K = 2 * math.sqrt(2 / math.pi)
_CUBIC = 0.044715


@smooth
def gelu_tanh(z):
    """½ z (1 + tanh(√(2/π) (z + 0.044715 z³))), the tanh form of GELU, at most 4.73e-4 away from it.

    GPT-2's formula; PyTorch's `approximate="tanh"`. Source: Hendrycks & Gimpel 2016, §2.
    """
    return z * _sigmoid(_TWICE_K * z * (1 + _CUBIC * z * z))


@smooth
def gelu_tanh_grad(z):
    """σ(v) (1 + z v′ σ(−v)) with v = 2 √(2/π) (z + 0.044715 z³)."""
    v = _TWICE_K * z * (1 + _CUBIC * z * z)
    slope = _TWICE_K * (1 + 3 * _CUBIC * z * z)
    return _sigmoid(v) * (1 + z * slope * _sigmoid(-v))


@smooth
def swish(z, beta=1.0):
    """z σ(βz). β = 1 is SiLU; large β approaches ReLU; β = 0 is z/2.

    Source: Ramachandran et al. 2017, arXiv:1710.05941.
    """
    return z * _sigmoid(float(beta) * z)


@smooth
def swish_grad(z, beta=1.0):
    """The derivative in z: σ(βz) (1 + βz σ(−βz))."""
    v = float(beta) * z
    return _sigmoid(v) * (1 + v * _sigmoid(-v))


def silu(z):
    """z σ(z), also called Swish. Source: Elfwing et al. 2017, arXiv:1702.03118."""
    return swish(z)


def silu_grad(z):
    """σ(z) (1 + z σ(−z))."""
    return swish_grad(z)


def gelu_sigmoid(z):
    """z σ(1.702 z), the sigmoid form of GELU, at most 2.03e-2 away from it.

    Source: Hendrycks & Gimpel 2016, §2.
    """
    return swish(z, 1.702)


def gelu_sigmoid_grad(z):
    """σ(v) (1 + v σ(−v)) with v = 1.702 z."""
    return swish_grad(z, 1.702)


#: name -> (function, derivative)
ACTIVATIONS = {
    "identity": (identity, identity_grad),
    "relu": (relu, relu_grad),
    "leaky_relu": (leaky_relu, leaky_relu_grad),
    "relu_squared": (relu_squared, relu_squared_grad),
    "sigmoid": (sigmoid, sigmoid_grad),
    "gelu": (gelu, gelu_grad),
    "gelu_tanh": (gelu_tanh, gelu_tanh_grad),
    "gelu_sigmoid": (gelu_sigmoid, gelu_sigmoid_grad),
    "silu": (silu, silu_grad),
    "swish": (swish, swish_grad),
}
