"""What a student's kernel can see and write, as a bubblewrap command line."""

import os
import sys
from pathlib import Path

from ffn_grader.sandbox import interpreter
from ffn_grader.sandbox.bubblewrap import isolation
from ffn_grader.sandbox.interpreter import PACKAGES
from ffn_grader.sandbox.limits import MB, Limits

# Where things are inside.
HOME = "/home/student"
FILES = "/sandbox/files"
LIBRARY = "/sandbox/lib"
PRIVATE = (HOME, "/tmp", "/dev/shm")  # what can be written
OPEN = ("ffn_check", "ffn_data")  # what of the course a student's code may import
LAUNCHER = "/sandbox/launcher.py"

# A package that cannot be imported. An empty folder could be.
ABSENT = 'raise ModuleNotFoundError(f"No module named {__name__!r}", name=__name__)\n'


def bind(source: Path, target: str) -> list[str]:
    """Show `source` at `target`, below folders that everyone may pass: as root, bwrap makes them 0700."""
    chosen = []
    for parent in reversed(Path(target).parents[:-1]):
        chosen += ["--perms", "0755", "--dir", str(parent)]
    return [*chosen, "--ro-bind", str(source), target]


def system() -> list[str]:
    """The read-only system: /usr, its loader's cache, a fresh /proc, a minimal /dev, no /sys."""
    chosen = ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            chosen += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            chosen += ["--ro-bind", str(path), str(path)]
    for path in map(Path, ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/fonts")):
        if path.exists():
            chosen += bind(path, str(path))
    return chosen


def hidden(shown: list[Path], absent: Path) -> list[str]:
    """Cover the packages that hold the answers, where they lie in a folder that is shown, with `absent`."""
    chosen = []
    for package in (PACKAGES / "ffn_ref", PACKAGES / "ffn_grader"):
        if any(package.is_relative_to(folder) for folder in [*shown, Path("/usr")]):
            chosen += ["--ro-bind", str(absent), str(package)]
    return chosen


def private(limits: Limits) -> list[str]:
    """What can be written, in memory, of bounded size."""
    chosen = []
    for path, room in zip(PRIVATE, (limits.disk, limits.disk, 16 * MB), strict=True):
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
        "PIP_RETRIES": "0",  # there is no network: say so at once
        "MALLOC_ARENA_MAX": "2",  # each arena reserves 64 MB of the address space, which is limited
    }
    if core := os.environ.get("OPENBLAS_CORETYPE"):
        chosen["OPENBLAS_CORETYPE"] = core
    return chosen


def command(bwrap: Path, limits: Limits, *, files: Path, absent: Path, seccomp: int | None) -> list[str]:
    """The whole command line. No folder of the host can be written."""
    shown = interpreter.folders()
    chosen = [str(bwrap), *isolation(bwrap), *system(), *private(limits)]
    for folder in shown:
        chosen += bind(folder, str(folder))
    chosen += hidden(shown, absent)
    for package in OPEN:
        chosen += bind(PACKAGES / package, f"{LIBRARY}/{package}")
    chosen += bind(Path(__file__).with_name("launcher.py"), LAUNCHER)
    chosen += bind(files, FILES)
    # The root and /dev are kept in memory too, without a bound, and would be the student's to fill.
    chosen += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME, "--clearenv"]
    for name, value in environment().items():
        chosen += ["--setenv", name, value]
    if seccomp is not None:
        chosen += ["--seccomp", str(seccomp)]
    return [*chosen, "--", sys.executable, "-I", LAUNCHER]
