"""`make bench-faults`: the same faults graded by stock nbgrader and by this course, counted by kind.

Prints the tables, and writes them to docs/faults.md. Takes some minutes: both run the notebooks one by one.
"""

import argparse
import os
import re
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
Where stock nbgrader's class run stopped, it had the others one by one. It ran in a box with bounded memory, so that the
machine survived it.
"""
Counts = dict[str, list[list[bool]]]  # {kind: [[stock held, we held] of each case]}


def graded(cases: list[Case], side) -> list[bool]:
    for case in cases:
        side.hand_in(case)
    side.run_each([case.name for case in cases])
    scores, listed = side.scores(), side.listed()
    return [case.fairly(scores.get(case.name), listed.get(case.name)) for case in cases]


def submissions(cases: list[Case], folder: Path) -> Counts:
    """All of a table's cases in one class for each grader."""
    found = [graded(cases, side(folder / side.__name__)) for side in (Stock, Own)]
    counts: Counts = defaultdict(list)
    for case, *held in zip(cases, *found, strict=True):
        counts[case.kind].append(held)
        if not held[1]:
            print(f"not held by this course: {case.name}", file=sys.stderr)
    return counts


def runs(folder: Path) -> Counts:
    return {kind: [[act(side(folder / side.__name__ / kind)) for side in (Stock, Own)]] for kind, act in RUNS.items()}


def table(counts: Counts) -> list[str]:
    lines = ["| kind | cases | stock nbgrader holds | this course holds |", "|---|---|---|---|"]
    for kind, cases in counts.items():
        lines.append(f"| {kind} | {len(cases)} | {sum(a for a, _ in cases)} | {sum(b for _, b in cases)} |")
    every = [case for cases in counts.values() for case in cases]
    return [*lines, f"| **all** | {len(every)} | {sum(a for a, _ in every)} | {sum(b for _, b in every)} |"]


TABLES = {
    "mangled": lambda folder: submissions(MANGLED, folder),
    "careless": lambda folder: submissions(careless(), folder),
    "hostile": lambda folder: submissions(hostile(), folder),
    "run": runs,
}


def page(text: str, name: str, lines: list[str]) -> str:
    """The page with this table in the place of its old one."""
    parts = re.split(r"^## ", text, flags=re.M)
    kept = {part.split("\n", 1)[0]: part for part in parts[1:]} | {name: "\n".join([name, "", *lines, ""])}
    return "\n".join([ABOUT, *(f"## {kept[one]}" for one in TABLES if one in kept)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.faults", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="default: all four")
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    for name in parser.parse_args().tables or TABLES:
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            lines = table(TABLES[name](Path(folder)))
        print(f"{name}, {time.monotonic() - start:.0f} seconds", *lines, sep="\n", end="\n\n", flush=True)
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8") if PAGE.exists() else "", name, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
