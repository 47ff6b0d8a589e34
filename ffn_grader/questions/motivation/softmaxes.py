"""Softmax as it goes wrong: other axes, and axes that are lost. Each takes a table of scores, a row for each query."""

import numpy as np

from ffn_ref import softmax


def shifted(scores):
    """The numerators. Taking off the largest of a row changes no weight."""
    return np.exp(scores - scores.max(axis=-1, keepdims=True))


def columns_shifted(scores):
    """Column j loses the largest of row j, as without keepdims."""
    return scores - scores.max(axis=-1)


def columns_divided(powers):
    """Column j is divided by the sum of row j, as without keepdims."""
    return powers / powers.sum(axis=-1)


def rows_divided(scores):
    return scores / scores.sum(axis=-1, keepdims=True)


def whole_table(scores):
    """All weights together have the sum 1."""
    return softmax(scores.ravel()).reshape(scores.shape)
