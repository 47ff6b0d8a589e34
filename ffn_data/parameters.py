"""Where the parameters of the two models are: the shapes of all their tensors, and their sums by part."""

import json
import re
from collections import Counter
from importlib.resources import files
from math import prod

# The first part whose pattern is found in a tensor's name is its part: an attention's own norm is a norm, an
# attention's output is not the FFN's.
PARTS = {
    "norms": r"norm",
    "attention": r"attention|attn",
    "ffn": r"intermediate|output\.dense|ffn",
    "embeddings": r"embeddings|embd",
    "pooler": r"pooler",
}


def parameter_shapes(model):
    """Tensor name → shape, for every tensor of "minilm" (all-MiniLM-L6-v2) or "smollm2" (SmolLM2-135M).

    Names and shapes are those of the published file: matrices are (out, in). SmolLM2's embedding is also its
    output matrix (tied), so it is listed, and counted, once. Raises ValueError for another model.
    """
    models = json.loads(files("ffn_data").joinpath("models.json").read_text(encoding="utf-8"))
    if model not in models:
        raise ValueError(f"no model {model!r}; there are {', '.join(models)}")
    return {name: tuple(shape) for name, shape in models[model]["shapes"].items()}


def part_of(name):
    """The part that a tensor belongs to, told from its name: a key of PARTS. Raises ValueError if none."""
    for part, pattern in PARTS.items():
        if re.search(pattern, name, re.IGNORECASE):
            return part
    raise ValueError(f"the tensor {name!r} belongs to no known part: {', '.join(PARTS)}")


def parameter_counts(model):
    """Part → number of parameters, counted from the shapes. The sum over parts is the whole model."""
    counts = Counter()
    for name, shape in parameter_shapes(model).items():
        counts[part_of(name)] += prod(shape)
    return dict(counts)
