"""float64 against float32: half the bytes, twice the numbers in a SIMD register."""

import numpy as np

import ffn_ref

SIZES = {"1 token, d 512": (1, 512, 2048), "256 tokens, d 512": (256, 512, 2048)}


def cases():
    rng = np.random.default_rng(0)
    for name, (n, d_model, d_ff) in SIZES.items():
        double = [rng.normal(size=s) for s in ((n, d_model), (d_model, d_ff), (d_ff, d_model))]
        single = [array.astype(np.float32) for array in double]
        assert ffn_ref.ffn(*single).dtype == np.float32
        yield (
            f"ffn float64 / float32, {name}",
            lambda double=double: ffn_ref.ffn(*double),
            lambda single=single: ffn_ref.ffn(*single),
        )
