"""The same sums in another order: per neuron, per column, by differences."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
both = n.d_ff * (n.d_model + 1) + n.d_model * (n.d_ff + 1)
biases = n.d_model + n.d_ff
weights = both - biases
gated = both + n.d_ff * (n.d_model + 1)

# %% parameters
def parameters(d_model, d_ff, gated, biases):
    one = 1 if biases else 0
    units = d_ff * (d_model + one)
    if gated:
        units += d_ff * (d_model + one)
    return units + (d_ff + one) * d_model

# %% share
def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    ffn = d_ff * (3 if gated else 2)
    head = d_model / n_heads
    attention = head * n_heads + head * n_kv_heads + head * n_kv_heads + head * n_heads
    return 1 / (1 + attention / ffn)

# %% work
flops = 4 * w.d_ff * w.d_model * w.seq * w.batch
macs = flops // 2
ffn_factor = (w.times * w.seq * w.d_ff) / (w.seq * w.d_ff)
projections, pairs = 2 * w.d_model, w.seq
attention_factor = round(w.times * (projections + w.times * pairs) / (projections + pairs), 2)

# %% growth
def exponent(n, seconds):
    x, y = np.log10(n), np.log10(seconds)
    return float(np.cov(x, y)[0, 1] / np.var(x, ddof=1))

# %% crossing
def first_dearer(d_model, d_ff, gated):
    twice = (3 if gated else 2) * d_ff - 4 * d_model  # 2 n at the crossing
    return twice // 2 + 1 if twice > 0 else 1

# %% kept
kept_gated = 3 * k.d_ff + k.d_model
kept_each = kept_gated - k.d_ff
kept_checkpointed = k.layers * (k.tokens * k.d_model)
kept_all = kept_checkpointed + 2 * k.layers * k.tokens * k.d_ff

# %% real_model
smol = {name: math.prod(shape) for name, shape in parameter_shapes("smollm2").items()}
real_ffn = sum(v for name, v in smol.items() if "ffn_" in name and "norm" not in name)
inside = sum(v for name, v in smol.items() if name.startswith("blk."))
ffn = real_ffn * r.layers * r.d_ff / 30 / 1536
total = ffn + (inside - real_ffn) * r.layers / 30 + sum(smol.values()) - inside
ffn_share = 1 - (total - ffn) / total

# %% experts
expert = e.d_ff * (e.d_model + e.d_model + e.d_model)
moe_active = e.n_active * expert + e.n_experts * e.d_model
moe_total = moe_active + (e.n_experts - e.n_active) * expert
