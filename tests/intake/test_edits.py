"""The course's cells after an edit, and the student's own cells between them."""

import pytest

from tests.intake.notebooks import ANSWERS, assert_right, cell, extra, hand_in, noted, order, position, solved, sources


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


def test_an_import_added_to_the_courses_cell_still_runs_after_it(tmp_path):
    for line, name in (("import scipy.special as special", "special"), ("limit = 3", "limit")):
        notebook = solved()
        cell(notebook, "imports")["source"] += ["\n", line]
        intake = hand_in(tmp_path, notebook)
        assert_right(intake)
        at = position(intake.notebook, "imports")
        assert line in order(intake)[at + 1] and noted(intake, f"also sets {name}")


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
