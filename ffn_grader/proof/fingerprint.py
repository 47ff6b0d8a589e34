"""What a chapter's proof is about, as a hash: when it changes, the recorded proof is out of date."""

import hashlib
import re
from pathlib import Path

from ..course import Course

GRADER = Path(__file__).resolve().parent.parent
CHECK = GRADER.parent / "ffn_check"
JUDGE = ("judge", "functions", "differences", "stages", "property", "compare", "unpack")
ASK = ("ask", "checkpoint", "draw", "pack", "plain", "uses")
PROOF = ("trials", "margins", "mutants", "killing", "boxed")
COMMENT = re.compile(r"\s*# (?!%%)")  # `# %%` cuts a style into cells
IMPORT = re.compile(r"from \S+ import |import ")


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
        digest.update(f"{name}\0{_telling(path.read_text(encoding='utf-8'))}\0".encode())
    return digest.hexdigest()


def _telling(text: str) -> str:
    """The lines that can change a verdict: no blank lines, no comments, and imports in any order."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and not COMMENT.match(line)]
    order = sorted(" ".join(sorted(line.replace(",", " ").split())) for line in lines if IMPORT.match(line))
    return "\n".join([*order, *(line for line in lines if not IMPORT.match(line))])
