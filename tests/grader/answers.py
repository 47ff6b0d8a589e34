"""Answers as a cell publishes them, and the verdicts on them."""

import json

from ffn_check.ask import ask
from ffn_check.checkpoint import packet_of
from ffn_grader.judge import judge
from ffn_grader.question import PropertyQuestion, StagesQuestion, message
from ffn_grader.questions import CHAPTERS, chapter_questions, get_question

QUESTIONS = [question for chapter in CHAPTERS for question in chapter_questions(chapter).values()]
FUNCTIONS = [question for question in QUESTIONS if question.kind == "function"]
STAGES = [question for question in QUESTIONS if isinstance(question, StagesQuestion)]
PROPERTIES = [question for question in QUESTIONS if isinstance(question, PropertyQuestion)]
OWN = [question for question in QUESTIONS if question.own_numbers]


def name(item) -> str:
    """The test id of a question or a misconception."""
    return getattr(item, "id", None) or getattr(item, "name", None) or str(item)


def verdict_on(question: str, fn=None, *, seed=0, true_id=None, **answers):
    """The verdict on a function, or on named answers with `student=`, as published through JSON.

    true_id: whose submission it is, as the trusted side knows it.
    """
    found = get_question(question)
    cases = found.cases(seed) if found.kind == "function" else None
    plain = json.loads(message(found, cases or []))["cases"]
    published = json.loads(json.dumps(packet_of(question, fn, plain, answers)))
    return judge(found, published, cases=cases, student=true_id)


def record_of(fn, *args):
    """The record of one call of `fn`."""
    from ffn_check.pack import pack

    return ask(fn, [{"args": [pack(value) for value in args], "kwargs": {}}])[0]


def right_answers(question, student: str) -> dict:
    """The right stages of a student, by name."""
    return vars(question.path(question.numbers(student)))
