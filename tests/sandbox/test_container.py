"""Docker and Podman in the place of bubblewrap: the command line, the choice, what comes back; Podman for real."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ffn_grader import cli
from ffn_grader.sandbox import (
    Cell,
    Hooks,
    SandboxError,
    SandboxOptions,
    SandboxRunner,
    SandboxUnavailable,
    bubblewrap,
    container,
    interpreter,
    report,
    require,
)
from tests.sandbox.cells import SHORT, printed

OPTIONS = SandboxOptions(limits=SHORT)
FORBIDDEN = ("ffn_ref", "solutions", "questions", "grading", "gradebook", "secret", "docker.sock", "privileged")


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """programs(docker="exit 1", …): these shell scripts are all that PATH holds, and bubblewrap is not there."""

    def made(**scripts):
        for name, text in scripts.items():
            (tmp_path / name).write_text("#!/bin/sh\n" + text)
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(bubblewrap, "require", absent)
        return tmp_path

    def absent():
        raise SandboxUnavailable("The sandbox needs Linux; this is Darwin.")

    return made


def test_the_command_line_takes_everything_away():
    line = container.Engine(("docker",), ("image:1",)).run(OPTIONS, "ffn-1")
    text = " ".join(line)
    for words in (
        "docker run --rm --interactive --name ffn-1",
        "--network none --read-only --ipc private --cap-drop ALL",
        "--security-opt no-new-privileges",
        f"--pids-limit {SHORT.processes + container.RUNNER_PROCESSES}",
    ):
        assert words in text
    held = int(line[line.index("--memory") + 1])
    assert SHORT.memory < held == int(line[line.index("--memory-swap") + 1]) < 2 * SHORT.memory
    assert [line[at + 1] for at, word in enumerate(line) if word == "--cap-add"] == ["KILL", "SETGID", "SETUID"]
    mounts = [word for word in line if word.startswith("type=bind")]
    assert len(mounts) == 3 and all(mount.endswith(",readonly") for mount in mounts)
    assert [word for word in FORBIDDEN if word in text.replace(str(interpreter.PACKAGES), "")] == []
    assert line[-4:] == ["image:1", "python", "-I", "/sandbox/course/ffn_grader/sandbox/inside.py"]


def test_without_bubblewrap_an_engine_that_answers_is_taken(programs):
    folder = programs(docker='echo "$@" >> "$0.log"; exit 0')
    engine = require()
    assert engine.command == (str(folder / "docker"),) and engine.image == (container.tag(),)
    layers = report()
    assert [layer.present for layer in layers] == [False, True] and "container" in layers[1].name


def test_an_engine_without_the_image_says_how_to_build_it(programs, capsys):
    programs(docker="exit 1", podman='[ "$1" = info ] && exit 0; exit 1')
    with pytest.raises(SandboxUnavailable, match=r"needs Linux.*podman works, but has no image.*ffn-grade image"):
        require()
    assert cli.main(["doctor"]) == 1
    assert "ffn-grade image" in capsys.readouterr().out


def test_what_is_missing_is_said(programs):
    programs(docker="echo 'Cannot connect to the Docker daemon' >&2; exit 1")
    with pytest.raises(SandboxUnavailable, match=r"docker does not answer \(Cannot connect.*; podman is not installed"):
        require()


def test_the_image_is_built_with_the_versions_of_the_lock(programs, capsys):
    last = (
        'while [ $# -gt 1 ]; do shift; done\n[ -s "$1/requirements.lock" ] && /bin/cat "$1/Containerfile" > "$0.built"'
    )
    folder = programs(docker='[ "$1" = info ] && exit 0\necho "$@" > "$0.asked"\n' + last)
    assert cli.main(["image"]) == 0 and container.tag() in capsys.readouterr().out
    assert (folder / "docker.asked").read_text().startswith(f"build --tag {container.tag()} --file")
    built = (folder / "docker.built").read_text()
    assert "--constraint /requirements.lock" in built and "ipykernel" in built


def test_an_image_that_cannot_be_built_is_one_sentence(programs, capsys):
    programs(docker='[ "$1" = info ] && exit 0\n[ "$1" = build ] && exit 125\nexit 1')
    assert cli.main(["image"]) == 1
    said = capsys.readouterr().err
    assert "could not build the image (exit code 125" in said and len(said.strip().splitlines()) == 1


def answering(folder: Path, text: str) -> container.Engine:
    """An engine whose container answers with `text`, whatever it is asked."""
    (folder / "answer").write_text(text)
    program = folder / "engine"
    program.write_text(f"#!/bin/sh\n/bin/cat > {folder}/asked; echo broken >&2; /bin/cat {folder}/answer\n")
    program.chmod(0o755)
    return container.Engine((str(program),), ("image",))


def one(**changed) -> dict:
    return {"status": "ok", "outputs": [], "words": "", "cpu_seconds": 0.1, "wall_seconds": 0.2} | changed


class Inputs(Hooks):
    def before(self, cell):
        return "the inputs"


def test_the_cells_go_in_and_checked_results_come_out(tmp_path):
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": "6\n"},
        {"output_type": "display_data", "data": {"text/html": "<script>", "text/plain": "x"}, "metadata": {}},
    ]
    engine = answering(tmp_path, json.dumps({"results": [one(outputs=outputs)]}))
    (result,) = container.run(engine, OPTIONS, [Cell("a", "print(6)")], Inputs())
    assert printed(result) == "6\n" and result.sandboxed
    assert result.outputs[1]["data"] == {"text/plain": "x"}
    (asked,) = json.loads((tmp_path / "asked").read_text())["cells"]
    assert asked == {"id": "a", "source": "print(6)", "replay": True, "before": "the inputs", "before_replay": None}


@pytest.mark.parametrize(
    "answer",
    ["", "[]", "{}", '{"results": []}', '{"results": [{}]}', '{"results": [1]}', "[" * 10**5, '{"results": NaN}',
     json.dumps({"results": [one(status=7)]}), json.dumps({"results": [one(outputs=[{"output_type": "error"}])]})],
)  # fmt: skip
def test_a_forged_answer_is_no_answer(tmp_path, answer):
    with pytest.raises(SandboxError, match=r"no answer: broken"):
        container.run(answering(tmp_path, answer), OPTIONS, [Cell("a", "1")], Hooks())


@pytest.fixture(scope="module")
def podman(tmp_path_factory):
    """Podman with this machine's own Python, shown in an empty root; no image has to be fetched."""
    if os.geteuid() or not (shutil.which("podman") and shutil.which("runc")):
        pytest.skip("the real container needs root, podman and runc")
    root = tmp_path_factory.mktemp("rootfs")
    root.chmod(0o755)
    for name in ("usr", "proc", "dev", "tmp", "etc", "sys", "run"):
        (root / name).mkdir()
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    command = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs", "--storage-driver", "vfs")
    more = ["--ulimit", "nproc=1024:1024", "--ulimit", "nofile=256:256"]
    for folder in (Path("/usr"), *interpreter.folders()):
        more += ["--volume", f"{folder}:{folder}:ro"]
    engine = container.Engine(command, ("--rootfs", str(root)), sys.executable, tuple(more))
    probe = [*command, "run", "--rm", *more, "--network", "none", "--rootfs", str(root), sys.executable, "-c", "1"]
    if (done := subprocess.run(probe, capture_output=True, text=True)).returncode:
        pytest.skip(f"podman cannot run here: {done.stderr.strip()[-200:]}")
    return engine


