"""The position-wise layer against loops, einsum, and the properties it must have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ffn_ref
from ffn_ref import ACTIVATIONS, collapse, ffn, ffn_neurons, ffn_stages, from_out_in, gelu, neuron_terms, relu


def layer(seed=0, d=3, m=5, out=3, lead=(4,), dtype=np.float64):
    """x, W1, W2, b1, b2 with random values."""
    rng = np.random.default_rng(seed)
    shapes = ((*lead, d), (d, m), (m, out), (m,), (out,))
    return tuple(rng.normal(size=shape).astype(dtype) for shape in shapes)


def by_loops(x, W1, W2, b1, b2, activation):
    """One number after the other, for x of shape (n, d_model)."""
    out = np.empty((len(x), W2.shape[1]))
    for i, row in enumerate(x):
        hidden = [float(activation(b1[k] + sum(row[j] * W1[j, k] for j in range(len(row))))) for k in range(len(b1))]
        for j in range(W2.shape[1]):
            out[i, j] = b2[j] + sum(hidden[k] * W2[k, j] for k in range(len(b1)))
    return out


# 2 -> 3 -> 2 with ReLU, and 2 -> 4 -> 2 with GELU, the latter as (out, in) rows
W1_3, W2_3 = [[1, 0, 1], [0, 1, 1]], [[1, 0], [0, 1], [0, 1]]
ROWS_1, ROWS_2 = [[1, 0], [0, 1], [1, 1], [1, -1]], [[1, 0, 1, 0], [0, 1, 0, 1]]


def test_two_three_two_by_hand():
    h_pre, h, out = ffn_stages((2, -1), W1_3, W2_3, activation=relu)
    assert (h_pre.tolist(), h.tolist(), out.tolist()) == ([2, -1, 1], [2, 0, 1], [2, 1])
    assert ffn((2, -1), W1_3, W2_3, activation=ffn_ref.identity).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("activation", "h", "out"),
    [
        ("gelu", [0.841345, 1.954500, 2.995950, -0.158655], [3.837295, 1.795844]),
        ("gelu_tanh", None, [3.837555, 1.795790]),
        ("relu", [1, 2, 3, 0], [4, 2]),
        ("identity", [1, 2, 3, -1], [4, 1]),
    ],
)
def test_two_four_two_by_hand(activation, h, out):
    stages = ffn_stages([1, 2], *from_out_in(ROWS_1, ROWS_2), activation=ACTIVATIONS[activation][0])
    assert stages.h_pre.tolist() == [1, 2, 3, -1]
    np.testing.assert_allclose(stages.out, out, rtol=0, atol=5.1e-7)
    if h is not None:
        np.testing.assert_allclose(stages.h, h, rtol=0, atol=5.1e-7)
    # the published h and out, to three places, fit GELU alone
    published = np.abs(stages.out - [3.837, 1.796]).max()
    assert (published < 2e-3) == activation.startswith("gelu")


def test_tanh_gelu_gives_the_published_second_hidden_value():
    assert ffn_ref.gelu_tanh(2.0) == pytest.approx(1.954598, abs=5e-7)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_layer_is_what_loops_make_of_the_formula(name):
    x, W1, W2, b1, b2 = layer()
    f = ACTIVATIONS[name][0]
    np.testing.assert_allclose(
        ffn(x, W1, W2, b1, b2, activation=f), by_loops(x, W1, W2, b1, b2, f), rtol=1e-12, atol=1e-14
    )


@pytest.mark.parametrize("lead", [(), (1,), (4,), (2, 3), (2, 1, 3), (0,), (2, 0)])
def test_leading_axes_only_pass_through(lead):
    x, W1, W2, b1, b2 = layer(lead=lead, out=2)
    h_pre, h, out = ffn_stages(x, W1, W2, b1, b2, activation=gelu)
    assert h_pre.shape == h.shape == (*lead, 5) and out.shape == (*lead, 2)
    np.testing.assert_allclose(h_pre, np.einsum("...d,dm->...m", x, W1) + b1, rtol=1e-13, atol=1e-14)
    np.testing.assert_allclose(out, np.einsum("...m,md->...d", h, W2) + b2, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("with_b1", [True, False])
@pytest.mark.parametrize("with_b2", [True, False])
def test_a_missing_bias_is_a_zero_bias(with_b1, with_b2):
    x, W1, W2, b1, b2 = layer()
    optional = ffn(x, W1, W2, b1 if with_b1 else None, b2 if with_b2 else None)
    np.testing.assert_array_equal(optional, ffn(x, W1, W2, b1 * with_b1, b2 * with_b2))


@given(st.integers(0, 2**32), st.permutations(range(6)))
def test_permuting_positions_permutes_outputs(seed, order):
    x, *weights = layer(seed, lead=(6,))
    # the same rows in another order may meet other rounding in the matrix product
    np.testing.assert_allclose(ffn(x[order], *weights), ffn(x, *weights)[order], rtol=1e-12, atol=1e-13)


@given(st.integers(0, 2**32), st.permutations(range(5)))
def test_permuting_hidden_neurons_changes_nothing(seed, order):
    x, W1, W2, b1, b2 = layer(seed)
    shuffled = ffn(x, W1[:, order], W2[order], b1[order], b2, activation=gelu)
    np.testing.assert_allclose(shuffled, ffn(x, W1, W2, b1, b2, activation=gelu), rtol=1e-12, atol=1e-13)


def test_a_position_reads_no_other():
    x, *weights = layer(lead=(2, 3))
    changed = x.copy()
    changed[1, 2] += 1
    same = np.isclose(ffn(x, *weights), ffn(changed, *weights), rtol=1e-13).all(axis=-1)
    assert same.sum() == 5 and not same[1, 2]


@given(st.integers(0, 2**32), st.floats(-10, 10))
def test_the_layer_is_linear_in_its_second_matrix(seed, factor):
    x, W1, W2, b1, _ = layer(seed)
    V2 = np.random.default_rng(seed + 1).normal(size=W2.shape)
    whole = ffn(x, W1, W2 + factor * V2, b1)
    np.testing.assert_allclose(whole, ffn(x, W1, W2, b1) + factor * ffn(x, W1, V2, b1), rtol=1e-10, atol=1e-11)


@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(1, 6), st.booleans(), st.booleans())
def test_without_an_activation_the_layer_is_one_affine_map(seed, d, m, with_b1, with_b2):
    x, W1, W2, b1, b2 = layer(seed, d, m, d)
    biases = (b1 if with_b1 else None, b2 if with_b2 else None)
    affine = collapse(W1, W2, *biases)
    wanted = ffn(x, W1, W2, *biases, activation=ffn_ref.identity)
    np.testing.assert_allclose(affine(x), wanted, rtol=1e-10, atol=1e-11)
    np.testing.assert_allclose(x @ affine.W + affine.b, wanted, rtol=1e-10, atol=1e-11)
    assert affine.W.shape == (d, d) and affine.b.shape == (d,)
    assert np.linalg.matrix_rank(affine.W) <= min(d, m)


def test_with_an_activation_no_affine_map_will_do():
    x = np.array([[-1.0], [0.0], [1.0]])  # an affine map takes the middle of the ends to the middle
    y = ffn(x, [[1.0, -1.0]], [[1.0], [1.0]])
    assert y.ravel().tolist() == [1, 0, 1]


@pytest.mark.parametrize("lead", [(), (4,), (2, 3)])
def test_the_sum_over_neurons_is_the_layer(lead):
    x, W1, W2, b1, b2 = layer(lead=lead, out=2)
    wanted = ffn(x, W1, W2, b1, b2, activation=gelu)
    np.testing.assert_allclose(ffn_neurons(x, W1, W2, b1, b2, activation=gelu), wanted, rtol=1e-12)
    terms = neuron_terms(x, W1, W2, b1, activation=gelu)
    assert terms.shape == (*lead, 5, 2)
    k = 3
    one = gelu(x @ W1[:, k] + b1[k])[..., None] * W2[k]
    np.testing.assert_allclose(terms[..., k, :], one, rtol=1e-12)


def test_out_in_weights_turn_into_row_vector_weights():
    A, B = np.arange(12.0).reshape(4, 3), np.arange(8.0).reshape(2, 4)
    x = np.array([1.0, -2.0, 0.5])
    W1, W2 = from_out_in(A, B)
    np.testing.assert_array_equal(ffn(x, W1, W2), B @ np.maximum(A @ x, 0))
    np.testing.assert_array_equal(from_out_in(from_out_in(A)), A)
    assert W1.flags.c_contiguous and not np.shares_memory(W1, A)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_precision_is_kept_by_every_function(dtype):
    x, W1, W2, b1, b2 = layer(dtype=dtype)
    results = [*ffn_stages(x, W1, W2, b1, b2, activation=gelu), ffn_neurons(x, W1, W2, b1, b2)]
    results += [*collapse(W1, W2, b1, b2), *collapse(W1, W2), *from_out_in(W1, W2), collapse(W1, W2)(x)]
    assert {result.dtype for result in results} == {np.dtype(dtype)}


WRONG = {
    "W1 turned": (
        {"W1": (5, 3)},
        r"W1 has shape \(5, 3\), but \(3, d_ff\).*x of shape \(4, 3\).*from_out_in",
    ),
    "both turned": ({"W1": (5, 3), "W2": (3, 5)}, r"W1 has shape \(5, 3\).*\(4, 3\).*from_out_in"),
    "W2 turned": ({"W2": (3, 5)}, r"W2 has shape \(3, 5\), but \(5, d_out\).*W1 of shape \(3, 5\).*W2\.T"),
    "b1 too short": ({"b1": (3,)}, r"b1 has shape \(3,\), but \(5,\).*W1 of shape \(3, 5\)"),
    "b1 a row": ({"b1": (1, 5)}, r"b1 has shape \(1, 5\), but \(5,\)"),
    "b1 a scalar": ({"b1": ()}, r"b1 has shape \(\), but \(5,\)"),
    "b2 too long": ({"b2": (5,)}, r"b2 has shape \(5,\), but \(3,\).*W2 of shape \(5, 3\)"),
    "x too wide": ({"x": (4, 2)}, r"W1 has shape \(3, 5\), but \(2, d_ff\).*x of shape \(4, 2\)"),
    "x a number": ({"x": ()}, r"x must have shape \(\.\.\., width\).*\(\)"),
    "W1 a vector": ({"W1": (3,)}, r"W1 must be a matrix.*\(3,\)"),
    "W2 a stack": ({"W2": (1, 5, 3)}, r"W2 must be a matrix.*\(1, 5, 3\)"),
}


@pytest.mark.parametrize(("shapes", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_shape_is_named_beside_the_shape_it_should_fit(shapes, message):
    arguments = dict(zip(("x", "W1", "W2", "b1", "b2"), layer(), strict=True))
    arguments |= {name: np.ones(shape) for name, shape in shapes.items()}
    for function in (ffn, ffn_stages, ffn_neurons):
        with pytest.raises(ValueError, match=message):
            function(**arguments)


@pytest.mark.parametrize("name", ["x", "W1", "W2", "b1", "b2"])
@pytest.mark.parametrize("bad", [np.complex64, str, object])
def test_what_is_not_real_is_refused_by_name(name, bad):
    arguments = dict(zip(("x", "W1", "W2", "b1", "b2"), layer(), strict=True))
    arguments[name] = arguments[name].astype(bad)
    with pytest.raises(TypeError, match=f"^{name} must hold real numbers"):
        ffn(**arguments)


def test_an_activation_must_be_a_function_that_keeps_the_shape():
    x, W1, W2, *_ = layer()
    with pytest.raises(TypeError, match=r"activation must be a function.*'gelu'"):
        ffn(x, W1, W2, activation="gelu")
    with pytest.raises(ValueError, match=r"shape \(4,\) for an input of shape \(4, 5\)"):
        ffn(x, W1, W2, activation=lambda z: z.sum(axis=-1))
    with pytest.raises(ValueError, match=r"shape \(1, 5\) for an input of shape \(4, 5\)"):
        ffn(x, W1, W2, activation=lambda z: z.sum(axis=0, keepdims=True))


def test_from_out_in_needs_matrices():
    with pytest.raises(ValueError, match=r"weight 2 must be a matrix.*\(3,\)"):
        from_out_in(np.ones((2, 3)), np.ones(3))
    with pytest.raises(TypeError, match="at least one"):
        from_out_in()
