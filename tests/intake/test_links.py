"""Links, folders, pipes and closed files under a notebook's name: refused by name, at once."""

import os
import threading

import pytest

from ffn_grader.intake import find_notebook, take_in
from tests.intake.notebooks import assert_right, exercise, solved, text

NAME = "activations"


def put(folder, name: str = "activations.ipynb"):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text(solved()), encoding="utf-8")
    return folder / name


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


def test_a_link_put_in_place_between_the_look_and_the_reading_is_refused(tmp_path, monkeypatch):
    secret = put(tmp_path, "classmate.ipynb")
    (tmp_path / "activations.ipynb").symlink_to(secret)
    monkeypatch.setattr(os, "lstat", lambda _: secret.stat())  # the look still saw an ordinary file
    intake = take_in(tmp_path / "activations.ipynb", exercise())
    assert intake.sha256 == "" and "it is a link" in intake.problem


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
