"""The proof as a table, a row for each question."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

console = Console(highlight=False)


COLUMNS = ("right", "mistakes", "mutants", "sandbox", "nearest", "float32")
LEGEND = (
    "right: answers in other styles, with full marks",
    "mistakes: below full marks, and named",
    "mutants: killed, of those that are not equivalent",
    "sandbox: handed in as notebooks and graded as they must be",
    "nearest mistake, float32 error: in tolerances",
)


def show(proof: dict, faults: list[str]) -> None:
    """Print a chapter's proof, and what is wrong with it."""
    extent = f"{proof['seeds']} seeds for a function, {proof['students']} students for numbers by hand"
    grid = Table(title=f"{proof['chapter']}: {extent}", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    grid.add_column("question", no_wrap=True)
    for name in COLUMNS:
        grid.add_column(name, justify="right", no_wrap=True)
    for row in proof["questions"]:
        grid.add_row(row["id"].partition(".")[2], *cells(row))
    console.print(grid)
    for line in LEGEND:
        console.print(f"  {line}", style="dim")
    for fault in faults:
        console.print(f"✗ {fault}", style="red", markup=False, soft_wrap=True)


def cells(row: dict) -> list[str]:
    """The numbers of one question."""
    right = [answer for answer in row["answers"] if answer["right"]]
    wrong = [answer for answer in row["answers"] if not answer["right"]]
    mutants, boxed = row["mutants"], row["boxed"]
    equivalent = sum(m["why"] is not None for m in mutants["survivors"])
    return [
        f"{len(right)} · {_share(sum(a['as_it_must'] for a in right), sum(a['tried'] for a in right))}",
        f"{len(wrong)} · {_share(sum(a['as_it_must'] for a in wrong), sum(a['tried'] for a in wrong))}",
        f"{mutants['made']} · {_share(mutants['killed'], mutants['made'] - equivalent)}",
        f"{boxed['as_it_must']}/{boxed['handed_in']}" if boxed["handed_in"] else "–",
        _tolerances(row["nearest"]),
        _tolerances(row["float32_error"]),
    ]


def _share(part: int, whole: int) -> str:
    """A share in percent that says 100 only when it is all."""
    return "–" if not whole else "100 %" if part == whole else f"{min(100 * part / whole, 99.9):.1f} %"


def _tolerances(count: float | None) -> str:
    return "–" if count is None else f"{count:.2g}" if count < 100 else f"{min(count, 1000):.0f}" + "+" * (count > 1000)
