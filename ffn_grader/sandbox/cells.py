"""What goes into a run, cell by cell, and what comes out of it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cell:
    """A code cell. replay: run it again in a fresh kernel, after a later cell ended the old one."""

    id: str
    source: str
    replay: bool = True


@dataclass
class CellResult:
    """What a cell came to.

    status       "ok"; "error": it raised; "timeout", "cpu", "memory", "output": it passed a limit;
                 "died": it ended Python, or could not be run
    outputs      nbformat outputs: streams, errors, and display_data or execute_result with plain text,
                 PNG, JPEG and published answers only
    words        for the student; empty for "ok" and "error"
    cpu_seconds  CPU time of all processes of the sandbox
    sandboxed    False when the run was unsafe
    """

    status: str
    outputs: list[dict] = field(default_factory=list)
    words: str = ""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    sandboxed: bool = True


class Hooks:
    """What the caller does around each cell. The code they return runs silently, its outputs are dropped."""

    def before(self, cell: Cell) -> str | None:
        """Code to run before the cell."""

    def before_replay(self, cell: Cell) -> str | None:
        """Code to run before the cell is repeated in a fresh kernel."""

    def after(self, cell: Cell, result: CellResult) -> None:
        """Called with the result, before the next cell."""
