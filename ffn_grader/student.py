"""Which names can be a student's id: it becomes a folder, a row of the gradebook and a word on a page."""

from pathlib import Path

MARKUP = set('<>"&')


def unfit(student: str) -> str | None:
    """Why this cannot be an id, in one line, or None. Accents, spaces, brackets and apostrophes can."""
    if bad := sorted(set(student) & MARKUP):
        return f"the id holds {' '.join(bad)}, which a page would take for markup: give the folder another name"
    if not student.isprintable():
        return "the id holds characters that cannot be printed: give the folder another name"
    return None


def linked(folder: Path) -> str | None:
    """Why the folder of a submission, or the student's, cannot be taken: it is a link, perhaps to a classmate's."""
    for place in (folder, folder.parent):
        if place.is_symlink():
            return f"{place.name} is a link, not a folder, and is not followed: hand in the files themselves"
    return None
