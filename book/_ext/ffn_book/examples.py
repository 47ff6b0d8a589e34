"""The two layers that the course computes by hand, row vectors."""

#: name -> input, weights and activation
EXAMPLES = {
    "2-3-2": {
        "title": "2→3→2, ReLU",
        "activation": "relu",
        "x": [2, -1],
        "W1": [[1, 0, 1], [0, 1, 1]],
        "b1": [0, 0, 0],
        "W2": [[1, 0], [0, 1], [0, 1]],
        "b2": [0, 0],
    },
    "2-4-2": {
        "title": "2→4→2, GELU",
        "activation": "gelu",
        "x": [1, 2],
        "W1": [[1, 0, 1, 1], [0, 1, 1, -1]],
        "b1": [0, 0, 0, 0],
        "W2": [[1, 0], [0, 1], [1, 0], [0, 1]],
        "b2": [0, 0],
    },
}

#: name in ffn_ref.ACTIVATIONS -> how the book writes it
TITLES = {
    "identity": "none (identity)",
    "relu": "ReLU",
    "leaky_relu": "LeakyReLU",
    "gelu": "GELU, exact",
    "gelu_tanh": "GELU, tanh form",
    "gelu_sigmoid": "z·σ(1.702 z)",
    "silu": "SiLU",
    "swish": "Swish-β",
    "relu_squared": "ReLU²",
}
