"""CPU time, memory and number of the processes of a sandbox, read from outside."""

import os
from dataclasses import dataclass
from pathlib import Path

import psutil

TICKS, PAGE = (os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")) if hasattr(os, "sysconf") else (100, 4096)
HAS_CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children").exists()


@dataclass(frozen=True)
class Usage:
    """cpu in seconds, memory in bytes (resident; pages shared between processes counted for each)."""

    cpu: float
    memory: int
    processes: int


def descendants(pid: int) -> list[int]:
    """All living processes under `pid`, without it. Orphans stay: the sandbox's first process adopts them."""
    if not HAS_CHILDREN:
        try:
            return [child.pid for child in psutil.Process(pid).children(recursive=True)]
        except psutil.Error:
            return []
    found, queue = [], [pid]
    while queue:
        try:
            for task in os.scandir(f"/proc/{queue.pop()}/task"):
                children = [int(word) for word in Path(task.path, "children").read_text().split()]
                found += children
                queue += children
        except OSError:  # it ended while we looked
            continue
    return found


def _of_process(pid: int) -> tuple[float, float, float, int] | None:
    """(start, own CPU time, CPU time of its ended children, resident bytes); None once it ended."""
    try:
        # The name, in parentheses, may hold anything, so the fields are counted from its end; see proc(5).
        words = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        user, system, ended_user, ended_system = (int(word) / TICKS for word in words[11:15])
        return float(words[19]), user + system, ended_user + ended_system, int(words[21]) * PAGE
    except FileNotFoundError:
        if os.path.exists("/proc/self/stat"):
            return None
    except (OSError, ValueError, IndexError):
        return None
    try:  # a system without /proc
        process = psutil.Process(pid)
        times = process.cpu_times()
        return process.create_time(), times.user + times.system, 0.0, process.memory_info().rss
    except psutil.Error:
        return None


def resident(pid: int) -> int:
    """The memory in bytes that one process holds; 0 once it ended."""
    process = _of_process(pid)
    return process[3] if process else 0


def files_in(place: Path | str) -> int:
    """The number of files and folders of the file system at `place`; 0 where it cannot be asked."""
    try:
        told = os.statvfs(place)
    except OSError:
        return 0
    return told.f_files - told.f_ffree


class Meter:
    """Reads the usage of the processes under `pid`. CPU time never goes down, whoever ended meanwhile."""

    def __init__(self, pid: int, *, itself: bool = False) -> None:
        self.pid = pid
        self.itself = itself  # count `pid` too: it is the student's own process, not bubblewrap
        self.cpu = 0.0
        self._seen: dict[tuple[int, float], float] = {}

    def pids(self) -> list[int]:
        return [self.pid] * self.itself + descendants(self.pid)

    def read(self) -> Usage:
        total, memory, count = 0.0, 0, 0
        for pid in self.pids():
            if (process := _of_process(pid)) is None:
                continue
            start, own, ended, resident = process
            self._seen[pid, start] = own
            total += own + ended
            memory += resident
            count += 1
        # A parent that never waits for its children hides their time from `ended`, not from `_seen`.
        self.cpu = max(self.cpu, total, sum(self._seen.values()))
        return Usage(self.cpu, memory, count)

    def proportional_memory(self) -> int:
        """Memory in bytes, a page shared by n processes counted 1/n for each. Slower than `read`."""
        total = 0
        for pid in self.pids():
            try:
                total += psutil.Process(pid).memory_full_info().pss
            except (psutil.Error, AttributeError):
                total += resident(pid)
        return total
