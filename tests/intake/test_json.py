"""Files that are no notebook, not quite JSON, or two notebooks in one: read, or one clear line."""

import json

import pytest

from tests.intake.notebooks import ANSWERS, GELU, assert_right, hand_in, noted, solved, sources, text

WHOLE = text(solved())


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
        (json.dumps({"cells": [{"source": "x" * 20_000_000}]}), "20 MB of text"),
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
