"""The notebook of another exercise, handed in under this one: it is named, and nothing of it is graded."""

import itertools
from pathlib import Path

import nbformat
import pytest

from ffn_grader.course import Course
from ffn_grader.intake import take_in

COURSE = Course.find(Path(__file__).parent)


def released(chapter: str):
    return nbformat.read(COURSE.release(chapter), as_version=4)


def taken(path: Path, chapter: str):
    return take_in(path, released(chapter), others=map(Path, COURSE.others(chapter)))


@pytest.mark.parametrize("handed_in, asked", list(itertools.permutations(COURSE.chapters, 2)))
def test_another_exercise_is_named_whatever_the_file_is_called(tmp_path, handed_in, asked):
    notebook = released(handed_in)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source += "\nwritten = 1"
    path = tmp_path / f"{asked}.ipynb"
    nbformat.write(notebook, path)
    intake = taken(path, asked)
    assert f"this is the notebook of {handed_in}" in (intake.problem or "")
    assert intake.notebook is None and intake.needs_person


@pytest.mark.parametrize("chapter", COURSE.chapters)
def test_the_right_one_is_taken_even_when_half_of_it_is_gone(tmp_path, chapter):
    notebook = released(chapter)
    notebook.cells = notebook.cells[: len(notebook.cells) // 2]
    path = tmp_path / f"{chapter}.ipynb"
    nbformat.write(notebook, path)
    assert taken(path, chapter).problem is None
