"""One sandbox: its folder on the host, its process, its end."""

import contextlib
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ffn_grader.sandbox import bubblewrap, cgroup, launcher, seccomp, view
from ffn_grader.sandbox.files import copy_files, readable
from ffn_grader.sandbox.leftovers import Leftovers, alive, bury, kill
from ffn_grader.sandbox.options import SandboxError, SandboxOptions
from ffn_grader.sandbox.rights import resource_limits, spare_user
from ffn_grader.sandbox.usage import Meter, descendants, files_in


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
        self.leftovers: Leftovers | None = None
        self.bwrap = None
        self.group: cgroup.Group | None = None
        if not (options.unsafe or options.contained):
            self.bwrap = options.bwrap or bubblewrap.find()
            bubblewrap.check(self.bwrap)
        self.root = Path(tempfile.mkdtemp(prefix="ffn-"))
        try:
            self.files, self.home = self.root / "files", self.root / "home"
            self.absent = self.root / "absent"
            for folder in (self.files, self.home, self.absent):
                folder.mkdir()
            (self.absent / "__init__.py").write_text(view.ABSENT)
            readable(self.absent)
            self.address = str(self.root / "k")
            copy_files(options.folder, self.files, options.limits.disk)
            readable(self.files)
            if options.contained:  # the kernel's user passes here, and writes to its home
                self.root.chmod(0o711)
                self.home.chmod(0o777)
        except BaseException:
            self.close()
            raise

    def start(self, connection: dict) -> None:
        """Start the kernel with this connection info (transport ipc, ip = `address`)."""
        limits, unsafe, contained = self.options.limits, self.options.unsafe, self.options.contained
        user = spare_user() if contained or (self.bwrap and bubblewrap.is_root()) else None
        listening = self._listen([value for name, value in connection.items() if name.endswith("_port")])
        settings = {
            "user": user,
            "limits": {} if unsafe else resource_limits(limits),
            "files": view.FILES if self.bwrap else str(self.files),
            "library": view.LIBRARY if self.bwrap else str(self.root / "lib"),
            "connection": {**connection, "ip": "k"},
            "sockets": {f"ipc://k-{port}": one.fileno() for port, one in listening.items()},
        }
        shared = []
        if self.bwrap is None:
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
                files=self.files,
                absent=self.absent,
                seccomp=shared[0] if shared else None,
            )
            command, environment = self._grouped(command)
        self._status, told = os.pipe()
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=told,
                env=environment,
                cwd=self.home,
                pass_fds=[*shared, *(one.fileno() for one in listening.values())],
                start_new_session=True,
            )
        finally:
            for descriptor in (told, *shared):
                os.close(descriptor)
            for listener in listening.values():
                listener.close()
        # In a container orphans come to us, its first process; else they stay below bubblewrap's.
        self.top = os.getpid() if contained else self.process.pid
        self.meter = Meter(self.top, itself=unsafe)
        with contextlib.suppress(OSError), self.process.stdin as stdin:  # if it has ended, `ready` tells why
            stdin.write(json.dumps(settings).encode())

    def _grouped(self, command: list[str]) -> tuple[list[str], dict[str, str]]:
        """The command in a control group, where one can be had, and the environment that it needs to get there."""
        parent, _ = cgroup.parent()
        if parent is not None:
            with contextlib.suppress(OSError):
                self.group = cgroup.Group.make(parent, self.options.limits)
                return self.group.command(command), {}
        if asking := cgroup.through_systemd(self.options.limits):
            return [*asking, *command], {name: os.environ[name] for name in cgroup.BUS if name in os.environ}
        return command, {}

    def _listen(self, ports: list[int]) -> dict[int, socket.socket]:
        """The kernel's sockets, bound out here: it gets them open, and sees no folder of ours."""
        made = {}
        for port in ports:
            made[port] = socket.socket(socket.AF_UNIX)
            made[port].bind(f"{self.address}-{port}")
            made[port].listen()
        return made

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
            self.leftovers = Leftovers(self.top, self.options.limits)
            return True
        if not data:
            said = self._said.decode("utf-8", "replace").strip()
            raise SandboxError(f"The student's kernel did not start: {said or 'it said nothing'}")
        return False

    def files_made(self) -> int:
        """Files and folders that the student's code has made in memory. bwrap bounds their size, not their number."""
        if self.options.unsafe or self.leftovers is None:
            return 0
        inside = f"/proc/{self.leftovers.kernel}/root"
        places = [self.root] if self.options.contained else [inside + place for place in view.PRIVATE]
        return sum(map(files_in, places))

    def kill(self) -> None:
        """End every process of the sandbox, and return when none is left."""
        if self.process is None or self.process.poll() is not None:
            return  # once it is waited for, its number may be another's
        inside = descendants(self.top)
        # The first child is the namespace's first process: the system ends all others with it, and lets it go
        # only when they are gone. Without a sandbox there is no such process, and each is ended by itself.
        for pid in inside[:1] if self.bwrap else inside:
            kill(pid)
        if not (self.bwrap and inside):
            self.process.kill()
        if self.group:
            self.group.kill()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        deadline = time.monotonic() + 10
        while any(map(alive, inside)) and time.monotonic() < deadline:
            time.sleep(0.01)
        bury(inside)

    def close(self) -> None:
        self.kill()
        self._close_status()
        if self.group:
            self.group.remove()
        # Never follows a symlink, whatever the kernel left among its sockets.
        shutil.rmtree(self.root, ignore_errors=True)

    def _close_status(self) -> None:
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
