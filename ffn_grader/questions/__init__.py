"""The course's questions, one module for each chapter. A module lists its questions in `QUESTIONS`."""

from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules

CHAPTERS = tuple(sorted(module.name for module in iter_modules(__path__)))


def chapter_questions(chapter: str) -> dict:
    """The questions of a chapter, id -> question, in the notebook's order."""
    if chapter not in CHAPTERS:
        return {}
    return {question.id: question for question in import_module(f"{__name__}.{chapter}").QUESTIONS}


def get_question(name: str):
    """The question called `name`, such as "position_wise.forward". Raises KeyError with a suggestion."""
    chapter = name.partition(".")[0]
    found = chapter_questions(chapter)
    if name not in found:
        known = found or {name: None for part in CHAPTERS for name in chapter_questions(part)}
        close = get_close_matches(name, known, n=1)
        hint = f" Do you mean {close[0]!r}?" if close else ""
        raise KeyError(f"There is no question called {name!r}.{hint}")
    return found[name]
