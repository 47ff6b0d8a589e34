"""Run a notebook in the sandbox, judge outside, and write the graded cells' outputs.

Nothing that the kernel prints, raises or patches makes a grade: of a graded cell only the published data is
read, and the judge compares it with the reference.
"""

import math
import re
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader.utils import determine_grade, is_grade

from ffn_check.plain import text

from .asked import is_test, question_id
from .judge import judge
from .outputs import mark, shown_outputs
from .question import message
from .questions import get_question
from .record import Part
from .sandbox import Cell, CellResult, Hooks, SandboxOptions, SandboxRunner
from .seeds import case_seed

MIME = "application/vnd.ffn-check+json"
CELL_FILE = re.compile(r"\((?:\d+\.py|<[^<>]*>), (line \d+)\)$")


@dataclass(frozen=True)
class Asked:
    """A question as this student meets it, with the cases that nobody knows before."""

    question: object
    cases: list


def examine(notebook: NotebookNode, chapter: str, student: str, secret: bytes, options: SandboxOptions) -> list[Part]:
    """Execute `notebook` and grade its cells, in place. Returns a part for each graded cell."""
    asked = {}
    for cell in notebook.cells:
        if name := question_id(cell):
            question = get_question(name)
            seed = case_seed(secret, chapter, name, student)
            asked[cell.id] = Asked(question, question.cases(seed) if question.kind == "function" else [])
    cells = [
        Cell(cell.id, cell.source, replay=not is_test(cell)) for cell in notebook.cells if cell.cell_type == "code"
    ]
    ran = SandboxRunner(options).run(cells, Exam(asked))
    results = {cell.id: result for cell, result in zip(cells, ran, strict=True)}
    parts, stopped = [], ""
    for cell in notebook.cells:
        result = results.get(cell.id)
        part = _settle(cell, asked.get(cell.id), result, student)
        if part is not None:
            if stopped and part.headline and part.credit == 0 and result is not None and result.status == "error":
                part.sentence = f"{stopped} So this one fails too: {part.sentence}"
                part.reason = stopped
                mark(cell, part)
            parts.append(part)
            stopped = ""
        elif result is not None and result.status != "ok":
            stopped = f"The cell above had stopped: {result.words or _error(result)}".rstrip(".") + "."
    return parts


class Exam(Hooks):
    """Hands in the cases of a question, silently, before its cell runs."""

    def __init__(self, asked: dict[str, Asked]):
        self.asked = asked

    def before(self, cell: Cell) -> str | None:
        asked = self.asked.get(cell.id)
        if asked is None:
            return None
        return f"from ffn_check import exam; exam.receive({message(asked.question, asked.cases)!r})"


def _settle(cell: NotebookNode, asked: Asked | None, result: CellResult | None, student: str) -> Part | None:
    """Write the cell's outputs; if it is graded, say what it earned."""
    if cell.cell_type == "code":
        cell.outputs = shown_outputs(result)
    if not is_grade(cell):
        return None
    about = cell.metadata.nbgrader
    part = Part(about["grade_id"], float(about["points"]), credit=None)
    if asked is not None:
        _judge(part, asked, result, student)
    elif cell.cell_type == "code" and not about.get("solution"):
        _assertions(part, result)
    else:
        score, _ = determine_grade(cell)
        part.credit = score
        part.reason = "not answered" if score == 0 else ""
        return part
    mark(cell, part)
    return part


def _judge(part: Part, asked: Asked, result: CellResult, student: str) -> None:
    """The verdict on what a `check` cell published."""
    part.question = asked.question.id
    if result.status not in ("ok", "error"):
        part.credit, part.headline, part.sentence, part.reason = 0.0, "Not yet", result.words, result.words
        return
    published = [output["data"][MIME] for output in result.outputs if MIME in output.get("data", {})]
    if result.status == "error" and not published:
        part.credit, part.headline = 0.0, "Not yet"
        part.sentence = part.reason = f"The check could not run: {_error(result)}"
        return
    verdict = judge(asked.question, published, cases=asked.cases, student=student)
    part.credit = None if verdict.needs_person else verdict.credit
    part.needs_person = verdict.needs_person
    part.headline, part.sentence, part.details = verdict.headline, verdict.sentence, verdict.lines()
    part.misconception = verdict.misconception
    part.reason = "not answered" if verdict.untouched else ""


def _assertions(part: Part, result: CellResult) -> None:
    """An ordinary nbgrader test cell: an error is no credit, a number is partial credit, anything else is full."""
    if result.status != "ok":
        part.credit, part.headline = 0.0, "Not yet"
        part.sentence = _error(result) if result.status == "error" else result.words
        return
    shown = [output["data"] for output in result.outputs if output["output_type"] == "execute_result"]
    part.credit, part.headline, part.sentence = 1.0, "Right", "The tests of this cell pass."
    if not shown:
        return
    given = str(shown[0].get("text/plain", ""))
    score = _number(given)
    if score is not None and 0 <= score <= part.points:
        part.credit = score / part.points if part.points else 0.0
        part.headline = "Right" if score == part.points else "Partly right" if score else "Not yet"
        part.sentence = f"The tests of this cell gave {score:g} of {part.points:g} points."
    else:
        part.credit, part.needs_person, part.headline = None, True, "A person will look at this"
        part.sentence = (
            f"The test itself is wrong: it gave {given[:40]!r} as the score, not a number from 0 to {part.points:g}."
        )


def _number(shown: str) -> float | None:
    """The finite number that `shown` says, as Python or NumPy 2 print it (`np.float64(0.5)`)."""
    plain = re.fullmatch(r"(?:np\.\w+\()?([-+.\w]+)\)?", shown.strip())
    try:
        value = float(plain.group(1)) if plain else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _error(result: CellResult) -> str:
    """The last error of a cell, in a line. Of "(3754715533.py, line 1)" only the line means something to a student."""
    errors = [output for output in result.outputs if output["output_type"] == "error"]
    if not errors:
        return "it raised an error"
    return CELL_FILE.sub(r"(\1)", text(f"{errors[-1]['ename']}: {errors[-1]['evalue']}"))
