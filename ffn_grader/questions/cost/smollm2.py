"""What SmolLM2 has, counted from the shapes of its tensors."""

from math import prod

from ffn_data import parameter_shapes

SMOL = parameter_shapes("smollm2")


def _count(*beginnings, without="\0") -> int:
    """The numbers in all tensors whose names begin so, but for those whose names hold `without`."""
    return sum(prod(shape) for name, shape in SMOL.items() if name.startswith(beginnings) and without not in name)


D = SMOL["token_embd.weight"][1]
D_FF = SMOL["blk.0.ffn_up.weight"][0]
LAYERS = sum(name.endswith("ffn_up.weight") for name in SMOL)
ALL = _count("")
EMBEDDINGS = _count("token_embd")
LAST_NORM = _count("output_norm")
BLOCK_NORMS = _count("blk.0.attn_norm", "blk.0.ffn_norm")
ATTENTION = _count("blk.0.attn", without="norm")


def ffn(n, matrices=3) -> int:
    """The FFN weights of SmolLM2 with n.layers layers of width n.d_ff."""
    return n.layers * matrices * D * n.d_ff


def rest(n) -> int:
    """All its other parameters."""
    return n.layers * (ATTENTION + BLOCK_NORMS) + EMBEDDINGS + LAST_NORM
