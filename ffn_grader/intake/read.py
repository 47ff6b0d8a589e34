"""The first stage: from a path to bytes, without following links, hanging or filling the memory.

Raises `Unreadable` with one plain line. Nothing here looks at what the bytes mean.
"""

import errno
import os
import stat
from pathlib import Path

from ffn_grader.sandbox.files import AS_IT_IS

MAX_BYTES = 64 * 2**20  # a notebook with 60 MB of plots in it is still read


class Unreadable(Exception):
    """Why a submission cannot be read and what to do about it, in one line."""


def read_bytes(path: Path, max_bytes: int = MAX_BYTES) -> tuple[bytes, list[str]]:
    """Read an ordinary file once. Returns its bytes and a list of reasons for a person to look.

    A link is refused, wherever it points: it could lead to a classmate's file or to the gradebook. A file
    with a second name (a hard link) is read, because back-up tools make those too, but a person should look.
    """
    kind = _kind(os.lstat, path)
    if kind is not None:
        raise Unreadable(f"it is {kind}, not a file of its own: hand in the notebook itself.")
    descriptor = _open(path)
    with os.fdopen(descriptor, "rb") as file:
        # Asked again of the open file: meanwhile the name may have been given to something else.
        kind = _kind(os.fstat, file.fileno())
        if kind is not None:
            raise Unreadable(f"it is {kind}, not a file of its own: hand in the notebook itself.")
        data = _read(file, max_bytes)
        shared = os.fstat(file.fileno()).st_nlink > 1
    reasons = ["The file has a second name elsewhere on the disk (a hard link): whose file is it?"]
    return data, reasons if shared else []


def _read(file, max_bytes: int) -> bytes:
    try:
        data = file.read(max_bytes + 1)
    except OSError as error:
        raise Unreadable(f"it cannot be read: {error.strerror}.") from error
    if len(data) > max_bytes:
        raise Unreadable(
            f"it is larger than {max_bytes / 2**20:.3g} MB: clear the outputs, save it and hand it in again."
        )
    return data


def _open(path: Path) -> int:
    try:
        return os.open(path, AS_IT_IS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unreadable("it is a link: hand in the notebook itself.") from error
        raise Unreadable(f"it cannot be opened: {error.strerror}.") from error


def _kind(ask, of) -> str | None:
    """What stands there, in words, where it is not an ordinary file."""
    try:
        mode = ask(of).st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"it cannot be opened: {reason}.") from error
    if stat.S_ISREG(mode):
        return None
    if stat.S_ISLNK(mode):
        return "a link"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe, socket or device"
