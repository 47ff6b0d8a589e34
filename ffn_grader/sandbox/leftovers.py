"""What a cell leaves running, seen from outside: how it is noticed, and what of it is ended."""

import contextlib
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from ffn_grader.sandbox.limits import Limits
from ffn_grader.sandbox.usage import Meter, descendants, resident

WATCH = 0.2  # seconds for which a process that never waits is watched until it counts as computing
REST = 0.3  # seconds over which a kernel without a cell is watched
WAIT = 2  # seconds for what is ended to be gone


@dataclass(frozen=True)
class Traces:
    """What of a kernel can be seen from outside."""

    threads: int
    signals: tuple[str, str]  # which are ignored, and which have a handler
    processes: frozenset[int]
    large: bool  # it holds more than half of the memory that all may use

    def more_than(self, before: "Traces") -> bool:
        """Whether something is there that was not there `before`."""
        return (
            self.threads > before.threads
            or self.signals != before.signals
            or bool(self.processes - before.processes)
            or self.large > before.large
        )


class Leftovers:
    """The processes under `pid` that belong to neither the sandbox nor the kernel. Made before any cell runs."""

    def __init__(self, pid: int, limits: Limits) -> None:
        self.pid, self.limits = pid, limits
        started = descendants(pid)  # bubblewrap's first process, then the kernel; nothing without a sandbox
        self.kernel = started[-1] if started else pid
        self.own = frozenset(started)

    def processes(self) -> list[int]:
        """Those that run, and those that have ended and that nobody has waited for."""
        return [pid for pid in descendants(self.pid) if pid not in self.own]

    def traces(self) -> Traces:
        try:
            lines = Path(f"/proc/{self.kernel}/status").read_text(errors="replace").splitlines()
        except OSError:
            lines = []  # it ended while we looked, or there is no /proc
        told = dict(line.split(":", 1) for line in lines if ":" in line)
        return Traces(
            int(told.get("Threads", 0)),
            (told.get("SigIgn", ""), told.get("SigCgt", "")),
            frozenset(filter(alive, self.processes())),
            resident(self.kernel) > self.limits.memory / 2,
        )

    def end(self, everything: bool) -> bool:
        """End what computes on, or is much; with `everything`, all. What waits quietly is let be: it may be the
        pool that a later cell uses, and many a pool, robbed of its processes, starts new ones for ever.

        False when the kernel cannot go on: they multiply faster than they die, or their remains, which only
        the kernel could bury, fill its process table.
        """
        if not (found := self.processes()):
            return True
        room = self.limits.processes // 2
        ended = found if everything or len(found) > room // 2 else busy(found)
        for pid in ended:
            kill(pid)
        deadline = time.monotonic() + WAIT
        while any(map(alive, ended)):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        bury(ended)
        return len(self.processes()) <= room


def busy(pids: list[int]) -> list[int]:
    """Those that never wait while they are watched. Their state tells, not their CPU time: that a loaded machine
    may not give them."""
    end = time.monotonic() + WATCH
    while (pids := [pid for pid in pids if _runs(pid)]) and time.monotonic() < end:
        time.sleep(0.01)
    return pids


def _runs(pid: int) -> bool:
    """Whether a thread of the process computes, or would if it had a core."""
    try:
        return any(_state(Path(task.path)) == "R" for task in os.scandir(f"/proc/{pid}/task"))
    except OSError:
        return False


def _state(folder: Path) -> str:
    return (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]


def computes(meter: Meter) -> bool:
    """Whether the sandbox uses CPU time although no cell runs."""
    before = meter.read().cpu
    time.sleep(REST)
    return meter.read().cpu - before > REST / 3


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def bury(pids: list[int]) -> None:
    """Wait for those of the ended that are our own children: in a container all orphans are."""
    for pid in pids:
        with contextlib.suppress(OSError):
            os.waitpid(pid, os.WNOHANG)


def alive(pid: int) -> bool:
    try:
        return _state(Path(f"/proc/{pid}")) != "Z"
    except OSError:
        return False
