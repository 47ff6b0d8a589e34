"""The answers that the sample class gives, as the text of a notebook's cells, by grade_id.

`RIGHT` is a whole right submission. Every other style or mistake is what differs from it.
"""

from ffn_grader.proof.styles import styles

RIGHT = {
    "shapes": """\
W1_shape = (sizes.d_model, sizes.d_ff)
b1_shape = (sizes.d_ff,)
h_shape = (sizes.batch, sizes.seq, sizes.d_ff)
W2_shape = (sizes.d_ff, sizes.d_model)
b2_shape = (sizes.d_model,)
out_shape = (sizes.batch, sizes.seq, sizes.d_model)""",
    "by_hand_relu": """\
h_pre = n.x @ n.W1 + n.b1
h = np.maximum(h_pre, 0)
out = h @ n.W2 + n.b2""",
    "by_hand_gelu": """\
g_pre = m.x @ m.W1 + m.b1
g = [round(z * (1 + math.erf(z / math.sqrt(2))) / 2, 3) for z in g_pre.tolist()]
g_out = g @ m.W2 + m.b2""",
    "one_token": """\
def forward_one(x, W1, W2, b1, b2):
    h = np.maximum(x @ W1 + b1, 0)
    return h @ W2 + b2""",
    "forward": """\
def forward(x, W1, W2, b1, b2):
    h = np.maximum(x @ W1 + b1, 0)
    return h @ W2 + b2""",
    "out_in": """\
def forward_out_in(x, w1, w2, b1, b2):
    return np.maximum(x @ w1.T + b1, 0) @ w2.T + b2""",
    "collapse": """\
def collapse(W1, W2, b1, b2):
    return W1 @ W2, b1 @ W2 + b2""",
    "which_fire": """\
fires = [int(z > 0) for z in k.x @ k.W1 + k.b1]
W = (k.W1 * fires) @ k.W2
b = (k.b1 * fires) @ k.W2 + k.b2""",
    "count_regions": """\
def count_regions(points, W1, b1):
    return len(np.unique(points @ W1 + b1 > 0, axis=0))""",
    "parameters": "answer = 2 * size.d_model * size.d_ff + size.d_ff + size.d_model",
    "width": """\
Two maps without an activation are one affine map with the matrix W1 W2. It has d_model rows and columns however wide
the middle is. Only a bend in the middle makes each further unit count.""",
}

_STYLES = styles("position_wise")
LOOPS, EINSUM, FLOAT32, LISTS = (_STYLES[name] for name in ("loops", "einsum", "float32", "lists"))
