"""Arrays that are made only to be counted, and NumPy for the rest."""

# ruff: noqa: F821  the names come from the exercise's other cells
import numpy as np

# %% by_hand
layer = [np.zeros((n.d_model, n.d_ff)), np.zeros(n.d_ff), np.zeros((n.d_ff, n.d_model)), np.zeros(n.d_model)]
weights = layer[0].size + layer[2].size
biases = layer[1].size + layer[3].size
both = np.sum([array.size for array in layer])
gated = np.sum([array.size for array in [*layer, np.zeros((n.d_model, n.d_ff)), np.zeros(n.d_ff)]])

# %% parameters
def parameters(d_model, d_ff, gated, biases):
    matrices = np.array([[d_model, d_ff], [d_model, d_ff], [d_ff, d_model]])[0 if gated else 1 :]
    return matrices.prod(axis=1).sum() + biases * matrices[:, 1].sum()

# %% share
def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    head = d_model // n_heads
    W_q, W_k = np.empty((d_model, n_heads, head)), np.empty((d_model, n_kv_heads, head))
    W_v, W_o = np.empty_like(W_k), np.empty((n_heads * head, d_model))
    attention = W_q.size + W_k.size + W_v.size + W_o.size
    ffn = np.empty((2 + gated, d_model, d_ff)).size
    return np.float64(ffn) / (attention + ffn)

# %% work
x = np.ones((w.batch, w.seq, w.d_model))
macs = x.sum() * w.d_ff * 2
flops = np.float64(2) * macs
ffn_factor = np.float64(w.times)
length = np.array([1, w.times]) * w.seq
counts = 4 * length * w.d_model**2 + 2 * length**2 * w.d_model
attention_factor = np.round(counts[1] / counts[0], 2)

# %% growth
def exponent(n, seconds):
    A = np.stack([np.log2(n), np.ones(len(n))], axis=1)
    return np.linalg.lstsq(A, np.log2(seconds), rcond=None)[0][0]

# %% crossing
def first_dearer(d_model, d_ff, gated):
    n = np.arange(1, 3 * (d_ff + d_model))
    attention = 4 * n * d_model**2 + 2 * n**2 * d_model
    ffn = n * np.where(gated, 3, 2) * d_model * d_ff
    return n[np.argmax(attention > ffn)]

# %% kept
x, h = np.zeros((k.tokens, k.d_model)), np.zeros((k.tokens, k.d_ff))
kept_each = (x.size + h.size + h.size) / k.tokens
kept_gated = np.concatenate([x, h, h, h], axis=1).shape[1]
kept_all = np.concatenate([x, h, h], axis=1).size * k.layers
kept_checkpointed = np.stack([x] * k.layers).size

# %% real_model
shapes = parameter_shapes("smollm2").items()
smol = {name: np.array(shape) for name, shape in shapes if ".0." in name or "blk" not in name}
for name in ("gate", "up", "down"):
    shape = smol[f"blk.0.ffn_{name}.weight"]
    shape[shape == 1536] = r.d_ff
sizes = {name: shape.prod() * (r.layers if "blk" in name else 1) for name, shape in smol.items()}
ffn = np.sum([v for name, v in sizes.items() if "ffn" in name and "norm" not in name])
total = np.sum(list(sizes.values()))
ffn_share = np.round(ffn / total, 3)

# %% experts
experts = np.zeros((e.n_experts, 3, e.d_model, e.d_ff))
router = np.zeros((e.d_model, e.n_experts))
expert = experts[0].size
moe_total = experts.size + router.size
moe_active = experts[: e.n_active].size + router.size
