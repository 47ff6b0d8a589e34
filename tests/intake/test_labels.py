"""Labels and ids that are lost, renamed or swapped: answers are matched by what they are."""

import pytest

from tests.intake.notebooks import SILU, assert_right, cell, hand_in, noted, solved, sources, stripped, stub


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
