"""What the kernel's processes may be and use: their user, and the limits of setrlimit(2)."""

import os
import random
import sys
from pathlib import Path

from ffn_grader.sandbox.bubblewrap import is_root
from ffn_grader.sandbox.limits import Limits


def spare_user() -> int:
    """A user id that nobody has, another one for each sandbox: the limit on processes counts per user."""
    sizes = [int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    first, last = (1_900_000_000, 1_999_999_999) if max(sizes) > 2_000_000_000 else (61_184, 65_519)
    return random.SystemRandom().randint(first, last)


def resource_limits(limits: Limits) -> dict[str, int]:
    """The limits that the kernel of the operating system keeps, by the names of setrlimit(2)."""
    processes = limits.processes
    release = tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2] if part.isdigit())
    if sys.platform.startswith("linux") and not is_root() and release < (5, 14):
        # Before Linux 5.14 the processes outside of the sandbox count as well.
        processes += sum(len(os.listdir(f"/proc/{pid}/task")) for pid in _own_processes())
    return {
        "AS": limits.address_space,
        "CPU": int(limits.cpu_total) + 10,
        "NPROC": processes,
        "NOFILE": limits.open_files,
        "FSIZE": limits.file_size,
        "CORE": 0,
        "MSGQUEUE": 0,
    }


def _own_processes() -> list[str]:
    return [entry.name for entry in os.scandir("/proc") if entry.name.isdigit() and entry.stat().st_uid == os.getuid()]
