"""An exercise, question by question, run in this process with other answers in its cells."""

import ast
import contextlib
import copy
import io
import json
from dataclasses import dataclass
from functools import lru_cache

from ffn_check.checkpoint import packet_of

from ..asked import question_id
from ..build import source_notebook
from ..course import Course
from ..question import Question
from ..questions import get_question

STUDENT = 'student = ""'  # the cell of the exercise in which students write their id


@dataclass(frozen=True)
class Step:
    """What belongs to one question: the code cells after the question before, and its own `check` cell."""

    question: Question
    cells: tuple[tuple[str, str], ...]  # (grade_id, source)
    answers: tuple[str, ...]  # the grade_ids of the cells that the student fills
    check: str

    @property
    def names(self) -> dict[str, str]:
        """What `check` is given: "fn" or the answer's name -> the notebook's variable."""
        call = ast.parse(self.check).body[0].value
        given = {keyword.arg: keyword.value.id for keyword in call.keywords if keyword.arg != "student"}
        return given or {"fn": call.args[1].id}


class Lesson:
    """The exercise of `chapter` with its solutions."""

    def __init__(self, course: Course, chapter: str):
        self.chapter, self.steps, self.solution = chapter, [], {}
        cells, answers = [], []
        for cell in source_notebook(course, chapter).cells:
            about = cell.metadata["nbgrader"]
            if about["solution"]:
                self.solution[about["grade_id"]] = cell.source
            if cell.cell_type != "code":
                continue
            if name := question_id(cell):
                self.steps.append(Step(get_question(name), tuple(cells), tuple(answers), cell.source))
                cells, answers = [], []
                continue
            cells.append((about["grade_id"], cell.source))
            if about["solution"]:
                answers.append(about["grade_id"])

    def step(self, question: str) -> Step:
        """The step of a question."""
        return next(step for step in self.steps if step.question.id == question)

    def styles_of(self, step: Step, styles: dict[str, dict]) -> list[str]:
        """The styles that answer a question in their own way."""
        return [name for name, cells in styles.items() if set(step.answers) & set(cells)]


class Sitting:
    """The exercise as somebody filled it in. `answers`: grade_id -> text, where it is not the solution's.

    before: the question before which to stop; its own cells run when it is asked.
    """

    def __init__(self, lesson: Lesson, answers: dict[str, str] | None = None, before: str | None = None):
        self.lesson, self.answers = lesson, answers or {}
        if unknown := set(self.answers) - set(lesson.solution):
            raise ValueError(f"{lesson.chapter} has no answer cell called {', '.join(sorted(unknown))}")
        self.given, self.space, self.student = {}, {}, ""
        for step in lesson.steps:
            if step.question.id == before:
                break
            self._run(step)

    def fork(self, answers: dict[str, str]) -> "Sitting":
        """The same sitting so far, to go on with other answers."""
        other = copy.copy(self)
        other.answers = self.answers | answers
        other.given, other.space = dict(self.given), dict(self.space)
        return other

    def packet(self, question: str, plain_cases: list = (), student: str = "") -> dict:
        """What `check` publishes for `question`, as it arrives: through JSON. `student` has their own numbers."""
        step = self.lesson.step(question)
        if step.question.own_numbers or question not in self.given:
            self.student = self.space["student"] = student
            self._run(step)
        fn, answers = self.given[question]
        if answers and "student" in answers:
            answers = answers | {"student": student}
        return json.loads(json.dumps(packet_of(question, fn, plain_cases, answers)))

    def _run(self, step: Step) -> None:
        self.given.pop(step.question.id, None)
        with contextlib.redirect_stdout(io.StringIO()):
            for name, source in step.cells:
                if source == STUDENT:
                    source = f"student = {self.student!r}"
                exec(_compiled(self.answers.get(name, source), name), self.space)
            exec(_compiled(step.check, step.question.id), self.space | {"check": self._check})

    def _check(self, question, fn=None, /, **answers):
        self.given[question] = fn, answers


@lru_cache(maxsize=4096)
def _compiled(source: str, name: str):
    return compile(source, f"<{name}>", "exec")
