"""The derivatives against the complex step of a textbook formula, and against differences of the function."""

import mpmath
import numpy as np
import pytest
from scipy.special import erf  # takes complex numbers, which the reference does not

import ffn_ref
from ffn_ref import ACTIVATIONS

mpmath.mp.dps = 120
STEP = 1e-30  # the complex step has no cancellation, so it may be this small

TEXTBOOK = {
    "identity": lambda z: z,
    "relu": lambda z: np.where(z.real > 0, z, 0),
    "leaky_relu": lambda z: np.where(z.real > 0, z, 0.01 * z),
    "relu_squared": lambda z: np.where(z.real > 0, z * z, 0),
    "sigmoid": lambda z: 1 / (1 + np.exp(-z)),
    "gelu": lambda z: z * (1 + erf(z / np.sqrt(2))) / 2,
    "gelu_tanh": lambda z: z / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3))),
    "gelu_sigmoid": lambda z: z / (1 + np.exp(-1.702 * z)),
    "silu": lambda z: z / (1 + np.exp(-z)),
    "swish": lambda z: z / (1 + np.exp(-z)),
}
POINTS = np.linspace(-6, 6, 240)  # an even number of points: none at the kink


def complex_step(f, z):
    return f(z + 1j * STEP).imag / STEP


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_derivative_is_that_of_the_textbook_formula(name):
    got = ACTIVATIONS[name][1](POINTS)
    np.testing.assert_allclose(got, complex_step(TEXTBOOK[name], POINTS), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_derivative_is_that_of_the_function_itself(name):
    f, derivative = ACTIVATIONS[name]
    h = 1e-5
    slope = (f(POINTS + h) - f(POINTS - h)) / (2 * h)
    np.testing.assert_allclose(derivative(POINTS), slope, rtol=0, atol=1e-8)


@pytest.mark.parametrize("beta", [-1.0, 0.0, 0.3, 4.0])
def test_the_derivative_of_swish_takes_its_beta(beta):
    wanted = complex_step(lambda z: z / (1 + np.exp(-beta * z)), POINTS)
    np.testing.assert_allclose(ffn_ref.swish_grad(POINTS, beta), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("relu", 0.0),
        ("leaky_relu", 0.01),
        ("relu_squared", 0.0),
        ("gelu", 0.5),
        ("silu", 0.5),
        ("sigmoid", 0.25),
    ],
)
def test_the_derivative_at_zero_is_what_the_docstring_says(name, wanted):
    assert ACTIVATIONS[name][1](0.0) == wanted
    assert ACTIVATIONS[name][1](-0.0) == wanted


@pytest.mark.parametrize("name", ["sigmoid", "gelu", "gelu_tanh", "gelu_sigmoid", "silu"])
def test_the_derivative_keeps_its_digits_in_the_left_tail(name):
    formulas = {
        "sigmoid": lambda z: 1 / (1 + mpmath.exp(-z)),
        "gelu": lambda z: z * mpmath.ncdf(z),
        "gelu_tanh": lambda z: z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + 0.044715 * z**3))),
        "gelu_sigmoid": lambda z: z / (1 + mpmath.exp(-1.702 * z)),
        "silu": lambda z: z / (1 + mpmath.exp(-z)),
    }
    for z in (-4.0, -9.0, -11.0):
        wanted = float(mpmath.diff(formulas[name], z))
        assert ACTIVATIONS[name][1](z) == pytest.approx(wanted, rel=1e-11)


def test_the_derivative_of_sigmoid_is_even_to_the_last_digit():
    # the usual σ(1 − σ) is 0 from z = 37 on
    z = np.linspace(0, 700, 701)
    np.testing.assert_array_equal(ffn_ref.sigmoid_grad(z), ffn_ref.sigmoid_grad(-z))
    assert (ffn_ref.sigmoid_grad(z) > 0).all()
