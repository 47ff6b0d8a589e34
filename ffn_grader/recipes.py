"""Make the recipes of `ffn_check/recipes/`: which numbers each student gets, and which candidates are skipped.

    python -m ffn_grader.recipes [question …]

A candidate is skipped when two different mistakes, or a mistake and the right answer, would look alike. The
answers that decide this stay here; the recipe only says how many candidates each bucket passes over.
"""

import base64
import json
import sys
import textwrap
import zlib
from pathlib import Path

import numpy as np

import ffn_check
from ffn_check.draw import candidate

from .question import StagesQuestion
from .questions import CHAPTERS, chapter_questions

BUCKETS = 1 << 14  # in a class of 300, two or three pairs share the numbers of one question, not of the next
FOLDER = Path(ffn_check.__file__).parent / "recipes"


def skips(question: StagesQuestion, bucket: int) -> int:
    """How many candidates `bucket` passes over. Raises ValueError when none of the first 5,000 will do."""
    recipe = question.recipe()
    for index in range(5000):
        n = candidate(recipe, bucket, index)
        if question.sensible(n) and not question.confusions(n, first_only=True):
            return index
    raise ValueError(f"{question.id}: no numbers separate its misconceptions; draw from more integers.")


def recipe(question: StagesQuestion, buckets: int = BUCKETS) -> dict:
    """The recipe of a question, with its table."""
    table = np.array([skips(question, bucket) for bucket in range(buckets)], dtype="<u2")
    packed = base64.b64encode(zlib.compress(table.tobytes(), 9)).decode("ascii")
    return question.recipe() | {"buckets": buckets, "skips": textwrap.wrap(packed, 100)}


def write(question: StagesQuestion) -> Path:
    """Write the recipe of a question to its file."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{question.id}.json"
    path.write_text(json.dumps(recipe(question), indent=1) + "\n", encoding="utf-8")
    return path


def main(names: list[str]) -> None:
    """Write the recipes of the questions called `names`, or of all."""
    for chapter in CHAPTERS:
        for question in chapter_questions(chapter).values():
            if question.own_numbers and (not names or question.id in names):
                print(write(question).relative_to(FOLDER.parent.parent), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
