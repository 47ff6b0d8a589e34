"""The parameters counted from a model's tensors are those that the reference computes from its widths."""

import pytest

from ffn_data import minilm_layer, parameter_counts, parameter_shapes, smollm2_layer
from ffn_data.parameters import part_of
from ffn_ref import MODELS

CONFIGS = {"minilm": MODELS["all-MiniLM-L6-v2"], "smollm2": MODELS["SmolLM2-135M"]}


@pytest.mark.parametrize("model", CONFIGS)
def test_counts_are_those_of_the_configuration(model):
    counts, config = parameter_counts(model), CONFIGS[model]
    assert counts["ffn"] == config.n_layers * config.ffn_parameters
    assert counts["attention"] == config.n_layers * config.attention_parameters
    assert counts["embeddings"] == config.embedding_parameters
    assert sum(counts.values()) == config.parameters


@pytest.mark.parametrize(("model", "total"), [("minilm", 22_713_216), ("smollm2", 134_515_008)])
def test_the_sum_is_the_published_size(model, total):
    assert sum(parameter_counts(model).values()) == total


def test_the_shipped_layers_have_the_listed_shapes():
    minilm, smollm2 = parameter_shapes("minilm"), parameter_shapes("smollm2")
    assert minilm["encoder.layer.5.intermediate.dense.weight"] == minilm_layer().W1.T.shape
    assert minilm["encoder.layer.5.output.dense.weight"] == minilm_layer().W2.T.shape
    assert smollm2["blk.8.ffn_down.weight"] == smollm2_layer().W_down.T.shape


def test_a_real_gated_layer_is_as_wide_as_the_budget_says():
    d_ff, d_model = parameter_shapes("smollm2")["blk.8.ffn_gate.weight"]
    assert 3 * d_ff == 8 * d_model


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("encoder.layer.0.attention.output.dense.weight", "attention"),
        ("encoder.layer.0.attention.output.LayerNorm.weight", "norms"),
        ("encoder.layer.0.output.dense.bias", "ffn"),
        ("embeddings.LayerNorm.bias", "norms"),
        ("blk.3.attn_norm.weight", "norms"),
        ("blk.3.attn_output.weight", "attention"),
        ("blk.3.ffn_up.weight", "ffn"),
        ("token_embd.weight", "embeddings"),
        ("pooler.dense.weight", "pooler"),
    ],
)
def test_a_tensor_belongs_to_one_part(name, part):
    assert part_of(name) == part


def test_an_unknown_tensor_or_model_is_named():
    with pytest.raises(ValueError, match=r"'lm_head\.weight' belongs to no known part"):
        part_of("lm_head.weight")
    with pytest.raises(ValueError, match="no model 'gpt2'; there are minilm, smollm2"):
        parameter_shapes("gpt2")
