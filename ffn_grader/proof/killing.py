"""Mutants asked and judged. One that earns full marks survives: it is equivalent, or a case is missing.

Equivalent mutants are listed, each with the reason, in `equivalents/<chapter>.json`.
"""

import contextlib
import json
import signal
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ..judge import judge
from ..question import message
from .lesson import Lesson, Sitting, Step
from .mutants import Mutant, mutants
from .trials import student

EQUIVALENTS = Path(__file__).parent / "equivalents"
SECONDS = 5  # a mutant that runs longer hangs, and is killed


class Hangs(KeyboardInterrupt):
    """A mutant ran out of time. `ask` lets an interrupt through, and turns other errors into answers."""


@dataclass
class Fate:
    """What became of a mutant: on how many of the seeds or students tried it lost marks."""

    cell: str
    change: str
    tried: int
    caught: int

    @property
    def survives(self) -> bool:
        return self.caught == 0


def equivalents(chapter: str) -> list[dict]:
    """The survivors that are known to be equivalent: {"cell", "mutant", "why"} each."""
    path = EQUIVALENTS / f"{chapter}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def fates(lesson: Lesson, question: str, numbers: Sequence[int], thorough: bool = True) -> list[Fate]:
    """The fate of every mutant of the cells that answer `question`, on the seeds or for the students `numbers`.

    Unless `thorough`, a mutant that was killed once is not tried again.
    """
    step = lesson.step(question)
    asked, start = list(_asked(step, numbers)), Sitting(lesson, before=question)
    return [
        _fate(start, step, mutant, asked, thorough)
        for cell in step.answers
        for mutant in mutants(cell, lesson.solution[cell])
    ]


def _asked(step: Step, numbers):
    """(student, plain cases, cases) for each number; once for a question that is the same for all."""
    if step.question.kind == "function":
        for seed in numbers:
            cases = step.question.cases(seed)
            yield "", json.loads(message(step.question, cases))["cases"], cases
    elif step.question.own_numbers:
        yield from ((student(number), [], None) for number in numbers)
    else:
        yield "", [], None


def _fate(start: Sitting, step: Step, mutant: Mutant, asked: list, thorough: bool) -> Fate:
    """A mutant that stops or hangs loses its marks too."""
    fate, sitting = Fate(mutant.cell, mutant.change, 0, 0), start.fork({mutant.cell: mutant.source})
    for who, plain, cases in asked:
        try:
            with _time_limit():
                published = sitting.packet(step.question.id, plain, who)
            loses = judge(step.question, published, cases=cases, student=who).credit < 1
        except (Exception, Hangs):
            loses = True
        fate.tried += 1
        fate.caught += loses
        if loses and not thorough:
            break
    return fate


@contextlib.contextmanager
def _time_limit():
    def stop(*_):
        raise Hangs

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def record(fate: Fate, known: list[dict]) -> dict:
    """A survivor as it is written down, with the reason if it is known to be equivalent."""
    why = next((e["why"] for e in known if (e["cell"], e["mutant"]) == (fate.cell, fate.change)), None)
    return asdict(fate) | {"why": why}
