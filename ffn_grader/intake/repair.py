"""The fourth stage: from any structure to a plain list of cells, whatever wrote the file.

Only what a student can have written is carried on: kind, text, labels, pictures pasted into a text cell.
Outputs, widget state, kernel names, tags and every other extra are left behind; the release has its own.
"""

from collections import Counter
from dataclasses import dataclass, field

from ffn_grader.intake.decode import REPLACED, join_surrogates
from ffn_grader.intake.read import Unreadable

MAX_CELLS, MAX_TEXT = 2000, 2**24  # more than a person writes; matching stays quick


@dataclass
class Cell:
    """One cell of the submission. `kind` is code, markdown or raw."""

    kind: str
    source: str
    cell_id: str | None = None
    grade_id: str | None = None
    attachments: dict = field(default_factory=dict)
    unsure: bool = False  # some of its text could not be read


def repair(notebook: dict) -> tuple[list[Cell], list[str]]:
    """The submission's cells in order, and notes. Raises `Unreadable` if there is no list of cells."""
    seen: Counter[str] = Counter()
    raw = _raw_cells(notebook, seen)
    cells = [_cell(entry, seen) for entry in raw if isinstance(entry, dict)]
    size = sum(len(cell.source) for cell in cells)
    if size > MAX_TEXT:
        raise Unreadable(f"its cells hold {size / 1e6:.0f} MB of text: leave out what is not needed.")
    seen["{} of its cells were no cells at all and were left out"] += len(raw) - len(cells)
    return cells, [said.format(count) + "." for said, count in seen.items() if count]


def _raw_cells(notebook: dict, seen: Counter) -> list:
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        sheets = notebook.get("worksheets")  # notebooks before 2015: format 2 and 3
        if not isinstance(sheets, list):
            raise Unreadable("it has no list of cells: save it again from Jupyter.")
        lists = [sheet["cells"] for sheet in sheets if isinstance(sheet, dict) and "cells" in sheet]
        cells = [cell for part in lists if isinstance(part, list) for cell in part]
        seen["The notebook was in an old format (worksheets); it was brought up to date"] = 1
    if len(cells) > MAX_CELLS:
        raise Unreadable(f"it has {len(cells)} cells, more than {MAX_CELLS}: leave out what is not needed.")
    return cells


def _cell(entry: dict, seen: Counter) -> Cell:
    metadata = entry.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    label = metadata.get("nbgrader")
    label = label if isinstance(label, dict) else {}
    source, unsure = _text(entry.get("source", entry.get("input")), seen)
    kind = _kind(entry, seen)
    if entry.get("cell_type") == "heading":  # format 3
        level = entry.get("level")
        source = "#" * (level if isinstance(level, int) and 1 <= level <= 6 else 1) + " " + source
    return Cell(
        kind=kind,
        source=source,
        # Colab keeps the id among the metadata when the file is older than format 4.5.
        cell_id=_str(entry.get("id")) or _str(metadata.get("id")),
        grade_id=_str(label.get("grade_id")),
        attachments=_attachments(entry.get("attachments")),
        unsure=unsure,
    )


def _kind(entry: dict, seen: Counter) -> str:
    kind = entry.get("cell_type")
    if kind in ("code", "markdown", "raw"):
        return kind
    if kind not in ("heading", "html"):
        seen["{} cells had no type that exists; it was worked out"] += 1
    # Every program that writes notebooks gives code cells, and only those, outputs.
    return "code" if {"outputs", "execution_count", "input"} & entry.keys() else "markdown"


def _text(source: object, seen: Counter) -> tuple[str, bool]:
    """The text of a cell, and whether some of it could not be read."""
    unsure = False
    if isinstance(source, list):
        lines = [line for line in source if isinstance(line, str)]
        unsure = len(lines) < len(source)
        # The format keeps each line's end in the line; some editors leave it out.
        source = "".join(lines)
        if len(lines) > 1 and len(source.splitlines()) == 1:
            seen["{} cells had lost their line ends; they were put back"] += 1
            source = "\n".join(lines)
    elif not isinstance(source, str):
        unsure, source = source is not None, ""
    if unsure:
        seen["{} cells held something that is not text; it was left out"] += 1
    return _mend(source, seen), unsure


def _mend(text: str, seen: Counter) -> str:
    """Change only what no editor shows or Python reads alike; the code stays as it was typed."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")  # as Python itself reads them
        seen["{} cells had the line ends of Windows or old Macs"] += 1
    if "\0" in text:
        text = text.replace("\0", "")
        seen["{} cells held zero characters, which were taken out"] += 1
    whole = join_surrogates(text)
    if whole.count(REPLACED) > text.count(REPLACED):
        seen["{} cells held half characters (lone surrogates), replaced by " + REPLACED] += 1
    return whole


def _attachments(found: object) -> dict:
    """Pictures pasted into a text cell: {file name: {MIME type: base64 text}}; anything else is left out."""
    kept = {}
    for name, bundle in found.items() if isinstance(found, dict) else ():
        if isinstance(bundle, dict):
            texts = {mime: data for mime, data in bundle.items() if isinstance(data, str) and "/" in mime}
            if texts:
                whole = {join_surrogates(mime): join_surrogates(data) for mime, data in texts.items()}
                kept[join_surrogates(name)] = whole
    return kept


def _str(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
