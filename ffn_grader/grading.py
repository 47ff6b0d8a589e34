"""Grade one submission: a pure function, file in and record out. It knows no gradebook."""

import hashlib
import os
import stat
import time
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path

import nbformat

from .examine import examine
from .intake import find_notebook, take_in
from .intake.read import MAX_BYTES
from .outputs import mark, note_cell
from .record import Part, Record
from .sandbox import Limits, SandboxOptions
from .sandbox.files import AS_IT_IS
from .student import linked, submitted_at, unfit


@dataclass(frozen=True)
class Job:
    """One submission to grade: `folder` is the student's own for this chapter, `release` the notebook as JSON."""

    student: str
    chapter: str
    folder: str
    release: str
    secret: bytes
    unsafe: bool = False
    limits: Limits = field(default_factory=Limits)
    originals: str | None = None
    others: tuple[str, ...] = ()  # the released notebooks of the other exercises
    key: str = ""

    def with_key(self, code: str) -> "Job":
        """The job with its key: a hash of all that the grade depends on, `code` being the grader's own hash."""
        digest = hashlib.sha256()
        parts = (self.student, self.chapter, self.release, self.unsafe, self.limits, code)
        for part in (*map(repr, parts), self.secret.hex(), *_contents(Path(self.folder))):
            digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
        return replace(self, key=digest.hexdigest())


def grade(job: Job) -> Record:
    """The record of one submission. Never raises: what the grader cannot do becomes the record's `problem`."""
    start = time.monotonic()
    record = Record(job.student, job.chapter, job.key, sandboxed=not job.unsafe)
    try:
        _grade(job, record)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        record.problem = (
            f"the grader failed, which is not the student's fault: {reason} ({where.name}, line {where.lineno})"
        )
        record.parts, record.notebook = [], None
    record.seconds = round(time.monotonic() - start, 3)
    return record


def _grade(job: Job, record: Record) -> None:
    folder = Path(job.folder)
    release = nbformat.reads(job.release, as_version=4)
    record.problem = unfit(job.student) or linked(folder)
    if record.problem:
        return
    found = find_notebook(folder, job.chapter)
    if found.problem:
        record.problem = found.problem
        return
    keep = Path(job.originals) if job.originals else None
    taken = take_in(found.path, release, keep=keep, others=map(Path, job.others))
    record.notes = [*found.notes, *taken.notes]
    when = submitted_at(folder)
    record.submitted = when.isoformat() if when else None
    if taken.problem:
        record.problem = taken.problem
        return
    options = SandboxOptions(limits=job.limits, folder=folder, unsafe=job.unsafe)
    record.parts = examine(taken.notebook, job.chapter, job.student, job.secret, options)
    for part in record.parts:
        if part.grade_id in taken.in_doubt:
            _doubt(part, taken.notebook)
    if taken.needs_person and not taken.in_doubt:
        for part in record.parts:
            _doubt(part, taken.notebook)
    if record.notes:
        taken.notebook.cells.insert(0, note_cell(record.notes))
    record.notebook = nbformat.writes(taken.notebook)


def _doubt(part: Part, notebook: nbformat.NotebookNode) -> None:
    """The intake step could not be sure what the student answered here: a person decides."""
    part.needs_person, part.credit = True, None
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == part.grade_id and cell.cell_type == "code":
            mark(cell, part)


def _contents(folder: Path) -> list[str]:
    """Every name in the folder with its kind and content's hash; links are named, never followed."""
    found = []
    for where, folders, files in os.walk(folder, followlinks=False):
        folders.sort()
        for name in sorted(files + [f for f in folders if os.path.islink(os.path.join(where, f))]):
            path = os.path.join(where, name)
            found.append(f"{os.path.relpath(path, folder)}:{_content(path)}")
    return found


def _content(path: str) -> str:
    try:
        info = os.lstat(path)
        if not stat.S_ISREG(info.st_mode):
            return f"mode {info.st_mode:o}"
        if info.st_size > MAX_BYTES:
            return f"{info.st_size} bytes"  # it is refused later; a sparse file may claim terabytes
        with open(os.open(path, AS_IT_IS), "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"unreadable {error.errno}"
