"""The whole members of a zip archive that lost its end.

The table of contents stands last in a zip archive, so an interrupted upload has none. But every member also
has a header of its own before its data (PKWARE APPNOTE, section 4.3.7), and those before the break are whole.
"""

import struct
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import IO

HEADER = struct.Struct("<4s5H3L2H")
SIGNATURE = b"PK\x03\x04"
SIZES_FOLLOW = 0x08  # flag: checksum and sizes stand after the data
ENCRYPTED = 0x01
UTF8 = 0x800


def salvage(path: Path, max_bytes: int) -> tuple[IO[bytes], list[str]]:
    """A new archive with the members that are whole, and the names of those that are not.

    `max_bytes` bounds the file that is read and, together, what comes out of it.
    """
    with open(path, "rb") as file:
        data = file.read(max_bytes)
    # Closing it is the caller's: the archive is read from it.
    repaired = tempfile.SpooledTemporaryFile(max_size=2**24)  # noqa: SIM115
    lost, position, left = [], data.find(SIGNATURE), max_bytes
    with zipfile.ZipFile(repaired, "w") as archive:
        while position >= 0 and position + HEADER.size <= len(data):
            name, content, end = _member(data, position, left)
            if content is None:
                lost.append(name)
            else:
                archive.writestr(zipfile.ZipInfo(name), content)
                left -= len(content)
            position = data.find(SIGNATURE, end)
    repaired.seek(0)
    return repaired, lost


def _member(data: bytes, position: int, limit: int) -> tuple[str, bytes | None, int]:
    """Name, content (None if it is not whole) and the place after it."""
    _, _, flags, method, _, _, crc, packed, size, name_length, extra = HEADER.unpack_from(data, position)
    start = position + HEADER.size + name_length + extra
    raw_name = data[position + HEADER.size : position + HEADER.size + name_length]
    name = raw_name.decode("utf-8" if flags & UTF8 else "cp437", "replace") or "?"
    if flags & ENCRYPTED or (method == 0 and flags & SIZES_FOLLOW):
        return name, None, position + 4
    if method == 0:
        content, end = data[start : start + packed], start + packed
    elif method == 8:
        reader = zlib.decompressobj(-15)
        try:
            content = reader.decompress(data[start:], limit + 1)
        except zlib.error:
            return name, None, position + 4
        if not reader.eof or len(content) > limit:
            return name, None, position + 4
        end = len(data) - len(reader.unused_data)
    else:
        return name, None, position + 4
    if flags & SIZES_FOLLOW:  # with or without a signature of its own
        follows = data[end + 4 : end + 8] if data[end : end + 4] == b"PK\x07\x08" else data[end : end + 4]
        crc = int.from_bytes(follows, "little")
    elif len(content) != size:
        return name, None, position + 4
    return name, content if zlib.crc32(content) == crc else None, end
