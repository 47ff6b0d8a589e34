"""The second stage: from bytes to text, whatever an editor or a mail program has made of them."""

import json
import re

from ffn_grader.intake.read import Unreadable

# What people hand in by mistake under the name of a notebook: the first bytes tell.
OTHER_FILES = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF",
    b"SQLite format 3": "a database",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
REPLACED = "\ufffd"


def decode(data: bytes) -> tuple[str, list[str], bool]:
    """Text, notes, and whether characters were lost on the way (then `REPLACED` stands in their place)."""
    for start, what in OTHER_FILES.items():
        if data.startswith(start):
            raise Unreadable(f"it is {what}: hand in the notebook (.ipynb).")
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable("it is empty: save the notebook again and hand it in.")
    text, notes, damaged = _decode(data)
    text = text.strip("\0\ufeff \t\r\n")
    if not text:
        raise Unreadable("it is empty: save the notebook again and hand it in.")
    if re.match(r"<(!doctype|html|\?xml|head|body)\b", text[:200], re.IGNORECASE):
        raise Unreadable("it is a web page: download the notebook itself (.ipynb) and hand that in.")
    return text, notes, damaged


def _decode(data: bytes) -> tuple[str, list[str], bool]:
    encoding = json.detect_encoding(data)  # by the byte order mark, else by where the zero bytes stand
    if not encoding.startswith("utf-8"):
        for errors in ("strict", "surrogatepass", "replace"):
            try:
                text = data.decode(encoding, errors)
            except UnicodeDecodeError:
                continue
            if _opens(text):
                said = f"The file was saved as {encoding[:6].upper()}; it was read as such."
                return join_surrogates(text), [said], errors == "replace"
    for errors in ("strict", "surrogatepass"):
        try:
            return join_surrogates(data.decode("utf-8", errors)), [], False
        except UnicodeDecodeError:
            continue
    return _not_quite_utf8(data)


def _not_quite_utf8(data: bytes) -> tuple[str, list[str], bool]:
    """An old Windows encoding, or UTF-8 with a few bytes broken? Whichever explains more of the bytes."""
    text = data.decode("utf-8", "replace")
    lost = text.count(REPLACED) - data.count(REPLACED.encode())
    understood = sum(ord(character) > 127 for character in text) - text.count(REPLACED)
    if understood > lost:
        return text, [f"{lost} damaged characters could not be read; {REPLACED} stands in their place."], True
    try:
        return data.decode("cp1252"), ["The file was saved as Windows-1252; it was read as such."], False
    except UnicodeDecodeError:
        return data.decode("latin-1"), ["The file was saved as Latin-1; it was read as such."], False


def join_surrogates(text: str) -> str:
    """Join the halves of characters; a half alone cannot be saved and becomes `REPLACED`."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _opens(text: str) -> bool:
    """Does it look like JSON? Plain text taken for UTF-16 gives no quotation mark at all."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", '"') and '"' in text
