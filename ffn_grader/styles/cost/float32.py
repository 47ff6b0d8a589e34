"""Single precision throughout."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

import numpy as np

# %% by_hand
d, m = np.float32(n.d_model), np.float32(n.d_ff)
weights = d * m + m * d
biases = d + m
both = weights + biases
gated = both + d * m + m

# %% parameters
def parameters(d_model, d_ff, gated, biases):
    d, m = np.float32(d_model), np.float32(d_ff)
    ways_in = np.float32(1 + gated)
    return ways_in * (d * m + m * biases) + m * d + d * biases

# %% share
def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    ratio = np.float32(d_ff) / np.float32(d_model) * np.float32(3 if gated else 2)
    return ratio / (ratio + np.float32(2) + np.float32(2) * np.float32(n_kv_heads) / np.float32(n_heads))

# %% work
macs = np.float32(w.batch * w.seq) * np.float32(2 * w.d_model) * np.float32(w.d_ff)
flops = np.float32(2) * macs
ffn_factor = np.float32(w.times)
long, short = np.float32(w.times * w.seq), np.float32(w.seq)
attention_factor = long * (2 * w.d_model + long) / (short * (2 * w.d_model + short))

# %% growth
def exponent(n, seconds):
    x, y = np.log(np.asarray(n, np.float32)), np.log(np.asarray(seconds, np.float32))
    x = x - x.mean()
    return x @ y / (x @ x)

# %% crossing
def first_dearer(d_model, d_ff, gated):
    equal = np.float32(1.5 if gated else 1) * np.float32(d_ff) - np.float32(2 * d_model)
    return np.maximum(np.floor(equal + 1), np.float32(1))

# %% kept
d, m = np.float32(k.d_model), np.float32(k.d_ff)
kept_each = d + m + m
kept_gated = d + m + m + m
kept_all = kept_each * np.float32(k.tokens) * np.float32(k.layers)
kept_checkpointed = d * np.float32(k.tokens) * np.float32(k.layers)

# %% real_model
smol = {name: np.float32(math.prod(shape)) for name, shape in parameter_shapes("smollm2").items()}
ffn = smol["blk.7.ffn_up.weight"] * np.float32(3 * r.layers) * np.float32(r.d_ff) / np.float32(1536)
rest = sum(v for name, v in smol.items() if name.startswith("blk.7.") and ("attn" in name or "norm" in name))
total = ffn + np.float32(r.layers) * rest + smol["token_embd.weight"] + smol["output_norm.weight"]
ffn_share = ffn / total

# %% experts
expert = np.float32(3) * np.float32(e.d_model) * np.float32(e.d_ff)
router = np.float32(e.d_model) * np.float32(e.n_experts)
moe_total = np.float32(e.n_experts) * expert + router
moe_active = np.float32(e.n_active) * expert + router
