"""Every exercise's source: its metadata and points, an unsolved run without an error, a solved one without a loss."""

import re
from copy import deepcopy
from pathlib import Path

import jupytext
import pytest
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.preprocessors import ClearSolutions
from traitlets.config.loader import PyFileConfigLoader

from ffn_grader.questions import chapter_questions

ROOT = Path(__file__).parents[2]
SOURCES = sorted(ROOT.glob("solutions/*/*.md"))
KEYS = {"cell_type", "grade", "grade_id", "locked", "schema_version", "solution", "task"}

pytestmark = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)


def solved(path):
    return jupytext.read(path, fmt="md:myst")


def unsolved(path):
    """The notebook as nbgrader releases it: solutions replaced by the configured stub."""
    config = PyFileConfigLoader("nbgrader_config.py", str(ROOT)).load_config()
    return ClearSolutions(config=config).preprocess(deepcopy(solved(path)), {})[0]


def about(cell):
    return cell.metadata["nbgrader"]


def graded(notebook):
    return [cell for cell in notebook.cells if about(cell)["grade"] and cell.cell_type == "code"]


def run(notebook, capsys, student=None):
    """Run all code cells in order. Returns what each graded cell printed, by grade_id."""
    space, printed = {}, {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            source = cell.source
            if student is not None:
                source = source.replace('student = ""', f"student = {student!r}")
            exec(compile(source, f"<{about(cell)['grade_id']}>", "exec"), space)
            printed[about(cell)["grade_id"]] = capsys.readouterr().out
    return {name: text for name, text in printed.items() if name.startswith("check_")}


def test_every_cell_has_nbgraders_metadata(path):
    notebook = solved(path)
    MetadataValidator().validate_nb(notebook)
    for cell in notebook.cells:
        assert set(about(cell)) - {"points"} == KEYS, cell.source[:60]
        assert about(cell)["schema_version"] == 3 and about(cell)["cell_type"] == cell.cell_type
        assert ("points" in about(cell)) == about(cell)["grade"]


def test_each_question_is_one_readable_call_with_its_points(path):
    questions = chapter_questions(path.stem)
    cells = graded(solved(path))
    for cell, question in zip(cells, questions.values(), strict=True):
        assert re.fullmatch(r'check\(\s*"' + re.escape(question.id) + r'", [^()]+\)', cell.source)
        assert about(cell)["points"] == question.points
        assert about(cell)["locked"] and about(cell)["grade_id"] == "check_" + question.id.partition(".")[2]


def test_the_points_of_a_part_stand_in_its_heading(path):
    points = [cell.metadata.nbgrader["points"] for cell in solved(path).cells if about(cell)["grade"]]
    text = "\n".join(cell.source for cell in solved(path).cells)
    assert [int(found) for found in re.findall(r"^## .*\((\d+) points?\)$", text, re.M)] == points


def test_the_opening_says_how_many_points_there_are(path):
    points = [(about(cell)["points"], cell.cell_type) for cell in solved(path).cells if about(cell)["grade"]]
    judged = sum(each for each, kind in points if kind == "code")
    every = sum(each for each, _ in points)
    assert f"There are {every} points: `check` judges {judged}," in " ".join(solved(path).cells[0].source.split())


def test_it_opens_with_what_you_will_do_learn_and_need(path):
    opening = solved(path).cells[0].source
    assert opening.startswith("# ")
    assert [part in opening for part in ("you will do", "you will learn", "you need")] == [True] * 3


def test_unsolved_it_runs_to_the_end_and_every_check_says_that_there_is_nothing_yet(path, capsys):
    printed = run(unsolved(path), capsys)
    assert len(printed) == len(chapter_questions(path.stem))
    for text in printed.values():
        assert text.startswith("Nothing to judge yet.")


@pytest.mark.parametrize("student", ["", "ann", "Čeněk (2)"])
def test_solved_it_earns_everything(path, student, capsys):
    for text in run(solved(path), capsys, student).values():
        assert text.startswith("Right."), text


def test_nothing_of_a_solution_is_left_in_the_exercise(path):
    """No line of a solution stands anywhere in the released notebook; and there is work left to do."""
    left = "\n".join(cell.source for cell in unsolved(path).cells)
    answers = 0
    for cell in solved(path).cells:
        if "### BEGIN SOLUTION" in cell.source:
            answers += 1
            region = cell.source.split("### BEGIN SOLUTION")[1].split("### END SOLUTION")[0]
            for line in filter(None, map(str.strip, region.splitlines())):
                assert line not in left, line
    assert answers == len(graded(solved(path))) + sum(
        about(cell)["grade"] and cell.cell_type == "markdown" for cell in solved(path).cells
    )
    assert "Rubric" not in left and "SOLUTION" not in left


def test_the_written_answer_has_a_rubric_that_adds_up(path):
    for cell in solved(path).cells:
        if about(cell)["grade"] and cell.cell_type == "markdown":
            rubric = cell.source.split("**Rubric**")[1]
            assert sum(map(int, re.findall(r"^- (\d+) points?:", rubric, re.M))) == about(cell)["points"]
