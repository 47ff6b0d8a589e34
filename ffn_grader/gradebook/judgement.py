"""What a person decided stays decided, as long as what it was about is the same."""

import hashlib

import nbformat
from nbgrader.api import MissingEntry
from nbgrader.preprocessors import SaveAutoGrades
from nbgrader.utils import determine_grade, is_grade, is_locked, is_solution
from traitlets import List

from ..course import Course
from ..outputs import NOTE_ID
from ..record import Record
from .opening import open_gradebook


class CarefulGrades(SaveAutoGrades):
    """nbgrader's own, except for the grades in `kept`: it would ask a person to look at all of them again."""

    kept = List()

    def _add_score(self, cell, resources) -> None:
        name = cell.metadata["nbgrader"]["grade_id"]
        grade = self.gradebook.find_grade(name, self.notebook_id, self.assignment_id, self.student_id)
        grade.auto_score, _ = determine_grade(cell, self.log)
        for_a_person = grade.manual_score is not None or grade.auto_score is None
        grade.needs_manual_grade = for_a_person and name not in self.kept
        self.gradebook.db.commit()


def judge_again(course: Course, record: Record) -> None:
    """Fill in `record.judged`, the answers that a person's points belong to, and `record.kept`, those it holds again.

    An answer that was put back finds its points: they are remembered while another one stands in its place.
    """
    by_hand, decided = _by_hand(course, record)
    path = course.autograded(record.student, record.chapter) / f"{record.chapter}.ipynb"
    try:
        before = answers(nbformat.read(path, as_version=4))
    except (OSError, ValueError):
        before = {}
    record.judged |= {name: _hash(before[name]) for name in decided if name in before}
    now = answers(nbformat.reads(record.notebook, as_version=4))
    record.kept = sorted(name for name in by_hand if name in now and record.judged.get(name) == _hash(now[name]))


def _by_hand(course: Course, record: Record) -> tuple[list[str], list[str]]:
    """The cells that have points from a person, and those of them that wait for nobody."""
    with open_gradebook(course) as book:
        try:
            submission = book.find_submission(record.chapter, record.student)
        except MissingEntry:
            return [], []
        grades = [g for notebook in submission.notebooks for g in notebook.grades if g.manual_score is not None]
        return [g.name for g in grades], [g.name for g in grades if not g.needs_manual_grade]


def _hash(answer: str) -> str:
    return hashlib.sha256(answer.encode("utf-8", "surrogatepass")).hexdigest()


def answers(notebook) -> dict[str, str]:
    """For each graded cell what a person judges: a written answer; or the cells before it, and our verdict."""
    found, own = {}, []
    for cell in notebook.cells:
        if is_grade(cell):
            shown = [str(output.get("data", output)) for output in cell.get("outputs", [])]
            name = cell.metadata.nbgrader["grade_id"]
            found[name] = cell.source if is_solution(cell) else "\n".join([*own, *shown])
            own = []
        elif not is_locked(cell) and cell.get("id") != NOTE_ID:
            own.append(cell.source)
    return found
