"""The table of grades, `nbgrader export`: nbgrader's columns, and one more that says what is no grade yet.

nbgrader's own shows a submission that could not be read as 0, like one that earned nothing.
"""

import csv
import io
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.plugins import ExportPlugin

from ..writing import write_whole

COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score", "to_know"),
)


class GradesTable(ExportPlugin):
    """CSV, written whole. A score is empty where nothing of the submission has one yet."""

    def export(self, gradebook) -> None:
        text = io.StringIO()
        rows = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        rows.writeheader()
        for assignment in gradebook.assignments:
            for student in gradebook.students:
                if _asked(assignment.name, self.assignment) and _asked(student.id, self.student):
                    rows.writerow(_row(gradebook, assignment, student))
        write_whole(Path(self.to or "grades.csv").absolute(), text.getvalue().encode())


def _asked(name: str, chosen: list) -> bool:
    return not chosen or name in map(str, chosen)


def _row(gradebook, assignment, student) -> dict:
    row = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "max_score": assignment.max_score,
    }
    try:
        submission = gradebook.find_submission(assignment.name, student.id)
    except MissingEntry:
        return (
            row | dict.fromkeys(("raw_score", "late_submission_penalty", "score"), 0.0) | {"to_know": "not handed in"}
        )
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    waiting = [grade.name for grade in grades if grade.needs_manual_grade]
    penalty = submission.late_submission_penalty
    row |= {"timestamp": submission.timestamp, "late_submission_penalty": penalty}
    if len(waiting) == len(grades) and all(grade.auto_score is grade.manual_score is None for grade in grades):
        return row | {"to_know": "could not be read, or not be graded: a person has to look"}
    row |= {"raw_score": submission.score, "score": max(0.0, submission.score - penalty)}
    return row | {"to_know": f"a person grades: {' '.join(sorted(waiting))}" if waiting else ""}
