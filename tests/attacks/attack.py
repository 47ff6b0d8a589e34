"""What an attack is, and the notebook that it comes in."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ffn_grader.course import Course
from tests.submissions.answers import RIGHT
from tests.submissions.make import RELEASE

CHAPTER = "position_wise"
MIME = "application/vnd.ffn-check+json"


@dataclass(frozen=True)
class Attack:
    """One hostile submission.

    code     the first cell that a student can edit, or {grade_id: code}; all others hold `pass`, so that each
             point is a point gained
    text     Markdown cells of the student's own, after the rest; `width` is the written answer
    beside   puts more into the folder that is handed in
    change   changes the notebook's JSON
    refused  words of the line that refuses the submission, where it must not be graded at all
    person   it must wait for a person
    """

    code: str | dict[str, str] = "pass"
    text: tuple[str, ...] = ()
    beside: Callable[[Path, Course], None] | None = None
    change: Callable[[dict], None] | None = None
    refused: str = ""
    person: bool = False

    def cells(self, student: str) -> dict[str, str]:
        """The source of each cell that this student wrote, by grade_id."""
        empty = {name: "pass" for name in RIGHT if name != "width"} | {"student": f"student = {student!r}"}
        return empty | ({"shapes": self.code} if isinstance(self.code, str) else self.code)


def notebook(cells: dict[str, str], text: tuple[str, ...] = ()) -> dict:
    """The released exercise with these answers, as JSON."""
    made = json.loads(RELEASE.read_text(encoding="utf-8"))
    for cell in made["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = cells.get(grade_id, cell["source"])
    made["cells"] += [
        {"cell_type": "markdown", "id": f"own-{number}", "metadata": {}, "source": source}
        for number, source in enumerate(text)
    ]
    return made


def hand_in(course: Course, student: str, attack: Attack) -> None:
    folder = course.submitted(student, CHAPTER)
    folder.mkdir(parents=True)
    made = notebook(attack.cells(student), attack.text)
    if attack.change:
        attack.change(made)
    (folder / f"{CHAPTER}.ipynb").write_text(json.dumps(made), encoding="utf-8")
    if attack.beside:
        attack.beside(folder, course)


def everywhere(value: str, function: str | None = None) -> str:
    """Code that answers every question with the expression `value`, or with functions that return it."""
    return f"""
forward_one = forward = forward_out_in = {function or f"lambda *a: {value}"}
collapse = {function or f"lambda *a: ({value}, {value})"}
W1_shape = b1_shape = h_shape = W2_shape = b2_shape = out_shape = h_pre = h = out = answer = {value}
"""
