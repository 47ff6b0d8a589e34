"""Two real layers: weights, inputs from real sentences, and the outputs that PyTorch gave.

NumPy only; imports nothing else of the course. Provenance and licence: see README.md beside this file.
"""

from .layers import GeluLayer, SwigluLayer, minilm_layer, rows, smollm2_layer
from .parameters import parameter_counts, parameter_shapes
from .q4_1 import decode_q4_1

__all__ = [
    "GeluLayer",
    "SwigluLayer",
    "decode_q4_1",
    "minilm_layer",
    "parameter_counts",
    "parameter_shapes",
    "rows",
    "smollm2_layer",
]
