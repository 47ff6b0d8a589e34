"""The fifth stage: which cell of the submission is which cell of the release.

Four ways, the surest first: by its label (`grade_id`, else cell id), where what it holds does not speak
against it; by its exact text; by the names it defines; by its place between cells already recognised.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from ffn_grader.intake.release import ReleaseCell, likeness, names, plain
from ffn_grader.intake.repair import Cell

ALIKE = 0.5  # a course cell that keeps fewer of its words than this has become something else


@dataclass
class Match:
    """`at[r]` is the submission's cell for release cell `r`; `copies[r]` are further cells with its label."""

    at: dict[int, int] = field(default_factory=dict)
    copies: dict[int, list[int]] = field(default_factory=dict)
    how: dict[int, str] = field(default_factory=dict)
    guessed: set[int] = field(default_factory=set)  # found by place, where more than one cell could be meant

    def taken(self) -> set[int]:
        return {*self.at.values(), *(copy for copies in self.copies.values() for copy in copies)}


def match(release: list[ReleaseCell], cells: list[Cell]) -> Match:
    """Pair the cells. A cell of the submission that is nothing of the release's stays unpaired."""
    found = Match()
    _by_label(release, cells, found, _believable)
    _by_text(release, cells, found)
    _by_names(release, cells, found)
    _by_label(release, cells, found, _nothing_better)
    _by_place(release, cells, found)
    return found


def recognised(release: list[ReleaseCell], found: Match) -> tuple[int, int]:
    """How many of the exercise's own cells were found by more than their place, and how many it has."""
    ours = [r for r, one in enumerate(release) if one.role != "ordinary"]
    return sum(r in found.at and found.how[r] != "place" for r in ours), len(ours)


def _by_label(release: list[ReleaseCell], cells: list[Cell], found: Match, believed: Callable) -> None:
    labels = {str(one.cell.get("id")): r for r, one in enumerate(release)}
    labels |= {one.key: r for r, one in enumerate(release)}
    claims: dict[int, list[int]] = {}
    taken = found.taken()
    for s, cell in enumerate(cells):
        r = labels.get(cell.grade_id, labels.get(cell.cell_id))
        if r is not None and r not in found.at and s not in taken and believed(r, cell, release):
            claims.setdefault(r, []).append(s)
    for r, claimants in claims.items():
        mine = release[r]  # max takes the first of equals
        first = max(claimants, key=lambda s: (is_written(cells[s], mine), cells[s].grade_id == mine.key))
        found.at[r], found.how[r] = first, "label"
        found.copies[r] = [s for s in claimants if s != first]


def is_written(cell: Cell, answer: ReleaseCell) -> bool:
    """Is there more than the stub? Writing in a copy of the answer cell leaves the stub behind."""
    return plain(cell.source) not in ("", answer.plain)


def _believable(r: int, cell: Cell, release: list[ReleaseCell]) -> bool:
    """Does what the cell holds agree with its label? Labels get swapped; what was written does not."""
    mine, text = release[r], plain(cell.source)
    if text == mine.plain:
        return True
    if any(text == one.plain and one.role != "answer" for one in release):
        return False
    if mine.role == "fixed":
        return likeness(cell.source, mine.source) >= ALIKE
    if mine.cell.cell_type != "code" and cell.kind != "code":
        return True
    defined = names(cell.source)
    others = any(one.own_names & defined for one in release if one is not mine)
    return not others or bool(mine.own_names & defined)


def _nothing_better(r: int, cell: Cell, release: list[ReleaseCell]) -> bool:
    """Asked once the answers' names have been followed: what is left keeps the label that it came with."""
    text = plain(cell.source)
    return release[r].role != "fixed" and not any(text == one.plain and one.role != "answer" for one in release)


def _by_text(release: list[ReleaseCell], cells: list[Cell], found: Match) -> None:
    texts: dict[str, list[int]] = {}
    for r, one in enumerate(release):
        texts.setdefault(one.plain, []).append(r)
    taken = found.taken()
    for s, cell in enumerate(cells):
        if s in taken or not cell.source.strip():
            continue
        same = texts.get(plain(cell.source), [])
        # Not for answers: an untouched stub may stand beside the cell in which the answer was written.
        free = [r for r in same if r not in found.at and release[r].role != "answer"]
        if free:
            found.at[free[0]], found.how[free[0]] = s, "text"
        elif same and same[0] in found.at and release[same[0]].role == "fixed":
            found.copies.setdefault(same[0], []).append(s)


def _by_names(release: list[ReleaseCell], cells: list[Cell], found: Match) -> None:
    taken = found.taken()
    defined = {s: names(c.source) for s, c in enumerate(cells) if s not in taken and c.kind != "markdown"}
    for r, one in enumerate(release):
        if r in found.at or not one.own_names:
            continue
        fitting = [s for s, these in defined.items() if these & one.own_names]
        if fitting:
            written = [s for s in fitting if is_written(cells[s], one)] or fitting
            best = max(written, key=lambda s: (len(defined[s] & one.own_names), -s))
            found.at[r], found.how[r] = best, "names"
            found.copies[r] = [s for s in fitting if s != best]
            for s in fitting:
                del defined[s]


def _by_place(release: list[ReleaseCell], cells: list[Cell], found: Match) -> None:
    """Course cells first (edited ones still look alike), so that an answer is looked for in what is left."""
    for role in ("fixed", "ordinary", "answer"):
        for r, one in enumerate(release):
            if r in found.at or one.role != role:
                continue
            between = _between(r, cells, found)
            kind = one.cell.cell_type
            between = [s for s in between if cells[s].kind == kind] or (between if role == "answer" else [])
            if role != "answer":
                between = [s for s in between if likeness(cells[s].source, one.source) >= ALIKE]
            if between:
                lost = _lost(r, release, found) if role == "answer" else []
                if len(lost) > 1 and len(lost) != len(between):
                    found.guessed.add(r)
                found.at[r], found.how[r] = between[0], "place"


def _between(r: int, cells: list[Cell], found: Match) -> list[int]:
    """The unpaired cells that stand between the nearest recognised neighbours of release cell `r`."""
    before = [q for q in found.at if q < r]
    after = [q for q in found.at if q > r]
    start = found.at[max(before)] + 1 if before else 0
    end = found.at[min(after)] if after else len(cells)
    taken = found.taken()
    return [s for s in range(start, end) if s not in taken and cells[s].source.strip()]


def _lost(r: int, release: list[ReleaseCell], found: Match) -> list[int]:
    """The answer cells of the same kind still missing in the gap where `r` belongs."""
    low = max((q for q in found.at if q < r), default=-1)
    high = min((q for q in found.at if q > r), default=len(release))
    kind = release[r].cell.cell_type
    return [
        q
        for q in range(low + 1, high)
        if release[q].role == "answer" and release[q].cell.cell_type == kind and q not in found.at
    ]
