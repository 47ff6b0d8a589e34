"""Names in a sentence: the first few, and how many more there are."""

from collections.abc import Iterable

MOST = 5


def listed(names: Iterable[str], most: int = MOST) -> str:
    """ "a, b, c", or "a, b, c, d, e and 4 more". Graded cells are named as the notebook's headings name them."""
    words = [name.removeprefix("check_") for name in names]
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
