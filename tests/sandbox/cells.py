"""Running cells in a sandbox, as ourselves and, when we are root, as an ordinary user."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ffn_grader.sandbox import Cell, CellResult, Limits, SandboxOptions, SandboxRunner, bubblewrap, interpreter

# Short, so that the test of a limit is short. Room for a busy machine stays.
SHORT = Limits(cpu_cell=1, wall_cell=60, grace=2, memory=400_000_000, disk=20_000_000)


def run_cells(*sources, hooks=None, **options) -> list[CellResult]:
    """The results of these cells, named "0", "1", …, in one fresh sandbox."""
    options.setdefault("limits", SHORT)
    cells = [Cell(str(number), source) for number, source in enumerate(sources)]
    return SandboxRunner(SandboxOptions(**options)).run(cells, hooks)


def printed(result: CellResult) -> str:
    """All that a cell printed."""
    return "".join(output["text"] for output in result.outputs if output["output_type"] == "stream")


def raised(result: CellResult) -> str:
    """The name of the exception that ended a cell."""
    return next((output["ename"] for output in result.outputs if output["output_type"] == "error"), "")


def as_ourselves(*sources) -> list[tuple[str, str]]:
    """(status, what was printed) of each cell."""
    return [(result.status, printed(result)) for result in run_cells(*sources)]


def as_user(*sources) -> list[tuple[str, str]]:
    """The same in a process of user 12345, who is shown this machine with the interpreter in reach."""
    if not shutil.which("setpriv"):
        pytest.skip("setpriv is needed to become an ordinary user")
    command = [str(bubblewrap.find()), "--dev-bind", "/", "/"]
    for folder in interpreter.folders():
        command += _in_reach(folder)
    command += ["--die-with-parent", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--", "setpriv"]
    command += ["--reuid", "12345", "--regid", "12345", "--clear-groups", sys.executable, "-m", __name__]
    done = subprocess.run(
        command, input=json.dumps(sources), capture_output=True, text=True, timeout=300, cwd=interpreter.PACKAGES
    )
    assert done.returncode == 0, done.stderr
    return [tuple(result) for result in json.loads(done.stdout)]


def _in_reach(folder: Path) -> list[str]:
    """Where others may not pass above `folder`, put a bare folder in the place, and `folder` in that."""
    above = list(reversed(folder.parents))[1:]
    closed = next((parent for parent in above if parent.stat().st_mode & 0o005 != 0o005), None)
    if closed is None:
        return []
    view = ["--perms", "0755", "--tmpfs", str(closed)]
    for parent in above[above.index(closed) + 1 :]:
        view += ["--perms", "0755", "--dir", str(parent)]
    return [*view, "--ro-bind", str(folder), str(folder)]


if __name__ == "__main__":
    json.dump(as_ourselves(*json.load(sys.stdin)), sys.stdout)
