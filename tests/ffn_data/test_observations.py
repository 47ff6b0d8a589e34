"""What the course says of the two layers: sparse or not, what may be left out, what "bank" switches on."""

from itertools import combinations, product
from statistics import mean

import numpy as np
import pytest

import ffn_ref
from ffn_data import minilm_layer, rows, smollm2_layer


@pytest.fixture(scope="module")
def minilm():
    layer = minilm_layer(np.float64)
    h = ffn_ref.ffn_stages(layer.x, layer.W1, layer.W2, layer.b1, layer.b2, activation=ffn_ref.gelu).h
    return layer, h, layer.W2


@pytest.fixture(scope="module")
def smollm2():
    layer = smollm2_layer(np.float64)
    return layer, ffn_ref.glu_stages(layer.x, layer.W_gate, layer.W_up, layer.W_down).h, layer.W_down


def error_without_smallest(share, layer, h, W_out):
    """|Δy| / |y| of each token when its smallest hidden values are set to zero."""
    dropped = np.argsort(np.abs(h), axis=-1)[:, : round(share * h.shape[-1])]
    kept = h.copy()
    np.put_along_axis(kept, dropped, 0, axis=-1)
    return np.linalg.norm((kept - h) @ W_out, axis=-1) / np.linalg.norm(layer.y, axis=-1)


def strongest(layer, h, topic, k=20):
    return [set(np.argsort(-np.abs(h[i]))[:k]) for i in rows(layer, "bank", topic)]


def test_a_fifth_of_the_gelu_layer_is_positive_and_half_of_the_gated_product(minilm, smollm2):
    assert 0.17 < (minilm[1] > 0).mean() < 0.26
    assert 0.48 < (smollm2[1] > 0).mean() < 0.52


def test_half_of_the_hidden_values_is_nearly_free_in_the_gated_layer_only(minilm, smollm2):
    assert error_without_smallest(0.5, *minilm).mean() > 0.2
    assert error_without_smallest(0.5, *smollm2).mean() < 0.1


def test_the_error_grows_with_what_is_left_out(minilm, smollm2):
    for case in (minilm, smollm2):
        errors = [error_without_smallest(share, *case).mean() for share in (0.5, 0.9, 0.99)]
        assert errors == sorted(errors)
        assert errors[-1] > 0.5


def test_bank_shares_its_strongest_units_within_a_topic_more_than_between(smollm2):
    money, river = (strongest(*smollm2[:2], topic) for topic in ("money", "river"))
    within = [len(a & b) for units in (money, river) for a, b in combinations(units, 2)]
    between = [len(a & b) for a, b in product(money, river)]
    assert mean(within) > 2 * mean(between)
    assert min(within) > max(between)
