"""Arithmetic intensity and the roofline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ffn_ref import ffn_bytes, ffn_intensity, roofline

small = st.integers(1, 9)


@given(small, small, small, st.booleans(), st.sampled_from([np.float16, np.float32, np.float64]))
def test_bytes_are_those_of_the_arrays_that_move(n, d, m, gated, dtype):
    weights = [(d, m)] * (2 if gated else 1) + [(m, d)]
    moved = [*weights, (n, d), (n, m), (n, m), (n, d)]  # x in, h out and in, output out
    wanted = sum(np.zeros(shape, dtype).nbytes for shape in moved)
    assert ffn_bytes(n, d, m, gated=gated, bytes_per_value=dtype().itemsize) == wanted


def test_one_token_is_bound_by_the_weights_and_many_are_not():
    one = ffn_intensity(1, 4096, 16384)
    assert one == pytest.approx(1, rel=1e-3)  # 2 FLOPs for each 2-byte weight
    assert ffn_intensity(8, 4096, 16384) == pytest.approx(8, rel=1e-2)
    limit = 4096 * 16384 / (4096 + 16384)
    assert ffn_intensity(10**8, 4096, 16384) == pytest.approx(limit, rel=1e-3)


@given(st.integers(1, 1000), st.booleans())
def test_more_tokens_never_lower_the_intensity(n, gated):
    assert ffn_intensity(n + 1, 64, 256, gated=gated) > ffn_intensity(n, 64, 256, gated=gated)


def test_the_roof_is_bandwidth_then_peak_and_they_meet_at_the_ridge():
    peak, bandwidth = 312e12, 2e12
    assert roofline(1.0, peak, bandwidth) == bandwidth
    assert roofline(1e6, peak, bandwidth) == peak
    assert roofline(peak / bandwidth, peak, bandwidth) == pytest.approx(peak)
    with pytest.raises(ValueError, match="must be positive"):
        roofline(0, peak, bandwidth)
