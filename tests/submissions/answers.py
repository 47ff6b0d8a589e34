"""The answers that the sample class gives, as the text of a notebook's cells, by grade_id.

`RIGHT` is a whole right submission. Every other style or mistake is what differs from it.
"""

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
h_pre = m.x @ m.W1 + m.b1
h = [round(z * (1 + math.erf(z / math.sqrt(2))) / 2, 3) for z in h_pre.tolist()]
out = h @ m.W2 + m.b2""",
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
    "parameters": "answer = 2 * size.d_model * size.d_ff + size.d_ff + size.d_model",
    "width": """\
Two maps without an activation are one affine map with the matrix W1 W2. It has d_model rows and columns however wide
the middle is. Only a bend in the middle makes each further unit count.""",
}

LOOPS = {
    "one_token": """\
def forward_one(x, W1, W2, b1, b2):
    d_ff, d_model = len(b1), len(b2)
    h = [max(sum(x[i] * W1[i][k] for i in range(len(x))) + b1[k], 0) for k in range(d_ff)]
    return [sum(h[k] * W2[k][j] for k in range(d_ff)) + b2[j] for j in range(d_model)]""",
    "forward": """\
def forward(x, W1, W2, b1, b2):
    x = np.asarray(x)
    if x.ndim == 1:
        return np.array(forward_one(x, W1, W2, b1, b2), dtype=float)
    if x.shape[0] == 0:
        return np.zeros(x.shape)
    return np.array([forward(row, W1, W2, b1, b2) for row in x])""",
    "out_in": """\
def forward_out_in(x, w1, w2, b1, b2):
    W1 = np.array([[w1[k][i] for k in range(w1.shape[0])] for i in range(w1.shape[1])])
    W2 = np.array([[w2[j][k] for j in range(w2.shape[0])] for k in range(w2.shape[1])])
    return forward(x, W1, W2, b1, b2)""",
    "collapse": """\
def collapse(W1, W2, b1, b2):
    d, m = W1.shape
    W = np.zeros((d, W2.shape[1]))
    b = np.array(b2, dtype=float)
    for k in range(m):
        W += np.outer(W1[:, k], W2[k])
        b += b1[k] * W2[k]
    return W, b""",
}

EINSUM = {
    "one_token": """\
def forward_one(x, W1, W2, b1, b2):
    return np.einsum("k,kj->j", np.clip(np.einsum("i,ik->k", x, W1) + b1, 0, None), W2) + b2""",
    "forward": """\
def forward(x, W1, W2, b1, b2):
    h = np.einsum("...i,ik->...k", x, W1) + b1
    return np.einsum("...k,kj->...j", h * (h > 0), W2) + b2""",
    "out_in": """\
def forward_out_in(x, w1, w2, b1, b2):
    h = np.einsum("...i,ki->...k", x, w1) + b1
    return np.einsum("...k,jk->...j", h * (h > 0), w2) + b2""",
    "collapse": """\
def collapse(W1, W2, b1, b2):
    return np.einsum("ik,kj->ij", W1, W2), np.einsum("k,kj->j", b1, W2) + b2""",
}

FLOAT32 = {
    name: source.replace("x @", "np.float32(x) @").replace(
        "W1 @ W2, b1", "np.float32(W1) @ np.float32(W2), np.float32(b1)"
    )
    for name, source in RIGHT.items()
    if name in ("one_token", "forward", "out_in", "collapse")
}

LISTS = {
    "shapes": RIGHT["shapes"].replace("= (", "= [").replace(",)", "]").replace(")", "]"),
    "by_hand_relu": RIGHT["by_hand_relu"]
    + "\nh_pre, h, out = h_pre.tolist(), tuple(h.tolist()), [float(z) for z in out]",
    "by_hand_gelu": RIGHT["by_hand_gelu"] + "\nh_pre, h, out = tuple(h_pre), np.float32(h), out.tolist()",
    "one_token": RIGHT["one_token"].replace("return h @ W2 + b2", "return (h @ W2 + b2).tolist()"),
    "forward": RIGHT["forward"].replace("return h @ W2 + b2", "return (h @ W2 + b2).tolist()"),
    "out_in": """\
def forward_out_in(x, w1, w2, b1, b2):
    return forward(x, list(zip(*w1)), list(zip(*w2)), b1, b2)""",
    "collapse": """\
def collapse(W1, W2, b1, b2):
    return [(W1 @ W2).tolist(), (b1 @ W2 + b2).tolist()]""",
    "parameters": "answer = float(2 * size.d_model * size.d_ff + size.d_ff + size.d_model)",
}
