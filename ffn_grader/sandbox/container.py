"""The sandbox where bubblewrap cannot be: a container of Docker or Podman for each submission (macOS, Windows).

Inside, `inside.py` runs as the container's root without its rights, and the student's kernel as an ordinary user.
In go the cells, as JSON; out come their results, as JSON, which are checked out here like a kernel's messages.
"""

import base64
import dataclasses
import hashlib
import json
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ffn_grader.sandbox import cgroup, outputs, view
from ffn_grader.sandbox.cells import Cell, CellResult, Hooks
from ffn_grader.sandbox.files import copy_files
from ffn_grader.sandbox.limits import GB, MB
from ffn_grader.sandbox.options import SandboxError, SandboxOptions, SandboxUnavailable

COURSE = "/sandbox/course"
HERE = Path(__file__).parent
SEEN = ("ffn_check", "ffn_data", "ffn_grader/sandbox")  # of the course; no answer is in it
RUNNER_MEMORY, RUNNER_PROCESSES = 200 * MB, 16
ANSWER = 1 * GB  # what is read of a container's answer, at most
# The runner inside ends processes of the student's user, and starts them as that user.
RIGHTS = ("KILL", "SETGID", "SETUID")
BUILD = "Build it once, with the network: ffn-grade image"


@dataclass(frozen=True)
class Engine:
    """command: docker or podman, with its own options. image: what stands for the image on the command line.
    python: the interpreter inside. more: further options of `run`."""

    command: tuple[str, ...]
    image: tuple[str, ...]
    python: str = "python"
    more: tuple[str, ...] = ()

    def run(self, options: SandboxOptions, name: str) -> list[str]:
        """The command line that starts the container of one submission."""
        limits = options.limits
        memory = cgroup.memory(limits) + RUNNER_MEMORY
        chosen = [*self.command, "run", "--rm", "--interactive", "--name", name, "--hostname", "sandbox"]
        chosen += ["--network", "none", "--read-only", "--ipc", "private", "--cap-drop", "ALL"]
        chosen += [word for right in RIGHTS for word in ("--cap-add", right)]
        chosen += ["--security-opt", "no-new-privileges", "--pids-limit", str(limits.processes + RUNNER_PROCESSES)]
        chosen += ["--memory", str(memory), "--memory-swap", str(memory), "--cpus", "1", "--log-driver", "none"]
        chosen += ["--ulimit", f"nofile={limits.open_files}:{limits.open_files}", "--ulimit", "core=0:0"]
        chosen += ["--shm-size", str(16 * MB)]
        chosen += ["--tmpfs", f"/tmp:rw,nosuid,nodev,size={2 * limits.disk},mode=1777"]
        for package in SEEN:
            source, target = view.PACKAGES / package, f"{COURSE}/{package}"
            chosen += ["--mount", f"type=bind,source={source},target={target},readonly"]
        return [*chosen, *self.more, *self.image, self.python, "-I", f"{COURSE}/ffn_grader/sandbox/inside.py"]


def tag() -> str:
    """The image's name; another one when what is in it changes."""
    recipe = (HERE / "Containerfile").read_bytes() + _lock().read_bytes()
    return f"ffn-sandbox:{hashlib.sha256(recipe).hexdigest()[:12]}"


def _lock() -> Path:
    return view.PACKAGES / "requirements.lock"


def engine() -> Engine:
    """The engine that answers. Raises SandboxUnavailable, saying what to do, where none does or it has no image."""
    program = _program()
    if _quiet(program, "image", "inspect", tag()).returncode:
        raise SandboxUnavailable(f"{program} works, but has no image for the sandbox yet. {BUILD}")
    return Engine((program,), (tag(),))


def _program() -> str:
    reasons = []
    for name in ("docker", "podman"):
        if found := shutil.which(name):
            done = _quiet(found, "info")
            if done.returncode == 0:
                return found
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            reasons.append(f"{name} does not answer ({lines[-1][:200]})")
        else:
            reasons.append(f"{name} is not installed")
    raise SandboxUnavailable("; ".join(reasons))


def build() -> str:
    """Build the image from `Containerfile` and the versions of requirements.lock. Returns its name."""
    program = _program()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE / "Containerfile", folder)
        shutil.copy(_lock(), folder)
        command = [program, "build", "--tag", tag(), "--file", f"{folder}/Containerfile", folder]
        if code := subprocess.run(command).returncode:
            raise SandboxUnavailable(
                f"{program} could not build the image (exit code {code}, the lines above say why). It needs the "
                "network, and a registry that it knows; then run ffn-grade image again"
            )
    return tag()


def _quiet(*command: str) -> subprocess.CompletedProcess:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        return subprocess.CompletedProcess(command, 1, "", str(error))


def run(engine: Engine, options: SandboxOptions, cells: Sequence[Cell], hooks: Hooks) -> list[CellResult]:
    """One result for each cell, in order, from a container that is gone when this returns."""
    name = f"ffn-{secrets.token_hex(8)}"
    limits = options.limits
    question = {"limits": dataclasses.asdict(limits), "cells": [_told(cell, hooks) for cell in cells]}
    question["files"] = _files(options)
    command = engine.run(options, name)
    with tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as said:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=answer, stderr=said) as process:
            try:
                process.communicate(json.dumps(question).encode(), 2 * limits.wall_total + 10 * limits.wall_start)
            except (subprocess.TimeoutExpired, KeyboardInterrupt):
                _quiet(*engine.command, "kill", name)
                raise
        for file in (answer, said):
            file.seek(0)
        results = _results(answer.read(ANSWER + 1), len(cells), limits.nesting)
        if results is None:
            reason = said.read(10_000).decode("utf-8", "replace").strip()
            raise SandboxError(f"The container gave no answer: {reason or f'exit code {process.returncode}'}")
    for cell, result in zip(cells, results, strict=True):
        hooks.after(cell, result)
    return results


def _told(cell: Cell, hooks: Hooks) -> dict:
    return dataclasses.asdict(cell) | {"before": hooks.before(cell), "before_replay": hooks.before_replay(cell)}


def _files(options: SandboxOptions) -> dict[str, str]:
    """The regular files beside the notebook, {path: base64}."""
    with tempfile.TemporaryDirectory() as folder:
        copy_files(options.folder, Path(folder), options.limits.disk)
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {p.relative_to(folder).as_posix(): base64.b64encode(p.read_bytes()).decode() for p in files}


def _results(data: bytes, count: int, nesting: int) -> list[CellResult] | None:
    """What came out, checked: it may come from a student who took the container over. None: no answer."""
    try:
        given = json.loads(data)["results"] if len(data) <= ANSWER else []
        return [_result(one, nesting) for one in given] if len(given) == count else None
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _result(given: dict, nesting: int) -> CellResult:
    made = [outputs.output(one.get("output_type"), one, nesting) for one in given["outputs"]]
    return CellResult(
        outputs.text(given["status"]),
        [one for one in made if one is not None],
        outputs.text(given["words"]),
        float(given["cpu_seconds"]),
        float(given["wall_seconds"]),
    )
