"""`nbgrader validate` tells a student, before handing in, what is not right yet."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SUBMISSIONS = Path(__file__).parents[1] / "submissions" / "position_wise"


def validated(folder: Path, name: str) -> str:
    """What the command prints for one notebook of the sample class, in a folder without a course."""
    shutil.copyfile(SUBMISSIONS / f"{name}.ipynb", folder / "position_wise.ipynb")
    command = [sys.executable, "-m", "nbgrader", "validate", "position_wise.ipynb"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("name", ["passes_all", "passes_all_with_warnings"])
def test_a_right_notebook_passes(tmp_path, name):
    assert "Success!" in validated(tmp_path, name)


@pytest.mark.parametrize(
    "name, words",
    [("no_activation", "There is no activation between the two layers"), ("empty", "Nothing to judge yet")],
)
def test_what_is_not_right_is_said(tmp_path, name, words):
    said = validated(tmp_path, name)
    assert "Success!" not in said and "VALIDATION FAILED" in said.upper() and words in said
