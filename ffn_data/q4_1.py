"""Q4_1, a 4-bit storage of weights: blocks of 32 that share a scale and a minimum."""

import numpy as np


def decode_q4_1(blocks):
    """Weights from Q4_1 blocks: w = scale · q + minimum, with q in 0 … 15.

    blocks: uint8, shape (…, n, 20). The 20 bytes of a block are the scale and the minimum (float16,
    little-endian) and 16 bytes of two q each: the low halves are weights 0 … 15, the high halves 16 … 31.
    Returns float32, shape (…, 32 n). 5 bits a weight, scale and minimum included.
    Raises ValueError for another dtype or block size.
    Source: GGML's block_q4_1, as the GGUF format stores it.
    """
    blocks = np.ascontiguousarray(blocks)
    if blocks.dtype != np.uint8 or blocks.shape[-1] != 20:
        raise ValueError(f"blocks must be uint8 of shape (…, n, 20), got {blocks.dtype} {blocks.shape}")
    scale, minimum = np.split(blocks[..., :4].view("<f2").astype(np.float32), 2, axis=-1)
    pairs = blocks[..., 4:]
    q = np.concatenate([pairs & 15, pairs >> 4], axis=-1)
    return (scale * q + minimum).reshape(*blocks.shape[:-2], -1)
