"""Counting one by one, in loops over plain numbers."""

# ruff: noqa: F821  the names come from the exercise's other cells
import math

# %% by_hand
weights = biases = 0
for _ in range(n.d_ff):
    biases += 1
    for _ in range(n.d_model):
        weights += 2
for _ in range(n.d_model):
    biases += 1
both = weights + biases
gated = both
for _ in range(n.d_ff):
    gated += n.d_model + 1

# %% parameters
def parameters(d_model, d_ff, gated, biases):
    layers = [(d_model, d_ff), (d_ff, d_model)]
    if gated:
        layers.append((d_model, d_ff))
    count = 0
    for inputs, outputs in layers:
        count += inputs * outputs
        if biases:
            count += outputs
    return count

# %% share
def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    attention = d_model * d_model
    for head in range(n_heads):
        attention += d_model * d_model // n_heads
        if head < n_kv_heads:
            attention += 2 * (d_model * d_model // n_heads)
    ffn = 0
    for _ in range(3 if gated else 2):
        ffn += d_model * d_ff
    return ffn / (ffn + attention)

# %% work
macs = 0
for _ in range(w.batch):
    for _ in range(w.seq):
        macs += w.d_model * w.d_ff + w.d_ff * w.d_model
flops = macs + macs
ffn_factor = w.times
counts = []
for length in (w.seq, w.seq * w.times):
    count = 0
    for _ in range(length):
        count += 4 * w.d_model**2 + 2 * length * w.d_model
    counts.append(count)
attention_factor = counts[1] / counts[0]

# %% growth
def exponent(n, seconds):
    xs, ys = [math.log(v) for v in n], [math.log(v) for v in seconds]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = below = 0
    for a, b in zip(xs, ys, strict=True):
        above += (a - x) * (b - y)
        below += (a - x) ** 2
    return above / below

# %% crossing
def first_dearer(d_model, d_ff, gated):
    n = 1
    while 4 * n * d_model**2 + 2 * n**2 * d_model <= n * (3 if gated else 2) * d_model * d_ff:
        n += 1
    return n

# %% kept
kept_each = kept_gated = kept_all = kept_checkpointed = 0
for row in (k.d_model, k.d_ff, k.d_ff):
    kept_each += row
for row in (k.d_model, k.d_ff, k.d_ff, k.d_ff):
    kept_gated += row
for _ in range(k.layers):
    for _ in range(k.tokens):
        kept_all += kept_each
        kept_checkpointed += k.d_model

# %% real_model
ffn = total = 0
for name, shape in parameter_shapes("smollm2").items():
    block = int(name.split(".")[1]) if name.startswith("blk") else None
    count = 1
    for side in shape:
        count *= side
    if block is None:
        total += count
    elif block == 0:
        if name.endswith(("ffn_up.weight", "ffn_gate.weight", "ffn_down.weight")):
            count = count // 1536 * r.d_ff
            ffn += count * r.layers
        total += count * r.layers
ffn_share = ffn / total

# %% experts
expert = 0
for _ in ("gate", "up", "down"):
    expert += e.d_model * e.d_ff
moe_total = moe_active = 0
for i in range(e.n_experts):
    moe_total += expert + e.d_model
    moe_active += e.d_model
    if i < e.n_active:
        moe_active += expert
