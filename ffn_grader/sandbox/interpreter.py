"""Where this Python lives."""

import sys
from pathlib import Path

from ffn_grader.sandbox.options import SandboxUnavailable

PACKAGES = Path(__file__).parents[2]  # the folder that holds ffn_check, ffn_ref and ffn_grader
SHARED = {Path("/", name) for name in ("", "etc", "home", "mnt", "opt", "root", "srv", "tmp", "var")}


def folders() -> list[Path]:
    """The folders of this Python: its environment, what that was made from, and their real places."""
    found: list[Path] = []
    for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix):
        found += [Path(prefix), Path(prefix).resolve()]
    real = Path(sys.executable).resolve().parent.parent
    found += [real] + [Path("/nix/store")] * real.is_relative_to("/nix/store")
    for folder in found:
        if folder in SHARED or folder == Path.home():
            raise SandboxUnavailable(
                f"This Python lives in {folder}, which holds more than Python and cannot be shown to a "
                "student's code. Install the grader in a virtual environment."
            )
        if PACKAGES.is_relative_to(folder) and (PACKAGES / "pyproject.toml").exists():
            raise SandboxUnavailable(
                f"The course, {PACKAGES}, lies inside the folder of this Python, {folder}, and a student's code "
                "would see it. Move the course out of it, or make another virtual environment."
            )
    return sorted({folder for folder in found if not folder.is_relative_to("/usr")})
