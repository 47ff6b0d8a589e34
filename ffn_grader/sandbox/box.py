"""One sandbox: its folder on the host, its process, its end."""

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ffn_grader.sandbox import bubblewrap, launcher, seccomp, view
from ffn_grader.sandbox.files import copy_files, readable
from ffn_grader.sandbox.options import SandboxError, SandboxOptions
from ffn_grader.sandbox.rights import resource_limits, spare_user
from ffn_grader.sandbox.usage import Meter, descendants


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
            self.absent = self.root / "absent"
            for folder in (self.sockets, self.files, self.home, self.absent):
                folder.mkdir()
            (self.absent / "__init__.py").write_text(view.ABSENT)
            readable(self.absent)
            self.address = str(self.sockets / "k")
            copy_files(options.folder, self.files, options.limits.disk)
            readable(self.files)
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
            "files": str(self.files) if unsafe else view.FILES,
            "library": str(self.root / "lib") if unsafe else view.LIBRARY,
            "connection": {**connection, "ip": self.address if unsafe else f"{view.SOCKETS}/k"},
        }
        shared = []
        if unsafe:
            (self.root / "lib").mkdir()
            for package in view.OPEN:
                (self.root / "lib" / package).symlink_to(view.PACKAGES / package)
            command = [sys.executable, "-I", launcher.__file__]
            environment = {**view.environment(), "HOME": str(self.home)}
        else:
            if seccomp.available() is None:
                shared.append(seccomp.program())
            command = view.command(
                self.bwrap,
                limits,
                sockets=self.sockets,
                files=self.files,
                absent=self.absent,
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
        """End the processes that the kernel started. False when it cannot go on after them: they multiply
        faster than they die, or their remains, which only the kernel could bury, fill its process table."""
        deadline = time.monotonic() + 2
        while self.process.poll() is None:
            leftovers = [pid for pid in descendants(self.process.pid) if pid not in self._own]
            if len(leftovers) > self.options.limits.processes // 4 or time.monotonic() > deadline:
                return False
            alive = [pid for pid in leftovers if _alive(pid)]
            if not alive:
                return True
            for pid in alive:
                _kill(pid)
            time.sleep(0.01)
        return True

    def kill(self) -> None:
        """End every process of the sandbox, and return when none is left."""
        if self.process is None or self.process.poll() is not None:
            return  # once it is waited for, its number may be another's
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
