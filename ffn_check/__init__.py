"""What runs beside a student's code: it asks the question and publishes the answers. No answers inside.

check(question, …)            try an answer and see a verdict
hint(question)                the next step towards it
numbers(question, student)    your own numbers for a question by hand
"""

from .checkpoint import check, hint
from .draw import numbers

__all__ = ["check", "hint", "numbers"]
