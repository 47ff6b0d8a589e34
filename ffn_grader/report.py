"""What a run prints: progress while it works, then the grades, and where everything is."""

import contextlib

from rich.console import Console
from rich.markup import escape as as_text
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ffn_check.plain import printable

from .class_run import Step
from .course import Course
from .gradebook import totals
from .record import Record
from .summary import OUTCOMES, keep, summary

MOST_REASONS = 3
console = Console(highlight=False)


def escape(text: str) -> str:
    """`text` as it is: nothing in it colours, links or moves the cursor."""
    return as_text(printable(text))


@contextlib.contextmanager
def progress(chapter: str):
    """A bar on a terminal; a line a submission elsewhere."""
    columns = (
        TextColumn("grading {task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(chapter, total=None)

        def step(done: Step) -> None:
            bar.update(task, completed=done.number, total=done.total)
            if not console.is_terminal:
                how = "graded" if done.fresh else "nothing changed since it was graded"
                where = f"{chapter}, {done.number} of {done.total}"
                console.print(f"{where}: {escape(done.record.student)}, {how}", soft_wrap=True)

        yield step


def table(course: Course, chapter: str, records: list[Record]) -> None:
    """A row a student: the total as the gradebook has it, and what to know about it."""
    standing = totals(course, chapter)
    grid = Table(title=f"{chapter}: {len(records)} submissions", title_justify="left")
    grid.add_column("student", overflow="fold")
    grid.add_column("score", justify="right")
    grid.add_column("of", justify="right")
    grid.add_column("to know", overflow="fold")
    for record in records:
        total, waiting = standing.get(record.student, (0.0, set()))
        score = "–" if record.problem else f"{round(total, 2):g}"
        grid.add_row(escape(record.student), score, f"{record.max_score:g}", escape(remark(record, waiting)))
    console.print(grid)


def remark(record: Record, waiting: set[str]) -> str:
    """The most important things about a record, in a line."""
    if record.problem:
        return f"could not be read: {record.problem}"
    parts = [] if record.sandboxed else ["graded WITHOUT the sandbox"]
    named = sorted({part.misconception for part in record.parts if part.misconception})
    if named:
        parts.append(", ".join(name.replace("_", " ") for name in named))
    parts += _missing(record)
    if record.kept:
        parts.append(f"same answer, so a person's points are kept: {', '.join(record.kept)}")
    if waiting:
        parts.append(f"a person grades: {', '.join(sorted(waiting))}")
    if record.notes:
        more = f" (and {len(record.notes) - 1} more notes)" if len(record.notes) > 1 else ""
        parts.append(f"{record.notes[0]}{more}")
    return "; ".join(parts)


def _missing(record: Record) -> list[str]:
    """Why there are no points where nothing was wrong: not answered, or stopped, and by what."""
    found: dict[str, list[str]] = {}
    for part in record.parts:
        if part.reason:
            found.setdefault(part.reason, []).append(part.grade_id.removeprefix("check_"))
    said = [f"{_these(names, record)}: {reason.rstrip('.')}" for reason, names in found.items()]
    return said if len(said) <= MOST_REASONS else [*said[:MOST_REASONS], f"{len(said) - MOST_REASONS} more like this"]


def _these(names: list[str], record: Record) -> str:
    return "all" if len(names) == len(record.parts) else ", ".join(names)


def questions(course: Course, chapter: str, records: list[Record]) -> None:
    """A row a question: how the class did, and what it most often got wrong; the same as CSV in `grading/`."""
    rows = summary(records)
    grid = Table(title=f"{chapter}: the questions", title_justify="left")
    grid.add_column("question", overflow="fold")
    for column in OUTCOMES:
        grid.add_column(column, justify="right")
    grid.add_column("most often", overflow="fold")
    for row in rows:
        grid.add_row(escape(row.question), *(f"{row.counts[column]}" for column in OUTCOMES), escape(row.mistakes))
    console.print(grid)
    keep(course, chapter, rows)


def places(course: Course) -> None:
    """Where the results are, and what to type next."""
    lines = [
        ("book", "_build/html/index.html", "make serve"),
        ("feedback", "grading/feedback/<student>/<chapter>/<chapter>.html", ""),
        ("questions", "grading/questions/<chapter>.csv", ""),
        ("gradebook", "grading/gradebook.db", "nbgrader export --to grading/grades.csv"),
        ("by hand", "http://localhost:8888/formgrader", "jupyter server"),
    ]
    console.print("\nWhere things are:")
    for what, where, how in lines:
        console.print(f"  {what:<10} {escape(where)}" + (f"   ({how})" if how else ""), soft_wrap=True)


def doctor(layers) -> int:
    """The layers of protection, one a line. 1 if one that is needed is missing."""
    for layer in layers:
        word = "yes" if layer.present else "NO" if layer.needed else "no"
        console.print(f"{word:<4} {escape(layer.name)}", soft_wrap=True)
        if not layer.present:
            console.print(f"     {escape(layer.advice)}", soft_wrap=True)
    return 0 if all(layer.present for layer in layers if layer.needed) else 1
