"""Which units fire, the map in a region, and regions counted: against loops, the layer itself, and geometry."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ffn_ref import count_regions, ffn, fires, region_map

SEED_001 = dict(point=[2, -1], W1=[[1, 0, 1], [0, 1, 1]], W2=[[1, 0], [0, 1], [0, 1]], b1=[0, 0, 0], b2=[0, 0])


def layer(seed, d_model=3, d_ff=6):
    rng = np.random.default_rng(seed)
    return rng, rng.normal(size=(d_model, d_ff)), rng.normal(size=(d_ff, d_model)), rng.normal(size=d_ff)


@pytest.mark.parametrize("seed", range(5))
def test_a_unit_fires_where_its_sum_is_above_0(seed):
    rng, W1, _, b1 = layer(seed)
    x = rng.normal(size=(2, 4, 3))
    on = fires(x, W1, b1)
    assert on.dtype == bool and on.shape == (2, 4, 6)
    for index in np.ndindex(2, 4, 6):
        assert on[index] == (sum(x[index[:2]][i] * W1[i, index[2]] for i in range(3)) + b1[index[2]] > 0)


def test_on_the_border_a_unit_is_off():
    assert fires([1, -1], [[1, 1, 1], [1, 1, 1]], [0, 1, -1]).tolist() == [False, True, False]


def test_the_book_s_pass_has_its_region_map():
    W, b = region_map(**SEED_001)
    assert (W.tolist(), b.tolist()) == ([[1, 1], [0, 1]], [0, 0])


@given(seed=st.integers(0, 10**6))
def test_the_map_is_the_layer_at_every_input_of_the_region(seed):
    rng, W1, W2, b1 = layer(seed)
    b2, x = rng.normal(size=3), rng.normal(size=3)
    affine = region_map(x, W1, W2, b1, b2)
    near = x + rng.normal(size=(50, 3)) * rng.uniform(0, 1, size=(50, 1))
    same = near[(fires(near, W1, b1) == fires(x, W1, b1)).all(axis=1)]
    for inside in (x, *same):
        np.testing.assert_allclose(affine(inside), ffn(inside, W1, W2, b1, b2), atol=1e-12)


@pytest.mark.parametrize("n", range(1, 7))
def test_lines_in_general_position_cut_the_plane_into_1_plus_n_plus_n_choose_2(n):
    angle = np.pi * (np.arange(n) + 0.5) / n
    W1, b1 = np.stack([np.cos(angle), np.sin(angle)]), 0.5 + 0.13 * np.arange(n) ** 1.5
    side = np.linspace(-12, 12, 501)
    window = np.stack(np.meshgrid(side, side), axis=-1)
    assert count_regions(window, W1, b1) == 1 + n + n * (n - 1) // 2


def test_regions_of_points_are_counted_as_sets_of_patterns():
    rng, W1, _, b1 = layer(3)
    points = rng.normal(size=(5, 20, 3))
    patterns = {tuple(points[i, j] @ W1 + b1 > 0) for i in range(5) for j in range(20)}
    assert count_regions(points, W1, b1) == len(patterns) > 5
    assert count_regions(np.concatenate([points, points]), W1, b1) == len(patterns)
    assert count_regions(np.zeros((0, 3)), W1, b1) == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: fires([1, 2, 3], np.ones((2, 4))), "W1"),
        (lambda: fires([1, 2], np.ones((2, 4)), [1, 2]), "b1"),
        (lambda: region_map(np.ones((5, 2)), np.ones((2, 4)), np.ones((4, 2))), "point"),
        (lambda: count_regions(np.ones((5, 3)), np.ones((2, 4))), "W1"),
    ],
)
def test_a_wrong_shape_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
