"""Bytes and encodings: what can be read is read whole, and the original stays as it was."""

import json

import pytest

from ffn_grader.intake import take_in
from tests.intake.notebooks import ANSWERS, GELU, assert_right, cell, exercise, hand_in, noted, solved, sources, text

WHOLE = text(solved())


def test_an_ordinary_notebook_is_taken_in_without_a_word(tmp_path):
    intake = hand_in(tmp_path, solved())
    assert_right(intake)
    assert intake.notes == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "cp1252"])
def test_encodings_are_read(tmp_path, encoding):
    assert_right(hand_in(tmp_path, WHOLE.encode(encoding)))


def test_latin_1_is_read_and_said(tmp_path):
    why = "Größe und Vorzeichen, déjà vu\n"
    intake = hand_in(tmp_path, text(solved(why=why)).replace("—", "-").encode("latin-1"))
    assert sources(intake)["why"] == why
    assert noted(intake, "Windows-1252") and not intake.needs_person


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_of_other_systems_in_file_and_code(tmp_path, line_end):
    assert_right(hand_in(tmp_path, WHOLE.replace("\n", line_end)))
    notebook = solved()
    for one in notebook["cells"]:
        one["source"] = "".join(one["source"]).replace("\n", line_end)
    assert_right(hand_in(tmp_path, notebook))


def test_lone_surrogates_become_a_replacement_character(tmp_path):
    for half in ("\\ud800", "\\udfff"):
        intake = hand_in(tmp_path, WHOLE.replace("exact, not", f"exact {half}, not"))
        assert sources(intake)["gelu"] == GELU.replace("exact, not", "exact \ufffd, not")
        assert noted(intake, "half characters")
        json.dumps(intake.notebook).encode("utf-8")
    raw = WHOLE.replace("exact, not", "exact \ud83d\ude00, not").encode("utf-8", "surrogatepass")
    assert "exact \U0001f600, not" in sources(hand_in(tmp_path, raw))["gelu"]


def test_a_few_broken_bytes_cost_only_their_characters(tmp_path):
    whole = text(solved(gelu="# größer als null, für große z: é è ê\n" + GELU)).encode()
    intake = hand_in(tmp_path, whole.replace("ü".encode(), b"\xc3"))
    assert "größer als null, f\ufffdr große" in sources(intake)["gelu"]
    assert intake.in_doubt == ["gelu"], "whether the lost character mattered, a person decides"
    assert sources(intake)["silu"] == ANSWERS["silu"]


@pytest.mark.parametrize("where", ["before", "between", "after"])
def test_zero_bytes_around_the_text_are_ignored(tmp_path, where):
    between = WHOLE.replace('"cells"', '\0"cells"')
    broken = {"before": "\0" + WHOLE, "between": between, "after": WHOLE + "\0" * 512}
    assert_right(hand_in(tmp_path, broken[where]))


def test_zero_characters_in_code_are_taken_out(tmp_path):
    intake = hand_in(tmp_path, WHOLE.replace("def gelu", "def \\u0000gelu"))
    assert_right(intake)
    assert noted(intake, "zero characters")


def test_sixty_megabytes_of_outputs_are_fine_and_the_bound_is_told(tmp_path):
    notebook = solved()
    png = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "A" * 6_000_000}}
    cell(notebook, "scratch")["outputs"] = [png] * 10
    assert_right(hand_in(tmp_path, notebook))
    path = tmp_path / "activations.ipynb"
    assert path.stat().st_size > 60e6
    refused = take_in(path, exercise(), max_bytes=2**20)
    assert "larger than 1 MB" in refused.problem and "clear the outputs" in refused.problem


def test_the_original_is_kept_as_it_was_and_found_again_by_its_content(tmp_path):
    path, kept = tmp_path / "activations.ipynb", tmp_path / "kept"
    path.write_text(WHOLE, encoding="utf-16")
    before = path.read_bytes()
    first = take_in(path, exercise(), keep=kept)
    assert take_in(path, exercise(), keep=kept).sha256 == first.sha256
    assert path.read_bytes() == (kept / f"{first.sha256}.ipynb").read_bytes() == before
    path.write_bytes(b"{")
    broken = take_in(path, exercise(), keep=kept)
    assert broken.problem and broken.sha256 != first.sha256, "a resubmission shows by its content"
    assert sorted(one.name for one in kept.iterdir()) == sorted(f"{one.sha256}.ipynb" for one in (first, broken))
