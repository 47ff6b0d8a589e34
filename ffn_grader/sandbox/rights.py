"""What the kernel's processes may be and use: their user, and the limits of setrlimit(2)."""

import os
import random
from pathlib import Path

import psutil

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
    if not is_root() and release < (5, 14):
        # Before Linux 5.14 the processes that this user has outside of the sandbox count as well.
        running = psutil.process_iter(["uids", "num_threads"])
        mine = [
            process.info for process in running if process.info["uids"] and process.info["uids"].real == os.getuid()
        ]
        processes += sum(info["num_threads"] or 1 for info in mine)
    return {
        "AS": limits.address_space,
        "CPU": int(limits.cpu_total) + 10,
        "NPROC": processes,
        "NOFILE": limits.open_files,
        "FSIZE": limits.file_size,
        "CORE": 0,
        "MSGQUEUE": 0,
    }
