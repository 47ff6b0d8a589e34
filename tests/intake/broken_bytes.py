"""Random damage to the bytes of a file: each function returns the damaged bytes."""

from collections.abc import Callable
from random import Random

ENCODINGS = ["utf-8-sig", "utf-16", "utf-16-be", "utf-32", "latin-1", "cp1252", "utf-7", "ascii"]


def _slice(data: bytes, random: Random, longest: int = 400) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(1, longest))


def flip(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        if changed:
            changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def cut(data: bytes, random: Random) -> bytes:
    start, end = _slice(data, random)
    return data[:start] + data[end:]


def repeat(data: bytes, random: Random) -> bytes:
    start, end = _slice(data, random)
    return data[:end] + data[start:]


def truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def insert(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice([random.randbytes(9), b"\0" * 64, b"[" * 3000, b"NaN", b","]) + data[at:]


def encode(data: bytes, random: Random) -> bytes:
    return data.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")


def line_ends(data: bytes, random: Random) -> bytes:
    return data.replace(b"\n", random.choice([b"\r\n", b"\r", b"\n\n"]))


def markers(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    mine = lines[at : at + random.randint(1, 4)]
    theirs = random.choice([mine, [], lines[at + 1 : at + 3]])
    block = [b"<<<<<<< HEAD", *mine, b"=======", *theirs, b">>>>>>> other"]
    return b"\n".join(lines[:at] + block + lines[at + len(mine) :])


BYTES: list[Callable] = [flip, flip, cut, repeat, truncate, insert, encode, line_ends, markers]
