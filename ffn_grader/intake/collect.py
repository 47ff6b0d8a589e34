"""Opening an archive that was handed in: what is good is written below one folder, the rest is named.

Names in an archive are only wishes, and its sizes only claims. Every name is checked before a file is made,
and bytes are counted as they come out.
"""

import os
import re
import stat
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from ffn_check.plain import printable
from ffn_grader.intake.salvage import salvage

MAX_FILES = 2000
MAX_FILE = 64 * 2**20
MAX_TOTAL = 512 * 2**20
MAX_DEPTH = 2  # a class archive that holds one archive for each student
CHUNK = 2**16


@dataclass
class _Room:
    """How much may still be written."""

    files: int = MAX_FILES
    bytes: int = MAX_TOTAL
    notes: list[str] = field(default_factory=list)


def unpack(zip_path: Path, dest: Path) -> list[str]:
    """Unpack `zip_path` below `dest`. Returns a note for everything that was not taken, by name and reason.

    Taken are ordinary files whose names stay below `dest`. Refused: links, absolute paths and `..`, encrypted
    or damaged entries, and what exceeds the limits on size and number. An archive inside is unpacked into a
    folder of its name. Nothing that stands in `dest` already is overwritten.
    """
    room = _Room()
    Path(dest).mkdir(parents=True, exist_ok=True)
    _unpack(Path(zip_path), Path(dest).resolve(), room, 1)
    return room.notes


def _unpack(zip_path: Path, dest: Path, room: _Room, depth: int) -> None:
    shown = printable(zip_path.name)
    try:
        if not stat.S_ISREG(zip_path.lstat().st_mode):
            room.notes.append(f"{shown}: it is a link or no file, and was not opened.")
            return
        with _open(zip_path, shown, room) as archive:
            for entry in archive.infolist():
                reason = _refusal(entry) or _write(archive, entry, dest, room, depth)
                if reason:
                    room.notes.append(f"{shown}: '{printable(entry.filename)}' {reason}.")
                if room.files <= 0 or room.bytes <= 0:
                    room.notes.append(f"{shown}: it holds too much; what came after that was not taken.")
                    return
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        why = getattr(error, "strerror", None) or "its contents cannot be listed; ask for it again"
        room.notes.append(f"{shown}: {why}.")


def _open(zip_path: Path, shown: str, room: _Room) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(zip_path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        whole, lost = salvage(zip_path, MAX_TOTAL)
        room.notes.append(f"{shown}: it is not a whole zip archive; ask for it again.")
        room.notes += [f"{shown}: '{printable(name)}' is not whole and was not taken." for name in lost]
        return zipfile.ZipFile(whole)


def _refusal(entry: zipfile.ZipInfo) -> str | None:
    """Why an entry is not even tried, or None."""
    name = entry.filename
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or device and was refused"
    if name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name):
        return "has an absolute path and was refused"
    parts = re.split(r"[/\\]", name.rstrip("/\\"))
    if ".." in parts or "" in parts or "." in parts or not name.isprintable():
        return "leads outside the folder or has no proper name, and was refused"
    if entry.flag_bits & 1:
        return "is encrypted and cannot be read"
    return None


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, dest: Path, room: _Room, depth: int) -> str | None:
    if entry.is_dir():
        return None
    target = dest.joinpath(*re.split(r"[/\\]", entry.filename))
    try:
        if not target.parent.resolve().is_relative_to(dest):
            return "leads through a link and was refused"
        target.parent.mkdir(parents=True, exist_ok=True)
        # O_EXCL: never writes through, or over, what is already there.
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        return "is there already and was not written over"
    except (OSError, ValueError) as error:
        return f"cannot be written ({getattr(error, 'strerror', None) or 'its name is not possible'})"
    reason = _copy(archive, entry, descriptor, room)
    room.files -= 1
    if reason:
        target.unlink()
    elif target.suffix.lower() == ".zip":
        if depth >= MAX_DEPTH:
            return "is an archive too deep inside others and was left unopened"
        inner = target.with_suffix("")
        if inner.exists():
            return "is an archive whose folder is there already; it was left unopened"
        inner.mkdir()
        _unpack(target, inner, room, depth + 1)
    return reason


def _copy(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, descriptor: int, room: _Room) -> str | None:
    written = 0
    with os.fdopen(descriptor, "wb") as file:
        try:
            with archive.open(entry) as source:
                while chunk := source.read(CHUNK):
                    written += len(chunk)
                    room.bytes -= len(chunk)
                    if written > MAX_FILE or room.bytes <= 0:
                        return f"is larger than {min(MAX_FILE, MAX_TOTAL) // 2**20} MB and was not taken"
                    file.write(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
            return "is damaged and cannot be read"
    return None
