"""The activations against mpmath, which computes the textbook formula with 120 digits."""

import mpmath
import numpy as np
import pytest

import ffn_ref
from ffn_ref import ACTIVATIONS

mpmath.mp.dps = 120  # 1 + tanh cancels 58 digits at z = -12
ROOT = mpmath.sqrt(2 / mpmath.pi)


def logistic(z):
    return 1 / (1 + mpmath.exp(-z))


FORMULAS = {
    "identity": lambda z: z,
    "relu": lambda z: max(z, mpmath.mpf(0)),
    "leaky_relu": lambda z: z if z > 0 else mpmath.mpf(0.01) * z,
    "relu_squared": lambda z: max(z, mpmath.mpf(0)) ** 2,
    "sigmoid": logistic,
    "gelu": lambda z: z * mpmath.ncdf(z),
    "gelu_tanh": lambda z: z / 2 * (1 + mpmath.tanh(ROOT * (z + mpmath.mpf("0.044715") * z**3))),
    "gelu_sigmoid": lambda z: z * logistic(mpmath.mpf("1.702") * z),
    "silu": lambda z: z * logistic(z),
    "swish": lambda z: z * logistic(z),
}
# Rounding the argument of e^u by one part in 2^53 moves e^u by |u| parts: |u| reaches 700 in float64's tail.
RELATIVE = 1e-12
POINTS = np.concatenate([np.linspace(-12, 12, 97), [-36.0, -25.5, -1e-8, 1e-8, 0.3, 25.5, 700.0]])


def exact(formula, z):
    return np.array([float(formula(mpmath.mpf(float(value)))) for value in np.ravel(z)])


def test_every_activation_has_an_oracle():
    assert FORMULAS.keys() == ACTIVATIONS.keys()


@pytest.mark.parametrize("name", FORMULAS)
def test_float64_values_keep_their_digits_far_into_both_tails(name):
    got, wanted = ACTIVATIONS[name][0](POINTS), exact(FORMULAS[name], POINTS)
    normal = np.abs(wanted) > 1e-300  # below, float64 itself has fewer digits
    np.testing.assert_allclose(got[normal], wanted[normal], rtol=RELATIVE, atol=0)
    np.testing.assert_allclose(got[~normal], wanted[~normal], rtol=0, atol=1e-300)


@pytest.mark.parametrize("name", FORMULAS)
def test_float32_values_are_the_exact_ones_rounded_once(name):
    z = POINTS[np.abs(POINTS) < 100].astype(np.float32)
    got, wanted = ACTIVATIONS[name][0](z), exact(FORMULAS[name], z).astype(np.float32)
    assert got.dtype == np.float32
    np.testing.assert_array_max_ulp(got, wanted, maxulp=1)


@pytest.mark.parametrize("beta", [-1.5, 0.0, 0.5, 1.702, 20.0])
def test_swish_takes_its_beta(beta):
    z = np.linspace(-5, 5, 41)
    wanted = exact(lambda v: v * logistic(mpmath.mpf(beta) * v), z)
    np.testing.assert_allclose(ffn_ref.swish(z, beta), wanted, rtol=1e-13, atol=0)
    np.testing.assert_array_equal(ffn_ref.swish(z, beta=beta), ffn_ref.swish(z, beta))


@pytest.mark.parametrize("slope", [0.0, 0.2, 1.0, -0.5])
def test_leaky_relu_takes_its_slope(slope):
    np.testing.assert_allclose(ffn_ref.leaky_relu([-2.0, 0.0, 3.0], slope), [-2 * slope, 0, 3])
    np.testing.assert_allclose(ffn_ref.leaky_relu_grad([-2.0, 0.0, 3.0], slope), [slope, slope, 1])


def lowest(f):
    """Where a function with one dip is lowest, found on a grid that is refined around its minimum."""
    low, high = -3.0, 0.0
    for _ in range(8):
        z = np.linspace(low, high, 1001)
        k = int(np.argmin(f(z)))
        low, high = z[max(k - 1, 0)], z[min(k + 1, 1000)]
    return z[k], f(z[k])


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [("gelu", -0.751792, -0.169971), ("silu", -1.278465, -0.278465)],
)
def test_the_dip_lies_where_the_course_says(name, at, value):
    f, derivative = ACTIVATIONS[name]
    z, minimum = lowest(f)
    # near a minimum f is flat: a value good to 16 digits places it to 8 only
    assert z == pytest.approx(at, abs=1e-6) and minimum == pytest.approx(value, abs=5e-7)
    assert derivative(z) == pytest.approx(0, abs=1e-7) and derivative(z - 0.2) < 0 < derivative(z + 0.2)


def test_gelu_is_steepest_at_the_square_root_of_two():
    z = np.linspace(0, 4, 400001)
    slope = ffn_ref.gelu_grad(z)
    assert z[np.argmax(slope)] == pytest.approx(np.sqrt(2), abs=1e-5)
    assert slope.max() == pytest.approx(1.1289, abs=5e-5)
    assert ffn_ref.gelu_grad(0.0) == 0.5


@pytest.mark.parametrize(("name", "distance", "at"), [("gelu_tanh", 4.73e-4, 2.699), ("gelu_sigmoid", 2.03e-2, 2.27)])
def test_how_far_the_approximations_of_gelu_are(name, distance, at):
    z = np.linspace(-6, 6, 120001)
    gap = np.abs(ACTIVATIONS[name][0](z) - ffn_ref.gelu(z))
    assert gap.max() == pytest.approx(distance, rel=2e-3)
    assert abs(z[np.argmax(gap)]) == pytest.approx(at, abs=5e-3)
