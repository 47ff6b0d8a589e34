"""`make bench-faults`: the same faults graded by stock nbgrader and by this course, counted by kind.

Prints the tables, and writes them to docs/faults.md. Takes some minutes: both run the notebooks one by one.
"""

import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from tests.grading.conftest import ROOT

from .case import Case
from .code import careless, hostile
from .mangled import MANGLED
from .runs import RUNS
from .sides import Own, Stock

PAGE = ROOT / "docs" / "faults.md"
ABOUT = """# What a fault costs

Written by `make bench-faults`. The same notebooks are graded by stock nbgrader, whose graded cells assert, and by this
course. A case holds when the score is the fair one: full for a right answer in a mangled file, nothing for the question
that a mistake was made in and nothing less elsewhere, no point for an attack, and no silent 0 for what nobody can read.
Stock nbgrader had each submission by itself, because some stop its whole run, in a box with bounded memory, so that the
machine survived it.
"""
Counts = dict[str, list[list[bool]]]  # {kind: [[stock held, we held] of each case]}


def graded(cases: list[Case], side) -> list[bool]:
    for case in cases:
        side.hand_in(case)
    side.run_each([case.name for case in cases])
    scores, listed = side.scores(), side.listed()
    return [case.fairly(scores.get(case.name), listed.get(case.name)) for case in cases]


def submissions(cases: list[Case], folder: Path, name: str) -> Counts:
    """All of a table's cases in one class for each grader."""
    found = [graded(cases, side(folder / name / side.__name__)) for side in (Stock, Own)]
    counts: Counts = defaultdict(list)
    for case, *held in zip(cases, *found, strict=True):
        counts[case.kind].append(held)
        if not held[1]:
            print(f"not held by this course: {case.name}", file=sys.stderr)
    return counts


def runs(folder: Path) -> Counts:
    places = iter(range(1000))
    return {kind: [[act(side(folder / f"run{next(places)}")) for side in (Stock, Own)]] for kind, act in RUNS.items()}


def table(name: str, counts: Counts) -> list[str]:
    lines = [f"| {name} | cases | stock nbgrader holds | this course holds |", "|---|---|---|---|"]
    for kind, cases in counts.items():
        lines.append(f"| {kind} | {len(cases)} | {sum(a for a, _ in cases)} | {sum(b for _, b in cases)} |")
    every = [case for cases in counts.values() for case in cases]
    return [*lines, f"| **all** | {len(every)} | {sum(a for a, _ in every)} | {sum(b for _, b in every)} |"]


def main() -> None:
    start, text = time.monotonic(), [ABOUT]
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tables = {
            "mangled submissions": lambda: submissions(MANGLED, folder, "mangled"),
            "careless code": lambda: submissions(careless(), folder, "careless"),
            "hostile code": lambda: submissions(hostile(), folder, "hostile"),
            "the run itself": lambda: runs(folder),
        }
        for name, make in tables.items():
            lines = table(name, make())
            print("\n".join(lines), flush=True)
            print(f"({time.monotonic() - start:.0f} seconds so far)", flush=True)
            text.append("\n".join(lines) + "\n")
    PAGE.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
