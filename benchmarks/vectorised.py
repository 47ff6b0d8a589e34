"""The layer as two matrix products, against loops over tokens, over neurons and over numbers."""

import numpy as np

import ffn_ref

D_MODEL, D_FF, TOKENS = 64, 256, 128


def by_tokens(x, W1, W2, b1, b2):
    return np.stack([ffn_ref.ffn(row, W1, W2, b1, b2) for row in x])


def by_numbers(x, W1, W2, b1, b2):
    """The textbook's sums, one multiplication at a time, on lists."""
    W1_columns, W2_columns = W1.T.tolist(), W2.T.tolist()
    out = []
    for row in x.tolist():
        h = [
            max(sum(a * w for a, w in zip(row, column, strict=True)) + b, 0.0)
            for column, b in zip(W1_columns, b1.tolist(), strict=True)
        ]
        out.append(
            [
                sum(a * w for a, w in zip(h, column, strict=True)) + b
                for column, b in zip(W2_columns, b2.tolist(), strict=True)
            ]
        )
    return np.array(out)


def cases():
    rng = np.random.default_rng(0)
    x, W1, W2 = (rng.normal(size=s) for s in ((TOKENS, D_MODEL), (D_MODEL, D_FF), (D_FF, D_MODEL)))
    layer = (x, W1, W2, rng.normal(size=D_FF), rng.normal(size=D_MODEL))
    ways = {
        "token by token": by_tokens,
        "neuron by neuron": ffn_ref.ffn_neurons,
        "number by number": by_numbers,
    }
    for name, way in ways.items():
        np.testing.assert_allclose(way(*layer), ffn_ref.ffn(*layer), rtol=1e-9, atol=1e-9)
        yield f"ffn {name} / two matrix products", lambda way=way: way(*layer), lambda: ffn_ref.ffn(*layer)
