"""Right answers in other styles: `ffn_grader/styles/<chapter>/<style>.py`.

A file is one submission. Lines `# %% <grade_id>` cut it into the cells that the student would fill; a cell that
it leaves out is answered as in the solution. What stands before the first such line is for readers.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "styles"
CUT = re.compile(r"^# %% (\S+)\n", re.M)


def styles(chapter: str) -> dict[str, dict[str, str]]:
    """The styles of a chapter: name -> {grade_id of the answer cell: its text}."""
    return {path.stem: cells(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / chapter).glob("*.py"))}


def cells(text: str) -> dict[str, str]:
    """The cells of one file."""
    _, *rest = CUT.split(text)
    return {name: body.strip("\n") for name, body in zip(rest[::2], rest[1::2], strict=True)}
