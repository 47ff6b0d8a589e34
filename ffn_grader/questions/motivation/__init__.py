"""The questions of the chapter `motivation`, in the notebook's order."""

from .attention import ATTENTION
from .block_pattern import BLOCK_PATTERN
from .counter_example import COUNTER_EXAMPLE
from .equivariant import EQUIVARIANT
from .fit import FIT
from .fixed_weights import FIXED_WEIGHTS
from .sharing import SHARING
from .xor import XOR

QUESTIONS = (
    FIXED_WEIGHTS,
    ATTENTION,
    COUNTER_EXAMPLE,
    XOR,
    FIT,
    BLOCK_PATTERN,
    EQUIVARIANT,
    SHARING,
)
