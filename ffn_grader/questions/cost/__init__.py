"""The questions of the chapter `cost`, in the notebook's order."""

from .by_hand import BY_HAND
from .crossing import CROSSING
from .experts import EXPERTS
from .growth import GROWTH
from .kept import KEPT
from .parameters import PARAMETERS
from .real_model import REAL_MODEL
from .share import SHARE
from .work import WORK

QUESTIONS = (BY_HAND, PARAMETERS, SHARE, WORK, GROWTH, CROSSING, KEPT, REAL_MODEL, EXPERTS)
