"""Which file is taken, and which names lead nowhere: links, folders, pipes, renamed downloads."""

import os
import threading
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


def test_an_empty_or_missing_folder_is_one_line(tmp_path):
    assert "it is not there" in find_notebook(tmp_path, NAME).problem
    assert "cannot be opened" in find_notebook(tmp_path / "nobody", NAME).problem
    assert "cannot be opened" in take_in(tmp_path / "nothing.ipynb", exercise()).problem


@pytest.mark.parametrize("target", ["classmate/activations.ipynb", "gradebook.db", "nowhere"])
def test_a_link_is_refused_by_name_wherever_it_leads(tmp_path, target):
    put(tmp_path, "classmate/activations.ipynb")
    (tmp_path / "gradebook.db").write_bytes(b"SQLite format 3\0")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "activations.ipynb").symlink_to(tmp_path / target)
    found = find_notebook(mine, NAME)
    assert found.path is None and "activations.ipynb: it is a link" in found.problem
    intake = take_in(mine / "activations.ipynb", exercise(), keep=tmp_path / "kept")
    assert intake.notebook is None and "activations.ipynb: it is a link" in intake.problem
    assert intake.sha256 == "" and not (tmp_path / "kept").exists(), "not a byte was read"


def test_a_linked_folder_and_a_link_under_another_name_are_refused(tmp_path):
    put(tmp_path, "classmate/activations.ipynb")
    (tmp_path / "mine").symlink_to(tmp_path / "classmate")
    assert "is a link" in find_notebook(tmp_path / "mine", NAME).problem
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "activations (1).ipynb").symlink_to(tmp_path / "classmate" / "activations.ipynb")
    (tmp_path / "other" / "inside").symlink_to(tmp_path / "classmate")
    found = find_notebook(tmp_path / "other", NAME)
    assert found.path is None and "'activations (1).ipynb' is a link" in found.problem


def test_a_hard_link_is_read_and_a_person_asks_whose_it_is(tmp_path):
    original = put(tmp_path, "classmate.ipynb")
    os.link(original, tmp_path / "activations.ipynb")
    intake = take_in(tmp_path / "activations.ipynb", exercise())
    assert intake.needs_person and any("hard link" in note for note in intake.notes)
    original.unlink()
    assert_right(take_in(tmp_path / "activations.ipynb", exercise()))


def test_a_folder_with_a_notebooks_name_is_refused(tmp_path):
    (tmp_path / "activations.ipynb").mkdir()
    assert "is a folder" in find_notebook(tmp_path, NAME).problem
    assert "is a folder" in take_in(tmp_path / "activations.ipynb", exercise()).problem
    other = tmp_path / "other"
    (other / "activations (1).ipynb").mkdir(parents=True)
    assert "is a folder" in find_notebook(other, NAME).problem


def test_a_pipe_or_device_is_refused_and_nobody_waits_for_it(tmp_path):
    os.mkfifo(tmp_path / "activations.ipynb")
    answers = []

    def ask():
        answers.append(find_notebook(tmp_path, NAME).problem)
        answers.append(take_in(tmp_path / "activations.ipynb", exercise()).problem)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(timeout=20)
    assert len(answers) == 2 and all("pipe, socket or device" in answer for answer in answers)
    assert "pipe, socket or device" in take_in("/dev/zero", exercise()).problem


def test_a_file_without_permission_is_one_line(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    path = put(tmp_path)
    monkeypatch.setattr(os, "open", refuse)  # changing the mode would not stop a superuser
    assert "it cannot be opened: Permission denied." in take_in(path, exercise()).problem


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
