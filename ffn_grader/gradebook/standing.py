"""How a submission stands in the gradebook: what it has, what a person gave, and what waits for one."""

from __future__ import annotations

from dataclasses import dataclass

from ..course import Course
from ..listing import listed
from ..record import Record
from .opening import open_gradebook


@dataclass(frozen=True)
class Standing:
    """total: the score as it stands. by_hand: the points that a person gave, by cell. waiting: the cells that wait
    for a person. graded: some cell has points that nobody doubts."""

    total: float
    by_hand: dict[str, float]
    waiting: frozenset[str]
    graded: bool = True

    @classmethod
    def of(cls, submission) -> Standing:
        grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
        return cls(
            submission.score,
            {grade.name: grade.manual_score for grade in grades if grade.manual_score is not None},
            frozenset(grade.name for grade in grades if grade.needs_manual_grade),
            any(grade.auto_score is not None or not grade.needs_manual_grade for grade in grades),
        )

    @property
    def outdated(self) -> dict[str, float]:
        """Points that a person gave to an answer which has changed since: they count until somebody looks again."""
        return {name: points for name, points in sorted(self.by_hand.items()) if name in self.waiting}

    def words(self) -> list[str]:
        """What is not settled about the total."""
        said = []
        if old := self.outdated:
            said.append(f"{sum(old.values()):g} of these points were given to an earlier answer: {listed(old)}")
        if self.waiting:
            said.append(f"a person grades: {listed(sorted(self.waiting))}")
        return said


def standings(course: Course, chapter: str) -> dict[str, Standing]:
    """The standing of each student of `chapter`."""
    with open_gradebook(course) as book:
        return {submission.student_id: Standing.of(submission) for submission in book.assignment_submissions(chapter)}


def state(course: Course, record: Record) -> str:
    """All that a feedback page shows of the gradebook: scores and comments, a person's included."""
    with open_gradebook(course) as book:
        submission = book.find_submission(record.chapter, record.student)
        found = [f"late {submission.late_submission_penalty}"]
        for notebook in submission.notebooks:
            found += [
                f"{g.name} {g.auto_score} {g.manual_score} {g.extra_credit} {g.needs_manual_grade}"
                for g in notebook.grades
            ]
            found += [f"{c.name} {c.comment}" for c in notebook.comments]
    return "\n".join(sorted(found))
