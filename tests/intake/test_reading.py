"""Bytes, encodings and JSON: what can be read is read whole, what cannot is one clear line."""

import json

import pytest

from ffn_grader.intake import take_in
from tests.intake.notebooks import (
    ANSWERS,
    GELU,
    assert_right,
    cell,
    exercise,
    hand_in,
    solved,
    sources,
    text,
)

WHOLE = text(solved())


def noted(intake, words: str) -> bool:
    return any(words in note for note in intake.notes)


def test_an_ordinary_notebook_is_taken_in_without_a_word(tmp_path):
    intake = hand_in(tmp_path, solved())
    assert_right(intake)
    assert intake.notes == []


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be", "cp1252"]
)
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


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\0" * 4096, "empty"),
        (WHOLE[: len(WHOLE) // 2], "cut off"),
        (WHOLE[:-2], "cut off"),
        (WHOLE[:1], "cut off"),
        ("[]", "a list"),
        (json.dumps(solved()["cells"]), "a list"),
        ("null", "not a notebook"),
        ("42", "not a notebook"),
        ('"a text"', "not a notebook"),
        ("{}", "no list of cells"),
        ('{"cells": {}}', "no list of cells"),
        ('{"cells": null, "nbformat": 4}', "no list of cells"),
        ("def gelu(z):\n    return z", "not a notebook"),
        ("<!DOCTYPE html><html></html>", "web page"),
        (b"PK\x03\x04rest", "zip archive"),
        (b"SQLite format 3\0", "database"),
        (b"%PDF-1.7", "PDF"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        (WHOLE.replace('"cells":', '"cells"', 1), "line 2"),
        (json.dumps({"cells": [{}] * 5000}), "5000 cells"),
    ],
)
def test_what_cannot_be_read_is_one_clear_line(tmp_path, content, words):
    intake = hand_in(tmp_path, content)
    assert intake.notebook is None and intake.needs_person
    assert intake.problem.startswith("activations.ipynb: ") and words in intake.problem
    assert "\n" not in intake.problem and len(intake.problem) < 200
    assert ":" in intake.problem.removeprefix("activations.ipynb: "), "it says what to do"
    assert len(intake.sha256) == 64


def test_not_quite_json_is_still_read(tmp_path):
    strange = {
        '"nbformat": 4,': '"nbformat": NaN, "huge": ' + "9" * 5000 + ', "far": 1e999,',
        '"nbformat_minor": 5': '"nbformat_minor": -Infinity',
        '"metadata": {},': '"metadata": {"a": {"b": 1, "b": 2}},',
    }
    for old, new in strange.items():
        assert old in WHOLE
        assert_right(hand_in(tmp_path, WHOLE.replace(old, new)))
    assert_right(hand_in(tmp_path, json.dumps(WHOLE)))
    assert_right(hand_in(tmp_path, WHOLE.replace("\\n", "\n")))


def test_a_key_given_twice_is_read_as_jupyter_does_and_a_person_looks(tmp_path):
    twice = WHOLE.replace('"source": [\n    "def gelu', '"source": "pass",\n   "source": [\n    "def gelu')
    intake = hand_in(tmp_path, twice)
    assert sources(intake)["gelu"] == GELU
    assert intake.needs_person and noted(intake, "'source' twice")
    same = WHOLE.replace('"nbformat": 4,', '"nbformat": 4, "nbformat": 4,')
    assert_right(hand_in(tmp_path, same))


def test_something_after_the_end_is_not_read_and_a_person_looks(tmp_path):
    for rest in (WHOLE, "}\n]\n"):
        intake = hand_in(tmp_path, WHOLE + "\n" + rest)
        assert {key: sources(intake)[key] for key in ANSWERS} == ANSWERS
        assert intake.needs_person and noted(intake, "after the end")


def conflict(ours: str, theirs: str, base: str | None = None) -> str:
    middle = f"||||||| base\n{base}\n" if base is not None else ""
    return f"<<<<<<< HEAD\n{ours}\n{middle}=======\n{theirs}\n>>>>>>> branch"


def test_a_merge_that_does_not_touch_the_answers_is_settled(tmp_path):
    line = '   "execution_count": null,'
    for markers in (conflict(line, line.replace("null", "7")), conflict(line, line, base=line)):
        intake = hand_in(tmp_path, WHOLE.replace(line, markers, 1))
        assert_right(intake)
        assert noted(intake, "merge markers")


def test_a_merge_with_two_answers_is_a_persons_to_decide(tmp_path):
    line = '    "parameters = 2 * 4 + 4 + 4 * 2 + 2"'
    intake = hand_in(tmp_path, WHOLE.replace(line, conflict(line, '    "parameters = 16"'), 1))
    assert intake.in_doubt == ["count"] and intake.needs_person
    assert sources(intake)["count"] == ANSWERS["count"]
    whole = hand_in(tmp_path, conflict(WHOLE, text(solved(silu="def silu(z):\n    return z\n"))))
    assert whole.in_doubt == ["silu"]


def test_a_merge_of_which_one_side_is_left_needs_a_person_and_of_none_is_a_problem(tmp_path):
    one = hand_in(tmp_path, conflict(WHOLE, WHOLE[:50]))
    assert one.needs_person and sources(one)["gelu"] == GELU
    none = hand_in(tmp_path, conflict(WHOLE[:80], WHOLE[:50]))
    assert none.notebook is None and "merge markers" in none.problem


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
    assert sorted(one.name for one in kept.iterdir()) == sorted(
        f"{one.sha256}.ipynb" for one in (first, broken)
    )
