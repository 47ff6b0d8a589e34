"""Careless and hostile code: cases of the attack tests, one of a kind. What only waits is left to those."""

from tests.attacks.attack import Attack
from tests.attacks.careless import ROWS as CARELESS_ROWS
from tests.attacks.table import ROWS as HOSTILE_ROWS

from .case import QUESTIONS, Case

OF_EACH = 1
# Kinds that a box around stock nbgrader takes away from it, or whose damage is not a score.
NOT_A_SCORE = {
    "network, processes, rights",
    "gradebook, classmates and course changed",
    "links planted for the grader",
    "messages forged",
    "the run stopped",
    "another's identity",
    "markup for the instructor's browser",
}
SLOW = {"waiting for ever", "processes, files"}


def careless() -> list[Case]:
    """The expected losses are the tests' own."""
    return [
        Case(name, kind, mistake.cells, frozenset(mistake.lost))
        for kind, row in CARELESS_ROWS.items()
        if kind not in SLOW
        for name, mistake in list(row.items())[:OF_EACH]
    ]


def hostile() -> list[Case]:
    """Each writes nothing but its attack, so every point is a point gained."""
    nothing = frozenset(QUESTIONS)
    return [
        Case(name, kind, attack.cells(name), nothing, alone=True)
        for kind, row in HOSTILE_ROWS.items()
        if kind not in NOT_A_SCORE
        for name, attack in _plain(row)[:OF_EACH]
    ]


def _plain(row: dict[str, Attack]) -> list[tuple[str, Attack]]:
    return [(name, attack) for name, attack in row.items() if not (attack.beside or attack.change or attack.refused)]
