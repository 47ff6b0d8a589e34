"""Every released exercise, saved by the programs that students use, with what those really write and lose."""

import copy
import json
from pathlib import Path
from random import Random

import nbformat
import pytest

from ffn_grader.intake import take_in
from ffn_grader.intake.release import read_release
from tests.intake.editors import colab, colab_without_labels, jupyterlab, old_vs_code, text_round_trip, vs_code
from tests.intake.mutations import mutate
from tests.intake.notebooks import assert_graded_as_released, sources

EXERCISES = sorted((Path(__file__).parents[2] / "exercises").glob("*/*.ipynb"))
WHO = 'student = ""'
ASKING_WHO = [path for path in EXERCISES if json.dumps(WHO) in path.read_text(encoding="utf-8")]
PROGRAMS = [jupyterlab, vs_code, old_vs_code, colab, colab_without_labels, text_round_trip]


@pytest.fixture(params=EXERCISES, ids=lambda path: path.stem)
def release(request):
    return nbformat.read(request.param, as_version=4)


def written(release) -> tuple[dict, dict[str, str]]:
    """The exercise with something written in every answer cell, as plain data, and what was written."""
    notebook, answers = copy.deepcopy(release), {}
    for one in read_release(notebook):
        if one.role == "answer":
            line = f"# what I wrote for {one.key}: é ≤ 1" if one.cell.cell_type == "code" else "My own words: é"
            one.cell.source = answers[one.key] = one.source.replace("# YOUR CODE HERE", line) + "\n" + line
    return json.loads(nbformat.writes(notebook)), answers


@pytest.mark.parametrize("save", PROGRAMS)
def test_every_answer_arrives_from_every_program(tmp_path, release, save):
    notebook, answers = written(release)
    path = tmp_path / "hand-in.ipynb"
    path.write_text(save(notebook), encoding="utf-8")
    intake = take_in(path, release)
    got = sources(intake)
    assert {key: got[key].strip() for key in answers} == {key: text.strip() for key, text in answers.items()}
    assert_graded_as_released(intake.notebook, release)
    assert len(intake.notebook.cells) == len(release.cells)
    assert not intake.needs_person, intake.notes
    if save in (jupyterlab, vs_code, colab):
        assert intake.notes == [], "an ordinary hand-in is taken without a word"


def test_an_untouched_exercise_is_taken_in_unchanged(release, tmp_path):
    path = tmp_path / "hand-in.ipynb"
    path.write_text(nbformat.writes(release), encoding="utf-8")
    intake = take_in(path, release)
    assert intake.notebook == release and intake.notes == [] and not intake.needs_person


@pytest.mark.parametrize("exercise", ASKING_WHO, ids=lambda path: path.stem)
def test_a_students_own_id_survives_the_loss_of_every_label(exercise, tmp_path):
    release = nbformat.read(exercise, as_version=4)
    notebook, _ = written(release)
    asking = next(one for one in notebook["cells"] if "".join(one["source"]) == WHO)
    asking["source"] = 'student = "ada lovelace of the first row"'
    path = tmp_path / "hand-in.ipynb"
    path.write_text(text_round_trip(notebook), encoding="utf-8")
    intake = take_in(path, release)
    code = "\n".join(one.source for one in intake.notebook.cells if one.cell_type == "code")
    assert code.index('student = "ada') > code.find(WHO), "what the student wrote has the last word"
    assert code.index('student = "ada') < code.index("check(")


@pytest.mark.parametrize("part", range(2))
def test_damaged_exercises_keep_the_courses_cells(release, tmp_path, part):
    notebook, answers = written(release)
    path = tmp_path / "hand-in.ipynb"
    for seed in range(part, 100, 2):
        path.write_bytes(mutate(notebook, Random(seed)))
        intake = take_in(path, release)
        if intake.notebook is None:
            assert intake.problem.isprintable() and "cannot be taken in" not in intake.problem
            continue
        assert_graded_as_released(intake.notebook, release)
        everything = "\n".join(one.source for one in intake.notebook.cells)
        lost = [key for key, words in answers.items() if words not in everything]
        assert len(lost) <= 4 or intake.needs_person, "at most four cells are changed in each mutation"
