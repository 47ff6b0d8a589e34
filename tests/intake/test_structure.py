"""Notebooks whose JSON is fine and whose structure is not: old formats, lost fields, wrong types."""

import pytest

from tests.intake.notebooks import ANSWERS, GELU, WHY, assert_right, cell, exercise, hand_in, solved, sources


def every(notebook: dict, **fields) -> dict:
    for one in notebook["cells"]:
        one.update(fields)
    return notebook


def old_format(notebook: dict, major: int) -> dict:
    """As IPython before 2015 wrote it: worksheets, `input`, `prompt_number`, `heading` cells."""
    cells = []
    for one in notebook["cells"]:
        code = one["cell_type"] == "code"
        new = {"cell_type": one["cell_type"], "metadata": one["metadata"]}
        new["input" if code else "source"] = one["source"]
        cells.append(new)
    cells.append({"cell_type": "heading", "level": 2, "source": "A title of mine", "metadata": {}})
    half = len(cells) // 2
    sheets = [{"cells": cells[:half]}, {"cells": cells[half:]}]
    return {"nbformat": major, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": sheets}


@pytest.mark.parametrize("major", [2, 3])
def test_formats_with_worksheets_are_brought_up_to_date(tmp_path, major):
    intake = hand_in(tmp_path, old_format(solved(), major))
    assert_right(intake)
    assert intake.notebook.cells[-1].source == "## A title of mine"
    assert any("old format" in note for note in intake.notes)


@pytest.mark.parametrize("version", [(4, 0), (4, 4), (4, 99), (5, 0), (17, -1), (None, "x"), ([], {})])
def test_any_format_number_is_taken_by_what_is_in_the_file(tmp_path, version):
    notebook = solved() | {"nbformat": version[0], "nbformat_minor": version[1]}
    assert_right(hand_in(tmp_path, notebook))


@pytest.mark.parametrize("schema", [0, 1, 2, 4, 99, "three", None, [3]])
def test_an_old_or_unknown_schema_version_in_one_notebook_is_no_matter(tmp_path, schema):
    notebook = solved()
    for one in notebook["cells"]:
        if "nbgrader" in one["metadata"]:
            one["metadata"]["nbgrader"]["schema_version"] = schema
    assert_right(hand_in(tmp_path, notebook))


def test_a_schema_without_its_newer_fields(tmp_path):
    notebook = solved()
    for one in notebook["cells"]:
        for key in ("task", "schema_version", "locked"):
            one["metadata"].get("nbgrader", {}).pop(key, None)
    assert_right(hand_in(tmp_path, notebook))


@pytest.mark.parametrize("metadata", [None, [], "x", 3, {"nbgrader": None}, {"nbgrader": [1]}, {"tags": {}}])
def test_metadata_of_any_type(tmp_path, metadata):
    notebook = solved() | {"metadata": metadata}
    cell(notebook, "silu")["metadata"] = metadata
    cell(notebook, "silu_check")["metadata"] = metadata
    assert_right(hand_in(tmp_path, notebook))


@pytest.mark.parametrize("grade_id", [None, 7, "", [], {"a": 1}, True])
def test_a_grade_id_of_any_type(tmp_path, grade_id):
    notebook = solved()
    cell(notebook, "gelu")["metadata"]["nbgrader"]["grade_id"] = grade_id
    assert_right(hand_in(tmp_path, notebook))


def test_ids_mixed_missing_invalid_and_twice(tmp_path):
    some = solved()
    for one in some["cells"][::2]:
        del one["id"]  # formats 4.4 and 4.5 mixed
    assert_right(hand_in(tmp_path, some))
    for bad in ("", "a b", "é" * 9, "x" * 65, 7, None, ["x"], "same"):
        assert_right(hand_in(tmp_path, every(solved(), id=bad)))


def test_two_extra_cells_with_a_course_cells_id_get_ids_of_their_own(tmp_path):
    notebook = solved()
    for source in ("a = 1", "b = 2"):
        extra = {"cell_type": "code", "id": "title", "metadata": {}, "source": source, "outputs": []}
        notebook["cells"].append(extra)
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    ids = [one.id for one in intake.notebook.cells]
    assert len(set(ids)) == len(ids) == len(exercise().cells) + 2


def test_sources_as_text_lines_and_lines_without_ends(tmp_path):
    lines = solved()
    for one in lines["cells"]:
        one["source"] = "".join(one["source"]).splitlines(keepends=True)
    assert_right(hand_in(tmp_path, lines))
    for one in lines["cells"]:
        one["source"] = [line.rstrip("\n") for line in one["source"]]
    got = sources(hand_in(tmp_path, lines))
    assert {key: got[key] for key in ANSWERS} == {key: text.rstrip("\n") for key, text in ANSWERS.items()}


@pytest.mark.parametrize("source", [7, {"a": 1}, True, ["def gelu(z):\n", 3, "    return z\n"]])
def test_a_source_that_is_no_text_needs_a_person(tmp_path, source):
    notebook = solved()
    cell(notebook, "gelu")["source"] = source
    intake = hand_in(tmp_path, notebook)
    assert "gelu" in intake.in_doubt and intake.needs_person
    got = sources(intake)
    assert {key: got[key] for key in ANSWERS} | {"gelu": GELU} == ANSWERS


def test_a_cell_type_changed_or_lost_is_put_right(tmp_path):
    for kind in ("markdown", "raw", "python", None, 3, ["code"]):
        notebook = solved()
        for key in ("gelu", "silu_check", "imports"):
            cell(notebook, key)["cell_type"] = kind
        assert_right(hand_in(tmp_path, notebook))
    turned = solved()
    cell(turned, "why")["cell_type"] = "code"
    intake = hand_in(tmp_path, turned)
    assert_right(intake)
    assert any("'why' had become code; it is markdown again" in note for note in intake.notes)


def test_entries_that_are_no_cells_are_left_out(tmp_path):
    notebook = solved()
    notebook["cells"][3:3] = [None, 7, "def gelu(z): return 0", [], {}]
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert any("4 of its cells were no cells" in note for note in intake.notes)


def test_widget_state_outputs_kernel_and_tags_stay_behind(tmp_path):
    notebook = solved()
    notebook["metadata"] = {
        "kernelspec": {"name": "julia-1.9", "display_name": 3},
        "language_info": {"name": None},
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a": "x" * 10_000}}},
        "orig_nbformat": "two",
    }
    for one in notebook["cells"]:
        one["metadata"]["tags"] = ["raises-exception", "skip-execution"]
        one["surprise"] = {"deep": [1, 2, {"er": None}]}
        if one["cell_type"] == "code":
            one |= {"execution_count": "7", "outputs": {"not": "a list"}}
    intake = hand_in(tmp_path, notebook)
    assert_right(intake)
    assert intake.notebook.metadata == exercise().metadata
    assert not any(one.get("outputs") for one in intake.notebook.cells)


def test_a_pasted_picture_stays_with_the_text_answer_and_a_broken_one_does_not(tmp_path):
    notebook = solved(why=WHY + "![](attachment:plot.png)")
    picture = {"plot.png": {"image/png": "iVBORw0KGgo="}}
    cell(notebook, "why")["attachments"] = picture | {"b.png": None, "c.png": {"image/png": 7}}
    intake = hand_in(tmp_path, notebook)
    assert intake.notebook.cells[-1].attachments == picture
    cell(notebook, "gelu")["attachments"] = [1]
    assert sources(hand_in(tmp_path, notebook))["gelu"] == GELU
