"""The questions of the chapter `activations`, in the notebook's order."""

from .by_hand import BY_HAND
from .corner import RELU
from .dead_units import DEAD_UNITS
from .dip import DIP
from .gelu import GELU, GELU_TANH
from .real_layer import REAL_LAYER
from .silu import SILU
from .slope import GELU_SLOPE
from .steps import STEPS
from .which_gelu import WHICH_GELU

QUESTIONS = (BY_HAND, RELU, GELU, GELU_TANH, WHICH_GELU, SILU, STEPS, GELU_SLOPE, DIP, DEAD_UNITS, REAL_LAYER)
