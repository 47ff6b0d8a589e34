"""Where this Python lives."""

import sys
from pathlib import Path

from ffn_grader.sandbox.options import SandboxUnavailable


def folders() -> list[Path]:
    """The folders of this Python: its environment, what that was made from, and their real places."""
    found: list[Path] = []
    for prefix in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix):
        found += [Path(prefix), Path(prefix).resolve()]
    real = Path(sys.executable).resolve().parent.parent
    found += [real] + [Path("/nix/store")] * real.is_relative_to("/nix/store")
    for folder in found:
        if len(folder.parts) < 3 and folder != Path("/usr"):
            raise SandboxUnavailable(
                f"This Python lives in {folder}, which holds more than Python and cannot be shown to a "
                "student's code. Install the grader in a virtual environment."
            )
    return sorted({folder for folder in found if not folder.is_relative_to("/usr")})
