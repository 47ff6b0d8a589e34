"""The backward passes against the complex step of the formula written anew, and against differences."""

import numpy as np
import pytest
from scipy.special import erf

import ffn_ref
from ffn_ref import ACTIVATIONS, ffn, ffn_backward, glu_backward, glu_ffn

STEP = 1e-30

# complex in, complex out: what the reference refuses, and what the complex step needs
COMPLEX = {
    "relu": lambda z: np.where(z.real > 0, z, 0),
    "gelu": lambda z: z * (1 + erf(z / np.sqrt(2))) / 2,
    "silu": lambda z: z / (1 + np.exp(-z)),
    "sigmoid": lambda z: 1 / (1 + np.exp(-z)),
    "identity": lambda z: z,
    "relu_squared": lambda z: np.where(z.real > 0, z * z, 0),
}
LEADS = [(), (4,), (2, 3), (0,)]


def random(*shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def complex_step(loss, arguments, k):
    """The gradient of a real loss with respect to argument k, one entry at a time."""
    gradient = np.zeros_like(arguments[k])
    for index in np.ndindex(gradient.shape):
        moved = [a.astype(complex) for a in arguments]
        moved[k][index] += 1j * STEP
        gradient[index] = loss(*moved).imag / STEP
    return gradient


def differences(loss, arguments, k, h=1e-6):
    """The same gradient from central differences of the reference's own forward pass."""
    gradient = np.zeros_like(arguments[k])
    for index in np.ndindex(gradient.shape):
        ends = []
        for step in (h, -h):
            moved = [a.copy() for a in arguments]
            moved[k][index] += step
            ends.append(loss(*moved))
        gradient[index] = (ends[0] - ends[1]) / (2 * h)
    return gradient


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("name", COMPLEX)
def test_every_gradient_of_the_layer(name, lead):
    dout, *arguments = random((*lead, 2), (*lead, 3), (3, 5), (5, 2), (5,), (2,))
    sigma = COMPLEX[name]
    got = ffn_backward(dout, *arguments, activation=ACTIVATIONS[name][0])

    def loss(x, W1, W2, b1, b2):
        return np.sum(dout * (sigma(x @ W1 + b1) @ W2 + b2))

    def own_loss(*arguments):
        return np.sum(dout * ffn(*arguments, activation=ACTIVATIONS[name][0]))

    for k, gradient in enumerate(got):  # dx, dW1, dW2, db1, db2, in the order of the arguments
        assert gradient.shape == arguments[k].shape
        np.testing.assert_allclose(gradient, complex_step(loss, arguments, k), rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(gradient, differences(own_loss, arguments, k), rtol=0, atol=1e-7)


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("name", COMPLEX)
def test_every_gradient_of_the_gated_layer(name, lead):
    dout, *arguments = random((*lead, 2), (*lead, 3), (3, 5), (3, 5), (5, 2))
    sigma = COMPLEX[name]
    got = glu_backward(dout, *arguments, activation=ACTIVATIONS[name][0])

    def loss(x, W_gate, W_up, W_down):
        return np.sum(dout * ((sigma(x @ W_gate) * (x @ W_up)) @ W_down))

    def own_loss(*arguments):
        return np.sum(dout * glu_ffn(*arguments, activation=ACTIVATIONS[name][0]))

    for k, gradient in enumerate(got):
        assert gradient.shape == arguments[k].shape
        np.testing.assert_allclose(gradient, complex_step(loss, arguments, k), rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(gradient, differences(own_loss, arguments, k), rtol=0, atol=1e-7)


def test_a_layer_without_biases_has_no_gradients_for_them():
    dout, x, W1, W2, b1, b2 = random((4, 2), (4, 3), (3, 5), (5, 2), (5,), (2,))
    neither = ffn_backward(dout, x, W1, W2)
    assert neither.db1 is None and neither.db2 is None
    zero = ffn_backward(dout, x, W1, W2, 0 * b1, 0 * b2)
    for name in ("dx", "dW1", "dW2"):
        np.testing.assert_array_equal(getattr(neither, name), getattr(zero, name))


def test_a_dead_relu_neuron_learns_nothing():
    dout, x, W1, W2, b1 = random((6, 2), (6, 3), (3, 5), (5, 2), (5,))
    b1[2] = -1e3  # never active
    gradients = ffn_backward(dout, x, W1, W2, b1)
    dead = np.array([np.all(g == 0) for g in (gradients.dW1[:, 2], gradients.dW2[2], gradients.db1[2])])
    assert dead.all() and np.any(gradients.dW1[:, 1] != 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_precision_is_kept(dtype):
    dout, x, W1, W2, b1, b2 = (a.astype(dtype) for a in random((4, 2), (4, 3), (3, 5), (5, 2), (5,), (2,)))
    gradients = [*ffn_backward(dout, x, W1, W2, b1, b2, activation=ffn_ref.gelu)]
    gradients += glu_backward(dout, x, W1, W1, W2)
    assert {g.dtype for g in gradients} == {np.dtype(dtype)}


def test_an_activation_of_ones_own_needs_its_derivative():
    dout, x, W1, W2 = random((4, 2), (4, 3), (3, 5), (5, 2))

    def steep(z):
        return ffn_ref.leaky_relu(z, 0.3)

    with pytest.raises(ValueError, match="activation_grad"):
        ffn_backward(dout, x, W1, W2, activation=steep)
    got = ffn_backward(dout, x, W1, W2, activation=steep, activation_grad=lambda z: ffn_ref.leaky_relu_grad(z, 0.3))
    wanted = differences(lambda *a: np.sum(dout * ffn(*a, activation=steep)), [x, W1, W2], 0)
    np.testing.assert_allclose(got.dx, wanted, atol=1e-7)


def test_a_wrong_dout_is_named_beside_the_output_it_should_fit():
    dout, x, W1, W2 = random((4, 3), (4, 3), (3, 5), (5, 2))
    for run in (lambda: ffn_backward(dout, x, W1, W2), lambda: glu_backward(dout, x, W1, W1, W2)):
        with pytest.raises(ValueError, match=r"dout has shape \(4, 3\), but \(4, 2\).*output of shape \(4, 2\)"):
            run()
    with pytest.raises(TypeError, match="dout must hold real numbers"):
        ffn_backward(1j * dout[:, :2], x, W1, W2)
