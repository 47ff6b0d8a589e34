"""Hostile code in the sandbox, started by root and by an ordinary user: there is nothing to reach."""

import os
import socket
from pathlib import Path

import pytest

import ffn_ref

SECRET = "the gradebook's secret"

# name: code that prints what it reached. `target` and `port` are put in from outside.
PROBES = {
    "network": """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), timeout=5); print("connected")
except OSError as error:
    print("refused", [name for _, name in socket.if_nameindex()])
""",
    "files": """
import os, sys
print(os.path.exists({target!r}), os.path.exists({repository!r} + "/solutions"))
python = {"/usr", "/proc", sys.prefix, sys.base_prefix}
seen = []
for folder, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if os.path.join(folder, name) not in python]
    seen += [os.path.join(folder, name) for name in names]
known = ("/dev/", "/etc/", "/sandbox/lib/ffn_check/", "/sandbox/lib/ffn_data/", "/home/student/")
print([name for name in seen if not name.startswith(known)])
""",
    "answers": """
import importlib
for name in ("ffn_ref", "ffn_grader", "ffn_ref.activations", "ffn_grader.local"):
    try:
        importlib.import_module(name); print("imported", name)
    except ImportError:
        print("no", name)
import ffn_check, ffn_data
print(ffn_check.__name__, ffn_data.minilm_layer().W1.shape)
""",
    "processes": """
import os
print(len([name for name in os.listdir("/proc") if name.isdigit()]))
try:
    os.kill({pid}, 0); print("reached")
except OSError as error:
    print(type(error).__name__)
""",
    "parent": """
import os, signal
os.kill(1, signal.SIGKILL); print("still here")
""",
    "system": """
import os, sys
for path in ("/x", "/etc/x", "/usr/x", "/dev/x", "/proc/sys/kernel/hostname", "/sandbox/x", sys.prefix + "/x",
             os.path.dirname(os.__file__) + "/x"):
    try:
        open(path, "w"); print("wrote", path)
    except OSError:
        print("no")
print(os.path.exists("/sys"), os.path.exists("/etc/shadow"))
""",
    "devices": """
import os
print(sorted(os.listdir("/dev")))
""",
    "environment": """
import os
print(sorted(os.environ))
""",
    "rights": """
import os
lines = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
print(int(lines["CapEff"], 16), int(lines["CapPrm"], 16), int(lines["CapAmb"], 16), lines["NoNewPrivs"].strip())
print(os.getuid() != 0)
""",
    "root again": """
import os
for call in (lambda: os.setuid(0), lambda: os.chroot("/tmp"), lambda: os.setgroups([0])):
    try:
        call(); print("done")
    except OSError:
        print("refused")
""",
    "namespaces": """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print([libc.unshare(flag) for flag in (0x10000000, 0x00020000, 0x40000000)])
print(libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0) if __import__("os").uname().machine == "x86_64" else -1)
""",
    "mounts": """
import ctypes
print(ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None), ctypes.CDLL(None).umount2(b"/tmp", 2))
""",
    "isolated": """
import sys
print(sys.flags.isolated, sys.path[-1] == __import__("os").getcwd(), "" in sys.path)
""",
    "still well": "print(6 * 7)",
}


@pytest.fixture(scope="module")
def reached(who, tmp_path_factory):
    """What each probe printed, in one sandbox."""
    target = tmp_path_factory.mktemp("gradebook") / "gradebook.db"
    target.write_text(SECRET)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        values = {"port": server.getsockname()[1], "target": str(target), "pid": os.getpid()}
        values["repository"] = str(Path(ffn_ref.__file__).parents[1])
        sources = [_fill(probe, values) for probe in PROBES.values()]
        return dict(zip(PROBES, who(*sources), strict=True))


def _fill(probe, values):
    for name, value in values.items():
        probe = probe.replace("{" + name + "!r}", repr(value)).replace("{" + name + "}", str(value))
    return probe


def lines(reached, name):
    status, text = reached[name]
    assert status == "ok", (status, text)
    return text.splitlines()


def test_no_network(reached):
    assert lines(reached, "network")[0].startswith("refused") and "eth" not in lines(reached, "network")[0]


def test_neither_gradebook_nor_course_is_there(reached):
    assert lines(reached, "files") == ["False False", "['/sandbox/launcher.py']"]


def test_the_answers_cannot_be_imported_and_the_questions_can(reached):
    assert lines(reached, "answers") == [
        "no ffn_ref",
        "no ffn_grader",
        "no ffn_ref.activations",
        "no ffn_grader.local",
        "ffn_check (384, 1536)",
    ]


def test_other_processes_are_not_there(reached):
    assert lines(reached, "processes") == ["2", "ProcessLookupError"]  # the sandbox's first process, and Python


def test_the_parent_cannot_be_killed(reached):
    status, text = reached["parent"]
    assert "still here" in text or status == "error"


def test_the_system_is_read_only(reached):
    assert lines(reached, "system") == ["no"] * 8 + ["False False"]


def test_devices_are_the_harmless_ones(reached):
    assert set(eval(lines(reached, "devices")[0])) <= {
        "console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout",
        "tty", "urandom", "zero",
    }  # fmt: skip


def test_the_environment_is_clean(reached):
    known = {"PATH", "HOME", "USER", "LOGNAME", "LANG", "MPLBACKEND", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"}
    known |= {"PIP_RETRIES", "MALLOC_ARENA_MAX", "OPENBLAS_CORETYPE", "PWD"}
    # ipykernel and IPython set these for the programs that a cell starts.
    known |= {"CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "GIT_PAGER", "PAGER", "TERM", "PYDEVD_USE_FRAME_EVAL"}
    assert set(eval(lines(reached, "environment")[0])) <= known


def test_no_rights_are_left(reached):
    assert lines(reached, "rights") == ["0 0 0 1", "True"]
    assert lines(reached, "root again") == ["refused"] * 3


def test_no_new_namespace(reached):
    assert lines(reached, "namespaces") == ["[-1, -1, -1]", "-1"]


def test_no_mount(reached):
    assert lines(reached, "mounts") == ["-1 -1"]


def test_python_is_isolated_and_the_submission_comes_last(reached):
    assert lines(reached, "isolated") == ["1 True False"]


def test_all_of_it_hurt_nobody(reached):
    assert lines(reached, "still well") == ["42"]
