"""The journal: each graded submission in a file of its own, so that a run killed at any moment loses nothing.

A record is there whole, or it is not there. Its key says what was graded, and by what: a new submission, release
or grader has another.
"""

import contextlib
import hashlib
import os
from pathlib import Path
from urllib.parse import quote

from filelock import FileLock, Timeout

from .course import Course, CourseError
from .record import Record
from .writing import write_whole

LONGEST = 120  # characters of a file's name before its hash; file systems take 255 bytes
PACKAGES = ("ffn_ref", "ffn_data", "ffn_check", "ffn_grader")


class Journal:
    """The records of one chapter, `grading/journal/<chapter>/<student>.json`."""

    def __init__(self, course: Course, chapter: str):
        self.folder = course.grading / "journal" / chapter

    def path(self, student: str) -> Path:
        """Where the record is. A name that is long once it is quoted is cut, and told apart by its hash."""
        given = student.encode("utf-8", "surrogateescape")
        name = quote(given, safe=" @+")
        if len(name) > LONGEST:
            name = f"{name[:LONGEST]}~{hashlib.sha256(given).hexdigest()[:32]}"
        return self.folder / f"{name}.json"

    def write(self, record: Record) -> None:
        write_whole(self.path(record.student), record.dumps().encode())

    def read(self, student: str) -> Record | None:
        """The record of `student`; None where there is none, or none that can be read (it is graded again)."""
        try:
            return Record.loads(self.path(student).read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def forget(self, student: str) -> None:
        for suffix in (".json", ".told"):
            self.path(student).with_suffix(suffix).unlink(missing_ok=True)


def grader_fingerprint() -> str:
    """A hash of the code that grades: when it changes, submissions are graded again."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@contextlib.contextmanager
def only_run(course: Course):
    """Hold the course's lock; a second run at the same time is refused, and told by whom."""
    course.grading.mkdir(exist_ok=True)
    holder = course.grading / ".lock.holder"  # not in the lock's own file, which Windows lets nobody else read
    lock = FileLock(course.grading / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise CourseError(
            f"another run is grading this course (process {_holder(holder)}): wait until it ends, or stop it; "
            "then run this again, it goes on where the other left off"
        ) from None
    try:
        holder.write_text(str(os.getpid()))
        yield
    finally:
        lock.release()


def _holder(path: Path) -> str:
    try:
        return path.read_text() or "unknown"
    except OSError:
        return "unknown"
