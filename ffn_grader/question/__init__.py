"""A question: everything about it in one object.

FunctionQuestion   the student's function is tried on cases
StagesQuestion     named answers, judged one by one, each from the student's own earlier ones
PropertyQuestion   named answers that must have a property together; many different ones are right
number_question    a StagesQuestion with the one answer `answer`

The list of misconceptions does three jobs: it names the mistake in feedback; it is the set of mutants that must
fail; and the separation rule is checked against it.
"""

from .base import SEPARATION, Misconception, Question
from .function import Case, FunctionQuestion, Outcome, Without, message, same
from .property import Mistake, PropertyQuestion
from .stages import WHOLE, Stage, StagesQuestion, number_question

__all__ = [
    "SEPARATION",
    "WHOLE",
    "Case",
    "FunctionQuestion",
    "Misconception",
    "Mistake",
    "Outcome",
    "PropertyQuestion",
    "Question",
    "Stage",
    "StagesQuestion",
    "Without",
    "message",
    "number_question",
    "same",
]
