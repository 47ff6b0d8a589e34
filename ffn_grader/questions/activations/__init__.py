"""The questions of the chapter `activations`, in the notebook's order."""

from .by_hand import BY_HAND
from .corner import RELU
from .dead_units import DEAD_UNITS
from .dip import DIP
from .gelu import GELU
from .gelu_tanh import GELU_TANH
from .real_layer import REAL_LAYER
from .silu import SILU
from .slope import SLOPE
from .which_gelu import WHICH_GELU

QUESTIONS = (BY_HAND, RELU, GELU, GELU_TANH, WHICH_GELU, SILU, SLOPE, DIP, DEAD_UNITS, REAL_LAYER)
