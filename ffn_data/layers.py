"""The FFN of one layer of two published models. Row vectors: x @ W1, with W1 of shape (d_model, d_ff)."""

from importlib.resources import files
from typing import NamedTuple

import numpy as np

from .q4_1 import decode_q4_1


class GeluLayer(NamedTuple):
    """all-MiniLM-L6-v2, layer 5: y = gelu(x W1 + b1) W2 + b2, exact GELU, d_model 384, d_ff 1536."""

    W1: np.ndarray  # (d_model, d_ff)
    b1: np.ndarray  # (d_ff,)
    W2: np.ndarray  # (d_ff, d_model)
    b2: np.ndarray  # (d_model,)
    x: np.ndarray  # (n, d_model), one row a token
    y: np.ndarray  # (n, d_model), PyTorch's output, float64
    tokens: tuple[str, ...]  # n
    sentence: np.ndarray  # (n,), the index of the token's sentence
    sentences: tuple[str, ...]
    topics: tuple[str, ...]  # one a sentence: "money", "river" or "other"


class SwigluLayer(NamedTuple):
    """SmolLM2-135M-Instruct, layer 8: y = (silu(x W_gate) ⊙ x W_up) W_down, d_model 576, d_ff 1536."""

    W_gate: np.ndarray  # (d_model, d_ff)
    W_up: np.ndarray  # (d_model, d_ff)
    W_down: np.ndarray  # (d_ff, d_model)
    x: np.ndarray  # (n, d_model), one row a token
    y: np.ndarray  # (n, d_model), PyTorch's output, float64
    tokens: tuple[str, ...]  # n, with the space that belongs to a token: " bank"
    sentence: np.ndarray  # (n,), the index of the token's sentence
    sentences: tuple[str, ...]
    topics: tuple[str, ...]  # one a sentence: "money", "river" or "other"


def _read(name):
    with files("ffn_data").joinpath(name).open("rb") as stream, np.load(stream) as stored:
        return dict(stored)


def _captured(stored, dtype):
    """What both layers hold besides weights. `y` stays float64: an output of any dtype is judged by it."""
    labels = {name: tuple(stored[name].tolist()) for name in ("tokens", "sentences", "topics")}
    return labels | {"x": stored["x"].astype(dtype), "y": stored["y"], "sentence": stored["sentence"]}


def minilm_layer(dtype=np.float32):
    """Layer 5 (of 0 … 5) of all-MiniLM-L6-v2, a sentence encoder: a GeluLayer.

    `dtype` (float32 or float64) is that of the weights and of `x`. The weights were rounded to float16 to be
    stored; `y` is what PyTorch computes from these stored weights, in float64.
    """
    stored = _read("minilm_layer5.npz")
    weights = {name: stored[name].astype(dtype) for name in ("W1", "b1", "W2", "b2")}
    return GeluLayer(**weights, **_captured(stored, dtype))


def smollm2_layer(dtype=np.float32):
    """Layer 8 (of 0 … 29) of SmolLM2-135M-Instruct, a language model: a SwigluLayer.

    `dtype` (float32 or float64) is that of the weights and of `x`. The weights are the published 4-bit ones
    (Q4_1), stored (out, in) as in the original file, decoded and transposed here; `y` is what PyTorch
    computes from them, in float64.
    """
    stored = _read("smollm2_layer8.npz")
    names = ("W_gate", "W_up", "W_down")
    weights = {name: np.ascontiguousarray(decode_q4_1(stored[name]).T, dtype=dtype) for name in names}
    return SwigluLayer(**weights, **_captured(stored, dtype))


def rows(layer, token, topic=None):
    """Indices of the rows of `layer.x` whose token is `token`, in sentences about `topic` (None: in all).

    Spaces around a token do not count. Raises ValueError if there is no such row, and says what there is.
    """
    found = [
        i
        for i, (name, sentence) in enumerate(zip(layer.tokens, layer.sentence, strict=True))
        if name.strip() == token and topic in (None, layer.topics[sentence])
    ]
    if not found:
        topics, tokens = sorted(set(layer.topics)), sorted({name.strip() for name in layer.tokens})
        raise ValueError(f"no token {token!r} with topic {topic!r}; topics: {topics}; tokens: {tokens}")
    return np.array(found)
