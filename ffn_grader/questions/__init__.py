"""The course's questions, one module for each chapter. A module lists its questions in `QUESTIONS`."""

from importlib import import_module
from pkgutil import iter_modules

CHAPTERS = tuple(sorted(module.name for module in iter_modules(__path__)))


def chapter_questions(chapter: str) -> dict:
    """The questions of a chapter, id -> question, in the notebook's order."""
    if chapter not in CHAPTERS:
        return {}
    return {question.id: question for question in import_module(f"{__name__}.{chapter}").QUESTIONS}


def get_question(name: str):
    """The question called `name`, such as "position_wise.forward". Raises KeyError that lists the names."""
    found = chapter_questions(name.partition(".")[0])
    if name not in found:
        known = ", ".join(found) if found else "in the chapters " + ", ".join(CHAPTERS)
        raise KeyError(f"There is no question called {name!r}. The questions are: {known}.")
    return found[name]
