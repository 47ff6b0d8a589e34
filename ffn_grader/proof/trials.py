"""Answers asked and judged on many seeds and for many students: what each earned, and what it was called."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from ffn_check.checkpoint import packet_of

from ..judge import judge
from ..question import Case, FunctionQuestion, PropertyQuestion, Question, message
from ..verdict import Verdict
from .lesson import Lesson, Sitting
from .styles import styles


@dataclass
class Tally:
    """How one answer fared. A right one is as it must be with full marks; a wrong one below, under its name."""

    question: str
    answer: str
    right: bool
    tried: int = 0
    as_it_must: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, verdict: Verdict, good: bool, where: str) -> None:
        self.tried += 1
        self.as_it_must += good
        if not good and len(self.failures) < 3:
            self.failures.append(f"{where}: {verdict.credit:.0%}, {verdict.misconception}. {verdict.sentence}")

    def join(self, other: "Tally") -> None:
        self.tried += other.tried
        self.as_it_must += other.as_it_must
        self.failures = (self.failures + other.failures)[:3]

    def record(self) -> dict:
        return {key: value for key, value in asdict(self).items() if key != "question"}


@lru_cache(maxsize=128)
def cases_of(question: FunctionQuestion, seed: int) -> list[Case]:
    """The cases of a seed, made once."""
    return question.cases(seed)


def student(number: int) -> str:
    """The id of a student of the proof."""
    return f"student {number}"


def mistakes(question: Question) -> list[tuple[str, object, object]]:
    """(name, stage, misconception) of every catalogued mistake; the stage is None where there are none."""
    if hasattr(question, "misconceptions"):
        return [(known.name, None, known) for known in question.misconceptions]
    many = len(question.stages) > 1
    return [
        (f"{stage.name}: {known.name}" if many else known.name, stage, known)
        for stage in question.stages
        for known in stage.misconceptions
    ]


def wrong_answers(question: Question, stage, known, n) -> dict:
    """The named answers of one who makes the mistake `known`, for the numbers `n`."""
    if isinstance(question, PropertyQuestion):
        return known.wrong(n)
    return vars(question.path(n, stage, known.wrong))


def most(question: Question, stage, known) -> float | None:
    """The credit of one who makes this mistake and no other; None where parts that are right earn more."""
    if stage is None:
        return None if getattr(question, "by_part", False) else known.credit
    return 1 - (1 - known.credit) / len(question.stages)


def as_expected(credit: float, misconception: str | None, name: str, expected: float | None) -> bool:
    """Whether a mistake was named, and earned what the catalogue says."""
    return misconception == name and credit < 1 and (expected is None or abs(credit - expected) < 1e-6)


def trials(lesson: Lesson, question: Question, numbers: Iterable[int]) -> list[Tally]:
    """Every known answer to `question`, on the seeds or for the students `numbers`."""
    found = styles(lesson.chapter)
    sittings = {"solution": Sitting(lesson)} | {
        name: Sitting(lesson, found[name]) for name in lesson.styles_of(lesson.step(question.id), found)
    }
    tallies = {}

    def tally(name: str, right: bool) -> Tally:
        return tallies.setdefault((name, right), Tally(question.id, name, right))

    ask = _function if question.kind == "function" else _named
    for number in numbers:
        for name, right, verdict, expected in ask(question, sittings, number):
            good = verdict.credit == 1 if right else as_expected(verdict.credit, verdict.misconception, *expected)
            tally(name, right).add(verdict, good, f"{number}")
    return list(tallies.values())


def _function(question, sittings: dict[str, Sitting], seed: int):
    cases = cases_of(question, seed)
    plain = json.loads(message(question, cases))["cases"]

    def verdict_on(fn: Callable) -> Verdict:
        return judge(question, json.loads(json.dumps(packet_of(question.id, fn, plain, {}))), cases=cases)

    for name, sitting in sittings.items():
        yield name, True, judge(question, sitting.packet(question.id, plain), cases=cases), None
    for name, _, known in mistakes(question):
        expected = known.name, most(question, None, known)
        yield name, False, verdict_on(lambda *args, wrong=known.wrong: wrong(*args)), expected


def _named(question, sittings: dict[str, Sitting], number: int):
    who = student(number) if question.own_numbers else ""
    n = question.numbers(who)

    def verdict_on(answers: dict) -> Verdict:
        answers = dict(answers) | ({"student": who} if question.own_numbers else {})
        return judge(question, json.loads(json.dumps(packet_of(question.id, None, [], answers))), student=who)

    for name, sitting in sittings.items():
        yield name, True, judge(question, sitting.packet(question.id, student=who), student=who), None
    forms = question.solutions(n) if isinstance(question, PropertyQuestion) else map(vars, question.right_paths(n))
    for number_of_form, answers in enumerate(forms, 1):
        yield f"reference {number_of_form}", True, verdict_on(answers), None
    for name, stage, known in mistakes(question):
        expected = known.name, most(question, stage, known)
        yield name, False, verdict_on(wrong_answers(question, stage, known, n)), expected
