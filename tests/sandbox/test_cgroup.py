"""A sandbox in a control group: in one that is played by a folder, through a systemd that is played, and for real."""

import os
from pathlib import Path

import pytest

from ffn_grader.sandbox import SandboxOptions, cgroup, report
from ffn_grader.sandbox.kernel import Kernel
from tests.sandbox.cells import SHORT, printed, run_cells


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A folder in the place of cgroup v2, with our own group two levels below its root."""
    root = tmp_path / "cgroup"
    own = root / "user.slice" / "session.scope"
    own.mkdir(parents=True)
    for folder in (root, own.parent, own):
        (folder / "cgroup.controllers").write_text("cpu memory pids\n")
        (folder / "cgroup.procs").touch()
        (folder / "cgroup.subtree_control").touch()
    (root / "cgroup.subtree_control").write_text("cpu memory pids\n")
    (own.parent / "cgroup.subtree_control").write_text("memory pids\n")
    (own / "cgroup.subtree_control").unlink()
    (own / "cgroup.subtree_control").mkdir()  # cannot be written, as where processes live
    monkeypatch.setattr(cgroup, "_own", lambda: (root, own))
    return own


def test_the_nearest_group_that_hands_on_its_controllers_is_divided(tree):
    assert cgroup.parent() == (tree.parent, "")


def test_controllers_are_asked_for_where_they_are_not_handed_on_yet(tree):
    control = tree.parent / "cgroup.subtree_control"
    control.write_text("")
    assert cgroup.parent() == (tree.parents[1], ""), "this one does not answer, so the next one above is taken"
    assert control.read_text() == "+memory +pids"


def test_a_controller_that_is_missing_is_named(tree):
    (tree / "cgroup.controllers").write_text("cpu pids\n")
    folder, reason = cgroup.parent()
    assert folder is None and "no controller for memory in" in reason


def test_a_system_without_cgroup_v2(monkeypatch):
    monkeypatch.setattr(cgroup, "_own", lambda: None)
    assert cgroup.parent() == (None, "this system has no cgroup v2")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    layer = report()[-1]
    assert not layer.present and not layer.needed and "no cgroup v2" in layer.advice


def test_a_sandbox_lives_in_a_group_with_its_limits_and_ends_with_it(sandbox_needed, tree):
    with Kernel(SandboxOptions(limits=SHORT)) as kernel:
        folder = kernel.box.group.folder
        assert folder.parent == tree.parent
        assert (folder / "cgroup.procs").read_text().split() == [str(kernel.box.process.pid)]
        assert int((folder / "memory.max").read_text()) > SHORT.memory + 2 * SHORT.disk
        assert int((folder / "pids.max").read_text()) > SHORT.processes
        assert (folder / "memory.swap.max").read_text() == "0"
        assert not (folder / "cgroup.kill").exists()
    assert (folder / "cgroup.kill").read_text() == "1"


def test_a_process_that_the_system_ended_for_its_memory_is_told_so(sandbox_needed, tree, monkeypatch):
    monkeypatch.setattr(cgroup.Group, "make", _overrun(cgroup.Group.make))
    result, after = run_cells("import os; os.kill(os.getpid(), 9)", "print(1)")
    assert (result.status, printed(after)) == ("memory", "1\n")
    assert result.words == "The cell used more than 400 MB of memory."


def _overrun(make):
    def made(parent, limits):
        group = make(parent, limits)
        group.write("memory.events", "low 0\nmax 7\noom 1\noom_kill 1\n")
        return group

    return made


def test_where_no_group_can_be_made_the_sandbox_runs_without(sandbox_needed, tree, monkeypatch):
    def full(parent, limits):
        raise OSError(28, "no more groups")

    monkeypatch.setattr(cgroup.Group, "make", full)
    assert printed(run_cells("print(1)")[0]) == "1\n"


def test_systemd_is_asked_where_we_may_not_make_one(sandbox_needed, tmp_path, monkeypatch):
    monkeypatch.setattr(cgroup, "_own", lambda: None)
    asked, program = tmp_path / "asked", tmp_path / "systemd-run"
    program.write_text(
        f'#!/bin/sh\necho "$XDG_RUNTIME_DIR" "$@" > {asked}\nwhile [ "$1" != -- ]; do shift; done\nshift; exec "$@"\n'
    )
    program.chmod(0o755)
    (tmp_path / "systemd").mkdir()
    (tmp_path / "systemd" / "private").touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    results = run_cells("import os; print('XDG_RUNTIME_DIR' in os.environ)")
    assert printed(results[0]) == "False\n"
    words = asked.read_text().split()
    assert words[:4] == [str(tmp_path), "--user", "--scope", "--quiet"]
    assert f"--property=TasksMax={cgroup.processes(SHORT)}" in words
    assert f"--property=MemoryMax={cgroup.memory(SHORT)}" in words
    assert report()[-1].present and "systemd-run" in report()[-1].name


@pytest.mark.skipif(cgroup.parent()[0] is None, reason=f"no real group: {cgroup.parent()[1]}")
def test_for_real_the_kernel_of_the_system_holds_the_limits(sandbox_needed):
    with Kernel(SandboxOptions(limits=SHORT)) as kernel:
        folder = kernel.box.group.folder
        living = {int(pid) for pid in (folder / "cgroup.procs").read_text().split()}
        assert kernel.box.leftovers.own < living
        assert 0 < int((folder / "memory.current").read_text()) < SHORT.memory
        assert int((folder / "memory.max").read_text()) <= cgroup.memory(SHORT)
    assert not Path(folder).exists()
