"""The table of grades, `nbgrader export`: nbgrader's columns, and one more that says what is no grade yet.

nbgrader's own shows a submission that could not be read as 0, like one that earned nothing.
"""

import csv
import io
from pathlib import Path

from nbgrader.api import MissingEntry
from nbgrader.plugins import ExportPlugin

from ..course import Course
from ..gradebook import Standing
from ..journal import Journal
from ..record import unread
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
    standing, penalty = Standing.of(submission), submission.late_submission_penalty
    said = unread(Journal(Course.find(), assignment.name).read(student.id))
    row |= {"timestamp": submission.timestamp, "late_submission_penalty": penalty}
    if not standing.graded:
        why = said or "could not be read, or not be graded"
        return row | {"to_know": f"{why}; a person has to look"}
    row |= {"raw_score": standing.total, "score": max(0.0, standing.total - penalty)}
    return row | {"to_know": "; ".join(filter(None, [said, *standing.words()]))}
