"""One sandbox: its folder on the host, its process, its end."""

import contextlib
import json
import os
import random
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ffn_grader.sandbox import bubblewrap, launcher, seccomp
from ffn_grader.sandbox.limits import Limits, size
from ffn_grader.sandbox.options import SandboxError, SandboxOptions
from ffn_grader.sandbox.usage import Meter, descendants

MAX_FILES = 1000


def spare_user() -> int:
    """A user id that nobody has, another one for each sandbox: the limit on processes counts per user."""
    sizes = [int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    first, last = (1_900_000_000, 1_999_999_999) if max(sizes) > 2_000_000_000 else (61_184, 65_519)
    return random.SystemRandom().randint(first, last)


def copy_files(source: Path | None, target: Path, room: int) -> None:
    """Copy the regular files of a submission. Notebooks and symlinks stay out; nothing is followed."""
    if source is None:
        return
    left, count = room, 0
    for folder, folders, names in os.walk(source, followlinks=False):
        inside = target / Path(folder).relative_to(source)
        inside.mkdir(exist_ok=True)
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(folder, name)
            if name.endswith(".ipynb") or not stat.S_ISREG(path.lstat().st_mode):
                continue
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                data = file.read(left + 1)
            left, count = left - len(data), count + 1
            if left < 0 or count > MAX_FILES:
                raise SandboxError(
                    f"The files beside the notebook are too many or too large (at most {MAX_FILES} files "
                    f"and {size(room)} together). Remove what the notebook does not need."
                )
            (inside / name).write_bytes(data)


def resource_limits(limits: Limits) -> dict[str, int]:
    """The limits that the kernel of the operating system keeps, by the names of setrlimit(2)."""
    processes = limits.processes
    release = tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2] if part.isdigit())
    if sys.platform.startswith("linux") and not bubblewrap.is_root() and release < (5, 14):
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
    return [
        entry.name
        for entry in os.scandir("/proc")
        if entry.name.isdigit() and entry.stat().st_uid == os.getuid()
    ]


class Box:
    """A sandbox around one kernel. `start`, wait until `ready`, then `close`, whatever happened.

    root     the private folder on the host
    address  the prefix of the ipc sockets' paths, `address-1` and so on
    """

    def __init__(self, options: SandboxOptions) -> None:
        self.options = options
        self.process: subprocess.Popen | None = None
        self.meter: Meter | None = None
        self._status = -1
        self._said = b""
        self._own: frozenset[int] = frozenset()
        self.bwrap = None
        if not options.unsafe:
            self.bwrap = options.bwrap or bubblewrap.find()
            bubblewrap.check(self.bwrap)
        self.root = Path(tempfile.mkdtemp(prefix="ffn-"))
        try:
            self.sockets, self.files, self.home = (self.root / name for name in ("s", "files", "home"))
            for folder in (self.sockets, self.files, self.home):
                folder.mkdir()
            self.address = str(self.sockets / "k")
            copy_files(options.folder, self.files, options.limits.disk)
        except BaseException:
            self.close()
            raise

    def start(self, connection: dict) -> None:
        """Start the kernel with this connection info (transport ipc, ip = `address`)."""
        limits, unsafe = self.options.limits, self.options.unsafe
        user = spare_user() if self.bwrap and bubblewrap.is_root() else None
        if user is not None:
            os.chown(self.sockets, user, user)
        settings = {
            "user": user,
            "limits": {} if unsafe else resource_limits(limits),
            "files": str(self.files) if unsafe else bubblewrap.FILES,
            "library": str(self.root / "lib") if unsafe else bubblewrap.LIBRARY,
            "connection": {**connection, "ip": self.address if unsafe else f"{bubblewrap.SOCKETS}/k"},
        }
        shared = []
        if unsafe:
            (self.root / "lib").mkdir()
            (self.root / "lib" / "ffn_check").symlink_to(bubblewrap.PACKAGES / "ffn_check")
            command = [sys.executable, "-I", launcher.__file__]
            environment = {**bubblewrap.environment(), "HOME": str(self.home)}
        else:
            if seccomp.available() is None:
                shared.append(seccomp.program())
            command = bubblewrap.command(
                self.bwrap,
                limits,
                sockets=self.sockets,
                files=self.files,
                seccomp=shared[0] if shared else None,
            )
            environment = {}
        self._status, told = os.pipe()
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=told,
                env=environment,
                cwd=self.home,
                pass_fds=shared,
                start_new_session=True,
            )
        finally:
            for descriptor in (told, *shared):
                os.close(descriptor)
        self.meter = Meter(self.process.pid, itself=unsafe)
        with contextlib.suppress(OSError), self.process.stdin as stdin:  # if it has ended, `ready` tells why
            stdin.write(json.dumps(settings).encode())

    def ready(self, wait: float = 0) -> bool:
        """True once the kernel listens. Raises SandboxError when it ended, with what it said."""
        if self._status < 0:
            return True
        if not select.select([self._status], [], [], wait)[0]:
            return False
        data = os.read(self._status, 65536)
        self._said = (self._said + data)[-65536:]
        if self._said.endswith(launcher.READY.encode()):
            self._close_status()
            self._own = frozenset(descendants(self.process.pid))  # bubblewrap's first process and the kernel
            return True
        if not data:
            said = self._said.decode("utf-8", "replace").strip()
            raise SandboxError(f"The student's kernel did not start: {said or 'it said nothing'}")
        return False

    def end_leftovers(self) -> bool:
        """End the processes that the kernel started. False when they multiply faster than they die."""
        deadline = time.monotonic() + 2
        while leftovers := [pid for pid in descendants(self.process.pid) if pid not in self._own]:
            if time.monotonic() > deadline:
                return False
            for pid in leftovers:
                _kill(pid)
            time.sleep(0.01)
        return True

    def kill(self) -> None:
        """End every process of the sandbox, and return when none is left."""
        if self.process is None:
            return
        inside = descendants(self.process.pid)
        # The first child is the namespace's first process: the system ends all others with it, and lets it go
        # only when they are gone. Without a sandbox there is no such process, and each is ended by itself.
        for pid in inside if self.options.unsafe else inside[:1]:
            _kill(pid)
        if self.options.unsafe or not inside:
            self.process.kill()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        deadline = time.monotonic() + 10
        while any(map(_alive, inside)) and time.monotonic() < deadline:
            time.sleep(0.01)

    def close(self) -> None:
        self.kill()
        self._close_status()
        # Never follows a symlink, whatever the kernel left among its sockets.
        shutil.rmtree(self.root, ignore_errors=True)

    def _close_status(self) -> None:
        if self._status >= 0:
            os.close(self._status)
            self._status = -1


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
