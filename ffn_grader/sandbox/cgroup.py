"""Control groups (cgroup v2): the system itself holds the memory and number of a sandbox's processes.

The grader looks at its sandboxes every few hundredths of a second. A group holds in between as well, and ends all
processes at once. It is used where this machine lets us make one, or where systemd makes one for us.
"""

import contextlib
import itertools
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from ffn_grader.sandbox.limits import MB, Limits

NEEDED = ("memory", "pids")
# What belongs to the sandbox but not to the student: bubblewrap's own, and pages of shared libraries.
SPARE_MEMORY, SPARE_PROCESSES = 64 * MB, 8
IN_ITS_GROUP = 'echo $$ > "$0" && exec "$@"'
BUS = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # where systemd-run finds the user's systemd
NUMBERS = itertools.count()


def memory(limits: Limits) -> int:
    """What the whole sandbox may hold. Files in memory count for the group: home, /tmp and /dev/shm."""
    return limits.memory + 2 * limits.disk + 16 * MB + SPARE_MEMORY


def processes(limits: Limits) -> int:
    return limits.processes + SPARE_PROCESSES


@dataclass(frozen=True)
class Group:
    """One sandbox's group, a folder."""

    folder: Path

    @classmethod
    def make(cls, parent: Path, limits: Limits) -> "Group":
        group = cls(parent / f"ffn-{os.getpid()}-{next(NUMBERS)}")
        group.folder.mkdir()
        try:
            group.write("memory.max", memory(limits))
            group.write("pids.max", processes(limits))
            with contextlib.suppress(OSError):  # a system without swap has no such file
                group.write("memory.swap.max", 0)
        except OSError:
            group.remove()
            raise
        return group

    def write(self, name: str, value: int) -> None:
        (self.folder / name).write_text(str(value))

    def command(self, command: list[str]) -> list[str]:
        """The command, in this group from its first moment."""
        return ["/bin/sh", "-c", IN_ITS_GROUP, str(self.folder / "cgroup.procs"), *command]

    def out_of_memory(self) -> bool:
        """Whether the system has ended a process of the group for the memory it took."""
        try:
            counts = dict(line.split() for line in (self.folder / "memory.events").read_text().splitlines())
        except (OSError, ValueError):
            return False
        return int(counts.get("oom_kill", 0)) > 0

    def kill(self) -> None:
        """End every process in it. Linux before 5.14 has no such switch; the namespace's end does the same."""
        with contextlib.suppress(OSError):
            self.write("cgroup.kill", 1)

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def parent() -> tuple[Path | None, str]:
    """The nearest folder above our own group in which we may make groups that hold memory and processes; or none,
    and why."""
    own = _own()
    if own is None:
        return None, "this system has no cgroup v2"
    mount, inside = own
    for folder in (inside, *inside.parents):
        if not folder.is_relative_to(mount):
            break
        if missing := [name for name in NEEDED if name not in _words(folder / "cgroup.controllers")]:
            return None, f"cgroup v2 has no controller for {' and '.join(missing)} in {folder}"
        if all(os.access(place, os.W_OK) for place in (folder, folder / "cgroup.procs")) and _hands_on(folder):
            return folder, ""
    return None, "no group of cgroup v2 is ours to divide; systemd gives one to each user who logs in"


def through_systemd(limits: Limits) -> list[str]:
    """The command in front of another that has systemd put it into a group of its own; empty where it cannot."""
    program = shutil.which("systemd-run")
    if not program or not Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"), "systemd", "private").exists():
        return []
    chosen = [program, "--user", "--scope", "--quiet", "--collect", f"--property=MemoryMax={memory(limits)}"]
    return [*chosen, "--property=MemorySwapMax=0", f"--property=TasksMax={processes(limits)}", "--"]


def _own() -> tuple[Path, Path] | None:
    """(where cgroup v2 is mounted, our own group in it)."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        groups = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    except OSError:
        return None
    mounted = [Path(words[4]) for words in mounts if words[words.index("-") + 1] == "cgroup2"]
    inside = [path for number, _, path in groups if number == "0"]
    return (mounted[0], mounted[0] / inside[0].lstrip("/")) if mounted and inside else None


def _words(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except OSError:
        return []


def _hands_on(folder: Path) -> bool:
    """Whether groups below `folder` have the controllers, after we have asked for it where none does."""
    control = folder / "cgroup.subtree_control"
    if not set(NEEDED) <= set(_words(control)):
        with contextlib.suppress(OSError):  # refused where processes live in the group itself
            control.write_text(" ".join(f"+{name}" for name in NEEDED))
    return set(NEEDED) <= set(_words(control))
