"""What the layer of a real model makes of a mixture of two of its tokens, right and with each mistake."""

from functools import cache, lru_cache
from types import SimpleNamespace

import numpy as np

from ffn_data import smollm2_layer
from ffn_ref import gelu, relu, sigmoid, silu


@lru_cache(maxsize=1)
def _layer():
    return smollm2_layer(np.float64)


@cache
def _branches(row: int) -> np.ndarray:
    """gate_pre and up of one stored token, (2, 1536). Both are linear in x: those of a mixture follow."""
    layer = _layer()
    return np.stack([layer.x[row] @ layer.W_gate, layer.x[row] @ layer.W_up])


@lru_cache(maxsize=8)
def measure(first: int, second: int, times: int) -> SimpleNamespace:
    """What the layer makes of x[first] + times · x[second].

    For each stage the right number, and under its name what each mistake gives; `nearest` is the size of the
    gate_pre that is nearest to zero.
    """
    layer = _layer()
    a, b = _branches(first) + times * _branches(second)
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
    stored = layer.y[first] + times * layer.y[second]
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
            "stored_outputs_mixed": np.linalg.norm(stored),
            "largest_entry": np.abs(outs[0]).max(),
            "square_of_the_norm": norms["right"] ** 2,
        },
    )


def count_negative(first: int, second: int, times: int) -> int:
    """How many gates of a mixture are below 0: SiLU has the sign of its input."""
    a, _ = _branches(first) + times * _branches(second)
    return (a < 0).sum()
