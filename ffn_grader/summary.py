"""What a class made of each question: how many were right, and which known mistakes were made most often."""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .course import Course
from .gradebook import Standing
from .record import Part, Record
from .writing import write_whole

OUTCOMES = ("right", "partly", "not yet", "not answered", "a person")
SHOWN = 3  # mistakes of a question
NOBODY: Mapping[str, Standing] = MappingProxyType({})


@dataclass(frozen=True)
class Row:
    """One question. `counts` has an entry for each of OUTCOMES; `mistakes` names the most frequent, with counts."""

    question: str
    counts: Counter
    mistakes: str


def outcome(part: Part, standing: Standing | None = None) -> str:
    """How one answer came out. What a person gave, in `standing`, goes before what the grader said."""
    credit, waits = part.credit, part.credit is None or part.needs_person
    if standing is not None and (waits or part.grade_id in standing.by_hand):
        waits = part.grade_id in standing.waiting
        given = standing.by_hand.get(part.grade_id)
        credit = credit if given is None else min(given / part.points, 1) if part.points else 1
    if waits or credit is None:
        return "a person"
    if credit == 1:
        return "right"
    if credit > 0:
        return "partly"
    return "not answered" if part.reason == "not answered" else "not yet"


def summary(records: list[Record], standings: Mapping[str, Standing] = NOBODY) -> list[Row]:
    """A row for each graded cell, in the notebook's order. Who could not be read is in none."""
    parts: dict[str, list[Part]] = {}
    counts: dict[str, Counter] = {}
    for record in records:
        for part in record.parts:
            parts.setdefault(part.grade_id, []).append(part)
            counts.setdefault(part.grade_id, Counter())[outcome(part, standings.get(record.student))] += 1
    return [_row(name.removeprefix("check_"), group, counts[name]) for name, group in parts.items()]


def _row(question: str, parts: list[Part], counts: Counter) -> Row:
    named = Counter(part.misconception for part in parts if part.misconception)
    often = sorted(named.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    told = ", ".join(f"{name.replace('_', ' ')} ({count})" for name, count in often)
    return Row(question, counts, told)


def keep(course: Course, chapter: str, rows: list[Row]) -> None:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["question", *OUTCOMES, "most often"])
    table.writerows([row.question, *(row.counts[column] for column in OUTCOMES), row.mistakes] for row in rows)
    write_whole(course.grading / "questions" / f"{chapter}.csv", text.getvalue().encode())
