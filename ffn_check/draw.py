"""Every student's own numbers for a question by hand: small integers, drawn from a hash.

A recipe (recipes/<question>.json) says which integers each name may hold. The student's id and the question
hash to one of 16,384 buckets; each bucket has an endless row of candidates, drawn from a SHA-256 stream, so
the numbers are the same on every machine and in every version of Python. Not every candidate makes a good
question: with some, two different mistakes give one result. The recipe's table tells how many candidates each
bucket skips. The table was made where the answers are known; nothing here computes an answer.
"""

import base64
import hashlib
import json
import math
import unicodedata
import zlib
from functools import lru_cache
from importlib.resources import files
from types import SimpleNamespace

import numpy as np


class Numbers(SimpleNamespace):
    """A student's numbers, by name. Printing them shows whose they are."""

    def __repr__(self):
        lines = [f"The numbers of {self._owner}:"]
        for name, value in self.items():
            shown = str(value).replace("\n", "\n" + " " * (len(name) + 5))
            lines.append(f"  {name} = {shown}")
        return "\n".join(lines)

    def __getitem__(self, name):
        return getattr(self, name)

    def items(self):
        """(name, value) of every number or array."""
        return [(name, value) for name, value in vars(self).items() if not name.startswith("_")]


def normalise(student) -> str:
    """The id as it counts: "  Ann  Lee " and "ann lee" are the same student; nothing filled in yet is ""."""
    if student is None or student is ...:
        return ""
    if type(student) not in (str, int):
        raise TypeError(
            f"`student` must be your id in quotes, such as 'ann', but it is of type {type(student).__name__}."
        )
    return " ".join(unicodedata.normalize("NFKC", str(student)).casefold().split())[:200]


def numbers(question: str, student="") -> Numbers:
    """The numbers of `student` for `question`. An empty id gives the book's own example, to practise on."""
    recipe, who = load(question), normalise(student)
    if not who:
        return pinned(recipe["example"], "the book's example, to practise on (`student` is empty)")
    which = bucket(recipe, who)
    return candidate(recipe, which, int(recipe["skips"][which]), repr(who))


@lru_cache
def load(question: str) -> dict:
    """The recipe of `question`. Raises KeyError when it has none."""
    path = files(__package__) / "recipes" / f"{question}.json"
    if type(question) is not str or "/" in question or not path.is_file():
        raise KeyError(f"The question {question!r} has no numbers of its own. Is its name spelled as in the notebook?")
    recipe = json.loads(path.read_text(encoding="utf-8"))
    packed = zlib.decompress(base64.b64decode("".join(recipe["skips"])))
    return recipe | {"skips": np.frombuffer(packed, "<u2")}


def bucket(recipe: dict, who: str) -> int:
    """The bucket of a normalised id."""
    digest = hashlib.sha256(f"{recipe['question']}\n{who}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % recipe["buckets"]


def candidate(recipe: dict, which: int, index: int, owner: str = "nobody") -> Numbers:
    """Candidate number `index` of bucket `which`: for each name an integer or an array of them."""
    stream = _bytes(f"{recipe['question']}|{which}|{index}")
    drawn = {
        name: np.reshape([_pick(stream, rule["from"]) for _ in range(math.prod(rule["shape"]))], rule["shape"])
        for name, rule in recipe["draw"].items()
    }
    return pinned(recipe.get("fixed", {}) | drawn, owner)


def pinned(values: dict, owner: str) -> Numbers:
    """`values` as Numbers: a list becomes an array of int64, a single number an int."""
    arrays = {name: np.array(value, dtype=np.int64) for name, value in values.items()}
    return Numbers(_owner=owner, **{name: a if a.ndim else int(a) for name, a in arrays.items()})


def _bytes(key):
    block = 0
    while True:
        yield from hashlib.sha256(f"{key}|{block}".encode()).digest()
        block += 1


def _pick(stream, choices):
    """One of `choices`, each equally likely: bytes past the last whole multiple are passed over."""
    limit = 256 - 256 % len(choices)
    while (byte := next(stream)) >= limit:
        pass
    return choices[byte % len(choices)]
