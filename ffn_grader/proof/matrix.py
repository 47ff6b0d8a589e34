"""The whole proof for one chapter: every question × every known answer, as plain data."""

import json
import math
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import joblib

from ..course import Course
from . import boxed, killing, margins
from .fingerprint import fingerprint
from .lesson import Lesson
from .trials import Tally, student, trials


@dataclass(frozen=True)
class Extent:
    """How much is tried: seeds of a function, students of numbers by hand, both for each mutant; `boxed`:
    whether every answer is also handed in and graded in the sandbox. thorough: a mutant that is killed once
    is tried on the others too."""

    seeds: int
    students: int
    mutant_seeds: int = 3
    mutant_students: int = 20
    thorough: bool = False
    boxed: bool = False


QUICK = Extent(seeds=2, students=10)
FULL = Extent(seeds=200, students=2000, mutant_seeds=5, thorough=True, boxed=True)


def matrix(course: Course, chapter: str, extent: Extent = QUICK, jobs: int = -1) -> dict:
    """The proof for `chapter`. See `faults` for what must hold in it."""
    lesson, root = Lesson(course, chapter), str(course.root)
    questions = [step.question for step in lesson.steps]
    with tempfile.TemporaryDirectory() as folder:
        handed_in = boxed.notebooks(lesson) if extent.boxed else []
        tasks = [joblib.delayed(_boxed)(root, chapter, made, folder) for made in handed_in]
        for question in questions:
            tasks.append(joblib.delayed(_killed)(root, chapter, question.id, extent))
            for numbers in _chunks(question, extent):
                tasks.append(joblib.delayed(_tried)(root, chapter, question.id, numbers))
        done = joblib.Parallel(n_jobs=jobs, batch_size=1)(tasks)
    rows = {question.id: _row(question) for question in questions}
    for add in (found for result in done for found in result):
        _ADD[add[0]](rows[add[1]], *add[2:])
    for row in rows.values():
        _finish(row)
    return {
        "chapter": chapter,
        "fingerprint": fingerprint(course, chapter),
        "seeds": extent.seeds,
        "students": extent.students,
        "boxed": extent.boxed,
        "questions": list(rows.values()),
    }


def _chunks(question, extent: Extent) -> Iterable[range]:
    """The seeds or students of a question, in portions of about the same work."""
    if question.kind != "function" and not question.own_numbers:
        return [range(1)]
    total, size = (extent.seeds, 20) if question.kind == "function" else (extent.students, 200)
    return [range(start, min(start + size, total)) for start in range(0, total, size)]


@lru_cache(maxsize=8)
def _lesson(root: str, chapter: str) -> Lesson:
    return Lesson(Course(Path(root)), chapter)


def _tried(root, chapter, name, numbers):
    lesson = _lesson(root, chapter)
    question = lesson.step(name).question
    found = [("tally", name, tally) for tally in trials(lesson, question, numbers)]
    if question.kind == "function":
        found += [("margin", name, *margins.margins(question, seed)) for seed in numbers]
        found.append(("longest sum", name, margins.longest_sum(question, numbers[0])))
    else:
        people = (question.numbers(student(i)) if question.own_numbers else None for i in numbers)
        found += [("margin", name, None, margins.answer_margin(question, n)) for n in people]
    return found


def _killed(root, chapter, name, extent):
    lesson = _lesson(root, chapter)
    is_function = lesson.step(name).question.kind == "function"
    numbers = range(extent.mutant_seeds if is_function else extent.mutant_students)
    known = killing.equivalents(chapter)
    return [("mutants", name, killing.fates(lesson, name, numbers, extent.thorough), known)]


def _boxed(root, chapter, made, folder):
    found = boxed.hand_in(Course(Path(root)), chapter, made, Path(folder))
    return [("boxed", question, answer, good, said) for question, answer, good, said in found]


def _row(question) -> dict:
    stages = getattr(question, "stages", None)
    return {
        "id": question.id,
        "title": question.title,
        "kind": question.kind,
        "tolerances": sorted({stage.tolerance for stage in stages} if stages else {question.tolerance}),
        "why": sorted({stage.why for stage in stages} if stages else {question.why}),
        "answers": {},
        "float32_error": None,
        "nearest": math.inf,
        "longest_sum": None,
        "mutants": {"made": 0, "killed": 0, "killed_always": 0, "survivors": []},
        "boxed": {"handed_in": 0, "as_it_must": 0, "failures": []},
    }


def _add_tally(row, tally: Tally):
    row["answers"].setdefault((tally.answer, tally.right), Tally(tally.question, tally.answer, tally.right)).join(tally)


def _add_margin(row, error, nearest):
    row["nearest"] = min(row["nearest"], nearest)
    if error is not None:
        row["float32_error"] = max(row["float32_error"] or 0.0, error)


def _add_longest_sum(row, terms):
    row["longest_sum"] = max(row["longest_sum"] or 0, terms)


def _add_mutants(row, fates, known):
    row["mutants"] = {
        "made": len(fates),
        "killed": sum(not fate.survives for fate in fates),
        "killed_always": sum(fate.caught == fate.tried for fate in fates),
        "survivors": [killing.record(fate, known) for fate in fates if fate.survives],
    }


def _add_boxed(row, answer, good, said):
    row["boxed"]["handed_in"] += 1
    row["boxed"]["as_it_must"] += good
    if not good:
        row["boxed"]["failures"].append(f"{answer}: {said}")


_ADD = {
    "tally": _add_tally,
    "margin": _add_margin,
    "longest sum": _add_longest_sum,
    "mutants": _add_mutants,
    "boxed": _add_boxed,
}


def _finish(row):
    """Plain data: six digits are enough, and infinitely far (another shape) is None."""
    row["answers"] = [tally.record() for tally in row["answers"].values()]
    for name in ("nearest", "float32_error"):
        if row[name] is not None:
            row[name] = float(f"{row[name]:.6g}") if math.isfinite(row[name]) else None


def recorded(course: Course, chapter: str) -> Path:
    """Where the full proof of a chapter is kept; the book's page is drawn from it."""
    return course.root / "book" / "_proof" / f"{chapter}.json"


def write(course: Course, proof: dict) -> Path:
    """Keep a proof."""
    path = recorded(course, proof["chapter"])
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(proof, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
