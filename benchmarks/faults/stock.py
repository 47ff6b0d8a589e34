"""A stock nbgrader course with the same exercise, whose graded cells assert, as most courses do.

Nothing of it is configured: nbgrader's own executor, its own reading of a score, `ffn_ref` within reach.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from nbgrader.api import Gradebook

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
for given, wanted in zip((h_pre, h, out), right):
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
    "check_parameters": "assert answer == 2 * size.d_model * size.d_ff + size.d_ff + size.d_model",
}


def with_asserts(notebook: dict) -> dict:
    """The exercise, or a submission of it, with ordinary tests where it has `check`."""
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if "".join(cell["source"]).startswith("check("):
            cell["source"] = ASSERTS[grade_id]
    return notebook


def grade(root: Path, release: dict, submissions: dict[str, str]) -> dict[str, float | None]:
    """The score that stock nbgrader gives each student; None where it grades nothing."""
    source = root / "source" / "position_wise" / "position_wise.ipynb"
    source.parent.mkdir(parents=True)
    source.write_text(json.dumps(with_asserts(release)), encoding="utf-8")
    _nbgrader(root, "generate_assignment", "position_wise")
    for student, text in submissions.items():
        path = root / "submitted" / student / "position_wise" / "position_wise.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    _nbgrader(root, "autograde", "position_wise")
    with Gradebook(f"sqlite:///{root / 'gradebook.db'}") as book:
        graded = {s.student_id: s for s in book.assignment_submissions("position_wise")}
        done = {student for student in graded if (root / "autograded" / student).exists()}
        return {student: graded[student].score if student in done else None for student in submissions}


def _nbgrader(root: Path, *arguments: str) -> None:
    """A stock command. It exits with an error when it could not grade somebody; that is part of what is measured."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # it starts alembic by name
    command = [sys.executable, "-m", "nbgrader", *arguments]
    subprocess.run(command, cwd=root, capture_output=True, env={**os.environ, "PATH": path})
