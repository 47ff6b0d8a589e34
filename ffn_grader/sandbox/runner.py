"""Runs the cells of one notebook in a sandbox of its own. What a cell does to Python costs only itself.

A cell that fails may not be at fault: an earlier one may have left a thread, a timer or processes. It is then
tried again in a fresh kernel, first with all earlier cells repeated, then without those that left something.
"""

import contextlib
import json
from collections.abc import Sequence

from ffn_grader.sandbox import bubblewrap, container
from ffn_grader.sandbox.cells import Cell, CellResult, Hooks
from ffn_grader.sandbox.execution import Execution
from ffn_grader.sandbox.kernel import Kernel
from ffn_grader.sandbox.options import SandboxOptions, SandboxUnavailable
from ffn_grader.sandbox.outputs import CHECK
from ffn_grader.sandbox.stops import NOT_ASKED, NOT_RUN, Stop, Totals, spent


class SandboxRunner:
    """Runs notebooks, each in a fresh sandbox.

    SandboxUnavailable where no sandbox can be had; SandboxError where it fails through no fault of the
    student's code, or where the submission's files are too large.
    """

    def __init__(self, options: SandboxOptions | None = None) -> None:
        self.options = options or SandboxOptions()

    def run(self, cells: Sequence[Cell], hooks: Hooks | None = None) -> list[CellResult]:
        """One result for each cell, in order. Every process of the sandbox has ended when it returns."""
        hooks, options = hooks or Hooks(), self.options
        if not (options.unsafe or options.contained or options.bwrap) and (engine := require()):
            return container.run(engine, options, cells, hooks)
        with contextlib.closing(_Run(options, hooks)) as run:
            return [run.result(cell) for cell in cells]


def require() -> container.Engine | None:
    """What makes sandboxes here: bubblewrap (None), else the engine of containers. Raises SandboxUnavailable, saying
    what to do, where there is neither."""
    try:
        bubblewrap.require()
        return None
    except SandboxUnavailable as error:
        try:
            return container.engine()
        except SandboxUnavailable as other:
            raise SandboxUnavailable(f"{error} Or in a container: {other}.") from error


class _Run:
    """One notebook's run: its kernel of the moment, and the cells to repeat in the next one.

    totals, spare   what the cells have used, and what second tries have
    past, left      the cells that ended well, and those of them that left something
    deaths          kernels that cells have ended; `between`: of them, those that ended while no cell ran
    """

    def __init__(self, options: SandboxOptions, hooks: Hooks) -> None:
        self.options, self.limits, self.hooks = options, options.limits, hooks
        self.totals, self.spare = Totals.of(self.limits), Totals.of(self.limits)
        self.past: list[Cell] = []
        self.left: set[Cell] = set()
        self.kernel: Kernel | None = None
        self.deaths = self.between = self.tries = 0

    def close(self) -> None:
        if self.kernel:
            self.kernel.close()
            self.kernel = None

    def result(self, cell: Cell) -> CellResult:
        if stop := self._make_ready():
            result = CellResult(stop.status, words=stop.words)
        else:
            done = self._ask(cell)
            if _failed(done) and (self.left or (done.stop and done.stop.status == "died")):
                done = self._try_again(cell, done)
            result = CellResult(
                done.stop.status if done.stop else done.status,
                done.outputs,
                done.stop.words if done.stop else "",
                done.cpu,
                done.wall,
            )
            for totals in (self.totals, self.spare):
                totals.data += done.shown  # once, however often a cell is repeated
            self.deaths += done.fatal
            if not done.stop:
                self.past.append(cell)
                self.left |= {cell} if done.left else set()
        result.sandboxed = not self.options.unsafe
        self.hooks.after(cell, result)
        return result

    def _ask(self, cell: Cell) -> Execution:
        return self._execute(cell, self.hooks.before(cell))

    def _execute(self, cell: Cell, before: str | None) -> Execution:
        if before is not None and self.kernel.execute(before, silent=True).fatal:
            return Execution(stop=NOT_ASKED, fatal=True)  # something that an earlier cell left ended the kernel
        return self.kernel.execute(cell.source)

    def _try_again(self, cell: Cell, first: Execution) -> Execution:
        """What `cell` comes to without what earlier cells left, if it then ends well; else `first`."""
        quiet = [earlier for earlier in self.past if earlier not in self.left]
        for past in (self.past, quiet) if _repeated(quiet) != _repeated(self.past) else (self.past,):
            if self.tries == self.limits.restarts or spent(self.limits, self.spare):
                break
            self.tries += 1
            self._start(self.spare)
            if self._repeat(past) is None and not _failed(done := self._ask(cell)):
                self.kernel.totals, self.past = self.totals, past
                return done
        self.close()
        return first

    def _make_ready(self) -> Stop | None:
        """See that a kernel runs that has seen all earlier cells. Answers why it cannot be."""
        if self.kernel and not self.kernel.dead and not self.kernel.alive():
            self._ended_between()
        while self.kernel is None or not self.kernel.alive():
            if stop := spent(self.limits, self.totals):
                return stop
            if self.deaths > self.limits.restarts:
                return NOT_RUN
            self._start(self.totals)
            if cell := self._repeat(self.past):
                self.deaths += 1
                self._forget(self.left.intersection(self.past[: self.past.index(cell)]) or {cell})
                self.close()
        return None

    def _ended_between(self) -> None:
        """No cell ran when the kernel ended. Once may be bad luck; those that left something do it once more."""
        self.deaths += 1
        self.between += 1
        if self.between > 1:
            self._forget(self.left.intersection(self.past) or set(self.past[-1:]))

    def _forget(self, cells: set[Cell]) -> None:
        self.past = [cell for cell in self.past if cell not in cells]

    def _start(self, totals: Totals) -> None:
        self.close()
        self.kernel = Kernel(self.options, totals)

    def _repeat(self, past: list[Cell]) -> Cell | None:
        """Repeat earlier cells. Answers the first that passes a limit this time."""
        for cell in _repeated(past):
            if self._execute(cell, self.hooks.before_replay(cell)).stop:
                return cell
        return None


def _repeated(past: list[Cell]) -> list[Cell]:
    return [cell for cell in past if cell.replay]


def _failed(done: Execution) -> bool:
    """`check` hands in what a function raised as an answer: that counts too."""
    published = [output["data"][CHECK] for output in done.outputs if CHECK in output.get("data", {})]
    return done.stop is not None or done.status == "error" or '"error":' in json.dumps(published)
