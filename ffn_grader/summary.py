"""What a class made of each question: how many were right, and which known mistakes were made most often."""

import csv
import io
from collections import Counter
from dataclasses import dataclass

from .course import Course
from .record import Part, Record
from .writing import write_whole

OUTCOMES = ("right", "partly", "not yet", "not answered", "a person")
SHOWN = 3  # mistakes of a question


@dataclass(frozen=True)
class Row:
    """One question. `counts` has an entry for each of OUTCOMES; `mistakes` names the most frequent, with counts."""

    question: str
    counts: Counter
    mistakes: str


def outcome(part: Part) -> str:
    if part.credit is None or part.needs_person:
        return "a person"
    if part.credit == 1:
        return "right"
    if part.credit > 0:
        return "partly"
    return "not answered" if part.reason == "not answered" else "not yet"


def summary(records: list[Record]) -> list[Row]:
    """A row for each graded cell, in the notebook's order. Who could not be read is in none."""
    parts: dict[str, list[Part]] = {}
    for record in records:
        for part in record.parts:
            parts.setdefault(part.grade_id, []).append(part)
    return [_row(name.removeprefix("check_"), group) for name, group in parts.items()]


def _row(question: str, parts: list[Part]) -> Row:
    named = Counter(part.misconception for part in parts if part.misconception)
    often = sorted(named.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    told = ", ".join(f"{name.replace('_', ' ')} ({count})" for name, count in often)
    return Row(question, Counter(map(outcome, parts)), told)


def keep(course: Course, chapter: str, rows: list[Row]) -> None:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["question", *OUTCOMES, "most often"])
    table.writerows([row.question, *(row.counts[column] for column in OUTCOMES), row.mistakes] for row in rows)
    write_whole(course.grading / "questions" / f"{chapter}.csv", text.getvalue().encode())
