"""Faults of the run itself: three students with right notebooks, and something that happens to the run."""

import threading
import time
from collections.abc import Callable

from .case import QUESTIONS, Case

CLASS = [Case(name, "", {}) for name in ("ann", "bob", "zoe")]
WRONG = Case("bob", "", {"forward": "def forward(x, W1, W2, b1, b2):\n    return x"}, frozenset({"forward"}))


def all_right(side) -> bool:
    scores = side.scores()
    return all(case.fairly(scores.get(case.name), None) for case in CLASS)


def replace(side, case: Case) -> None:
    """A resubmission: the file is written over, as most ways of collecting do."""
    folder = side.folder(case.name)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    side.hand_in(case)


def killed_midway(side) -> bool:
    """The run is ended once it works on the second student, and started again."""
    for case in CLASS:
        side.hand_in(case)
    wait = 1.0
    while not any(side.begun(case.name) for case in CLASS):  # longer each time, until something is half done
        side.run(wait=wait)
        wait *= 1.4
    side.run()
    return all_right(side)


def two_at_once(side) -> bool:
    for case in CLASS:
        side.hand_in(case)
    other = threading.Thread(target=side.run)
    other.start()
    time.sleep(0.5)
    side.run()
    other.join()
    return all_right(side)


def resubmitted(side) -> bool:
    """Wrong at first, then right; nothing tells the time."""
    for case in CLASS:
        side.hand_in(WRONG if case.name == WRONG.name else case)
    side.run()
    before = WRONG.fairly(side.scores().get(WRONG.name), None)
    replace(side, CLASS[1])
    side.run()
    return before and all_right(side)


def broke_since(side) -> bool:
    """Graded, then handed in again as a file that cannot be read: the old score must not stay silently."""
    for case in CLASS:
        side.hand_in(case)
    side.run()
    (path,) = side.folder("bob").glob("*.ipynb")
    path.write_text("{")
    side.run()
    return side.listed().get("bob") is None


def a_bad_file_in_the_class(side) -> bool:
    """The others are graded, and it is named by the exit code and no 0."""
    for case in CLASS:
        side.hand_in(case)
    (path,) = side.folder("ann").glob("*.ipynb")
    path.write_text("{")
    code = side.run()
    scores = side.scores()
    others = all(
        not set(QUESTIONS) - {n.removeprefix("check_") for n, s in scores.get(who, {}).items() if s}
        for who in ("bob", "zoe")
    )
    return others and code != 0 and side.listed().get("ann") is None


RUNS: dict[str, Callable] = {
    "killed midway and run again": killed_midway,
    "two runs at once": two_at_once,
    "handed in again, no time told": resubmitted,
    "a file that broke since": broke_since,
    "one bad file in the class": a_bad_file_in_the_class,
}
