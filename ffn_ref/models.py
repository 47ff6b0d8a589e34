"""Published models: their widths, and what follows from them. Every number but the widths is computed."""

from dataclasses import dataclass

from .cost import attention_parameters, moe_parameters


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """The shape of a transformer. `d_ff` is that of one expert where there are several.

    `cross_attention` is the number of extra attention layers of an encoder–decoder; `norm_vectors` is how
    many vectors of width d_model a norm learns (2 for LayerNorm, 1 for RMSNorm); `extra_norms` counts those
    beside the one of every attention and feed-forward layer; `pooler` is BERT's last dense layer.
    """

    name: str
    source: str
    d_model: int
    d_ff: int
    n_layers: int
    n_heads: int
    vocab_size: int
    activation: str
    gated: bool = False
    biases: bool = False
    attention_biases: bool = False
    n_kv_heads: int | None = None
    head_dim: int | None = None
    cross_attention: int = 0
    n_positions: int = 0
    n_segments: int = 0
    tied_embeddings: bool = True
    norm_vectors: int = 1
    extra_norms: int = 1
    pooler: bool = False
    n_experts: int = 1
    n_active: int = 1

    @property
    def ratio(self):
        """d_ff / d_model, the expansion."""
        return self.d_ff / self.d_model

    @property
    def ffn_parameters(self):
        """Stored parameters of one feed-forward layer, with all its experts and their router."""
        return self._ffn().total

    @property
    def active_ffn_parameters(self):
        """Parameters of one feed-forward layer that a token uses."""
        return self._ffn().active

    @property
    def attention_parameters(self):
        """Parameters of one attention layer."""
        return attention_parameters(
            self.d_model,
            n_heads=self.n_heads,
            n_kv_heads=self.n_kv_heads,
            head_dim=self.head_dim,
            biases=self.attention_biases,
        )

    @property
    def embedding_parameters(self):
        """Token embeddings, the output matrix where it is not the same one, learned positions, segments."""
        tables = 1 if self.tied_embeddings else 2
        return (tables * self.vocab_size + self.n_positions + self.n_segments) * self.d_model

    @property
    def parameters(self):
        """All parameters of the model."""
        attentions = self.n_layers + self.cross_attention
        norms = attentions + self.n_layers + self.extra_norms
        return (
            self.n_layers * self.ffn_parameters
            + attentions * self.attention_parameters
            + self.embedding_parameters
            + norms * self.norm_vectors * self.d_model
            + (self.d_model**2 + self.d_model if self.pooler else 0)
        )

    @property
    def active_parameters(self):
        """Parameters that one token uses; the embeddings are counted whole. All, if there are no experts."""
        return self.parameters - self.n_layers * (self.ffn_parameters - self.active_ffn_parameters)

    @property
    def ffn_share_of_blocks(self):
        """FFN / (FFN + attention), stored parameters over all blocks; norms are not counted."""
        ffn = self.n_layers * self.ffn_parameters
        return ffn / (ffn + (self.n_layers + self.cross_attention) * self.attention_parameters)

    @property
    def ffn_share(self):
        """FFN / all parameters of the model, embeddings included."""
        return self.n_layers * self.ffn_parameters / self.parameters

    def _ffn(self):
        return moe_parameters(
            self.d_model,
            self.d_ff,
            self.n_experts,
            self.n_active,
            gated=self.gated,
            biases=self.biases,
            router=self.n_experts > 1,
        )


_GPT2 = dict(
    activation="gelu_tanh",
    biases=True,
    attention_biases=True,
    vocab_size=50257,
    n_positions=1024,
    norm_vectors=2,
)

#: name -> ModelConfig
MODELS = {
    model.name: model
    for model in (
        ModelConfig(
            name="Transformer base",
            source="Vaswani et al. 2017, table 3; the vocabulary is 'about 37000', so the total is rough",
            d_model=512, d_ff=2048, n_layers=12, n_heads=8, cross_attention=6, vocab_size=37000,
            activation="relu", biases=True, norm_vectors=2, extra_norms=0,
        ),
        ModelConfig(
            name="GPT-2", source="Radford et al. 2019; config.json of gpt2",
            d_model=768, d_ff=3072, n_layers=12, n_heads=12, **_GPT2,
        ),
        ModelConfig(
            name="GPT-2 XL", source="Radford et al. 2019; config.json of gpt2-xl",
            d_model=1600, d_ff=6400, n_layers=48, n_heads=25, **_GPT2,
        ),
        ModelConfig(
            name="LLaMA-2-7B", source="Touvron et al. 2023, arXiv:2307.09288; config.json",
            d_model=4096, d_ff=11008, n_layers=32, n_heads=32, vocab_size=32000,
            activation="silu", gated=True, tied_embeddings=False,
        ),
        ModelConfig(
            name="Llama-3-8B", source="Grattafiori et al. 2024, arXiv:2407.21783; config.json",
            d_model=4096, d_ff=14336, n_layers=32, n_heads=32, n_kv_heads=8, vocab_size=128256,
            activation="silu", gated=True, tied_embeddings=False,
        ),
        ModelConfig(
            name="Gemma-7B", source="Gemma Team 2024, arXiv:2403.08295, table 1; config.json",
            d_model=3072, d_ff=24576, n_layers=28, n_heads=16, head_dim=256, vocab_size=256000,
            activation="gelu_tanh", gated=True,
        ),
        ModelConfig(
            name="all-MiniLM-L6-v2", source="config.json of sentence-transformers/all-MiniLM-L6-v2",
            d_model=384, d_ff=1536, n_layers=6, n_heads=12, vocab_size=30522, n_positions=512, n_segments=2,
            activation="gelu", biases=True, attention_biases=True, norm_vectors=2, pooler=True,
        ),
        ModelConfig(
            name="SmolLM2-135M", source="Allal et al. 2025, arXiv:2502.02737; config.json",
            d_model=576, d_ff=1536, n_layers=30, n_heads=9, n_kv_heads=3, vocab_size=49152,
            activation="silu", gated=True,
        ),
        ModelConfig(
            name="Mixtral 8x7B", source="Jiang et al. 2024, arXiv:2401.04088, table 1; config.json",
            d_model=4096, d_ff=14336, n_layers=32, n_heads=32, n_kv_heads=8, vocab_size=32000,
            activation="silu", gated=True, tied_embeddings=False, n_experts=8, n_active=2,
        ),
    )
}  # fmt: skip
