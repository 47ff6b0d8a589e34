"""The last stage: the released notebook again, with the student's answers and nothing else put in.

Every course cell, its points and its type come from the release. The student's own further cells are kept as
ordinary ones, after the release cell that they followed, so that the code runs in the order it was written.
"""

import copy
import re

import nbformat
from nbformat import NotebookNode

from ffn_grader.intake.match import Match
from ffn_grader.intake.release import ReleaseCell, names, plain
from ffn_grader.intake.repair import Cell

NEW_CELL = {
    "code": nbformat.v4.new_code_cell,
    "markdown": nbformat.v4.new_markdown_cell,
    "raw": nbformat.v4.new_raw_cell,
}
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def rebuild(notebook: NotebookNode, release: list[ReleaseCell], cells: list[Cell], found: Match) -> NotebookNode:
    """The notebook to grade: format 4.5, cells in the order of the release, no outputs."""
    new = NotebookNode(nbformat=4, nbformat_minor=5, metadata=copy.deepcopy(notebook.metadata), cells=[])
    after = places(release, cells, found)
    used: set[str] = set()
    ids = [free_id(used, one.cell.get("id"), one.key, f"release-{r + 1}") for r, one in enumerate(release)]
    new.cells += _extras(-1, cells, after, used)
    for r, one in enumerate(release):
        cell = copy.deepcopy(one.cell)
        cell["id"] = ids[r]
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if r in found.at and one.role != "fixed":
            _put_in(cell, cells[found.at[r]])
        elif written_elsewhere(r, release, cells, found, after) is not None:
            cell.source = ""  # the stub would undo what the other cell defines
        new.cells.append(cell)
        new.cells += _extras(r, cells, after, used)
    return new


def _put_in(cell: NotebookNode, written: Cell) -> None:
    cell.source = written.source
    if cell.cell_type == "markdown" and written.attachments:
        cell.attachments = NotebookNode(written.attachments)


def written_elsewhere(
    r: int, release: list[ReleaseCell], cells: list[Cell], found: Match, after: dict[int, int]
) -> int | None:
    """The submission's cell that defines what the missing answer cell `r` should: cells get merged."""
    if r in found.at or release[r].role != "answer":
        return None
    earlier = [s for q, s in found.at.items() if q < r and release[q].role != "fixed"]
    earlier += [s for s, place in after.items() if place < r]
    code = (s for s in earlier if cells[s].kind == "code")
    return next((s for s in code if names(cells[s].source) & release[r].own_names), None)


def places(release: list[ReleaseCell], cells: list[Cell], found: Match) -> dict[int, int]:
    """For each extra cell the release cell it follows.

    Where course cells were deleted around it, it still comes before the next graded one, which may need it.
    """
    of = {s: r for r, s in found.at.items()}
    dropped = {
        s
        for r, copies in found.copies.items()
        for s in copies
        if plain(cells[s].source) in ("", release[r].plain, plain(cells[found.at[r]].source))
    }
    after, last = {}, -1
    for s, cell in enumerate(cells):
        if s in of:
            last = of[s]
            if added_names(release[last], cell):
                after[s] = last  # what the student put into the course's cell may be needed: it runs after it
        elif cell.source.strip() and s not in dropped:
            place = last
            while place + 1 < len(release) and place + 1 not in found.at and not release[place + 1].graded:
                place += 1
            after[s] = place
    return after


def added_names(one: ReleaseCell, cell: Cell) -> list[str]:
    """What an edited cell of the course's own defines or imports besides what it should."""
    edited = one.role == "fixed" and one.cell.cell_type == cell.kind == "code"
    return sorted(names(cell.source) - names(one.source)) if edited else []


def _extras(r: int, cells: list[Cell], after: dict[int, int], used: set[str]) -> list[NotebookNode]:
    extras = []
    for s in (s for s, place in after.items() if place == r):
        cell = NEW_CELL[cells[s].kind]()
        _put_in(cell, cells[s])
        cell["id"] = free_id(used, cells[s].cell_id, f"extra-{s + 1}")
        extras.append(cell)
    return extras


def free_id(used: set[str], *wanted: str | None) -> str:
    """The first that is a valid cell id and not yet used; the same on every run."""
    last = str(wanted[-1])
    while last in used:
        last += "-x"
    chosen = next((one for one in wanted if one and CELL_ID.fullmatch(one) and one not in used), last)
    used.add(chosen)
    return chosen
