"""A disk that loses its power: what was not flushed is lost, and a new name may be lost with it.

It follows the calls by which files reach the disk. Worse than any real disk: data that were never flushed are gone, and
of each rename that its folder does not hold yet both outcomes are tried.
"""

import os
from pathlib import Path


class PowerCut(BaseException):
    """The power goes. Nothing of the program may catch it."""


class Disk:
    """Stands for `os` in the modules that write. The power goes before call number `last`."""

    def __init__(self, last: int | None = None, names_survive: bool = True):
        self.calls: list[str] = []
        self.last, self.names_survive = last, names_survive
        self.flushed: set[Path] = set()
        self.renamed: dict[Path, tuple[bytes | None, bool]] = {}  # old content, and whether the new was flushed

    def __getattr__(self, name):
        return getattr(os, name)

    def _call(self, words: str) -> None:
        if self.last is not None and len(self.calls) >= self.last:
            raise PowerCut
        self.calls.append(words)

    def fsync(self, handle) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        self._call(f"flush {'folder' if path.is_dir() else 'file'}")
        if path.is_dir():
            self.renamed = {name: kept for name, kept in self.renamed.items() if name.parent != path}
        else:
            self.flushed.add(path)

    def replace(self, source, target) -> None:
        source, target = Path(source), Path(target)
        self._call("rename")
        self.renamed[target] = (target.read_bytes() if target.exists() else None, source in self.flushed)
        os.replace(source, target)

    def unlink(self, path) -> None:
        if self.last is None or len(self.calls) < self.last:  # nobody tidies up after the power went
            os.unlink(path)

    def lose(self) -> None:
        """Bring the files to what the disk holds after the cut."""
        for path, (old, flushed) in self.renamed.items():
            if self.names_survive:
                if not flushed:
                    _write(path, b"")
            elif old is None:
                path.unlink()
            else:
                _write(path, old)


def _write(path: Path, data: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(data)
