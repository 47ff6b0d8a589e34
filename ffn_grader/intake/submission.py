"""One submission taken in: from a file that may hold anything to a notebook that can be graded.

    path -> read -> decode -> parse -> repair -> match -> rebuild -> Intake

Each stage is a module. None of them runs a line of the student's code or writes to the student's file. What
cannot be read is one line in `Intake.problem`; what is doubtful is left to a person.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from ffn_check.plain import printable
from ffn_grader.intake.another import another
from ffn_grader.intake.decode import decode
from ffn_grader.intake.findings import Findings, findings
from ffn_grader.intake.match import match
from ffn_grader.intake.parse import parse
from ffn_grader.intake.read import MAX_BYTES, Unreadable, read_bytes
from ffn_grader.intake.rebuild import places, rebuild
from ffn_grader.intake.release import ReleaseCell, read_release
from ffn_grader.intake.repair import repair
from ffn_grader.writing import write_whole

SURPRISES = (ValueError, TypeError, LookupError, AttributeError, RecursionError, MemoryError)


@dataclass
class Intake:
    """What became of one file.

    `notebook` is valid, in the release's order, with the release's points; or None, and then `problem` says
    in one line why and what to do. `needs_person` asks somebody to look before a low score counts: at the
    answers `in_doubt`, or at the whole notebook where none is named.
    """

    notebook: NotebookNode | None = None
    notes: list[str] = field(default_factory=list)
    problem: str | None = None
    needs_person: bool = False
    in_doubt: list[str] = field(default_factory=list)
    sha256: str = ""


def take_in(
    path: Path,
    release: NotebookNode,
    *,
    max_bytes: int = MAX_BYTES,
    keep: Path | None = None,
    others: Iterable[Path] = (),
) -> Intake:
    """Take in the file at `path` as a submission of the notebook `release`.

    `others` are the released notebooks of the other exercises: one of them is named, and not graded as this one.
    `keep` is a folder for the untouched original, under the name of its SHA-256. Only where that folder
    cannot be written to, or `release` is no notebook, is an error raised: the instructor has to mend those.
    """
    path, intake = Path(path), Intake()
    course = read_release(release)
    try:
        data, reasons = read_bytes(path, max_bytes)
        intake.sha256 = hashlib.sha256(data).hexdigest()
        if keep is not None:
            keep_original(data, intake.sha256, Path(keep))
        _fill(intake, data, reasons, release, course, list(others))
    except Unreadable as reason:
        intake.problem, intake.needs_person = f"{printable(path.name)}: {reason}", True
    except (*SURPRISES, nbformat.ValidationError) as error:
        # A kind of damage nobody has thought of yet: one student waits for a person, the class goes on.
        intake.notebook, intake.needs_person = None, True
        kind = type(error).__name__
        intake.problem = f"{printable(path.name)}: it cannot be taken in ({kind}): open it by hand."
    return intake


def _fill(
    intake: Intake,
    data: bytes,
    reasons: list[str],
    release: NotebookNode,
    course: list[ReleaseCell],
    others: list[Path],
) -> None:
    text, notes, damaged = decode(data)
    parsed = parse(text)
    built = []
    for variant in parsed.variants:
        try:
            built.append(_build(variant, release, course, damaged, others))
        except Unreadable:
            if variant is parsed.variants[-1] and not built:
                raise
            parsed.doubts.append("Only one side of the merge could be read, and was used.")
    notebook, said, more = built[0]
    said.whole += reasons + parsed.doubts
    if len(built) > 1:
        _compare(built[0][0], built[1][0], course, said)
    intake.notebook = notebook
    intake.notes = [*notes, *parsed.notes, *more, *said.notes, *said.whole]
    intake.in_doubt = [one.key for one in course if one.key in said.in_doubt]
    intake.needs_person = bool(said.in_doubt or said.whole)


def _build(
    variant: dict, release: NotebookNode, course: list[ReleaseCell], damaged: bool, others: list[Path]
) -> tuple[NotebookNode, Findings, list[str]]:
    cells, notes = repair(variant)
    found = match(course, cells)
    if other := another(course, cells, found, others):
        raise Unreadable(f"this is the notebook of {other}, another exercise: hand in this exercise's own.")
    notebook = rebuild(release, course, cells, found)
    nbformat.validate(notebook)
    return notebook, findings(course, cells, found, places(course, cells, found), damaged), notes


def _compare(ours: NotebookNode, theirs: NotebookNode, course: list[ReleaseCell], said: Findings) -> None:
    """Both sides of a merge: where they agree nothing is lost, where they differ a person chooses."""
    first, second = ({cell.id: cell.source for cell in side.cells} for side in (ours, theirs))
    answers = [one.key for one in course if one.role == "answer"]
    for key, cell_id in zip(answers, _ids(ours, answers), strict=True):
        if first[cell_id] != second[cell_id]:
            said.doubt(key, "the two sides of the merge differ; the first was used")
    if list(first.values()) != list(second.values()):
        said.whole.append("The two sides of the merge differ; the first was used.")


def _ids(notebook: NotebookNode, keys: list[str]) -> list[str]:
    labelled = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell.id for cell in notebook.cells}
    return [labelled[key] for key in keys]


def keep_original(data: bytes, sha256: str, folder: Path) -> Path:
    """Store the bytes as handed in, under the name of their hash."""
    kept = folder / f"{sha256}.ipynb"
    if not kept.exists():
        write_whole(kept, data)
    return kept
