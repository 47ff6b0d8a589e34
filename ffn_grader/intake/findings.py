"""What the intake says: notes in plain sentences, and the answers about which a person should decide."""

from dataclasses import dataclass, field

from ffn_grader.intake.decode import REPLACED
from ffn_grader.intake.match import Match, is_written, recognised
from ffn_grader.intake.rebuild import added_names, written_elsewhere
from ffn_grader.intake.release import ReleaseCell, names, plain
from ffn_grader.intake.repair import Cell
from ffn_grader.listing import listed

FOUND_BY = {
    "text": "by their text",
    "names": "by the names that they define",
    "place": "by their place between the course's own cells",
}


@dataclass
class Findings:
    """`in_doubt` lists the grade ids a person should look at; `whole` says why it may be all of them."""

    notes: list[str] = field(default_factory=list)
    in_doubt: set[str] = field(default_factory=set)
    whole: list[str] = field(default_factory=list)

    def doubt(self, key: str, why: str) -> None:
        self.in_doubt.add(key)
        self.notes.append(f"A person should look at '{key}': {why}.")


def findings(
    release: list[ReleaseCell], cells: list[Cell], found: Match, after: dict[int, int], damaged: bool
) -> Findings:
    """Compare the submission with the release and say what differed in a way that matters."""
    said = Findings()
    _recognised(release, cells, found, said)
    _course_cells(release, cells, found, said)
    _answers(release, cells, found, after, damaged, said)
    _order(release, found, said)
    _extras(release, cells, found, after, said)
    return said


def _recognised(release: list[ReleaseCell], cells: list[Cell], found: Match, said: Findings) -> None:
    for how, words in FOUND_BY.items():
        these = [release[r] for r in sorted(found.at) if found.how[r] == how]
        keys = [one.key for one in these if one.role != "ordinary"]
        if keys:
            said.notes.append(f"Cells without their right label, recognised {words}: {listed(keys)}.")
    sure, ours = recognised(release, found)
    if 2 * sure < ours:
        count = f"{sure} of the exercise's {ours} cells"
        said.whole.append(f"Only {count} are in it: is it this exercise?")


def _course_cells(release: list[ReleaseCell], cells: list[Cell], found: Match, said: Findings) -> None:
    for r, one in enumerate(release):
        if one.role != "fixed":
            continue
        what = "check cell" if one.graded else "course's cell"
        if r not in found.at:
            said.notes.append(f"The {what} '{one.key}' was missing or overwritten and was put back.")
            continue
        mine = cells[found.at[r]]
        if plain(mine.source) != one.plain:
            said.notes.append(f"The {what} '{one.key}' was edited; the course's own was used.")
            if more := added_names(one, mine):
                said.notes.append(
                    f"The edited '{one.key}' also sets {', '.join(more[:5])}; it runs after the course's."
                )
    for r, copies in found.copies.items():
        if copies:
            which = "course's own" if release[r].role == "fixed" else "first with an answer in it"
            times = len(copies) + 1
            said.notes.append(f"The cell '{release[r].key}' was there {times} times; the {which} counts.")


def _answers(release, cells: list[Cell], found: Match, after: dict, damaged: bool, said: Findings) -> None:
    left_over = {cells[s].kind for s in after}
    for r, one in enumerate(release):
        if one.role != "answer":
            continue
        if r not in found.at:
            elsewhere = written_elsewhere(r, release, cells, found, after)
            if elsewhere is not None:
                said.notes.append(f"The answer '{one.key}' was found in another cell and is used from there.")
            else:
                said.notes.append(f"The answer cell '{one.key}' was missing; its empty form was put back.")
                if one.cell.cell_type in left_over:
                    said.doubt(one.key, "its cell is missing, and other cells may hold the answer")
            continue
        mine = cells[found.at[r]]
        if mine.kind != one.cell.cell_type:
            right = one.cell.cell_type
            said.notes.append(f"The cell '{one.key}' had become {mine.kind}; it is {right} again.")
        if mine.unsure or (damaged and REPLACED in mine.source):
            said.doubt(one.key, "some of its text could not be read")
        if r in found.guessed:
            said.doubt(one.key, "more than one cell could be meant")


def _order(release: list[ReleaseCell], found: Match, said: Findings) -> None:
    """Moved answers now run in the release's order, which need not be the one they were written for."""
    here = [r for r in sorted(found.at, key=found.at.get) if release[r].role == "answer"]
    for r, expected in zip(here, sorted(here), strict=True):
        if r != expected:
            said.doubt(release[r].key, "it stood elsewhere in the order of the cells")


def _extras(release, cells: list[Cell], found: Match, after: dict[int, int], said: Findings) -> None:
    """An answer written in a cell of its own: does it still come between its stub and its check?"""
    for s, place in after.items():
        if cells[s].kind == "code":
            defined = names(cells[s].source)
            for r, one in enumerate(release):
                if defined & one.own_names and r in found.at:
                    late = any(release[g].graded for g in range(r + 1, place + 1))
                    undone = place < r and not is_written(cells[found.at[r]], one)
                    if late or undone:
                        said.doubt(one.key, "another cell defines the same names at another place")
