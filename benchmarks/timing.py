"""Two ways of doing the same thing, timed in turns, so that a busy machine slows both alike."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


def seconds(work: Callable[[], object], repeats: int, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds for one call of `work`, the mean over `repeats` calls."""
    start = clock()
    for _ in range(repeats):
        work()
    return (clock() - start) / repeats


def ratio(
    slow: Callable[[], object],
    fast: Callable[[], object],
    clock: Callable[[], float] = perf_counter,
    *,
    rounds: int = 9,
) -> tuple[float, float, float]:
    """(median, smallest, largest) of time(slow) / time(fast) over the rounds; each round times both."""
    repeats = [max(1, round(0.02 / max(seconds(work, 1), 1e-9))) for work in (slow, fast)]
    ratios = [seconds(slow, repeats[0], clock) / seconds(fast, repeats[1], clock) for _ in range(rounds)]
    return median(ratios), min(ratios), max(ratios)
