"""Random damage to a notebook, in its bytes and in its structure; the same seed does the same damage."""

import copy
import json
from random import Random

from tests.intake.broken_bytes import BYTES
from tests.intake.broken_structure import STRUCTURE


def mutate(notebook: dict, random: Random) -> bytes:
    """A damaged copy of the notebook, as the bytes of a file."""
    kind = random.choice(["structure", "structure", "bytes", "both"])
    broken = copy.deepcopy(notebook)
    if kind != "bytes":
        for _ in range(random.randint(1, 4)):
            random.choice(STRUCTURE)(broken, random)
    data = json.dumps(broken, indent=1, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if kind != "structure":
        for _ in range(random.randint(1, 3)):
            data = random.choice(BYTES)(data, random)
    return data
