"""Which file in a student's folder is the notebook? Browsers, mail programs and archives rename it."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ffn_check.plain import printable

SKIPPED = {".ipynb_checkpoints", "__MACOSX", "__pycache__"}
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".bz2", ".xz")
DEPTH = 3  # an archive unpacked into a folder of its own, perhaps twice
# formula (1).ipynb, formula-Copy1.ipynb, Copy of formula.ipynb, formula - Kopie.ipynb, formula.ipynb.txt
RENAMED = r"(copy of )?{}([ _-]*(\(\d+\)|\d{{1,2}}|copy ?\d*|kopie|copie|copia)){{0,4}}"
ENDINGS = r"\.ipynb(\.txt|\.json)?"


@dataclass
class Found:
    """The file, or in one line why there is none."""

    path: Path | None = None
    notes: list[str] = field(default_factory=list)
    problem: str | None = None


def find_notebook(folder: Path, name: str, others: Iterable[str] = ()) -> Found:
    """Find the notebook `name` (with or without its ending) in the folder of one submission.

    The right name wins. Else a renamed copy of it, else any notebook that is none of the assignment's
    `others`: but only where it is the single candidate, and a note says so. No link is followed or taken.
    """
    folder, stem = Path(folder), name.removesuffix(".ipynb")
    try:
        if stat.S_ISLNK(folder.lstat().st_mode):
            return Found(problem=f"{folder.name} is a link: hand in the folder itself.")
        files, refused = _notebooks(folder)
        if not files and not refused:
            refused = _archives(folder)
    except OSError as error:
        return Found(problem=f"{folder.name} cannot be opened: {error.strerror}.")
    exact = folder / f"{stem}.ipynb"
    if exact in files:
        return Found(exact)
    if exact.name in refused:
        return Found(problem=f"{exact.name}: it is {refused[exact.name]}: hand in the notebook itself.")
    taken = {_same(other.removesuffix(".ipynb")) for other in others}
    pattern = renamed(stem)
    copies = [file for file in files if pattern.fullmatch(_same(file.name))]
    any_other = [file for file in files if _same(file.name).split(".ipynb")[0] not in taken]
    return _single(copies or any_other, exact.name, refused, folder)


def renamed(stem: str) -> re.Pattern:
    """Matches the names that a notebook called `stem` gets on its way, in small letters."""
    return re.compile(RENAMED.format(re.escape(_same(stem))) + ENDINGS)


def _single(candidates: list[Path], name: str, refused: dict[str, str], folder: Path) -> Found:
    if len(candidates) == 1:
        only = printable(str(candidates[0].relative_to(folder)))
        return Found(candidates[0], [f"The notebook was handed in as '{only}'; it was taken as '{name}'."])
    if candidates:
        listed = ", ".join(f"'{printable(str(file.relative_to(folder)))}'" for file in candidates[:5])
        return Found(problem=f"{name}: several files could be it ({listed}): leave only one of them.")
    if refused:
        listed = ", ".join(f"'{printable(what)}' is {kind}" for what, kind in list(refused.items())[:5])
        return Found(problem=f"{name}: it is not there ({listed}): hand in the notebook itself.")
    return Found(problem=f"{name}: it is not there: hand in the notebook under this name.")


def _notebooks(folder: Path) -> tuple[list[Path], dict[str, str]]:
    """Ordinary files named like notebooks, nearest level first and only, and what else bears such a name."""
    level, refused = [folder], {}
    for _ in range(DEPTH):
        files, below = [], []
        for place in level:
            for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
                if entry.name in SKIPPED or entry.name.startswith("."):
                    continue
                named = re.search(ENDINGS + "$", entry.name, re.IGNORECASE)
                if entry.is_symlink():
                    if named:
                        refused[entry.name] = "a link"
                elif entry.is_dir():
                    below.append(Path(entry.path))
                    if named:
                        refused[entry.name] = "a folder"
                elif named and entry.is_file():
                    files.append(Path(entry.path))
                elif named:
                    refused[entry.name] = "a pipe, socket or device"
        if files or not below:
            break
        level = below[:100]
    return files, refused


def _archives(folder: Path) -> dict[str, str]:
    """Archives beside which there is no notebook: it may be in one of them, and none is opened here."""
    names = sorted(entry.name for entry in os.scandir(folder) if entry.name.lower().endswith(ARCHIVES))
    return dict.fromkeys(names, "an archive, unpack it")


def _same(name: str) -> str:
    """One form of a name that systems write differently: accents composed or not, capitals."""
    return unicodedata.normalize("NFC", name).casefold()
