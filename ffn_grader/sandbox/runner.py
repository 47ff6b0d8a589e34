"""Runs the cells of one notebook in a sandbox of its own. A cell that ends the kernel costs only itself."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from ffn_grader.sandbox.kernel import Execution, Kernel
from ffn_grader.sandbox.options import SandboxOptions
from ffn_grader.sandbox.stops import NOT_RUN, Stop, Totals, spent


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


class SandboxRunner:
    """Runs notebooks, each in a fresh sandbox.

    SandboxUnavailable where no sandbox can be had; SandboxError where it fails through no fault of the
    student's code, or where the submission's files are too large.
    """

    def __init__(self, options: SandboxOptions | None = None) -> None:
        self.options = options or SandboxOptions()

    def run(self, cells: Sequence[Cell], hooks: Hooks | None = None) -> list[CellResult]:
        """One result for each cell, in order. Every process of the sandbox has ended when it returns."""
        with contextlib.closing(_Run(self.options, hooks or Hooks())) as run:
            return [run.result(cell) for cell in cells]


class _Run:
    """One notebook's run: its kernel of the moment, and the cells to repeat in the next one."""

    def __init__(self, options: SandboxOptions, hooks: Hooks) -> None:
        self.options, self.hooks = options, hooks
        self.totals = Totals()
        self.past: list[Cell] = []
        self.kernel: Kernel | None = None
        self.starts = 0

    def close(self) -> None:
        if self.kernel:
            self.kernel.close()
            self.kernel = None

    def result(self, cell: Cell) -> CellResult:
        if stop := self._make_ready():
            result = CellResult(stop.status, words=stop.words)
        else:
            done = self._execute(cell, self.hooks.before(cell))
            result = CellResult(
                done.stop.status if done.stop else done.status,
                done.outputs,
                done.stop.words if done.stop else "",
                done.cpu,
                done.wall,
            )
            if not done.stop:
                self.past.append(cell)
        result.sandboxed = not self.options.unsafe
        self.hooks.after(cell, result)
        return result

    def _execute(self, cell: Cell, before: str | None) -> Execution:
        if before is not None and self.kernel.execute(before, silent=True).fatal:
            # Something that an earlier cell left behind ended the kernel. The cell cannot be asked fairly.
            return Execution(stop=Stop("died", "Python ended before the cell could run."), fatal=True)
        return self.kernel.execute(cell.source)

    def _make_ready(self) -> Stop | None:
        """See that a kernel runs that has seen all earlier cells. Answers why it cannot be."""
        if self.kernel and not self.kernel.dead and not self.kernel.alive() and self.past:
            self.past.pop()  # it ended between two cells: the earlier one left something that did it
        while self.kernel is None or not self.kernel.alive():
            if stop := spent(self.options.limits, self.totals):
                return stop
            if self.starts > self.options.limits.restarts:
                return NOT_RUN
            self.close()
            self.kernel = Kernel(self.options, self.totals)
            self.starts += 1
            self._replay()
        return None

    def _replay(self) -> None:
        """Repeat the earlier cells. One that passes a limit this time is not repeated again."""
        for cell in [cell for cell in self.past if cell.replay]:
            done = self._execute(cell, self.hooks.before_replay(cell))
            if done.stop:
                self.past.remove(cell)
            if done.fatal:
                return
