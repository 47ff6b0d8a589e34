"""One fault: what is handed in, and what a fair grader makes of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.attacks.attack import notebook
from tests.submissions.answers import RIGHT

from .stock import CHAPTER, with_asserts

QUESTIONS = [name for name in RIGHT if name != "width"]


@dataclass(frozen=True)
class Case:
    """name: the student's id. cells: what differs from a right submission; all of it with `alone`. fair: the questions
    that deserve nothing, all others deserve everything; None where it cannot be read, and must be named, not scored.
    change: does the damage, to the JSON and in the folder."""

    name: str
    kind: str
    cells: dict[str, str]
    fair: frozenset[str] | None = frozenset()
    change: Callable[[dict, Path], None] = lambda made, path: write(made, path)
    alone: bool = False

    def hand_in(self, folder: Path, stock: bool) -> None:
        """Put it into the student's folder, for the course with asserts or for ours."""
        folder.mkdir(parents=True)
        answers = self.cells if self.alone else RIGHT | self.cells
        made = notebook({"student": f"student = {self.name!r}", **answers})
        self.change(with_asserts(made) if stock else made, folder / f"{CHAPTER}.ipynb")

    def fairly(self, scores: dict[str, float] | None, listed: float | None) -> bool:
        """Whether these scores, {grade_id: points}, are fair; `listed` is what the table of grades says."""
        if self.fair is None:
            return scores is None and listed is None
        if scores is None:
            return False
        zero = {name for name in QUESTIONS if not scores.get(f"check_{name}")}
        return zero == self.fair


def write(made: dict, path: Path) -> None:
    path.write_text(json.dumps(made), encoding="utf-8")
