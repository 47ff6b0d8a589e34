"""Between our records and nbgrader's gradebook."""

from .judgement import settled
from .opening import open_gradebook
from .registration import register
from .saving import doubt, flag, holds, save, state, totals

__all__ = ["doubt", "flag", "holds", "open_gradebook", "register", "save", "settled", "state", "totals"]
