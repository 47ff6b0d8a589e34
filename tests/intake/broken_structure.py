"""Random damage to the structure of a notebook: each function changes the notebook it is given."""

import copy
from collections.abc import Callable
from random import Random

JUNK = [
    None, True, 0, -1, 4.5, 1e300, 10**30, "", "x", "code", "markdown", "gelu", "silu_check", "\ud800", "\0",
    [], [None], [[]], {}, {"a": 1}, [{"cell_type": "code"}], {"nbgrader": {"grade_id": "silu"}}, "é" * 70,
]  # fmt: skip
FIELDS = ["cell_type", "source", "id", "metadata", "outputs", "execution_count", "attachments"]
LABELS = ["grade_id", "grade", "solution", "locked", "points", "schema_version", "task", "checksum"]


def _cells(notebook: dict) -> list:
    cells = notebook.get("cells")
    return cells if isinstance(cells, list) else []


def _some(notebook: dict, random: Random) -> dict:
    return random.choice([one for one in _cells(notebook) if isinstance(one, dict)] or [{}])


def delete_cell(notebook: dict, random: Random) -> None:
    if cells := _cells(notebook):
        del cells[random.randrange(len(cells))]


def copy_cell(notebook: dict, random: Random) -> None:
    if cells := _cells(notebook):
        cells.insert(random.randint(0, len(cells)), copy.deepcopy(random.choice(cells)))


def move_cell(notebook: dict, random: Random) -> None:
    if cells := _cells(notebook):
        cells.insert(random.randint(0, len(cells)), cells.pop(random.randrange(len(cells))))


def insert_junk(notebook: dict, random: Random) -> None:
    _cells(notebook).insert(random.randint(0, 12), copy.deepcopy(random.choice(JUNK)))


def swap_fields(notebook: dict, random: Random) -> None:
    one, other = _some(notebook, random), _some(notebook, random)
    for key in random.sample(FIELDS, random.randint(1, 3)):
        one[key], other[key] = other.get(key), one.get(key)


def set_field(notebook: dict, random: Random) -> None:
    _some(notebook, random)[random.choice(FIELDS)] = copy.deepcopy(random.choice(JUNK))


def drop_field(notebook: dict, random: Random) -> None:
    _some(notebook, random).pop(random.choice(FIELDS), None)


def drop_field_everywhere(notebook: dict, random: Random) -> None:
    for key in random.sample(FIELDS, random.randint(1, 2)):
        if key != "source":
            for one in _cells(notebook):
                if isinstance(one, dict):
                    one.pop(key, None)


def set_label(notebook: dict, random: Random) -> None:
    metadata = _some(notebook, random).get("metadata")
    if isinstance(metadata, dict):
        label = metadata.setdefault("nbgrader", {})
        if isinstance(label, dict):
            label[random.choice(LABELS)] = copy.deepcopy(random.choice(JUNK))


def cut_source(notebook: dict, random: Random) -> None:
    one = _some(notebook, random)
    text = one.get("source")
    if isinstance(text, str | list):
        start, end = sorted(random.randint(0, len(text)) for _ in range(2))
        one["source"] = text[start:end]


def merge_cells(notebook: dict, random: Random) -> None:
    cells = _cells(notebook)
    at = random.randrange(max(len(cells) - 1, 1))
    pair = cells[at : at + 2]
    if len(pair) == 2 and all(isinstance(one, dict) and isinstance(one.get("source"), list) for one in pair):
        pair[0]["source"] = [*pair[0]["source"], "\n\n", *pair[1]["source"]]
        del cells[at + 1]


def set_top(notebook: dict, random: Random) -> None:
    key = random.choice(["nbformat", "nbformat_minor", "metadata", "metadata", "worksheets", "cells"])
    notebook[key] = copy.deepcopy(random.choice(JUNK))


def into_worksheets(notebook: dict, random: Random) -> None:
    notebook["worksheets"] = [{"cells": notebook.pop("cells", [])}]


STRUCTURE: list[Callable] = [
    delete_cell, copy_cell, move_cell, insert_junk, swap_fields, set_field, drop_field, drop_field_everywhere,
    set_label, cut_source, merge_cells, set_top, into_worksheets,
]  # fmt: skip
