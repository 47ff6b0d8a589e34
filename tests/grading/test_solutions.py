"""The solved notebooks: full marks by the stock command, and a page for instructors that shows them."""

import nbformat
import pytest

from ffn_grader import solutions
from ffn_grader.build import write_source
from ffn_grader.course import Course
from ffn_grader.gradebook import open_gradebook, register
from ffn_grader.proof.boxed import hand_in, notebooks
from ffn_grader.proof.lesson import Lesson

from .conftest import ROOT
from .test_sample_class import nbgrader

CHAPTERS = Course(ROOT).chapters
HANDED_IN = [(chapter, which) for chapter in CHAPTERS for which in ("right loops", "wrong 1")]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_stock_command_gives_the_solution_full_marks(empty_course, chapter):
    write_source(empty_course, chapter)
    place = empty_course.submitted("instructor", chapter)
    place.mkdir(parents=True)
    nbformat.write(solutions.solved(empty_course, chapter), place / f"{chapter}.ipynb")
    register(empty_course, chapter)
    nbgrader(empty_course, "autograde", chapter, "--student=instructor")
    with open_gradebook(empty_course) as book:
        grades = book.find_submission(chapter, "instructor").notebooks[0].grades
        judged = {grade.name: (grade.score, grade.max_score) for grade in grades if not grade.needs_manual_grade}
        read = {grade.name for grade in grades if grade.needs_manual_grade}
    assert len(judged) == len(Lesson(empty_course, chapter).steps) and len(read) == 1
    assert {name: score for name, score in judged.items() if score[0] != score[1]} == {}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_page_for_instructors_shows_full_marks_and_the_rubric(empty_course, chapter):
    record = solutions.graded(empty_course, chapter)
    assert solutions.lost(record) == []
    page = solutions.render(empty_course, chapter, record).read_text(encoding="utf-8")
    points = sum(part.points for part in record.parts if part.question)
    assert page.count("<strong>Right. ") == len(Lesson(empty_course, chapter).steps)
    assert points > 0 and "Rubric" in page and "BEGIN SOLUTION" not in page


def test_a_solution_that_loses_a_point_is_named(empty_course, monkeypatch):
    def spoilt(course, chapter):
        notebook = solved(course, chapter)
        for cell in notebook.cells:
            cell.source = cell.source.replace("return W1 @ W2, b1 @ W2 + b2", "return W1 @ W2, b2")
        return notebook

    solved = solutions.solved
    monkeypatch.setattr(solutions, "solved", spoilt)
    lost = solutions.lost(solutions.graded(empty_course, "position_wise"))
    assert len(lost) == 1 and lost[0].startswith("check_collapse: Not yet. b1 is missing from b.")


@pytest.mark.parametrize(("chapter", "which"), HANDED_IN)
def test_known_answers_that_are_handed_in_get_what_they_must(tmp_path, chapter, which):
    course = Course(ROOT)
    made = next((made for made in notebooks(Lesson(course, chapter)) if made[0] == which), None)
    assert made is not None, f"{chapter} has no style called {which.removeprefix('right ')}"
    found = hand_in(course, chapter, made, tmp_path)
    assert found and [(question, answer, said) for question, answer, good, said in found if not good] == []
