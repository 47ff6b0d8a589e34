"""All attacks by the rows of the table of hostile code: {row: {name: attack}}. A name is the student's id."""

from .denial import DENIAL
from .escape import ESCAPE
from .identity import IDENTITY
from .lies import LIES
from .markup import MARKUP
from .patches import CREDIT, PATCHED, SHELL
from .peeking import PEEKING, PLANTED
from .published import PUBLISHED, WIRE
from .tampering import TAMPERING

ROWS = {
    "checker, NumPy or reference replaced": PATCHED,
    "values that lie": LIES,
    "IPython replaced": SHELL,
    "answers read": PEEKING,
    "partial credit forged": CREDIT,
    "links planted for the grader": PLANTED,
    "gradebook, classmates and course changed": TAMPERING,
    "network, processes, rights": ESCAPE,
    "published data forged": PUBLISHED,
    "messages forged": WIRE,
    "the run stopped": DENIAL,
    "another's identity": IDENTITY,
    "markup for the instructor's browser": MARKUP,
}
ATTACKS = {name: attack for row in ROWS.values() for name, attack in row.items()}
