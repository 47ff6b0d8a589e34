"""The questions of the chapter `position_wise`, in the notebook's order."""

from .batch import FORWARD
from .bridge import COLLAPSE, OUT_IN
from .by_hand_gelu import BY_HAND_GELU
from .by_hand_relu import BY_HAND_RELU
from .one_token import ONE_TOKEN
from .parameters import PARAMETERS
from .regions import COUNT_REGIONS, WHICH_FIRE
from .shapes import SHAPES

QUESTIONS = (
    SHAPES,
    BY_HAND_RELU,
    BY_HAND_GELU,
    ONE_TOKEN,
    FORWARD,
    OUT_IN,
    COLLAPSE,
    WHICH_FIRE,
    COUNT_REGIONS,
    PARAMETERS,
)
