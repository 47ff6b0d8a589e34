"""The published models: their tables, and their totals as their authors or their files give them."""

import pytest

from ffn_ref import ACTIVATIONS, MODELS

TABLE = {  # d_model, d_ff, ratio, gated, FFN parameters in a layer
    "Transformer base": (512, 2048, "4", False, 2_099_712),
    "GPT-2": (768, 3072, "4", False, 4_722_432),
    "GPT-2 XL": (1600, 6400, "4", False, 20_488_000),
    "LLaMA-2-7B": (4096, 11008, "2.69", True, 135_266_304),
    "Llama-3-8B": (4096, 14336, "3.5", True, 176_160_768),
    "Gemma-7B": (3072, 24576, "8", True, 226_492_416),
    "all-MiniLM-L6-v2": (384, 1536, "4", False, 1_181_568),
    "SmolLM2-135M": (576, 1536, "2.67", True, 2_654_208),
}
# counted from the released weights
TOTALS = {
    "GPT-2": 124_439_808,
    "GPT-2 XL": 1_557_611_200,
    "LLaMA-2-7B": 6_738_415_616,
    "Llama-3-8B": 8_030_261_248,
    "Gemma-7B": 8_537_680_896,
    "all-MiniLM-L6-v2": 22_713_216,
    "SmolLM2-135M": 134_515_008,
    "Mixtral 8x7B": 46_702_792_704,
}


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_widths(name):
    model = MODELS[name]
    row = (model.d_model, model.d_ff, f"{model.ratio:.3g}", model.gated, model.ffn_parameters)
    assert row == TABLE[name]


@pytest.mark.parametrize("name", TOTALS)
def test_a_model_is_the_sum_of_its_parts(name):
    assert MODELS[name].parameters == TOTALS[name]


def test_the_first_transformer_is_near_its_published_size():
    # 65 million in the paper's table 3, whose vocabulary is given as "about 37000"
    assert MODELS["Transformer base"].parameters == pytest.approx(65e6, rel=0.04)


def test_mixtral_stores_47_billion_and_uses_13():
    model = MODELS["Mixtral 8x7B"]
    assert f"{model.parameters / 1e9:.2f}" == "46.70" and f"{model.active_parameters / 1e9:.2f}" == "12.88"
    # "8x7B" is not 56 billion: attention, embeddings and norms are there once
    expert = model.ffn_parameters // model.n_experts
    once = model.parameters - model.n_layers * model.n_experts * expert
    assert 8 * (once + model.n_layers * expert) > 56e9 > model.parameters


def test_a_dense_model_uses_all_it_stores():
    for model in MODELS.values():
        assert (model.active_parameters == model.parameters) == (model.n_experts == 1)


def test_minilm_part_by_part():
    model = MODELS["all-MiniLM-L6-v2"]
    assert 6 * model.ffn_parameters == 7_089_408 and 6 * model.attention_parameters == 3_548_160
    assert model.embedding_parameters == 11_917_824
    assert f"{model.ffn_share:.3f} {model.ffn_share_of_blocks:.3f}" == "0.312 0.666"


def test_smollm2_part_by_part():
    model = MODELS["SmolLM2-135M"]
    assert 30 * model.ffn_parameters == 79_626_240 and 30 * model.attention_parameters == 26_542_080
    assert model.embedding_parameters == 28_311_552
    assert f"{model.ffn_share:.3f}" == "0.592" and model.ffn_share_of_blocks == 0.75


def test_every_model_names_a_known_activation_and_its_source():
    for name, model in MODELS.items():
        assert model.name == name and model.source and model.activation in ACTIVATIONS
