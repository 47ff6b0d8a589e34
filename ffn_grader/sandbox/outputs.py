"""A kernel's messages as notebook outputs: plain, bounded, and harmless to whoever opens the page.

The kernel belongs to the student, so nothing in a message is believed. HTML, SVG, LaTeX, Markdown and
JavaScript are dropped: a feedback page would run what is in them in the instructor's browser.
"""

import base64
import binascii
import json
import math
import re

CHECK = "application/vnd.ffn-check+json"
IMAGES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
# A terminal's commands: colours, cursor, titles, links. What turns them into HTML fails on some, and they hide text.
ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[ -/]*[0-~])|\x1b")
MAX_FRAMES = 50  # lines of a traceback


class Malformed(ValueError):
    """Not what the messaging protocol allows."""


def text(value) -> str:
    """A string that UTF-8 can hold, without commands to a terminal: lone surrogates become question marks."""
    if not isinstance(value, str):
        raise Malformed("not a string")
    return ESCAPES.sub("", value.encode("utf-8", "replace").decode("utf-8"))


def plain(value, depth: int):
    """JSON that can be written again: finite numbers, bounded depth, sound strings."""
    if depth < 0:
        raise Malformed("nested too deep")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Malformed("not a finite number")
        return value
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return [plain(item, depth - 1) for item in value]
    if isinstance(value, dict):
        return {text(key): plain(item, depth - 1) for key, item in value.items()}
    raise Malformed("not JSON")


def image(value, magic: bytes) -> str:
    """Base64 of a picture of the kind it claims to be, and not one character more."""
    try:
        data = base64.b64decode("".join(text(value).split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed("not base64") from error
    if not data.startswith(magic):
        raise Malformed("not a picture of this kind")
    return base64.b64encode(data).decode("ascii")


def bundle(data, nesting: int) -> dict:
    """The part of a MIME bundle that is kept. What is malformed is left out."""
    if not isinstance(data, dict):
        raise Malformed("not a MIME bundle")
    kept = {}
    for kind in ("text/plain", CHECK, *IMAGES):
        if kind not in data:
            continue
        try:
            if kind == CHECK:
                kept[kind] = plain(data[kind], nesting)
            elif kind in IMAGES:
                kept[kind] = image(data[kind], IMAGES[kind])
            else:
                kept[kind] = text(data[kind])
        except Malformed:
            continue
    return kept


def output(kind: str, content, nesting: int) -> dict | None:
    """The nbformat output of one message, None for a message that makes none.

    Raises Malformed for a message that breaks the protocol.
    """
    if not isinstance(content, dict):
        raise Malformed("not a message")
    if kind == "stream":
        name = content.get("name")
        return {
            "output_type": "stream",
            "name": name if name in ("stdout", "stderr") else "stdout",
            "text": text(content.get("text")),
        }
    if kind == "error":
        lines = content.get("traceback")
        lines = lines[-MAX_FRAMES:] if isinstance(lines, list) else []
        return {
            "output_type": "error",
            "ename": text(content.get("ename")),
            "evalue": text(content.get("evalue")),
            "traceback": [text(line) for line in lines],
        }
    if kind in ("display_data", "execute_result"):
        data = bundle(content.get("data"), nesting)
        if not data:
            return None
        made = {"output_type": kind, "data": data, "metadata": {}}
        if kind == "execute_result":
            count = content.get("execution_count")
            made["execution_count"] = count if type(count) is int and 0 <= count < 10**9 else None
        return made
    return None  # status, comm_*, clear_output, update_display_data, …: nothing to keep


def printed(made: dict) -> int:
    """Length of the text in an output."""
    if made["output_type"] == "stream":
        return len(made["text"])
    if made["output_type"] == "error":
        return len(made["ename"]) + len(made["evalue"]) + sum(map(len, made["traceback"]))
    return len(made["data"].get("text/plain", ""))


def carried(made: dict) -> int:
    """Size of the pictures and published answers in an output."""
    data = made.get("data", {})
    return sum(len(json.dumps(value)) for kind, value in data.items() if kind != "text/plain")
