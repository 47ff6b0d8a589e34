"""What runs on Windows and macOS as well: taking in, grading in a container, the lock of a run."""

import subprocess
import sys

# The grader's libraries are loaded first; then all that Windows lacks is taken away.
WITHOUT_POSIX = """
import asyncio, os, sys, pathlib, subprocess, tempfile
import joblib, jupyter_client, jupytext
import nbgrader.apps, nbgrader.converters, nbgrader.preprocessors, psutil, rich, sqlalchemy, zmq
import filelock
MISSING = ("O_NOFOLLOW", "O_CLOEXEC", "O_DIRECTORY", "geteuid", "getuid", "sysconf", "uname", "fchmod",
           "mkfifo", "chown", "setpgid", "fork", "getpgrp", "memfd_create", "fwalk")
for name in MISSING:
    if hasattr(os, name): delattr(os, name)
sys.modules.update(dict.fromkeys(("fcntl", "resource", "pwd", "grp", "termios", "pyseccomp")))
sys.platform = "win32"
import ffn_grader.cli, ffn_grader.class_run, ffn_grader.feedback, ffn_grader.report
from ffn_grader.course import Course, CourseError
from ffn_grader.journal import only_run
from ffn_grader.writing import write_whole
from ffn_grader.sandbox import Cell, Hooks, Limits, SandboxOptions, SandboxUnavailable, container, require
here = pathlib.Path(sys.argv[1])
course = Course(here)
with only_run(course):
    try:
        with only_run(course): print("twice")
    except CourseError as error: print(f"process {os.getpid()}" in str(error))
write_whole(here / "x" / "record", b"whole")
try: require()
except SandboxUnavailable as error: print("needs Linux" in str(error), "docker" in str(error))
(here / "submission").mkdir(); (here / "submission" / "data.csv").write_text("1")
engine = container.Engine((str(here / "engine"),), ("image",))
results = container.run(engine, SandboxOptions(folder=here / "submission"), [Cell("a", "1")], Hooks())
print(results[0].status, (here / "x" / "record").read_text())
"""


def test_the_trusted_side_needs_nothing_of_posix(tmp_path):
    answer = '{"results": [{"status": "ok", "outputs": [], "words": "", "cpu_seconds": 0, "wall_seconds": 0}]}'
    (tmp_path / "engine").write_text(f"#!/bin/sh\n/bin/cat > /dev/null; echo '{answer}'\n")
    (tmp_path / "engine").chmod(0o755)
    done = subprocess.run([sys.executable, "-c", WITHOUT_POSIX, str(tmp_path)], capture_output=True, text=True)
    assert done.stdout.split("\n") == ["True", "True True", "ok whole", ""], done.stderr[-3000:]
