"""Code as ruff wants it, and words spelt right (codespell, configured in pyproject.toml)."""

import subprocess
import sys

import pytest

CHECKS = {
    "lint": ["ruff", "check", "--quiet"],
    "spelling": ["codespell_lib"],
}
FAULTS = {
    "lint": ("import os\n", "F401"),
    "spelling": ("x = 1  # sep" + "erate\n", "separate"),
}


def run(name: str, where, *paths) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", *CHECKS[name], *map(str, paths)]
    return subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", CHECKS)
def test_every_tracked_file_passes(name, root, tracked):
    code = [path for path in tracked if path.suffix == ".py"]
    text = [path for path in tracked if path.suffix in {".py", ".md", ".sh", ".js", ".css", ".cff", ".toml", ".yml"}]
    result = run(name, root, *(text if name == "spelling" else code))
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("name", CHECKS)
def test_a_fault_is_found(name, root, tmp_path):
    source, message = FAULTS[name]
    faulty = tmp_path / "faulty.py"
    faulty.write_text(source)
    result = run(name, root, faulty)
    assert result.returncode != 0
    assert message in result.stdout + result.stderr
