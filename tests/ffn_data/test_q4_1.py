"""Q4_1 is decoded as a slow, independent reading of the format does it."""

import struct

import numpy as np
import pytest

from ffn_data import decode_q4_1


def slow(block: bytes) -> list[float]:
    """One block of 20 bytes, value by value."""
    scale, minimum = struct.unpack("<ee", block[:4])
    low = [byte % 16 for byte in block[4:]]
    high = [byte // 16 for byte in block[4:]]
    return [float(np.float32(scale * q + minimum)) for q in low + high]


def random_blocks(shape, seed=0):
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, (*shape, 20), dtype=np.uint8)
    ends = rng.normal(size=(*shape, 2)).astype("<f2")  # any 16 bits might be infinite or NaN
    blocks[..., :4] = ends.view(np.uint8)
    return blocks


@pytest.mark.parametrize("shape", [(1,), (7,), (3, 4), (2, 3, 5)])
def test_blocks_are_decoded_value_by_value(shape):
    blocks = random_blocks(shape)
    expected = [value for block in blocks.reshape(-1, 20) for value in slow(block.tobytes())]
    found = decode_q4_1(blocks)
    assert found.dtype == np.float32
    assert found.shape == (*shape[:-1], 32 * shape[-1])
    assert found.ravel().tolist() == expected


@pytest.mark.parametrize("name", ["W_gate", "W_up", "W_down"])
def test_the_shipped_bytes_are_decoded_value_by_value(root, name):
    with np.load(root / "ffn_data" / "smollm2_layer8.npz") as stored:
        blocks = stored[name][::31]
    expected = [value for block in blocks.reshape(-1, 20) for value in slow(block.tobytes())]
    assert decode_q4_1(blocks).ravel().tolist() == expected


def test_a_view_with_strides_is_decoded_too():
    blocks = random_blocks((6, 4))
    np.testing.assert_array_equal(decode_q4_1(blocks[::2, ::-1]), decode_q4_1(blocks[::2, ::-1].copy()))


@pytest.mark.parametrize(
    "blocks", [np.zeros((2, 20)), np.zeros((2, 18), np.uint8), np.zeros((2, 20), np.int8)]
)
def test_what_is_no_block_is_refused(blocks):
    with pytest.raises(ValueError, match=r"uint8 of shape \(…, n, 20\), got"):
        decode_q4_1(blocks)
