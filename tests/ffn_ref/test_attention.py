"""Attention against loops, and what is linear in it and what is not."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ffn_ref import attend, attention_weights, self_attention, softmax


def random(*shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def test_softmax_agrees_with_mpmath():
    (z,) = random((3, 4))
    powers = [[mpmath.exp(v) for v in row] for row in z.tolist()]
    wanted = [[float(p / sum(row)) for p in row] for row in powers]
    np.testing.assert_allclose(softmax(z), wanted, rtol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_softmax_is_stable_and_keeps_precision(dtype):
    z = np.array([[1e4, -1e4, 0], [1e4, 1e4, 1e4], [-1e4, -1e4, 0]], dtype)
    with np.errstate(all="raise"):
        got = softmax(z)
    assert got.dtype == dtype
    np.testing.assert_allclose(got, [[1, 0, 0], [1 / 3] * 3, [0, 0, 1]], rtol=1e-6)


@given(st.integers(0, 2**32), st.floats(-100, 100))
def test_softmax_ignores_a_shift_and_sums_to_one_along_its_axis(seed, shift):
    (z,) = random((2, 3, 4), seed=seed)
    for axis in (0, 1, -1):
        np.testing.assert_allclose(softmax(z, axis=axis).sum(axis=axis), 1, rtol=1e-14)
        np.testing.assert_allclose(softmax(z + shift, axis=axis), softmax(z, axis=axis), rtol=1e-11)


def test_softmax_refuses_a_single_number_and_complex_ones():
    with pytest.raises(ValueError, match="at least one axis"):
        softmax(1.0)
    with pytest.raises(TypeError, match="real numbers"):
        softmax([1j])


def test_attention_is_what_loops_make_of_the_formula():
    Q, K, V = random((4, 3), (5, 3), (5, 2))
    weights, out = np.zeros((4, 5)), np.zeros((4, 2))
    for i in range(4):
        powers = [math.exp(sum(Q[i] * K[j]) / math.sqrt(3)) for j in range(5)]
        for j in range(5):
            weights[i, j] = powers[j] / sum(powers)
            out[i] += weights[i, j] * V[j]
    np.testing.assert_allclose(attention_weights(Q, K), weights, rtol=1e-13)
    np.testing.assert_allclose(attend(weights, V), out, rtol=1e-13)


@given(st.integers(0, 2**32), st.floats(-10, 10))
def test_with_fixed_weights_attention_is_linear_in_the_values(seed, factor):
    Q, K, V, U = random((4, 3), (5, 3), (5, 2), (5, 2), seed=seed)
    weights = attention_weights(Q, K)
    np.testing.assert_allclose(
        attend(weights, V + factor * U),
        attend(weights, V) + factor * attend(weights, U),
        rtol=1e-11,
        atol=1e-12,
    )


def test_with_weights_from_the_input_attention_is_not_linear():
    x, y, W_q, W_k, W_v = random((4, 3), (4, 3), (3, 3), (3, 3), (3, 3))
    together = self_attention(x + y, W_q, W_k, W_v)
    apart = self_attention(x, W_q, W_k, W_v) + self_attention(y, W_q, W_k, W_v)
    assert np.abs(together - apart).max() > 0.1


@given(st.integers(0, 2**32))
def test_a_head_gives_convex_combinations_of_its_values(seed):
    Q, K, V = random((4, 3), (5, 3), (5, 2), seed=seed)
    weights = attention_weights(Q, K)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)
    out = attend(weights, V)
    assert (out <= V.max(axis=0) + 1e-12).all() and (out >= V.min(axis=0) - 1e-12).all()


def test_causal_attention_reads_nothing_that_comes_later():
    x, *W = random((5, 4), (4, 4), (4, 4), (4, 4), (4, 4))
    later = x.copy()
    later[3:] += 1
    before, after = (self_attention(v, *W, n_heads=2, causal=True) for v in (x, later))
    np.testing.assert_allclose(before[:3], after[:3], rtol=1e-13)
    assert np.abs(before[3:] - after[3:]).max() > 0.01
    weights = attention_weights(x, x, causal=True)
    assert (weights[np.triu_indices(5, 1)] == 0).all() and weights[0, 0] == 1


@given(st.integers(0, 2**32), st.permutations(range(5)))
def test_without_a_mask_attention_is_permutation_equivariant_too(seed, order):
    x, *W = random((5, 4), (4, 4), (4, 4), (4, 4), (4, 4), seed=seed)
    np.testing.assert_allclose(
        self_attention(x[order], *W, n_heads=2),
        self_attention(x, *W, n_heads=2)[order],
        rtol=1e-9,
        atol=1e-10,
    )


@pytest.mark.parametrize("lead", [(), (2,), (2, 3), (0,)])
def test_heads_are_slices_of_the_projections(lead):
    x, W_q, W_k, W_v, W_o = random((*lead, 5, 4), (4, 6), (4, 6), (4, 9), (9, 4))
    heads = [
        attend(
            attention_weights(x @ W_q[:, 2 * h : 2 * h + 2], x @ W_k[:, 2 * h : 2 * h + 2]),
            x @ W_v[:, 3 * h : 3 * h + 3],
        )
        for h in range(3)
    ]
    side_by_side = np.concatenate(heads, axis=-1)
    np.testing.assert_allclose(self_attention(x, W_q, W_k, W_v, n_heads=3), side_by_side, rtol=1e-11)
    got = self_attention(x, W_q, W_k, W_v, W_o, n_heads=3)
    np.testing.assert_allclose(got, side_by_side @ W_o, rtol=1e-9, atol=1e-12)
    assert got.shape == (*lead, 5, 4)


def ones(*shapes):
    return [np.ones(shape) for shape in shapes]


@pytest.mark.parametrize(
    ("function", "shapes", "options", "message"),
    [
        (attention_weights, [(2, 3), (2, 4)], {}, r"K has shape \(2, 4\).*Q of shape \(2, 3\)"),
        (attention_weights, [(3,), (2, 3)], {}, r"Q must have shape.*\(3,\)"),
        (attention_weights, [(2, 3), (4, 3)], {"causal": True}, "2 positions and K has 4"),
        (attend, [(2, 3), (2, 3)], {}, r"V has shape \(2, 3\).*weights of shape \(2, 3\)"),
        (attend, [(5, 2, 3), (4, 3, 3)], {}, r"V has shape \(4, 3, 3\).*leading axes"),
        (self_attention, [(2, 3), *[(3, 4)] * 3], {"n_heads": 3}, r"W_q has shape \(3, 4\).*3 heads"),
        (self_attention, [(2, 3), *[(4, 3)] * 3], {}, r"W_q has shape \(4, 3\).*x of shape \(2, 3\)"),
        (self_attention, [(2, 3), *[(3, 3)] * 3, (4, 3)], {}, r"W_o has shape \(4, 3\).*width 3"),
        (self_attention, [(2, 3), *[(3, 3)] * 3], {"n_heads": 0}, "n_heads must be at least 1"),
    ],
)
def test_a_wrong_shape_is_named_beside_the_shape_it_should_fit(function, shapes, options, message):
    with pytest.raises(ValueError, match=message):
        function(*ones(*shapes), **options)
