"""Whatever happens to a notebook: something that can be graded, or one named reason; never a traceback."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ffn_grader.intake import Intake, take_in
from ffn_grader.intake.release import names, plain
from tests.intake.mutations import mutate
from tests.intake.notebooks import (
    ANSWERS,
    assert_graded_as_released,
    assert_right,
    exercise,
    hand_in,
    solved,
    sources,
    text,
)

MUTATIONS, PARTS = 2000, 8
RELEASE, WHOLE = exercise(), solved()


def labelled_texts(data: bytes) -> list[tuple[object, object]]:
    """(grade_id, text) of every cell, read the plain way; nothing where the file is beyond that."""
    try:
        cells = json.loads(data)["cells"]
        found = []
        for one in cells:
            label = one["metadata"].get("nbgrader", {}).get("grade_id")
            found.append((label, "".join(one["source"])))
        return found
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def assert_sound(intake: Intake, data: bytes) -> None:
    """Every promise that holds for any file at all."""
    if intake.notebook is None:
        assert intake.problem and intake.problem.isprintable() and len(intake.problem) < 200
        assert "cannot be taken in" not in intake.problem, "the net for surprises caught something"
        assert intake.needs_person
        return
    assert intake.problem is None
    assert_graded_as_released(intake.notebook, RELEASE)
    json.dumps(intake.notebook, ensure_ascii=False).encode("utf-8")
    assert all(note.isprintable() for note in intake.notes)
    assert set(intake.in_doubt) <= set(ANSWERS) and (not intake.in_doubt or intake.needs_person)
    got, handed_in = sources(intake), labelled_texts(data)
    for key, right in ANSWERS.items():
        claims = [words for label, words in handed_in if label == key]
        if claims == [right]:
            assert got[key] == right, f"the untouched answer {key} changed"
        if any(words == right for _, words in handed_in):
            kept = got[key] == right or any(right in one.source for one in intake.notebook.cells)
            assert kept or intake.needs_person, f"the answer {key} was lost without a word"


@pytest.mark.parametrize("part", range(PARTS))
def test_two_thousand_random_mutations(tmp_path, part):
    release = exercise()
    neighbour = tmp_path / "neighbour.ipynb"
    neighbour.write_text(text(solved()), encoding="utf-8")
    alone, path, graded = take_in(neighbour, release), tmp_path / "activations.ipynb", 0
    for seed in range(part, MUTATIONS, PARTS):
        data = mutate(WHOLE, Random(seed))
        path.write_bytes(data)
        intake = take_in(path, release)
        assert_sound(intake, data)
        assert path.read_bytes() == data, "the student's file is never written"
        graded += intake.problem is None
    assert release == RELEASE
    assert take_in(neighbour, release) == alone, "nobody else is touched"
    assert graded > MUTATIONS / PARTS / 2, "most damage can be repaired"


@pytest.mark.parametrize("seed", range(20))
def test_the_same_file_is_taken_in_the_same_way_again(tmp_path, seed):
    data = mutate(WHOLE, Random(seed))
    assert hand_in(tmp_path, data) == hand_in(tmp_path, data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
CELL = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw", "heading"]) | JSON},
    optional={
        "source": st.text() | st.lists(st.text()) | JSON,
        "metadata": st.fixed_dictionaries({"nbgrader": st.fixed_dictionaries({"grade_id": st.text()})}) | JSON,
        "id": st.sampled_from(["gelu", "silu_check", "new"]) | JSON,
        "attachments": JSON,
    },
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("hand-in")


@settings(max_examples=100, deadline=None)
@given(cells=st.lists(CELL | JSON, max_size=8), more=st.dictionaries(st.text(), JSON, max_size=3))
def test_any_json_at_all(folder, cells, more):
    data = json.dumps(more | {"cells": cells}).encode()
    assert_sound(hand_in(folder, data), data)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_at_all(folder, data):
    assert_sound(hand_in(folder, data), data)


@settings(max_examples=100, deadline=None)
@given(words=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0")))
def test_a_labelled_answer_arrives_as_it_was_typed(folder, words):
    intake = hand_in(folder, solved(gelu=words))
    if not names(words) & {"silu"} and plain(words) not in {plain(one.source) for one in exercise().cells}:
        assert sources(intake)["gelu"] == words
        assert not intake.needs_person


def test_the_mutations_do_damage():
    damaged = [mutate(WHOLE, Random(seed)) for seed in range(200)]
    assert solved() == WHOLE, "each mutation has a copy of its own"
    assert sum(labelled_texts(data) == labelled_texts(text(WHOLE).encode()) for data in damaged) < 80
    assert len({hash(data) for data in damaged}) > 190


def test_the_measure_of_soundness_sees_a_lost_answer(tmp_path):
    data = text(solved()).encode()
    intake = hand_in(tmp_path, data)
    assert_right(intake)
    assert_sound(intake, data)
    next(one for one in intake.notebook.cells if one.id == "gelu").source = ""
    with pytest.raises(AssertionError, match="untouched answer gelu"):
        assert_sound(intake, data)
