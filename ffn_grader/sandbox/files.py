"""The files beside a submission's notebook."""

import os
import stat
from pathlib import Path

from ffn_grader.sandbox.limits import size
from ffn_grader.sandbox.options import SandboxError

MAX_FILES = 1000
MAX_DEPTH = 50  # folders within folders
# Never through a link, never waiting for the other end of a pipe; Windows has neither.
AS_IT_IS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def copy_files(source: Path | None, target: Path, room: int) -> None:
    """Copy the regular files of a submission. Notebooks and symlinks stay out; nothing is followed, not even a link
    that takes a folder's place meanwhile: each is opened once, and what is in it by its descriptor."""
    if source is None:
        return
    left, count = room, 0
    for folder, folders, names, at in _walk(source):
        within = Path(folder).relative_to(source)
        inside = target / within
        inside.mkdir(exist_ok=True)
        folders[:] = [name for name in folders if not name.startswith(".")]
        count += len(folders)
        for name in names:
            path = Path(folder, name) if at is None else name
            if name.endswith(".ipynb") or not stat.S_ISREG(os.lstat(path, dir_fd=at).st_mode):
                continue
            descriptor = os.open(path, AS_IT_IS, dir_fd=at)
            with os.fdopen(descriptor, "rb") as file:
                data = file.read(left + 1)
            left, count = left - len(data), count + 1
            if left < 0 or count > MAX_FILES:
                break
            (inside / name).write_bytes(data)
        if left < 0 or count > MAX_FILES or len(within.parts) > MAX_DEPTH:
            raise SandboxError(
                f"The files beside the notebook are too many or too large (at most {MAX_FILES} files and folders, "
                f"{MAX_DEPTH} deep, and {size(room)} together). Remove what the notebook does not need."
            )


def _walk(source: Path):
    """As os.fwalk: (folder, names of folders, of files, descriptor). Windows has no descriptors of folders: None."""
    return os.fwalk(source) if hasattr(os, "fwalk") else ((*found, None) for found in os.walk(source))


def readable(folder: Path) -> None:
    """Let everybody read a folder of ours, whatever the umask: in the sandbox root is another user."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
