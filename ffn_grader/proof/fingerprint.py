"""What a chapter's proof is about, as a hash: when it changes, the recorded proof is out of date."""

import hashlib
from pathlib import Path

from ..course import Course

GRADER = Path(__file__).resolve().parent.parent
CHECK = GRADER.parent / "ffn_check"
JUDGE = ("judge", "functions", "stages", "property", "compare", "unpack")
ASK = ("ask", "checkpoint", "draw", "pack", "plain")
PROOF = ("trials", "margins", "mutants", "killing", "boxed")


def fingerprint(course: Course, chapter: str) -> str:
    """SHA-256 over the chapter's exercise, questions, styles and numbers, and over the code that asks and judges."""
    paths = [
        course.source(chapter),
        *(GRADER / "questions" / chapter).rglob("*.py"),
        *(GRADER / "styles" / chapter).glob("*.py"),
        *CHECK.glob(f"recipes/{chapter}.*.json"),
        *(GRADER / "question").glob("*.py"),
        *(GRADER / f"{name}.py" for name in JUDGE),
        *(GRADER / "proof" / f"{name}.py" for name in PROOF),
        *(CHECK / f"{name}.py" for name in ASK),
    ]
    digest = hashlib.sha256()
    for name, path in sorted((f"{path.parent.name}/{path.name}", path) for path in paths):
        digest.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()
