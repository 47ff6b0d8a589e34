"""A student's folder: which names can be an id (a row of the gradebook, a word on a page), and when it came."""

from datetime import datetime
from pathlib import Path

from nbgrader.utils import parse_utc

from .intake.read import Unreadable, read_bytes

LONGEST = 100
MARKUP = set('<>"&')


def unfit(student: str) -> str | None:
    """Why this cannot be an id, in one line, or None. Accents, spaces, brackets and apostrophes can."""
    if bad := sorted(set(student) & MARKUP):
        return f"the id holds {' '.join(bad)}, which a page would take for markup: give the folder another name"
    if len(student) > LONGEST:
        return f"the id has {len(student)} characters, {LONGEST} are taken: give the folder a shorter name"
    if not student.isprintable():
        return "the id holds characters that cannot be printed: give the folder another name"
    return None


def linked(folder: Path) -> str | None:
    """Why the folder of a submission, or the student's, cannot be taken: it is a link, perhaps to a classmate's."""
    for place in (folder, folder.parent):
        if place.is_symlink():
            return f"{place.name} is a link, not a folder, and is not followed: hand in the files themselves"
    return None


def submitted_at(folder: Path) -> datetime | None:
    """The time in nbgrader's `timestamp.txt`, in UTC without a zone; None where there is none that can be read."""
    try:
        data, _ = read_bytes(folder / "timestamp.txt", 100)
        text = data.decode().strip()
        return parse_utc(text) if text else None
    except (Unreadable, OSError, ValueError, OverflowError):
        return None
