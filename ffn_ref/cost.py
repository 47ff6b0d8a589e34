"""What a feed-forward layer costs: parameters, multiply-accumulates, saved activations.

Everything is counted exactly, in whole numbers. Parameters are numbers, not bytes. A multiply-accumulate
(MAC) is one product added to a sum and counts as 2 floating-point operations (FLOPs); additions of biases,
activations, softmax and norms are not counted. Sizes must be whole numbers of at least 1: TypeError or
ValueError otherwise, naming the size.
"""

from typing import NamedTuple

from .inputs import whole


def ffn_parameters(d_model, d_ff, *, gated=False, biases=False):
    """Parameters of one feed-forward layer: 2 · d_model · d_ff, or 3 · d_model · d_ff when gated.

    With `biases`: one of width d_ff for each input projection (two when gated) and one of width d_model.
    Source: Vaswani et al. 2017, §3.3; Shazeer 2020.
    """
    d_model, d_ff = whole(d_model=d_model, d_ff=d_ff)
    projections_in = 2 if gated else 1
    weights = (projections_in + 1) * d_model * d_ff
    return weights + (projections_in * d_ff + d_model if biases else 0)


def _head_widths(d_model, n_heads, n_kv_heads, head_dim):
    """d_model as a whole number, and the widths of all query heads and of all key heads together."""
    d_model, n_heads = whole(d_model=d_model, n_heads=n_heads)
    if head_dim is None:
        if d_model % n_heads:
            raise ValueError(f"d_model = {d_model} does not divide by n_heads = {n_heads}: give head_dim.")
        head_dim = d_model // n_heads
    n_kv_heads = n_heads if n_kv_heads is None else n_kv_heads
    head_dim, n_kv_heads = whole(head_dim=head_dim, n_kv_heads=n_kv_heads)
    return d_model, n_heads * head_dim, n_kv_heads * head_dim


def attention_parameters(d_model, *, n_heads=1, n_kv_heads=None, head_dim=None, biases=False):
    """Parameters of one attention layer: W_q, W_k, W_v, W_o, by default 4 · d_model².

    `n_kv_heads` < `n_heads` shares keys and values among queries (grouped-query attention); `head_dim` is
    d_model / n_heads unless given. With `biases`, one for each of the four projections.
    Source: Vaswani et al. 2017, §3.2.
    """
    d_model, q, kv = _head_widths(d_model, n_heads, n_kv_heads, head_dim)
    weights = 2 * d_model * q + 2 * d_model * kv  # W_q and W_o, then W_k and W_v
    return weights + (q + 2 * kv + d_model if biases else 0)


def ffn_share_of_block(d_model, d_ff, *, gated=False, biases=False, **attention):
    """FFN / (FFN + attention), in parameters of one block; its norms are not counted.

    `attention` holds the options of `attention_parameters`; `biases` counts for both. 2/3 exactly when
    d_ff = 4 · d_model, ungated, full multi-head attention, no biases.
    """
    ffn = ffn_parameters(d_model, d_ff, gated=gated, biases=biases)
    return ffn / (ffn + attention_parameters(d_model, biases=biases, **attention))


class MoEParameters(NamedTuple):
    """Parameters of one mixture-of-experts layer: stored, and used by one token."""

    total: int
    active: int


def moe_parameters(d_model, d_ff, n_experts, n_active, *, gated=True, biases=False, router=True):
    """Parameters of a layer of `n_experts` feed-forward networks, of which a token uses `n_active`.

    The router, a (d_model, n_experts) matrix that every token uses, is counted in both unless
    `router=False`. Source: Jiang et al. 2024 (Mixtral), arXiv:2401.04088.
    """
    d_model, n_experts, n_active = whole(d_model=d_model, n_experts=n_experts, n_active=n_active)
    if n_active > n_experts:
        raise ValueError(f"n_active = {n_active} is more than n_experts = {n_experts}.")
    expert = ffn_parameters(d_model, d_ff, gated=gated, biases=biases)
    routing = d_model * n_experts if router else 0
    return MoEParameters(n_experts * expert + routing, n_active * expert + routing)


def ffn_macs(n, d_model, d_ff, *, gated=False, batch=1):
    """MACs of one forward pass over `batch` sequences of n tokens: n · 2 · d_model · d_ff each, 3 gated."""
    n, batch = whole(n=n, batch=batch)
    return batch * n * ffn_parameters(d_model, d_ff, gated=gated)


def attention_macs(n, d_model, *, n_heads=1, n_kv_heads=None, head_dim=None, batch=1):
    """MACs of one attention layer over `batch` sequences of n tokens: by default 4 n d² + 2 n² d each.

    In general n · `attention_parameters` for the four projections, and 2 n² q for Q Kᵀ and weights · V, with
    q = n_heads · head_dim. The heads are those of `attention_parameters`; a causal mask saves nothing here,
    since masked scores are computed too.
    """
    n, batch = whole(n=n, batch=batch)
    d_model, q, kv = _head_widths(d_model, n_heads, n_kv_heads, head_dim)
    return batch * (n * 2 * d_model * (q + kv) + 2 * n**2 * q)


def flops(macs):
    """2 · macs: a multiply-accumulate is a multiplication and an addition."""
    return 2 * macs


def ffn_flops(n, d_model, d_ff, *, gated=False, batch=1):
    """FLOPs of one forward pass, 2 · `ffn_macs`."""
    return flops(ffn_macs(n, d_model, d_ff, gated=gated, batch=batch))


def crossover_length(d_model, d_ff, *, gated=False, n_heads=1, n_kv_heads=None, head_dim=None):
    """The n at which attention takes as many MACs as the FFN: (FFN weights − attention weights) / 2 q.

    q = n_heads · head_dim, and the heads are those of `attention_parameters`. By default it is
    (k · d_ff − 4 · d_model) / 2 with k = 2, gated 3, so 2 · d_model for d_ff = 4 · d_model. Attention is
    dearer beyond it, and always where it is not positive.
    """
    d_model, q, kv = _head_widths(d_model, n_heads, n_kv_heads, head_dim)
    return (ffn_parameters(d_model, d_ff, gated=gated) - 2 * d_model * (q + kv)) / (2 * q)


def training_macs(forward_macs, *, checkpointing=False):
    """MACs of one training step, 3 · forward: backward takes twice as many (inputs and weights).

    With `checkpointing` the whole forward pass is done again before backward, as when a block keeps only its
    input: 4 · forward. (One layer that keeps x need not repeat its last product, which backward does not read.)
    Source: Korthikanti et al. 2022, arXiv:2205.05198.
    """
    return (4 if checkpointing else 3) * forward_macs


def saved_activations(d_model, d_ff, *, gated=False, recompute_gate=True, checkpointing=False):
    """Numbers kept for backward, for each token, by one layer: what its weight gradients and σ′ need.

    Ungated: x, h_pre, h, so d_model + 2 · d_ff (9 · d_model for d_ff = 4 · d_model).
    Gated: x, gate_pre, up, h, so d_model + 3 · d_ff (9 · d_model for d_ff = 8/3 · d_model); σ(gate_pre) is
    computed again from gate_pre, or kept too with `recompute_gate=False`: d_model + 4 · d_ff.
    With `checkpointing` only x is kept, d_model, and the layer is run again. Not counted: the output (the
    next layer's input), the residual stream, norms, dropout masks. Source: Korthikanti et al. 2022.
    """
    d_model, d_ff = whole(d_model=d_model, d_ff=d_ff)
    if checkpointing:
        return d_model
    hidden = 2 if not gated else 3 if recompute_gate else 4
    return d_model + hidden * d_ff
