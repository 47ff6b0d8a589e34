"""The journal: each graded submission in a file of its own, so that a run killed at any moment loses nothing.

A record is written to a temporary file, flushed to the disk, and renamed into place. It is there whole, or
it is not there. Its key says what was graded, and by what: a new submission, release or grader has another.
"""

import contextlib
import fcntl
import hashlib
import os
import tempfile
from pathlib import Path
from urllib.parse import quote

from .course import Course, CourseError
from .record import Record

PACKAGES = ("ffn_ref", "ffn_data", "ffn_check", "ffn_grader")


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write `path` so that it holds all of `data` or what it held before, whatever happens meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class Journal:
    """The records of one chapter, `grading/journal/<chapter>/<student>.json`."""

    def __init__(self, course: Course, chapter: str):
        self.folder = course.grading / "journal" / chapter

    def path(self, student: str) -> Path:
        return self.folder / f"{quote(student, safe=' @+')}.json"

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
    path = course.grading / ".lock"
    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise CourseError(
                f"another run is grading this course (process {holder}): wait until it ends, or stop it; "
                "then run this again, it goes on where the other left off"
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
