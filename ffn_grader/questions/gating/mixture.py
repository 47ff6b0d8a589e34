"""What the layer of a real model makes of a mixture of two of its tokens, right and with each mistake."""

from functools import cache, lru_cache
from types import SimpleNamespace

import numpy as np

from ffn_data import smollm2_layer
from ffn_ref import gelu, relu, sigmoid, silu


@lru_cache(maxsize=1)
def stored():
    """The layer: its weights, and x and y of each stored token."""
    return smollm2_layer(np.float64)


def mixed(n, a, b) -> np.ndarray:
    """a times the first of the student's two tokens, plus b times the second."""
    return a * stored().x[n.first] + b * stored().x[n.second]


def gates_mixed(n) -> np.ndarray:
    """The gates of the two tokens, mixed as the tokens should have been."""
    return _gate(n.first) + n.times * _gate(n.second)


@cache
def _gate(row: int) -> np.ndarray:
    return silu(stored().x[row] @ stored().W_gate)


def measure(x) -> SimpleNamespace:
    """What the layer makes of the token `x`, (576,).

    For each stage the right number, and under its name what each mistake gives; `nearest` is the size of the
    gate_pre that is nearest to zero.
    """
    return _measure(np.asarray(x, dtype=float).tobytes())


@lru_cache(maxsize=16)
def _measure(raw: bytes) -> SimpleNamespace:
    layer, x = stored(), np.frombuffer(raw)
    a, b = x @ layer.W_gate, x @ layer.W_up
    hidden = {
        "right": silu(a) * b,
        "gate_and_up_swapped": a * silu(b),
        "activation_after_the_product": silu(a * b),
        "sigmoid_for_silu": sigmoid(a) * b,
        "relu_for_silu": relu(a) * b,
        "up_forgotten": silu(a),
        "no_activation": a * b,
    }
    outs = np.stack(list(hidden.values())) @ layer.W_down
    norms = dict(zip(hidden, np.linalg.norm(outs, axis=-1), strict=True))
    return SimpleNamespace(
        nearest=np.abs(a).min(),
        negative={
            "right": (a < 0).sum(),
            "products_counted": (a * b < 0).sum(),
            "values_counted": (b < 0).sum(),
            "positive_counted": (a > 0).sum(),
            "share_for_a_count": (a < 0).mean(),
            "gate_that_is_never_negative": 0,
        },
        total={
            "right": silu(a).sum(),
            "softmax_gate": 1.0,
            "sigmoid_for_silu": sigmoid(a).sum(),
            "relu_for_silu": relu(a).sum(),
            "no_activation": a.sum(),
            "values_summed": silu(b).sum(),
            "absolute_values_summed": np.abs(silu(a)).sum(),
            "gelu_for_silu": gelu(a).sum(),
        },
        norm=norms
        | {
            "largest_entry": np.abs(outs[0]).max(),
            "square_of_the_norm": norms["right"] ** 2,
        },
    )
