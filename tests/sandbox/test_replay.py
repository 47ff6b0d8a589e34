"""A cell that ends Python costs itself: the others run as if it had not been there."""

import dataclasses
import os
import subprocess
import sys
import tempfile
import threading
import time

import psutil
import pytest

from ffn_grader.sandbox import Cell, Hooks, SandboxOptions, SandboxRunner
from tests.sandbox.cells import SHORT, printed, raised, run_cells

DEADLY = {
    "os._exit": ("import os; os._exit(3)", "exit code 3"),
    "segfault": ("import ctypes; ctypes.string_at(0)", "segmentation fault"),
    "kill": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed"),
    "abort": ("import os; os.abort()", "SIGABRT"),
}


def test_what_ends_python_costs_only_itself(run):
    sources = ["x = 1"]
    for code, _ in DEADLY.values():
        sources += [code, "x += 1"]
    results = run(*sources, "print(x)")
    assert printed(results[-1]) == f"{1 + len(DEADLY)}\n"
    for result, (_, words) in zip(results[1::2], DEADLY.values(), strict=False):
        assert result.status == "died" and words in result.words
    assert {result.status for result in results[::2]} == {"ok"}


def test_what_only_looks_deadly_is_harmless(run):
    results = run(
        "x = 5\nimport sys\nsys.exit()", "quit()", "exit", "input('?')", "raise KeyboardInterrupt", "print(x)"
    )
    assert [result.status for result in results] == ["error", "ok", "ok", "error", "error", "ok"]
    assert raised(results[3]) == "StdinNotImplementedError" and printed(results[-1]) == "5\n"


def test_what_ends_python_after_its_cell_costs_no_other_cell(sandbox_needed):
    class Slow(Hooks):
        def after(self, cell, result):
            time.sleep(0.8 if cell.id == "1" else 0)

    timer = "import threading, os\nthreading.Timer(0.2, os._exit, (1,)).start()"
    results = run_cells("x = 7", timer, "print(x)", "print(x)", hooks=Slow())
    assert [result.status for result in results] == ["ok"] * 4
    assert printed(results[2]) == printed(results[3]) == "7\n"


def test_restarts_are_bounded(run):
    limits = dataclasses.replace(SHORT, restarts=1)
    results = run(*["import os; os._exit(0)"] * 3, "print(1)", limits=limits)
    assert [result.status for result in results] == ["died"] * 4
    assert "not run" in results[-1].words and "not run" in results[-2].words


class Recorder(Hooks):
    """Sends code before every cell, and writes down what happens."""

    def __init__(self):
        self.events = []

    def before(self, cell):
        self.events.append(("before", cell.id))
        return f"sent = 'to {cell.id}'; print('never seen')"

    def before_replay(self, cell):
        self.events.append(("again", cell.id))

    def after(self, cell, result):
        self.events.append(("after", cell.id, result.status))


def test_hooks(sandbox_needed):
    hooks = Recorder()
    cells = [Cell("a", "print(sent)"), Cell("b", "1 / 0", replay=False), Cell("c", "import os; os._exit(1)")]
    results = SandboxRunner(SandboxOptions(limits=SHORT)).run([*cells, Cell("d", "print(sent)")], hooks)
    assert [printed(result) for result in results] == ["to a\n", "", "", "to d\n"]
    assert hooks.events == [
        ("before", "a"), ("after", "a", "ok"), ("before", "b"), ("after", "b", "error"),
        ("before", "c"), ("again", "a"), ("before", "c"), ("after", "c", "died"),
        ("again", "a"), ("before", "d"), ("after", "d", "ok"),
    ]  # fmt: skip


def test_a_cell_is_not_blamed_for_what_was_sent_before_it(run):
    class Broken(Hooks):
        def before(self, cell):
            return "import os; os._exit(1)" if cell.id == "1" else None

    results = run("x = 1", "print(2)", "print(x)", hooks=Broken())
    assert results[1].status == "died" and "before the cell" in results[1].words
    assert printed(results[2]) == "1\n"


def children():
    """This process's own, and theirs: other tests may keep workers for a while."""
    return set(psutil.Process().children(recursive=True))


def test_a_hooks_own_error_passes_through_and_nothing_is_left(sandbox_needed, tmp_path, monkeypatch):
    class Failing(Hooks):
        def after(self, cell, result):
            raise LookupError("the hook's")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = children()
    with pytest.raises(LookupError):
        SandboxRunner(SandboxOptions(limits=SHORT)).run([Cell("a", "x = 1")], Failing())
    assert not list(tmp_path.iterdir()) and children() <= before


LEAVE_RUNNING = """
import subprocess, threading, time, os
subprocess.Popen(["setsid", "sleep", "1000"])
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
"""


def test_nothing_is_left_behind(run, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = children()
    assert [result.status for result in run(LEAVE_RUNNING, "1")] == ["ok", "ok"]
    assert children() <= before
    assert not list(tmp_path.iterdir())


def test_open_files_and_threads_do_not_grow_with_the_notebooks(run):
    def held():
        process = psutil.Process()
        return process.num_fds(), process.num_threads()

    run("1")
    before = held()
    for _ in range(3):
        run("1", "import os; os._exit(1)", "2")
    assert held() == before


def test_a_fork_bomb_leaves_the_neighbour_alone(run):
    bombs = []
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    neighbour = threading.Thread(target=lambda: bombs.extend(run(bomb, bomb)))
    neighbour.start()
    results = run(*["import subprocess; print(subprocess.run(['echo', 'well'], capture_output=True).stdout)"] * 5)
    neighbour.join()
    assert [printed(result) for result in results] == ["b'well\\n'\n"] * 5
    assert "ok" not in [result.status for result in bombs]


def test_a_grader_that_is_killed_leaves_nothing_running(sandbox_needed, tmp_path):
    source = "print('started', flush=True); import subprocess; subprocess.run(['sleep', '1000'])"
    code = (
        "from ffn_grader.sandbox import *\n"
        "class Told(Hooks):\n    def before(self, cell): print('running', flush=True)\n"
        f"SandboxRunner().run([Cell('a', {source!r})], Told())"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as grader:
        assert grader.stdout.readline() == b"running\n"
        time.sleep(0.5)
        inside = psutil.Process(grader.pid).children(recursive=True)
        assert len(inside) >= 3
        grader.kill()
    _, alive = psutil.wait_procs(inside, timeout=20)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
