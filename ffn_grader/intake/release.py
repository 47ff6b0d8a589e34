"""The released notebook as the matching needs it: what each cell is for, and how its text is compared."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from nbformat import NotebookNode

NAMES = re.compile(
    r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)"  # def gelu(z):   class Layer:
    r"|^(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?::[^=\n]+)?=(?!=)"  # h, out = …   answer: int = …
    r"|^(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+([^\n#;]+)",  # import numpy as np
    re.MULTILINE,
)


@dataclass
class ReleaseCell:
    """`role`: "answer" (the student's), "fixed" (the course's, whoever edits it), "ordinary" (neither)."""

    key: str
    role: str
    graded: bool
    cell: NotebookNode
    own_names: set[str] = field(default_factory=set)  # defined by this answer cell and by no other

    @property
    def source(self) -> str:
        return self.cell.source

    @cached_property
    def plain(self) -> str:
        return plain(self.source)


def read_release(release: NotebookNode) -> list[ReleaseCell]:
    """Each cell of the release with its role. Answer cells know which names only they define."""
    cells = []
    for index, cell in enumerate(release.cells):
        label = cell.metadata.get("nbgrader", {})
        fixed = label.get("grade") or label.get("locked") or label.get("task")
        role = "answer" if label.get("solution") else "fixed" if fixed else "ordinary"
        key = label.get("grade_id") or cell.get("id") or f"cell {index + 1}"
        cells.append(ReleaseCell(key, role, bool(label.get("grade") or label.get("task")), cell))
    answers = [one for one in cells if one.role == "answer" and one.cell.cell_type == "code"]
    counts = Counter(name for one in answers for name in names(one.source))
    for one in answers:
        one.own_names = {name for name in names(one.source) if counts[name] == 1}
    return cells


def names(source: str) -> set[str]:
    """Names that code defines or imports at its top level.

    Found by the shape of the lines, not by Python's parser: code that does not compile, or holds magics, has
    names too, and no text can bring the search down.
    """
    found: set[str] = set()
    for defined, assigned, imported in NAMES.findall(source):
        for part in (defined or assigned or imported).split(","):
            words = re.findall(r"\w+", part)
            found.update(words[-1:])
    return found


def plain(source: str) -> str:
    """The text without what an editor's formatter changes: white space, the kind of quotes, a last comma."""
    return re.sub(r"\s+|,(?=\s*[)\]}])", "", source).replace("'", '"')


def likeness(one: str, other: str) -> float:
    """Share of words in common, from 0 to 1 (Dice's coefficient)."""
    left, right = Counter(re.findall(r"\w+", one)), Counter(re.findall(r"\w+", other))
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else float(plain(one) == plain(other))
