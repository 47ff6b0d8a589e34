"""What grading one submission gives: plain data, so that it travels between processes and into the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace


@dataclass
class Part:
    """One graded cell. `credit` is None where a person has to grade."""

    grade_id: str
    points: float
    credit: float | None
    question: str | None = None
    headline: str = ""
    sentence: str = ""
    details: list[str] = field(default_factory=list)
    misconception: str | None = None
    needs_person: bool = False
    reason: str = ""  # for the instructor, where the answer is not wrong but missing: not answered, stopped, …

    @property
    def score(self) -> float | None:
        return None if self.credit is None else round(self.credit * self.points, 6)


@dataclass
class Record:
    """One graded submission, or the one line that says why it could not be read (`problem`).

    kept: the cells whose points a person gave, and whose answers are the same as then. judged: a hash of the answer
    that a person last gave points to, by cell. unread: a later file could not be read, for this reason; the record is
    of the one before it.
    """

    student: str
    chapter: str
    key: str
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problem: str | None = None
    notebook: str | None = None
    sandboxed: bool = True
    seconds: float = 0.0
    submitted: str | None = None
    kept: list[str] = field(default_factory=list)
    judged: dict[str, str] = field(default_factory=dict)
    unread: str | None = None

    @property
    def score(self) -> float:
        return sum(part.score or 0.0 for part in self.parts)

    @property
    def max_score(self) -> float:
        return sum(part.points for part in self.parts)

    @property
    def waiting(self) -> list[str]:
        """The parts that a person has to look at."""
        return [part.grade_id for part in self.parts if part.credit is None or part.needs_person]

    def after(self, before: Record | None) -> Record:
        """What stands when this one follows `before`: who could be read once keeps that if a later file cannot be."""
        if before is None:
            return self
        if self.problem is not None and before.problem is None:
            return replace(before, key=self.key, unread=self.problem)
        return replace(self, judged=before.judged)

    def dumps(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=True)

    @classmethod
    def loads(cls, text: str) -> Record:
        data = json.loads(text)
        return cls(**{**data, "parts": [Part(**part) for part in data["parts"]]})


def unread(record: Record | None) -> str:
    """That the file handed in last could not be read, and what counts instead; "" where it could."""
    if record is None or (record.unread is None and record.problem is None):
        return ""
    if record.problem is not None:
        return f"could not be read: {record.problem}"
    return f"the file handed in last could not be read, so the one before it counts: {record.unread}"
