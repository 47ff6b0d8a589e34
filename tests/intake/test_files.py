"""Which file in a folder is taken: renamed downloads, odd names, odd students."""

import os
import unicodedata

import pytest

from ffn_grader.intake import find_notebook, take_in
from tests.intake.notebooks import assert_right, exercise, solved, text

NAME = "activations"


def put(folder, name: str = "activations.ipynb"):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text(solved()), encoding="utf-8")
    return folder / name


def test_the_right_name_wins_with_or_without_its_ending(tmp_path):
    right = put(tmp_path)
    put(tmp_path, "activations (1).ipynb")
    for name in (NAME, NAME + ".ipynb"):
        found = find_notebook(tmp_path, name)
        assert (found.path, found.notes, found.problem) == (right, [], None)


@pytest.mark.parametrize(
    "renamed",
    [
        "activations (1).ipynb",
        "activations(12).ipynb",
        "activations-1.ipynb",
        "activations-Copy1.ipynb",
        "Copy of activations.ipynb",
        "Activations - Kopie (2).IPYNB",
        "activations.ipynb.txt",
        "activations.ipynb.json",
        "Ada Lovelace, my homework.ipynb",
        "activations/activations.ipynb",
        "hand in/activations (1).ipynb",
    ],
)
def test_a_renamed_file_is_found_and_said(tmp_path, renamed):
    path = put(tmp_path, renamed)
    (tmp_path / ".ipynb_checkpoints").mkdir()
    put(tmp_path / ".ipynb_checkpoints", "activations-checkpoint.ipynb")
    put(tmp_path, "._activations.ipynb")
    found = find_notebook(tmp_path, NAME)
    assert found.path == path and found.problem is None
    assert renamed in found.notes[0] and len(found.notes) == 1
    assert_right(take_in(found.path, exercise()))


def test_two_renamed_files_are_a_question_and_not_a_guess(tmp_path):
    for name in ("activations (1).ipynb", "activations (2).ipynb"):
        put(tmp_path, name)
    found = find_notebook(tmp_path, NAME)
    assert found.path is None
    assert "'activations (1).ipynb', 'activations (2).ipynb'" in found.problem
    put(tmp_path, "scratch.ipynb")
    (tmp_path / "activations (2).ipynb").unlink()
    assert find_notebook(tmp_path, NAME).path.name == "activations (1).ipynb", "scratch is named otherwise"


def test_another_exercises_notebook_is_no_candidate(tmp_path):
    put(tmp_path, "gating.ipynb")
    found = find_notebook(tmp_path, NAME, others=["gating"])
    assert found.path is None and "not there" in found.problem
    assert find_notebook(tmp_path, NAME).path.name == "gating.ipynb", "it might be a renamed one"


@pytest.mark.parametrize("name", ["ben.zip", "BEN.ZIP", "work.tar.gz", "work.7z"])
def test_an_archive_alone_is_named(tmp_path, name):
    (tmp_path / name).write_bytes(b"PK")
    found = find_notebook(tmp_path, NAME)
    assert found.path is None and f"'{name}' is an archive, unpack it" in found.problem
    put(tmp_path)
    assert find_notebook(tmp_path, NAME).path is not None


def test_an_empty_or_missing_folder_is_one_line(tmp_path):
    assert "it is not there" in find_notebook(tmp_path, NAME).problem
    assert "cannot be opened" in find_notebook(tmp_path / "nobody", NAME).problem
    assert "cannot be opened" in take_in(tmp_path / "nothing.ipynb", exercise()).problem


STUDENTS = ["[ada]", "ada lovelace", "ada.lovelace", "Zoë*?", "O'Neil", "-rf", "日本"]


@pytest.mark.parametrize("student", STUDENTS)
def test_folders_named_by_any_student_id(tmp_path, student):
    path = put(tmp_path, f"{student}/activations.ipynb")
    assert find_notebook(path.parent, NAME).path == path
    assert_right(take_in(path, exercise()))


def test_accents_composed_or_not_are_the_same_name(tmp_path):
    for here, asked in (("NFD", "NFC"), ("NFC", "NFD")):
        folder = tmp_path / here
        put(folder, unicodedata.normalize(here, "réseau.ipynb"))
        assert find_notebook(folder, unicodedata.normalize(asked, "réseau")).path is not None


def test_names_that_would_break_a_report_are_made_printable(tmp_path):
    folder = tmp_path / "mine"
    put(folder, "a\nb\x1b[31m.ipynb")
    with open(os.path.join(os.fsencode(folder), b"bad\xff.ipynb"), "wb"):
        pass
    said = find_notebook(folder, NAME).problem
    said.encode("utf-8")
    assert said.isprintable()
    assert take_in(next(folder.glob("a*")), exercise()).problem is None
    assert take_in(next(folder.glob("bad*")), exercise()).problem == (
        "bad?.ipynb: it is empty: save the notebook again and hand it in."
    )


def test_a_name_made_to_be_slow_is_matched_quickly(tmp_path):
    put(tmp_path, "activations" + "1" * 200 + "!.ipynb")
    put(tmp_path, "activations" + "-1" * 100 + "!.ipynb")
    assert "several files" in find_notebook(tmp_path, NAME).problem
