"""Handing in work for other numbers than one's own, or as somebody else."""

from tests.submissions.answers import RIGHT

from .attack import Attack
from .tampering import NEIGHBOUR

# A stage that follows from a wrong one counts by design, so those who hide whose numbers they took answer
# the question that has none.
FLAT = {"parameters": RIGHT["parameters"]}
HAND = {name: RIGHT[name] for name in ("shapes", "by_hand_relu", "by_hand_gelu", "parameters")}


def as_student(typed: str, first: str = "") -> Attack:
    """The parts by hand, right for the numbers of who is typed in."""
    return Attack(HAND | {"student": f"student = {typed}\n{first}"}, person=True)


IDENTITY = {
    "a classmate's id": as_student(repr(NEIGHBOUR)),
    "a classmate's id in capitals": as_student(repr(f"  {NEIGHBOUR.upper()} ")),
    "the practice numbers": as_student('""'),
    "nobody's id": as_student("'ann\\u200b'"),
    "numbers of a classmate under the own id": Attack(
        FLAT
        | {
            "student": f"import ffn_check\nreal = ffn_check.numbers\nnumbers = lambda q, s: real(q, {NEIGHBOUR!r})\n"
            "student = 'numbers of a classmate under the own id'"
        }
    ),
    "an id that changes": Attack(
        FLAT
        | {
            "student": f"""
import ffn_check.draw, ffn_check.checkpoint
class Two(str):
    def __str__(self): return 'an id that changes'
real = ffn_check.draw.numbers
numbers = lambda q, s: real(q, {NEIGHBOUR!r})
student = Two({NEIGHBOUR!r})
"""
        }
    ),
    "an id that is a list": Attack(FLAT | {"student": f"student = [{NEIGHBOUR!r}]"}),
}
