"""The third stage: from text to the notebook's own structure, still just dicts, lists and strings.

The standard library's reader is used with its lenient switches, and nothing else: no number is built from
thousands of digits, no nesting can exhaust the stack, a key that stands twice is noticed.
"""

import json
from dataclasses import dataclass, field

from ffn_grader.intake.read import Unreadable

TEXT_KEYS = {"cells", "worksheets", "source", "input"}  # the keys that hold what a student wrote


@dataclass
class Parsed:
    """One notebook, or two where a merge left both sides of a conflict in the file."""

    variants: list[dict]
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


def parse(text: str) -> Parsed:
    """Read the text as a notebook. Raises `Unreadable` with the line at fault."""
    try:
        return _read(text)
    except Unreadable:
        sides = merge_sides(text)
        if sides is None:
            raise
    return _read_sides(*sides)


def _read(text: str) -> Parsed:
    twice: set[str] = set()
    value, rest = _decode(text, twice)
    if isinstance(value, str):  # the whole notebook wrapped once more as a JSON string
        value, rest = _decode(value.strip(), twice)
    if not isinstance(value, dict):
        raise Unreadable(f"it holds a {_name(value)}, not a notebook: save it again from Jupyter.")
    parsed = Parsed([value])
    for key in sorted(twice):
        said = f"The file gives '{key}' twice in one place; the last was used, as Jupyter does."
        (parsed.doubts if key in TEXT_KEYS else parsed.notes).append(said)
    if rest.strip("\0 \t\r\n"):
        parsed.doubts.append("Something stands after the end of the notebook; it was not read.")
    return parsed


def _decode(text: str, twice: set[str]) -> tuple[object, str]:
    def pairs(items: list[tuple[str, object]]) -> dict:
        kept = dict(items)
        if len(kept) < len(items):
            twice.update(key for key, value in items if value != kept[key])
        return kept

    decoder = json.JSONDecoder(
        strict=False,  # a raw line end or tab inside a string is a slip of an editor, not a loss
        object_pairs_hook=pairs,
        parse_int=lambda digits: int(digits) if len(digits) < 20 else None,
        parse_constant=lambda _: None,  # NaN and Infinity
    )
    try:
        value, end = decoder.raw_decode(text)
    except RecursionError:
        raise Unreadable("it is nested too deeply to be a notebook: save it again from Jupyter.") from None
    except ValueError as error:
        if "\0" in text:
            return _decode(text.replace("\0", ""), twice)
        raise Unreadable(_where(error, text)) from None
    return value, text[end:]


def _where(error: ValueError, text: str) -> str:
    position = getattr(error, "pos", 0)
    if text[:1] != "{" and text[:1] != "[":
        return "it is not a notebook (those start with '{'): hand in the .ipynb that Jupyter saves."
    if position >= len(text) or str(error).startswith("Unterminated string"):
        return "it is cut off before its end: hand it in again from the original."
    line = text.count("\n", 0, position) + 1
    return f"it is damaged at line {line} (not valid JSON): save it again from Jupyter and hand it in."


def merge_sides(text: str) -> tuple[str, str] | None:
    """The two texts between git's conflict markers, or None where there are no markers."""
    ours, theirs, into, seen = [], [], "both", False
    for line in text.split("\n"):
        mark = line[:7]
        if mark == "<<<<<<<":
            into, seen = "ours", True
        elif mark == "|||||||" and into == "ours":
            into = "base"
        elif mark == "=======" and into in ("ours", "base"):
            into = "theirs"
        elif mark == ">>>>>>>" and into == "theirs":
            into = "both"
        else:
            if into in ("both", "ours"):
                ours.append(line)
            if into in ("both", "theirs"):
                theirs.append(line)
    return ("\n".join(ours), "\n".join(theirs)) if seen else None


def _read_sides(ours: str, theirs: str) -> Parsed:
    found = []
    for side in (ours, theirs):
        try:
            found.append(_read(side))
        except Unreadable:
            continue
    if not found:
        raise Unreadable("git's merge markers (<<<<<<<) are in it: settle the conflict and hand it in again.")
    both = Parsed(
        [variant for one in found for variant in one.variants],
        ["The file held git's merge markers (<<<<<<<)."],
        [doubt for one in found for doubt in one.doubts],
    )
    if len(found) == 1:
        both.doubts.append("Only one side of the merge could be read, and was used.")
    return both


def _name(value: object) -> str:
    return {list: "list", type(None): "null", bool: "truth value", str: "text"}.get(type(value), "number")
