"""The arrays on which an activation is tried, and the mistakes that many of them share."""

import numpy as np

from ...question import Misconception, Without

ARGUMENTS = ("z",)
WHY = (
    "1e-5 of the largest value. float32 rounds 3 Φ(3) by some 4e-7. The closest mistake, exact GELU for its tanh form, "
    "is 4.1e-4 or more off in the cases near |z| = 2.7, where 10 tolerances are 3e-4."
)
ANY_SHAPE = "Does it work for an array of shape (2, 3)? `np.vectorize` and NumPy's own functions take any shape."

WITHOUT_SCIPY = Without(
    "scipy_used",
    frozenset({"scipy"}),
    "your function uses SciPy. Here NumPy and Python's `math` must do.",
)
WITHOUT_SILENCE = Without(
    "warning_silenced",
    frozenset({"errstate", "seterr", "catch_warnings", "simplefilter", "filterwarnings"}),
    "your function silences warnings: the overflow still happens. Let `exp` see no positive number.",
)


def draw_arrays(rng):
    """A short row around ±2.7 and ±1, a matrix, whole numbers, float32, the far ends up to ±1e4, a number alone."""
    near, one = rng.integers(255, 290) / 100, rng.integers(60, 140, 2) / 100
    far = rng.integers(2000, 10001, 4).astype(float)
    return [
        (np.array([-near, -one[0], one[1], near]),),
        (rng.uniform(-3, 3, (3, 4)),),
        (rng.permutation([-3, -2, -1, 0, 1, 2, 3]),),
        (rng.uniform(-3, 3, (2, 3, 4)).astype(np.float32),),
        (np.array([-1e4, -far[0], -100.0, -40.0]),),
        (np.array([-1e4, -far[1], 0.0, 100.0, far[2], 1e4]),),
        (np.array([[-1e4, -far[1], 0.0], [40.0, far[3], 1e4]], np.float32),),
        (np.array(-one[0]),),
    ]


def truncated(right):
    """The mistake that cuts the result to whole numbers when z holds some."""
    return Misconception(
        "truncated_to_integers",
        "When z holds whole numbers, the result is cut to whole numbers. `np.zeros_like(z)` takes over z's dtype; "
        "NumPy's own operations turn whole numbers into floats where that is needed.",
        lambda z: right(z).astype(z.dtype),
    )


def twice(f, name):
    """The mistake that applies an activation to its own result."""
    return Misconception("activation_twice", f"{name} is applied twice. Once is enough.", lambda z: f(f(z)))
