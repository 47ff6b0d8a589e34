"""Which cell is whose: labels lost, swapped, renamed, copied, moved; course cells edited or deleted."""

import copy

import pytest

from tests.intake.notebooks import (
    ANSWERS,
    CHECKS,
    GELU,
    SILU,
    assert_graded_as_released,
    assert_right,
    cell,
    exercise,
    hand_in,
    order,
    position,
    solved,
    sources,
    stripped,
    stub,
)


def noted(intake, words: str) -> bool:
    return any(words in note for note in intake.notes)


def extra(source: str, kind: str = "code", **fields) -> dict:
    return {"cell_type": kind, "metadata": {}, "source": source} | fields


# --- all metadata stripped by an editor


def test_without_any_metadata_cells_are_known_by_their_ids(tmp_path):
    assert_right(hand_in(tmp_path, stripped(solved(), ids=False)))


def test_without_metadata_and_ids_cells_are_known_by_what_they_hold(tmp_path):
    intake = hand_in(tmp_path, stripped(solved()))
    assert_right(intake)
    assert noted(intake, "by their text: title, imports, gelu_check, silu_check, count_check")
    assert noted(intake, "by the names that they define: gelu, silu")
    assert noted(intake, "by their place between the course's own cells: count, why")


def test_without_metadata_code_that_does_not_compile_is_matched_too(tmp_path):
    broken = "%timeit 1\ndef gelu(z):\n    return (z *\n"
    intake = hand_in(tmp_path, stripped(solved(gelu=broken)))
    assert sources(intake)["gelu"] == broken and not intake.needs_person


def test_without_metadata_an_untouched_stub_stays_a_stub(tmp_path):
    intake = hand_in(tmp_path, stripped(solved(silu=stub("silu"))))
    assert sources(intake) | {"silu": SILU} == sources(hand_in(tmp_path, solved()))
    assert not intake.needs_person, "an empty answer is no doubt"


# --- graded cell or answer deleted


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


# --- copies


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


# --- ids renamed or swapped


def swap(notebook: dict, one: str, other: str, fields=("metadata", "id")) -> dict:
    first, second = cell(notebook, one), cell(notebook, other)
    for key in fields:
        first[key], second[key] = second[key], first[key]
    return notebook


@pytest.mark.parametrize("pair", [("gelu", "silu"), ("gelu", "gelu_check"), ("silu_check", "gelu_check")])
def test_swapped_labels_are_seen_by_what_the_cells_hold(tmp_path, pair):
    assert_right(hand_in(tmp_path, swap(solved(), *pair)))
    assert_right(hand_in(tmp_path, swap(solved(), *pair, fields=("metadata",))))


def test_swapped_labels_that_nothing_explains_need_a_person(tmp_path):
    wrong = swap(solved(count="total = 22", silu="x = 1"), "silu", "count")
    intake = hand_in(tmp_path, wrong)
    assert intake.in_doubt == ["silu", "count"]


def test_renamed_ids_are_matched_by_content(tmp_path):
    for renamed in (("gelu",), ("gelu", "silu", "count", "why"), ("gelu_check", "silu_check")):
        notebook = solved()
        for grade_id in renamed:
            one = cell(notebook, grade_id)
            one["metadata"]["nbgrader"]["grade_id"] = one["id"] = f"my-{grade_id}"
        assert_right(hand_in(tmp_path, notebook))


def test_a_text_answer_that_quotes_code_is_no_function(tmp_path):
    why = "def gelu(z):\n    is what I wrote\n"
    for notebook in (solved(why=why), stripped(solved(why=why))):
        assert sources(hand_in(tmp_path, notebook))["why"] == why


# --- graded cells edited


def test_a_graded_cell_made_easy_is_the_courses_again_and_said(tmp_path):
    notebook = solved()
    cell(notebook, "gelu_check")["source"] = 'check("activations.gelu", gelu) or True'
    cell(notebook, "silu_check")["source"] = "pass"
    cell(notebook, "count_check")["metadata"]["nbgrader"] |= {"points": 100, "locked": False}
    cell(notebook, "why")["metadata"]["nbgrader"] |= {"points": -1, "grade": False, "task": True}
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert noted(intake, "check cell 'gelu_check' was edited") and noted(intake, "'silu_check' was missing")
    assert not noted(intake, "count_check"), "points raised change nothing, so there is nothing to say"


@pytest.mark.parametrize(
    "same",
    [
        "check('activations.gelu', gelu)",
        'check("activations.gelu", gelu)\n\n',
        'check(\n    "activations.gelu",\n    gelu,\n)',
        '  check( "activations.gelu",gelu )  ',
    ],
)
def test_a_formatters_changes_to_a_graded_cell_are_not_worth_a_word(tmp_path, same):
    notebook = solved()
    cell(notebook, "gelu_check")["source"] = same
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert intake.notes == []


def test_an_import_added_to_the_courses_cell_is_missed_by_a_person_and_not_by_chance(tmp_path):
    for line, name in (("import scipy.special as special", "special"), ("limit = 3", "limit")):
        notebook = solved()
        cell(notebook, "imports")["source"] += ["\n", line]
        intake = hand_in(tmp_path, notebook)
        assert intake.needs_person and noted(intake, f"also set {name}")


# --- the student's own cells


def test_the_students_own_cells_stay_where_they_were(tmp_path):
    notebook = solved()
    notebook["cells"].insert(position(notebook, "gelu"), extra("def helper():\n    return 1\n"))
    notebook["cells"].insert(position(notebook, "gelu") + 1, extra("My notes", kind="markdown"))
    notebook["cells"].insert(position(notebook, "silu"), extra("raw text", kind="raw"))
    notebook["cells"].insert(0, extra("early = 1"))
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert order(intake) == ["".join(one["source"]) for one in notebook["cells"]]
    assert [one.cell_type for one in intake.notebook.cells] == [one["cell_type"] for one in notebook["cells"]]


def test_an_ordinary_cell_keeps_the_students_text(tmp_path):
    notebook = solved()
    cell(notebook, "scratch")["source"] = "z = np.linspace(-9, 9)\nplot(z, gelu(z))"
    cell(notebook, "gelu-text")["source"] = "My own heading"
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert order(intake) == ["".join(one["source"]) for one in notebook["cells"]]
    assert intake.notes == []


def test_a_helper_beside_deleted_course_cells_still_runs_before_the_check(tmp_path):
    notebook = solved(gelu="def gelu(z):\n    return helper(z)\n")
    at = position(notebook, "gelu_check")
    notebook["cells"][at] = extra("def helper(z):\n    return z\n")
    intake = hand_in(tmp_path, notebook)
    at = order(intake).index("def helper(z):\n    return z\n")
    assert intake.notebook.cells[at + 1].id == "gelu_check"


def test_moved_answers_are_in_order_again_and_a_person_looks(tmp_path):
    notebook = solved()
    moved = notebook["cells"].pop(position(notebook, "count"))
    notebook["cells"].insert(1, moved)
    intake = hand_in(tmp_path, notebook)
    got = sources(intake)
    assert {key: got[key] for key in ANSWERS} == ANSWERS
    assert "count" in intake.in_doubt and noted(intake, "elsewhere in the order")
    checks = solved()
    checks["cells"].append(checks["cells"].pop(position(checks, "gelu_check")))
    assert_right(hand_in(tmp_path, checks))
