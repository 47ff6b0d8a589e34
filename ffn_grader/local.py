"""The judge on the student's own machine: random cases, a verdict at once, hints step by step.

`ffn_check` imports this late, and only this. Nothing that happens here counts for a grade.
"""

import json
import secrets
from dataclasses import replace

from ffn_check.draw import normalise

from .judge import judge
from .question import message
from .questions import chapter_questions, get_question
from .verdict import Verdict, shown_points
from .written import WRITTEN

_credits: dict[str, float] = {}
_steps: dict[str, int] = {}
_greeted: set[str] = set()


def cases(question: str, seed: int | None = None) -> tuple[list, int]:
    """Plain cases of a question, as `exam.receive` would bring them, and their seed."""
    if question in WRITTEN:
        raise KeyError(f'A person reads this part, so there is nothing to check. hint("{question}") helps with it.')
    seed = secrets.randbelow(10**6) if seed is None else seed
    found = get_question(question)
    if found.kind != "function":
        return [], seed
    return json.loads(message(found, found.cases(seed)))["cases"], seed


def verdict(published: dict, seed: int | None = None) -> Verdict | str:
    """The verdict on one packet, with the points so far; a sentence when there is no such question."""
    try:
        question = get_question(published["question"])
    except KeyError as error:
        return error.args[0]
    asked = question.cases(seed) if question.kind == "function" else None
    found = judge(question, published, cases=asked)
    if found.untouched:
        return found
    if question.own_numbers and not normalise(published.get("student")):
        found = replace(found, points=None)  # the book's numbers are for practice: no points, so none are shown
    else:
        _credits[question.id] = found.credit
    notes = (
        _reference(published),
        _whose(question, published),
        _repeat(question, found, seed),
        _help(found, question),
        progress(question.chapter),
    )
    return found.with_notes(*notes)


def progress(chapter: str) -> str:
    """ "5 of 8 points so far", over the chapter's questions that `check` judges."""
    questions = chapter_questions(chapter).values()
    earned = sum(_credits.get(question.id, 0.0) * question.points for question in questions)
    return f"{shown_points(earned)} of {shown_points(sum(q.points for q in questions))} points so far."


def hint(name: str, step: int | None = None) -> str:
    """The next hint of a question or of a written part, or hint number `step`, counted from 1."""
    try:
        question = WRITTEN.get(name) or get_question(name)
    except KeyError as error:
        return error.args[0]
    steps = question.hints
    step = _steps.get(name, 0) + 1 if step is None else step
    step = min(max(int(step), 1), len(steps))
    _steps[name] = step
    more = f' Run hint("{name}") again for the next one.' if step < len(steps) else " That was the last one."
    read = f" The book's section on it: “{question.section}”." if step == 1 else ""
    return f"Hint {step} of {len(steps)}: {steps[step - 1]}{read}{more}"


def _reference(published) -> str:
    if "ffn_ref" not in (published.get("uses") or ()):
        return ""
    return "Your function uses ffn_ref, the book's own code. It is not there when the notebook is graded."


def _whose(question, published) -> str:
    if not question.own_numbers:
        return ""
    who = normalise(published.get("student"))
    if not who:
        return "These are the book's practice numbers. Write your id into `student` to get your own."
    if who in _greeted:
        return ""
    _greeted.add(who)
    return f"These are the numbers of '{who}'. Is that you?"


def _help(found, question) -> str:
    return "" if found.credit == 1 else f'Stuck? hint("{question.id}") gives one step at a time.'


def _repeat(question, found, seed) -> str:
    if question.kind != "function" or found.credit == 1:
        return ""
    return f"The cases are random. For the same ones again copy the check into a new cell and add seed={seed} to it."
