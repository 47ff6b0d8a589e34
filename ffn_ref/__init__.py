"""The reference for the course: feed-forward networks as pure functions on NumPy arrays.

Row vectors everywhere: x has shape (..., d_model) and a layer computes x @ W. Nothing changes its input.
"""
# ruff: noqa: F401 - the names are here to be imported

from .activations import (
    ACTIVATIONS,
    gelu,
    gelu_grad,
    gelu_sigmoid,
    gelu_sigmoid_grad,
    gelu_tanh,
    gelu_tanh_grad,
    identity,
    identity_grad,
    leaky_relu,
    leaky_relu_grad,
    relu,
    relu_grad,
    relu_squared,
    relu_squared_grad,
    sigmoid,
    sigmoid_grad,
    silu,
    silu_grad,
    swish,
    swish_grad,
)
from .attention import attend, attention_weights, self_attention, softmax
from .backward import FFNGradients, GLUGradients, ffn_backward, glu_backward
from .cost import (
    MoEParameters,
    attention_macs,
    attention_parameters,
    crossover_length,
    ffn_flops,
    ffn_macs,
    ffn_parameters,
    ffn_share_of_block,
    flops,
    moe_parameters,
    saved_activations,
    training_macs,
)
from .gating import (
    GLU_VARIANTS,
    GLUStages,
    bilinear,
    fuse_gate_up,
    geglu,
    glu,
    glu_ffn,
    glu_stages,
    reglu,
    split_gate_up,
    swiglu,
)
from .intensity import ffn_bytes, ffn_intensity, roofline
from .models import MODELS, ModelConfig
from .position_wise import (
    Affine,
    Stages,
    collapse,
    ffn,
    ffn_neurons,
    ffn_stages,
    from_out_in,
    neuron_terms,
)
from .regions import count_regions, fires, region_map
from .width import matched_width, round_up
