"""The gated layers against loops, and the properties that set them apart."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ffn_ref
from ffn_ref import GLU_VARIANTS, ffn, fuse_gate_up, glu_ffn, glu_stages, split_gate_up

NAMES = ("x", "W_gate", "W_up", "W_down")


def layer(seed=0, d=3, m=5, out=3, lead=(4,), dtype=np.float64):
    """x, W_gate, W_up, W_down with random values."""
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=s).astype(dtype) for s in ((*lead, d), (d, m), (d, m), (m, out)))


def swish_by_hand(z):
    return z / (1 + np.exp(-z))


def test_there_are_five_variants_and_each_has_its_gate():
    assert set(GLU_VARIANTS) == {"glu", "bilinear", "reglu", "geglu", "swiglu"}
    weights = layer()
    for name, activation in GLU_VARIANTS.items():
        wanted = glu_ffn(*weights, activation=activation)
        np.testing.assert_array_equal(getattr(ffn_ref, name)(*weights), wanted)


@pytest.mark.parametrize(
    ("name", "gate"),
    [
        ("glu", lambda z: 1 / (1 + np.exp(-z))),
        ("bilinear", lambda z: z),
        ("reglu", lambda z: z * (z > 0)),
        ("geglu", lambda z: z * (1 + math.erf(z / math.sqrt(2))) / 2),
        ("swiglu", swish_by_hand),
    ],
)
def test_a_variant_is_what_loops_make_of_its_formula(name, gate):
    x, W_gate, W_up, W_down = layer(out=2)
    out = np.zeros((4, 2))
    for i in range(4):
        for k in range(5):
            h = gate(sum(x[i, j] * W_gate[j, k] for j in range(3))) * sum(x[i, j] * W_up[j, k] for j in range(3))
            out[i] += h * W_down[k]
    np.testing.assert_allclose(getattr(ffn_ref, name)(x, W_gate, W_up, W_down), out, rtol=1e-12)


def test_swiglu_by_hand():
    # x = (1, 2): gate_pre = (1, 2), up = (2, 1); silu(1) * 2 = 1.462117, silu(2) * 1 = 1.761594
    stages = glu_stages([1, 2], [[1, 0], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]])
    assert (stages.gate_pre.tolist(), stages.up.tolist()) == ([1, 2], [2, 1])
    np.testing.assert_allclose(stages.gate, [0.731059, 1.761594], atol=5e-7)
    np.testing.assert_allclose(stages.h, [1.462117, 1.761594], atol=5e-7)
    np.testing.assert_array_equal(stages.out, stages.h)


@pytest.mark.parametrize("lead", [(), (1,), (2, 3), (0,), (2, 0)])
def test_leading_axes_only_pass_through(lead):
    x, *weights = layer(lead=lead, out=2)
    stages = glu_stages(x, *weights)
    wanted = np.einsum(
        "...m,...m,md->...d",
        swish_by_hand(np.einsum("...d,dm->...m", x, weights[0])),
        np.einsum("...d,dm->...m", x, weights[1]),
        weights[2],
    )
    assert [s.shape for s in stages] == [(*lead, 5)] * 4 + [(*lead, 2)]
    np.testing.assert_allclose(stages.out, wanted, rtol=1e-12, atol=1e-14)


@given(st.integers(0, 2**32), st.permutations(range(6)))
def test_permuting_positions_permutes_outputs(seed, order):
    x, *weights = layer(seed, lead=(6,))
    np.testing.assert_allclose(glu_ffn(x[order], *weights), glu_ffn(x, *weights)[order], rtol=1e-11, atol=1e-12)


@given(st.integers(0, 2**32), st.floats(-10, 10))
def test_a_gated_layer_is_linear_in_its_up_and_down_weights(seed, factor):
    x, W_gate, W_up, W_down = layer(seed)
    base = glu_ffn(x, W_gate, W_up, W_down)
    for scaled in (glu_ffn(x, W_gate, factor * W_up, W_down), glu_ffn(x, W_gate, W_up, factor * W_down)):
        np.testing.assert_allclose(scaled, factor * base, rtol=1e-10, atol=1e-11)


@given(st.integers(0, 2**32), st.floats(-10, 10))
def test_the_bilinear_layer_is_quadratic_and_symmetric_in_its_branches(seed, factor):
    x, W_gate, W_up, W_down = layer(seed)
    out = ffn_ref.bilinear(x, W_gate, W_up, W_down)
    np.testing.assert_allclose(
        ffn_ref.bilinear(factor * x, W_gate, W_up, W_down), factor**2 * out, rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(ffn_ref.bilinear(x, W_up, W_gate, W_down), out, rtol=1e-12)


def test_swapping_gate_and_up_gives_another_layer():
    x, W_gate, W_up, W_down = layer()
    for name in ("glu", "reglu", "geglu", "swiglu"):
        f = getattr(ffn_ref, name)
        assert np.abs(f(x, W_gate, W_up, W_down) - f(x, W_up, W_gate, W_down)).max() > 0.1


def test_a_silu_gate_is_no_probability_and_a_sigmoid_gate_lies_between_zero_and_one():
    x, *weights = layer(lead=(100,))
    silu_gate = glu_stages(x, *weights).gate
    sigmoid_gate = glu_stages(x, *weights, activation=ffn_ref.sigmoid).gate
    assert silu_gate.min() < 0 and silu_gate.max() > 1
    assert sigmoid_gate.min() > 0 and sigmoid_gate.max() < 1


def test_relu_squared_is_a_gated_layer_with_equal_branches():
    x, W, _, W_down = layer()
    wanted = ffn(x, W, W_down, activation=ffn_ref.relu_squared)
    np.testing.assert_allclose(ffn_ref.reglu(x, W, W, W_down), wanted, rtol=1e-12)


def test_fused_weights_do_both_projections_in_one_product():
    x, W_gate, W_up, W_down = layer(dtype=np.float32)
    fused = fuse_gate_up(W_gate, W_up)
    assert fused.shape == (3, 10) and fused.dtype == np.float32
    gate_pre, up = np.split(x @ fused, 2, axis=-1)
    stages = glu_stages(x, W_gate, W_up, W_down)
    np.testing.assert_allclose(gate_pre, stages.gate_pre, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(up, stages.up, rtol=1e-5, atol=1e-6)
    for part, wanted in zip(split_gate_up(fused), (W_gate, W_up), strict=True):
        np.testing.assert_array_equal(part, wanted)
        assert not np.shares_memory(part, fused)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_precision_is_kept(dtype):
    weights = layer(dtype=dtype)
    for activation in GLU_VARIANTS.values():
        assert {s.dtype for s in glu_stages(*weights, activation=activation)} == {np.dtype(dtype)}


WRONG = {
    "gate turned": (
        {"W_gate": (5, 3)},
        r"W_gate has shape \(5, 3\), but \(3, d_ff\).*x of shape \(4, 3\).*W_gate\.T",
    ),
    "up narrower": ({"W_up": (3, 4)}, r"W_up has shape \(3, 4\), but \(3, 5\).*W_gate of shape \(3, 5\)"),
    "down turned": ({"W_down": (3, 5)}, r"W_down has shape \(3, 5\), but \(5, d_out\).*W_down\.T"),
    "x too wide": ({"x": (4, 7)}, r"W_gate has shape \(3, 5\), but \(7, d_ff\).*x of shape \(4, 7\)"),
    "x a number": ({"x": ()}, r"x must have shape"),
    "up a vector": ({"W_up": (3,)}, r"W_up must be a matrix.*\(3,\)"),
}


@pytest.mark.parametrize(("shapes", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_shape_is_named_beside_the_shape_it_should_fit(shapes, message):
    arguments = dict(zip(NAMES, layer(), strict=True)) | {n: np.ones(s) for n, s in shapes.items()}
    with pytest.raises(ValueError, match=message):
        ffn_ref.swiglu(**arguments)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bad", [np.complex64, str, object])
def test_what_is_not_real_is_refused_by_name(name, bad):
    arguments = dict(zip(NAMES, layer(), strict=True))
    arguments[name] = arguments[name].astype(bad)
    with pytest.raises(TypeError, match=f"^{name} must hold real numbers"):
        ffn_ref.swiglu(**arguments)


def test_fusing_and_splitting_refuse_what_does_not_fit():
    with pytest.raises(ValueError, match=r"W_up has shape \(3, 4\).*W_gate of shape \(3, 5\)"):
        fuse_gate_up(np.ones((3, 5)), np.ones((3, 4)))
    with pytest.raises(ValueError, match=r"W_gate_up has shape \(3, 5\).*even"):
        split_gate_up(np.ones((3, 5)))
