"""What a run prints: progress while it works, then the grades, and where everything is."""

import contextlib

from rich.console import Console
from rich.markup import escape as as_text
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ffn_check.plain import printable

from .class_run import Step, whole_class
from .course import Course
from .gradebook import Standing, standings
from .listing import listed
from .record import Record, unread
from .summary import OUTCOMES, keep, summary

MOST_REASONS = 3
WIDEST = 24  # characters of a name that is not broken
NOTHING = Standing(0.0, {}, frozenset(), False)
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
                how = "nothing changed since the last run"
                if done.fresh:
                    how = "could not be read" if unread(done.record) else "graded"
                where = f"{chapter}, {done.number} of {done.total}"
                console.print(f"{where}: {escape(done.record.student)}, {how}", soft_wrap=True)

        yield step


def table(course: Course, chapter: str, records: list[Record]) -> None:
    """A row a student: the total as the gradebook has it, and what to know about it."""
    standing = standings(course, chapter)
    grid = Table(title=f"{chapter}: {len(records)} submissions", title_justify="left")
    grid.add_column("student", overflow="fold", min_width=_widest(record.student for record in records))
    grid.add_column("score", justify="right")
    grid.add_column("of", justify="right")
    grid.add_column("to know", overflow="fold")
    for record in records:
        stands = standing.get(record.student, NOTHING)
        score = "–" if record.problem else f"{round(stands.total, 2):g}"
        grid.add_row(escape(record.student), score, f"{record.max_score:g}", escape(remark(record, stands)))
    console.print(grid)


def _widest(names) -> int:
    """Room for the longest of `names`, so that none is broken; only a very long one is."""
    return min(WIDEST, max(map(len, names), default=0))


def remark(record: Record, standing: Standing = NOTHING) -> str:
    """The most important things about a record, in a line."""
    if record.problem:
        return unread(record)
    parts = [] if record.sandboxed else ["graded WITHOUT the sandbox"]
    parts += filter(None, [unread(record)])
    parts += [
        f"{part.grade_id.removeprefix('check_')}: {part.misconception.replace('_', ' ')}"
        for part in record.parts
        if part.misconception
    ]
    parts += _missing(record)
    if record.kept:
        parts.append(f"same answer, so a person's points are kept: {listed(record.kept)}")
    parts += standing.words()
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
    return "all" if len(names) == len(record.parts) else listed(names)


def questions(course: Course, chapter: str) -> None:
    """A row a question: how the whole class did, whoever was graded in this run, and what it most often got wrong;
    the same as CSV in `grading/`."""
    records = whole_class(course, chapter)
    rows = summary(records, standings(course, chapter))
    read = sum(record.problem is None for record in records)
    grid = Table(title=f"{chapter}: the questions, over all {read} that were read", title_justify="left")
    grid.add_column("question", overflow="fold", min_width=_widest(row.question for row in rows))
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
