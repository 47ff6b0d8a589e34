"""What the two real models have, counted from the shapes of their tensors."""

from math import prod

from ffn_data import parameter_shapes

SMOL, MINI = parameter_shapes("smollm2"), parameter_shapes("minilm")


def _count(shapes, *beginnings, without="\0") -> int:
    """The numbers in all tensors whose names begin so, but for those whose names hold `without`."""
    return sum(prod(shape) for name, shape in shapes.items() if name.startswith(beginnings) and without not in name)


VOCAB, D = SMOL["token_embd.weight"]
D_FF = SMOL["blk.0.ffn_up.weight"][0]
LAYERS = sum(name.endswith("ffn_up.weight") for name in SMOL)
ALL = _count(SMOL, "")
EMBEDDINGS = _count(SMOL, "token_embd")
LAST_NORM = _count(SMOL, "output_norm")
BLOCK_NORMS = _count(SMOL, "blk.0.attn_norm", "blk.0.ffn_norm")
ATTENTION = _count(SMOL, "blk.0.attn", without="norm")

MINI_VOCAB, MINI_D = MINI["embeddings.word_embeddings.weight"]
MINI_LAYERS = sum(name.endswith("intermediate.dense.weight") for name in MINI)
MINI_ALL = _count(MINI, "")
MINI_WORDS = _count(MINI, "embeddings.word")
MINI_BLOCK = _count(MINI, "encoder.layer.0.")
MINI_FFN = _count(MINI, "encoder.layer.0.intermediate", "encoder.layer.0.output", without="LayerNorm")
MINI_FFN_NORM = _count(MINI, "encoder.layer.0.output.LayerNorm")
MINI_MIXING = _count(MINI, "encoder.layer.0.attention.output.dense")
MINI_POOLER = _count(MINI, "pooler")
MINI_NORMS = MINI_ALL - _count(MINI, "", without="LayerNorm")
MINI_ROWS = sum(prod(shape) for name, shape in MINI.items() if len(shape) == 1 and "LayerNorm" not in name)
MINI_FFN_ROWS = MINI_FFN - _count(MINI, "encoder.layer.0.intermediate", "encoder.layer.0.output.dense", without="bias")


def smol_ffn(n, matrices=3) -> int:
    """The FFN weights of SmolLM2 with n.layers layers of width n.d_ff."""
    return n.layers * matrices * D * n.d_ff


def smol_rest(n) -> int:
    """All its other parameters."""
    return n.layers * (ATTENTION + BLOCK_NORMS) + EMBEDDINGS + LAST_NORM


def mini_rest(n) -> int:
    """MiniLM's parameters outside its FFNs, with a vocabulary of n.vocab words."""
    return MINI_ALL - MINI_LAYERS * MINI_FFN + (n.vocab - MINI_VOCAB) * MINI_D
