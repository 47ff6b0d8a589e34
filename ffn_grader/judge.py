"""Judge published answers: from plain data and a question to a Verdict.

The order: can it be read, is there an answer at all, whose numbers are they, is its form right, are its
values.
"""

from dataclasses import replace

from ffn_check.draw import normalise
from ffn_check.plain import Unreadable

from .functions import judge_function
from .property import judge_property
from .question import Case, PropertyQuestion, Question
from .questions import get_question
from .stages import judge_stages
from .unpack import Answer, read
from .verdict import Verdict


def judge(
    question: Question | str, published, *, cases: list[Case] | None = None, student: str | None = None
) -> Verdict:
    """The verdict on what a cell published: one packet, a list of all its packets, or None.

    cases: what was asked, for a function question. student: whose submission it is, as the trusted side
    knows; None (on the student's own machine) believes the id that was typed. Never raises because of
    `published`.
    """
    question = get_question(question) if isinstance(question, str) else question
    if question.kind == "function" and cases is None:
        raise ValueError(f"{question.id} tries a function: give judge the cases that were asked.")
    try:
        answer = read(published, question, len(cases or ()))
    except Unreadable as error:
        return _about(question, Verdict(0.0, str(error)))
    return _about(question, _judge(question, answer, cases, student))


def _judge(question, answer, cases, student):
    if answer.untouched or (answer.values and all(value.untouched for value in answer.values.values())):
        return Verdict(0.0, "Write your answer above, then run this cell again.", untouched=True)
    if question.kind == "function":
        return judge_function(question, answer, cases)
    if not question.own_numbers:
        return _named(question, answer, None)
    return _own_numbers(question, answer, student)


def _named(question, answer: Answer, n) -> Verdict:
    """Judge named answers to the numbers `n`."""
    judge_answers = judge_property if isinstance(question, PropertyQuestion) else judge_stages
    return judge_answers(question, answer, n)


def _own_numbers(question, answer: Answer, student: str | None) -> Verdict:
    """Judge with the numbers of the student whose submission it is; notice when other numbers were used."""
    typed = normalise(answer.student)
    used = _named(question, answer, question.numbers(typed))
    if typed and used.credit < 1 and _named(question, answer, question.numbers("")).credit == 1:
        practised = f"These answers are right for the book's practice numbers, but '{typed}' has others."
        used = Verdict(used.credit, f"{practised} Run the cell that shows your numbers again.")
    if student is None or normalise(student) == typed:
        return used
    own = _named(question, answer, question.numbers(student))
    if own.credit == 1:
        return own.with_notes(f"The notebook says '{typed}', but these are right for the numbers of '{student}'.")
    whose = (
        f"These are the numbers of '{typed}'" if typed else "These are the book's practice numbers (`student` is empty)"
    )
    return Verdict(
        0.0,
        f"{whose}; you are '{student}'. No points are lost yet: a person will decide.",
        misconception="borrowed_numbers",
        details=(
            f"With those numbers: {used.headline.lower()}, {used.credit:.0%}. {used.sentence}",
            f"With the numbers of '{student}': {own.credit:.0%}.",
        ),
        needs_person=True,
    )


def _about(question: Question, verdict: Verdict) -> Verdict:
    return replace(verdict, section=verdict.section or question.section, points=question.points)
