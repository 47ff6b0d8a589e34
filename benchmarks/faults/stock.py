"""A stock nbgrader course with the same exercise, whose graded cells assert, as most courses do.

Nothing of it is configured: nbgrader's own executor, its own reading of a score, `ffn_ref` within reach.
"""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

from nbgrader.api import Gradebook

from ffn_grader.sandbox.bubblewrap import find
from ffn_grader.sandbox.interpreter import PACKAGES

CHAPTER = "position_wise"
MEMORY_KB = 4_000_000

#: The ordinary test for each graded cell.
ASSERTS = {
    "check_shapes": """\
assert (W1_shape, b1_shape) == ((sizes.d_model, sizes.d_ff), (sizes.d_ff,))
assert (W2_shape, b2_shape) == ((sizes.d_ff, sizes.d_model), (sizes.d_model,))
assert h_shape == (sizes.batch, sizes.seq, sizes.d_ff) and out_shape == (sizes.batch, sizes.seq, sizes.d_model)""",
    "check_by_hand_relu": """\
from ffn_ref import ffn_stages
right = ffn_stages(n.x, n.W1, n.W2, n.b1, n.b2)
for given, wanted in zip((h_pre, h, out), right):
    np.testing.assert_allclose(given, wanted)""",
    "check_by_hand_gelu": """\
from ffn_ref import ffn_stages, gelu
right = ffn_stages(m.x, m.W1, m.W2, m.b1, m.b2, activation=gelu)
for given, wanted in zip((g_pre, g, g_out), right):
    np.testing.assert_allclose(given, wanted, atol=5e-3)""",
    "check_one_token": """\
from ffn_ref import ffn
rng = np.random.default_rng(1)
x, W1, W2, b1, b2 = (rng.normal(size=s) for s in ((3,), (3, 5), (5, 3), (5,), (3,)))
np.testing.assert_allclose(forward_one(x, W1, W2, b1, b2), ffn(x, W1, W2, b1, b2))""",
    "check_forward": """\
x = rng.normal(size=(2, 4, 3))
np.testing.assert_allclose(forward(x, W1, W2, b1, b2), ffn(x, W1, W2, b1, b2))""",
    "check_out_in": "np.testing.assert_allclose(forward_out_in(x, W1.T, W2.T, b1, b2), ffn(x, W1, W2, b1, b2))",
    "check_collapse": """\
W, b = collapse(W1, W2, b1, b2)
np.testing.assert_allclose(x @ W + b, (x @ W1 + b1) @ W2 + b2)""",
    "check_which_fire": """\
mask = k.x @ k.W1 + k.b1 > 0
np.testing.assert_allclose(fires, mask)
np.testing.assert_allclose(W, (k.W1 * mask) @ k.W2)
np.testing.assert_allclose(b, (k.b1 * mask) @ k.W2 + k.b2)""",
    "check_count_regions": """\
points = rng.normal(size=(40, 3))
assert count_regions(points, W1, b1) == len(np.unique(points @ W1 + b1 > 0, axis=0))""",
    "check_parameters": "assert answer == 2 * size.d_model * size.d_ff + size.d_ff + size.d_model",
}


def with_asserts(notebook: dict) -> dict:
    """The exercise, or a submission of it, with ordinary tests where it has `check`."""
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if "".join(cell["source"]).startswith("check("):
            cell["source"] = ASSERTS[grade_id]
    return notebook


def prepare(root: Path, release: dict) -> None:
    """A course in `root` with this exercise, released."""
    source = root / "source" / CHAPTER / f"{CHAPTER}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(with_asserts(release)), encoding="utf-8")
    nbgrader(root, "generate_assignment", CHAPTER)


def folder(root: Path, student: str) -> Path:
    return root / "submitted" / student / CHAPTER


def scores(root: Path) -> dict[str, dict[str, float]]:
    """{student: {grade_id: score}} of those whom nbgrader graded: a row in its gradebook, and the notebook is there."""
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as book:
        graded = {s.student_id: s for s in book.assignment_submissions(CHAPTER)}
        return {
            student: {grade.name: grade.score for notebook in one.notebooks for grade in notebook.grades}
            for student, one in graded.items()
            if (root / "autograded" / student / CHAPTER / f"{CHAPTER}.ipynb").exists()
        }


def exported(root: Path) -> dict[str, float]:
    """{student: score} in the table of grades that an instructor takes home."""
    nbgrader(root, "export", "--to", "grades.csv")
    with open(root / "grades.csv", encoding="utf-8") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def nbgrader(root: Path, *arguments: str, wait: float | None = None) -> int | None:
    """A stock command; its exit code is part of what is measured. None: it was killed after `wait` seconds.

    It runs in a box of its own, without a network and with a bound on memory, because the machine must survive what
    stock nbgrader lets a notebook do. Inside, nothing of nbgrader is changed.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # it starts alembic by name
    box = [str(find()), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--unshare-net"]
    box += ["--bind", str(root), str(root), "--die-with-parent", "--"]
    command = [
        *box,
        "sh",
        "-c",
        f'ulimit -v {MEMORY_KB}; exec "$@"',
        "sh",
        sys.executable,
        "-m",
        "nbgrader",
        *arguments,
    ]
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(PACKAGES), "HOME": str(root), "TMPDIR": str(root)}
    try:
        return subprocess.run(command, cwd=root, capture_output=True, env=environment, timeout=wait).returncode
    except subprocess.TimeoutExpired:
        return None
