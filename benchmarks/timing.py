"""Two ways of doing the same thing, timed in turns, so that a busy machine slows both alike."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Seconds for one call of `work`, the mean over `repeats` calls."""
    start = perf_counter()
    for _ in range(repeats):
        work()
    return (perf_counter() - start) / repeats


def ratio(slow: Callable[[], object], fast: Callable[[], object], *, rounds: int = 9) -> tuple[float, float, float]:
    """(median, smallest, largest) of time(slow) / time(fast) over the rounds; each round times both."""
    repeats = [max(1, round(0.02 / max(seconds(work, 1), 1e-9))) for work in (slow, fast)]
    ratios = [seconds(slow, repeats[0]) / seconds(fast, repeats[1]) for _ in range(rounds)]
    return median(ratios), min(ratios), max(ratios)
