"""Which names can be a student's id: it becomes a folder, a row of the gradebook and a word on a page."""

MARKUP = set('<>"&')


def unfit(student: str) -> str | None:
    """Why this cannot be an id, in one line, or None. Accents, spaces, brackets and apostrophes can."""
    if bad := sorted(set(student) & MARKUP):
        return f"the id holds {' '.join(bad)}, which a page would take for markup: give the folder another name"
    if not student.isprintable():
        return "the id holds characters that cannot be printed: give the folder another name"
    return None
