"""The calculator's arithmetic, run in the browser for every published model and many random ones, is ffn_ref's."""

import dataclasses

import numpy as np
import pytest

import ffn_ref
from ffn_ref import MODELS, ModelConfig

SEED = 21


def random_model(rng):
    heads = int(rng.integers(1, 17))
    experts = int(rng.integers(1, 9))
    whole = {name: int(rng.integers(1, high)) for name, high in
             dict(d_ff=30000, n_layers=100, vocab_size=300000, cross_attention=9, n_positions=4096, n_segments=3,
                  norm_vectors=3, extra_norms=4).items()}  # fmt: skip
    flags = ("gated", "biases", "attention_biases", "tied_embeddings", "pooler")
    return ModelConfig(
        name="random", source="", activation="relu", d_model=heads * int(rng.integers(1, 300)), n_heads=heads,
        n_kv_heads=None if rng.random() < 0.3 else int(rng.choice([k for k in range(1, 17) if heads % k == 0])),
        head_dim=None if rng.random() < 0.5 else int(rng.integers(1, 257)),
        n_experts=experts, n_active=int(rng.integers(1, experts + 1)),
        **whole, **{flag: bool(rng.random() < 0.5) for flag in flags},
    )  # fmt: skip


def test_counts_agree_for_every_model(open_page):
    rng = np.random.default_rng(SEED)
    models = [*MODELS.values(), *(random_model(rng) for _ in range(300))]
    got = open_page("calculator").evaluate(
        "all => all.map(c => ({ ...ffn.cost.model(c), used: ffn.cost.wide(c).d_ff,"
        " macs: ffn.cost.ffnMacs(7, c), attention_macs: ffn.cost.attentionMacs(7, c), crossover: ffn.cost.crossover(c),"
        " saved: ffn.cost.savedActivations(c), width: ffn.cost.matchedWidth(c.d_model),"
        " rounded: ffn.cost.matchedWidth(c.d_model, { multiplier: 1.3, multiple_of: 1024 }) }))",
        [dataclasses.asdict(model) for model in models],
    )
    for js, model in zip(got, models, strict=True):
        d, m, gated = model.d_model, model.d_ff, model.gated
        heads = dict(n_heads=model.n_heads, n_kv_heads=model.n_kv_heads, head_dim=model.head_dim)
        assert js["layer"] == {"total": model.ffn_parameters, "active": model.active_ffn_parameters}
        assert js["attention"] == model.attention_parameters
        assert js["parts"]["embeddings"] == model.embedding_parameters
        assert (js["parameters"], js["active"]) == (model.parameters, model.active_parameters)
        assert js["share_of_blocks"] == pytest.approx(model.ffn_share_of_blocks, rel=1e-14)
        assert js["share"] == pytest.approx(model.ffn_share, rel=1e-14)
        assert js["used"] == model.n_active * m
        assert js["macs"] == ffn_ref.ffn_macs(7, d, m, gated=gated)
        assert js["attention_macs"] == ffn_ref.attention_macs(7, d, **heads)
        assert js["crossover"] == ffn_ref.crossover_length(d, m, gated=gated, **heads)
        assert js["saved"] == ffn_ref.saved_activations(d, m, gated=gated)
        assert js["width"] == ffn_ref.matched_width(d)
        assert js["rounded"] == ffn_ref.matched_width(d, multiplier=1.3, multiple_of=1024)
