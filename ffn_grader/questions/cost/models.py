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
MINI_BLOCK = _count(MINI, "encoder.layer.0.")
MINI_FFN = _count(MINI, "encoder.layer.0.intermediate", "encoder.layer.0.output", without="LayerNorm")
MINI_ATTENTION = _count(MINI, "encoder.layer.0.attention")
MINI_OTHER = _count(MINI, "embeddings", "pooler", without="word")  # beside the blocks and the table of words


def smol_ffn(n, matrices=3) -> int:
    """The FFN weights of SmolLM2 with n.layers layers of width n.d_ff."""
    return n.layers * matrices * D * n.d_ff


def smol_rest(n) -> int:
    """All its other parameters."""
    return n.layers * (ATTENTION + BLOCK_NORMS) + EMBEDDINGS + LAST_NORM


def blocks_for_half(outside, block=MINI_BLOCK) -> int:
    """The fewest blocks with FFNs of more than half of all, `outside` being the parameters outside the blocks.

    L · FFN > (L · block + outside) / 2.
    """
    return outside // (2 * MINI_FFN - block) + 1


def mini_outside(vocab) -> int:
    """MiniLM's parameters outside its blocks, for a vocabulary of that size."""
    return vocab * MINI_D + MINI_OTHER
