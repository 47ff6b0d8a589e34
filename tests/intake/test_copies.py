"""Cells that were deleted, merged or copied: put back, found or left out, and said."""

import copy

import pytest

from tests.intake.notebooks import (
    CHECKS,
    GELU,
    SILU,
    assert_graded_as_released,
    assert_right,
    cell,
    exercise,
    extra,
    hand_in,
    noted,
    order,
    position,
    solved,
    sources,
    stub,
)


@pytest.mark.parametrize("grade_id", [*CHECKS, "imports", "title"])
def test_a_deleted_course_cell_is_put_back_in_its_place(tmp_path, grade_id):
    notebook = solved()
    del notebook["cells"][position(notebook, grade_id)]
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert noted(intake, f"'{grade_id}' was missing")


def test_a_deleted_answer_becomes_its_stub_and_is_said(tmp_path):
    for grade_id in ("silu", "count"):
        notebook = solved()
        del notebook["cells"][position(notebook, grade_id)]
        intake = hand_in(tmp_path, notebook)
        assert sources(intake)[grade_id] == cell(exercise(), grade_id).source
        assert noted(intake, f"answer cell '{grade_id}' was missing")
        assert_graded_as_released(intake.notebook, exercise())


def test_answers_merged_into_one_cell_are_not_undone_by_a_stub(tmp_path):
    notebook = solved(gelu=GELU + "\n" + SILU)
    del notebook["cells"][position(notebook, "silu")]
    intake = hand_in(tmp_path, notebook)
    assert sources(intake)["gelu"] == GELU + "\n" + SILU and sources(intake)["silu"] == ""
    assert noted(intake, "'silu' was found in another cell") and not intake.needs_person


def test_a_missing_answer_beside_cells_nobody_knows_needs_a_person(tmp_path):
    notebook = solved()
    del notebook["cells"][position(notebook, "silu")]
    notebook["cells"].append(extra("swish = lambda z: z / (1 + np.exp(-z))"))
    assert hand_in(tmp_path, notebook).in_doubt == ["silu"]


def test_another_exercise_or_an_empty_one_needs_a_person_and_is_no_silent_zero(tmp_path):
    for cells in ([], [extra("print('hello')"), extra("def relu(z):\n    return z\n")]):
        intake = hand_in(tmp_path, solved() | {"cells": cells})
        assert intake.needs_person and noted(intake, "is it this exercise?")
        assert_graded_as_released(intake.notebook, exercise())


def test_a_copied_course_cell_is_left_out(tmp_path):
    for grade_id in CHECKS:
        for labelled in (True, False):
            notebook = solved()
            twin = copy.deepcopy(cell(notebook, grade_id)) | {"id": "another"}
            if not labelled:
                twin["metadata"] = {}
            notebook["cells"].append(twin)
            intake = hand_in(tmp_path, notebook)
            assert_right(intake)
            assert len(intake.notebook.cells) == len(exercise().cells)
            assert noted(intake, f"'{grade_id}' was there 2 times")


def test_a_copied_answer_runs_after_the_first_as_it_did_for_the_student(tmp_path):
    notebook = solved()
    second = copy.deepcopy(cell(notebook, "gelu")) | {"id": "second", "source": GELU + "# tried again\n"}
    notebook["cells"].insert(position(notebook, "gelu") + 1, second)
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    at = order(intake).index(GELU)
    assert order(intake)[at + 1] == GELU + "# tried again\n"
    assert "nbgrader" not in intake.notebook.cells[at + 1].metadata


def test_the_copy_that_was_written_in_is_the_answer(tmp_path):
    for written_first in (True, False):
        notebook = solved()
        empty = copy.deepcopy(cell(notebook, "gelu")) | {"id": "second", "source": stub("gelu")}
        notebook["cells"].insert(position(notebook, "gelu") + written_first, empty)
        intake = hand_in(tmp_path, notebook)
        assert_right(intake)
        assert stub("gelu") not in order(intake), "the stub would undo the answer"


def test_two_answers_with_the_check_between_need_a_person(tmp_path):
    for labelled in (True, False):
        notebook = solved(gelu=GELU.replace("0.5", "0.4"))
        second = copy.deepcopy(cell(notebook, "gelu")) | {"id": "second", "source": GELU}
        if not labelled:
            second["metadata"] = {}
        notebook["cells"].append(second)
        intake = hand_in(tmp_path, notebook)
        assert intake.in_doubt == ["gelu"] and order(intake)[-1] == GELU
