"""Python's lists, tuples, floats and fractions."""

# ruff: noqa: F821  the names come from the exercise's other cells
import numpy as np

# %% by_hand
shapes = [(n.d_model, n.d_ff), (n.d_ff, n.d_model)]
weights = float(sum(a * b for a, b in shapes))
biases = float(sum(b for _, b in shapes))
both = float(sum(a * b + b for a, b in shapes))
gated = float(sum(a * b + b for a, b in [*shapes, shapes[0]]))

# %% parameters
def parameters(d_model, d_ff, gated, biases):
    shapes = [[d_model, d_ff]] * (1 + int(gated)) + [[d_ff, d_model]]
    return float(sum((inputs + int(biases)) * outputs for inputs, outputs in shapes))

# %% share
def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    from fractions import Fraction

    ffn = Fraction((3 if gated else 2) * d_ff, d_model)
    attention = 2 + 2 * Fraction(n_kv_heads, n_heads)
    return float(ffn / (ffn + attention))

# %% work
macs = float(sum([w.d_model * w.d_ff] * 2) * w.batch * w.seq)
flops = 2.0 * macs
ffn_factor = float(w.times)
short, long = [n * (4 * w.d_model**2) + n * n * 2 * w.d_model for n in (w.seq, w.seq * w.times)]
attention_factor = float(f"{long / short:.2f}")

# %% growth
def exponent(n, seconds):
    import statistics

    return statistics.linear_regression(np.log(n).tolist(), np.log(seconds).tolist()).slope

# %% crossing
def first_dearer(d_model, d_ff, gated):
    from fractions import Fraction

    equal = Fraction((3 if gated else 2) * d_ff - 4 * d_model, 2)
    return float(max([1, equal // 1 + 1]))

# %% kept
kept_each = float(sum([k.d_model, k.d_ff, k.d_ff]))
kept_gated = float(sum([k.d_model] + [k.d_ff] * 3))
kept_all = float(sum([kept_each] * k.tokens * k.layers))
kept_checkpointed = float(sum([k.d_model] * k.tokens * k.layers))

# %% real_model
smol = list(parameter_shapes("smollm2").items())
attention = sum(a * b for name, (a, *others) in smol if "blk.0.attn_" in name for b in others)
ffn = float(sum([576 * r.d_ff] * 3 * r.layers))
total = ffn + float(r.layers * (attention + 576 + 576) + 49152 * 576 + 576)
ffn_share = float(f"{ffn / total:.3f}")

# %% experts
sides = [[e.d_model, e.d_ff], [e.d_model, e.d_ff], [e.d_ff, e.d_model]]
expert = float(sum(a * b for a, b in sides))
moe_total = float(sum([expert + e.d_model] * e.n_experts))
moe_active = float(sum([expert] * e.n_active) + sum([e.d_model] * e.n_experts))
