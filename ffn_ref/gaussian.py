"""The normal distribution, accurate far into the tail, with SciPy or without it."""

import math

import numpy as np

try:
    from scipy.special import erfc
except ImportError:  # slower, the same values: the C library's erfc, one element at a time
    _erfc = np.frompyfunc(math.erfc, 1, 1)

    def erfc(z):
        return np.asarray(_erfc(z), dtype=np.float64)


def normal_cdf(z):
    """Φ(z) = ½ erfc(−z/√2): the share of a standard normal distribution below z, for any float64 array.

    The textbook's ½ (1 + erf(z/√2)) is the same number, but it loses every digit below z = −8, where
    1 + erf is the difference of two numbers that nearly cancel.
    """
    return 0.5 * erfc(z * -math.sqrt(0.5))


def normal_pdf(z):
    """φ(z) = exp(−z²/2) / √(2π), the slope of Φ, any float64 array."""
    return np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
