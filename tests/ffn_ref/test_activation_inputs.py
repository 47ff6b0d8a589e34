"""What an activation accepts, what it refuses, and what it leaves alone."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import ffn_ref
from ffn_ref import ACTIVATIONS

BOTH = [pytest.param(f, id=f.__name__) for pair in ACTIVATIONS.values() for f in pair]
every_function = pytest.mark.parametrize("f", BOTH)


@every_function
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_inputs_give_finite_results_without_a_warning(f, dtype):
    z = np.array([-1e4, -5e3, -745.2, -104.0, -88.8, -1e-40, 0, 1e-40, 88.8, 710.0, 1e4], dtype)
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        assert np.isfinite(f(z)).all()


@every_function
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 1, 3), (0,), (0, 4)])
def test_shape_and_precision_are_kept(f, dtype, shape):
    z = np.full(shape, 0.5, dtype)
    assert f(z).shape == shape and f(z).dtype == dtype


@every_function
def test_big_endian_arrays_give_the_same_values(f):
    z = np.array([-1.5, 0.25], ">f4")
    np.testing.assert_array_equal(f(z), f(z.astype("<f4")))


@every_function
def test_integers_booleans_and_lists_become_float64(f):
    z = np.array([-2.0, 0.0, 1.0])
    for same in ([-2, 0, 1], (-2, 0, 1), np.array([-2, 0, 1], np.int8), np.array([-2, 0, 1])):
        assert f(same).dtype == np.float64
        np.testing.assert_array_equal(f(same), f(z))
    np.testing.assert_array_equal(f([False, True]), f([0.0, 1.0]))
    assert f([]).shape == (0,)


@every_function
def test_a_single_number_gives_a_single_number(f):
    for number in (1, 1.0, np.float64(1), np.array(1.0)):
        assert isinstance(f(number), np.float64) and f(number) == f([1.0])[0]
    assert isinstance(f(np.float32(1)), np.float32)


@every_function
@pytest.mark.parametrize("value", [1j, [1 + 0j], "1", ["a"], None, [1, None], [Fraction(1, 2)], object(), b"1"])
def test_what_is_no_real_number_is_refused(f, value):
    with pytest.raises(TypeError, match="z must hold real numbers"):
        f(value)


@every_function
def test_rows_of_unequal_length_are_refused(f):
    with pytest.raises(ValueError, match="equally long"):
        f([[1, 2], [3]])


@every_function
def test_the_input_is_left_alone_and_not_handed_back(f):
    z = np.array([-1.0, 0.0, 2.0])
    z.flags.writeable = False
    out = f(z)
    assert not np.shares_memory(out, z) and out.flags.writeable


@every_function
def test_nan_does_not_turn_into_a_number_unless_the_slope_is_a_convention(f):
    conventions = {"identity_grad", "relu_grad", "leaky_relu_grad"}
    assert np.isnan(f(np.nan)) or f.__name__ in conventions


finite = hnp.arrays(np.float64, hnp.array_shapes(max_dims=3), elements=st.floats(-1e4, 1e4))


@given(finite)
def test_gelu_and_silu_differ_from_their_mirror_image_by_z(z):
    for f in (ffn_ref.gelu, ffn_ref.gelu_tanh, ffn_ref.gelu_sigmoid, ffn_ref.silu):
        np.testing.assert_allclose(f(z) - f(-z), z, rtol=1e-15, atol=1e-15)


@given(finite)
def test_sigmoid_is_a_probability_and_so_is_its_complement(z):
    s = ffn_ref.sigmoid(z)
    assert ((s >= 0) & (s <= 1)).all()
    np.testing.assert_allclose(s + ffn_ref.sigmoid(-z), 1, rtol=1e-15)


@given(finite)
def test_an_activation_acts_on_each_element_alone(z):
    for f, _ in ACTIVATIONS.values():
        one_by_one = np.array([f(value) for value in z.ravel()]).reshape(z.shape)
        np.testing.assert_allclose(f(z), one_by_one, rtol=1e-14)


@given(finite, st.floats(1, 100))
def test_swish_lies_within_a_known_distance_of_relu(z, beta):
    # z sigmoid(beta z) differs from relu by at most max_u u sigmoid(-u) / beta = 0.278465 / beta
    assert (np.abs(ffn_ref.swish(z, beta) - ffn_ref.relu(z)) <= 0.278465 / beta).all()


@given(finite)
def test_swish_without_beta_is_half_of_z(z):
    np.testing.assert_array_equal(ffn_ref.swish(z, 0.0), z / 2)
