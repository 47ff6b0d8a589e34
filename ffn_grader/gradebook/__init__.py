"""Between our records and nbgrader's gradebook."""

from .judgement import judge_again
from .opening import open_gradebook
from .registration import register
from .saving import doubt, flag, holds, save
from .standing import Standing, standings, state

__all__ = [
    "Standing",
    "doubt",
    "flag",
    "holds",
    "judge_again",
    "open_gradebook",
    "register",
    "save",
    "standings",
    "state",
]
