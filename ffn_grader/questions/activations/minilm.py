"""One row of the real layer of all-MiniLM-L6-v2, in float64: counts of its hidden values, changes of its output."""

from functools import lru_cache

import numpy as np

from ffn_data import minilm_layer
from ffn_ref import gelu, gelu_tanh

WIDTH = 1536
NEAR = 0.01  # a hidden value below it in size counts as near zero
BORDER = 1e-5  # a row with a value so close to a limit is nobody's; float32 errs by 2e-6
KINDS = {
    "positive": lambda h_pre, h: h > 0,
    "negative": lambda h_pre, h: h < 0,
    "near": lambda h_pre, h: np.abs(h) < NEAR,
    "far": lambda h_pre, h: np.abs(h) >= NEAR,
    "below": lambda h_pre, h: h < NEAR,
    "small positive": lambda h_pre, h: (h > 0) & (h < NEAR),
    "near before": lambda h_pre, h: np.abs(h_pre) < NEAR,
}


@lru_cache
def _layer():
    return minilm_layer(np.float64)


def _times(row, matrix):
    # Not `@`: for a single row its threads cost more than the product, above all on a busy machine.
    return np.einsum("i,ij->j", row, matrix)


def _contract(h):
    return _times(h, _layer().W2) + _layer().b2


@lru_cache(256)
def _hidden(row):
    """h_pre, h and the output."""
    h_pre = _times(_layer().x[row], _layer().W1) + _layer().b1
    h = gelu(h_pre)
    return h_pre, h, _contract(h)


@lru_cache(256)
def is_clear(row: int) -> bool:
    """Whether the counts of a row do not depend on the precision."""
    h_pre, h, _ = _hidden(row)
    return bool(min(np.abs(h_pre).min(), np.abs(np.abs(h) - NEAR).min()) > BORDER)


@lru_cache(2048)
def count(row: int, kind: str) -> int:
    """How many hidden values of a row are of a kind."""
    return int(KINDS[kind](*_hidden(row)[:2]).sum())


@lru_cache(256)
def count_without_bias(row: int) -> int:
    """How many hidden values of a row would be positive without b1."""
    return int((_hidden(row)[0] > _layer().b1).sum())


def largest(values) -> float:
    return np.abs(values).max()


@lru_cache(1024)
def size(row: int, of=np.linalg.norm) -> float:
    """The length of a row of the output, or another measure of it."""
    return of(_hidden(row)[2])


@lru_cache(4096)
def change(row: int, form, of=np.linalg.norm) -> float:
    """How far another activation moves the output of a row: the length of the difference, or another measure."""
    h_pre, _, y = _hidden(row)
    return of(_contract(form(h_pre)) - y)


@lru_cache(256)
def hidden_change(row: int) -> float:
    """How far the tanh form moves the hidden values of a row, relative to their length."""
    h_pre, h, _ = _hidden(row)
    return np.linalg.norm(gelu_tanh(h_pre) - h) / np.linalg.norm(h)