LOOK = """
import os, socket
try: socket.create_connection(("127.0.0.1", 22), timeout=1)
except OSError: print("no network")
told = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
print(os.getuid() != 0, int(told["CapEff"], 16), int(told["CapBnd"], 16) & ~0xE0, told["NoNewPrivs"].strip())
for act in (lambda: open("/x", "w"), lambda: os.kill(1, 9), lambda: os.setuid(0), lambda: open("/proc/1/mem", "rb")):
    try: act(); print("done")
    except OSError: print("refused")
print(os.listdir("/sandbox/course/ffn_grader"), open("data.csv").read())
"""


def test_for_real_podman_keeps_a_notebook_apart(podman, tmp_path):
    (tmp_path / "data.csv").write_text("1,2")
    cells = [
        "x = 1",
        LOOK,
        "import os; os._exit(1)",
        "while True: pass",
        "import ffn_check; print(x)",
        "import ffn_ref",
    ]
    options = SandboxOptions(limits=SHORT, folder=tmp_path)
    results = container.run(podman, options, [Cell(str(n), source) for n, source in enumerate(cells)], Hooks())
    assert [result.status for result in results] == ["ok", "ok", "died", "cpu", "ok", "error"], results
    assert printed(results[1]).splitlines() == ["no network", "True 0 0 1", *["refused"] * 4, "['sandbox'] 1,2"]
    assert printed(results[4]) == "1\n"


def test_for_real_the_runner_uses_it_where_bubblewrap_is_not(podman, monkeypatch):
    monkeypatch.setattr("ffn_grader.sandbox.runner.require", lambda: podman)
    (result,) = SandboxRunner(OPTIONS).run([Cell("a", "import os; print(os.path.exists('/sandbox/course'))")])
    assert printed(result) == "True\n" and result.sandboxed
