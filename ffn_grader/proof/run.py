"""`ffn-grade matrix`: prove chapters, show it, and keep a full proof."""

import json

from ..course import Course
from ..sandbox import bubblewrap
from . import table
from .demands import faults
from .matrix import FULL, QUICK, matrix, write


def prove(course: Course, chapters: list[str], *, full: bool, as_json: bool, jobs: int) -> int:
    """The exit code: 0 when all holds. A full proof is kept only then: the book shows nothing that fails."""
    if full:
        bubblewrap.require()
    proofs, wrong = [], 0
    for chapter in chapters:
        proof = matrix(course, chapter, FULL if full else QUICK, jobs)
        found = faults(proof)
        wrong += len(found)
        proofs.append(proof | {"faults": found})
        if not as_json:
            table.show(proof, found)
        if full and not found:
            path = write(course, proof).relative_to(course.root)
            if not as_json:
                table.console.print(f"kept in {path}")
    if as_json:
        print(json.dumps(proofs, indent=1, ensure_ascii=False))
    return 1 if wrong else 0
