"""The questions of the chapter `gating`, in the notebook's order."""

from .backward import BACKWARD
from .by_hand import BY_HAND
from .family import FAMILY
from .fused import FUSED
from .real_layer import REAL_LAYER
from .swiglu import SWIGLU
from .told_apart import TOLD_APART
from .width import WIDTH

QUESTIONS = (BY_HAND, SWIGLU, FAMILY, TOLD_APART, FUSED, WIDTH, BACKWARD, REAL_LAYER)
