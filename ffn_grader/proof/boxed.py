"""Known answers handed in as notebooks, made from the exercise and graded as a submission is: in the sandbox.

A style is handed in as it is written. A catalogued mistake needs the reference, which the sandbox does not have:
so the notebook holds what the mistake gives for each of its hidden cases, looked up by the inputs that arrive. Any
other input gets the solution's result: cells further down call the function too, and hand in a mistake of their own.
"""

import json
from pathlib import Path

import nbformat

from ffn_check.pack import pack

from ..course import Course
from ..grading import Job, grade
from ..question import message
from ..seeds import case_seed
from .lesson import STUDENT, Lesson, Step
from .styles import styles
from .trials import as_expected, mistakes, most, wrong_answers

SECRET = b"a secret of the proof, not a course's"
LOOKED_UP = """\
import json
from ffn_check.pack import pack
from ffn_check.plain import unpack

def {name}(*args, _right={name}, _table=json.loads({table!r})):
    asked = json.dumps([pack(value) for value in args])
    return unpack(_table[asked]) if asked in _table else _right(*args)
"""


def notebooks(lesson: Lesson) -> list[tuple[str, dict[str, str], dict[str, tuple[str, float, str | None]]]]:
    """(student, answers by cell, expected by question): as many as it takes to hand in every known answer.

    Expected is (name of the answer, credit, name of the mistake), as `as_expected` takes them.
    """
    made = []
    for name, cells in styles(lesson.chapter).items():
        expected = {step.question.id: (name, 1.0, None) for step in lesson.steps if set(step.answers) & set(cells)}
        made.append((f"right {name}", cells, expected))
    most_mistakes = max(len(mistakes(step.question)) for step in lesson.steps)
    for index in range(most_mistakes):
        who, cells, expected = f"wrong {index + 1}", {}, {}
        for step in lesson.steps:
            known = mistakes(step.question)
            if index < len(known):
                name, stage, mistake = known[index]
                cells |= _mistaken(lesson, step, stage, mistake, who)
                expected[step.question.id] = name, most(step.question, stage, mistake), mistake.name
        made.append((who, cells, expected))
    return made


def hand_in(course: Course, chapter: str, made: tuple, folder: Path) -> list[tuple[str, str, bool, str]]:
    """Grade one of `notebooks`. (question, answer, as it must be, what was said) for each answer in it."""
    who, cells, expected = made
    lesson = Lesson(course, chapter)
    release = course.release(chapter).read_text(encoding="utf-8")
    place = folder / who / chapter
    place.mkdir(parents=True)
    (place / f"{chapter}.ipynb").write_text(filled(release, lesson.solution | cells, who), encoding="utf-8")
    record = grade(Job(who, chapter, str(place), release, SECRET, limits=course.limits))
    parts = {part.question: part for part in record.parts}
    found = []
    for question, (name, credit, mistake) in expected.items():
        part = parts.get(question)
        said = record.problem or (f"{part.credit}, {part.misconception}: {part.sentence}" if part else "not graded")
        good = part is not None and part.credit is not None and record.sandboxed
        if good and mistake is None:
            good = part.credit == 1
        elif good:
            good = as_expected(part.credit, part.misconception, mistake, credit)
        found.append((question, name, good, said))
    return found


def filled(release: str, cells: dict[str, str], who: str) -> str:
    """The exercise with `cells` typed into it by `who`."""
    notebook = nbformat.reads(release, as_version=4)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if cell.source == STUDENT:
            cell.source = f"student = {who!r}"
        cell.source = cells.get(name, cell.source)
    return nbformat.writes(notebook)


def _mistaken(lesson: Lesson, step: Step, stage, mistake, who: str) -> dict[str, str]:
    """The answer cells of one who makes `mistake`: all in the last cell, after what the solution does there."""
    question, last = step.question, step.answers[-1]
    if question.kind == "function":
        cases = question.cases(case_seed(SECRET, lesson.chapter, question.id, who))
        source = LOOKED_UP.format(name=step.names["fn"], table=json.dumps(_table(question, mistake, cases)))
    else:
        answers = wrong_answers(question, stage, mistake, question.numbers(who))
        lines = [f"{step.names[name]} = {_literal(value)}" for name, value in answers.items()]
        source = "\n".join(lines)
    return {last: f"{lesson.solution[last]}\n{source}"}


def _table(question, mistake, cases) -> dict:
    """What the mistake gives, as a plain value, for each case; None for a case in which it fails, so that it fails."""
    table = {}
    for case, plain in zip(cases, json.loads(message(question, cases))["cases"], strict=True):
        values = question.try_out(mistake.wrong, case).values
        value = tuple(values) if values and len(values) > 1 else values and values[0]
        table[json.dumps(plain["args"])] = None if values is None else pack(value)
    return table


def _literal(value) -> str:
    return repr(getattr(value, "tolist", lambda: value)())
