"""A student's own numbers: the same everywhere, different from student to student, small."""

import numpy as np
import pytest

from ffn_check import numbers
from ffn_check.draw import bucket, load, normalise

QUESTION = "position_wise.by_hand_relu"


def test_the_same_student_gets_the_same_numbers_however_the_id_is_typed():
    for typed in ("ann lee", "  Ann  LEE ", "ANN\tLEE", "ａｎｎ lee"):
        assert str(numbers(QUESTION, typed)) == str(numbers(QUESTION, "ann lee"))


@pytest.mark.parametrize("typed", ["", "  ", None, ...])
def test_nobody_gets_the_example(typed):
    assert numbers(QUESTION, typed).x.tolist() == [2, -1]


def test_a_number_is_an_id_and_a_list_is_not():
    assert normalise(17) == "17"
    with pytest.raises(TypeError, match="your id in quotes"):
        numbers(QUESTION, ["ann"])


def test_the_numbers_of_ann_are_what_they_were():
    """Nobody's numbers may change once an exercise is out: this pins hash, stream and recipe."""
    n = numbers("position_wise.shapes", "ann")
    assert (n.batch, n.seq, n.d_model, n.d_ff) == (3, 11, 24, 96)


def test_two_questions_give_one_student_different_buckets():
    assert bucket(load(QUESTION), "ann") != bucket(load("position_wise.by_hand_gelu"), "ann")


def test_in_a_class_of_300_few_share_their_numbers():
    shown = [str([v.tolist() for _, v in numbers(QUESTION, f"s{i:03}").items()]) for i in range(300)]
    assert len(set(shown)) >= 293


def test_arrays_are_fresh_and_single_numbers_are_plain():
    n = numbers(QUESTION, "ann")
    n.x += 100
    assert np.abs(numbers(QUESTION, "ann").x).max() <= 3
    assert type(numbers("position_wise.shapes", "ann").batch) is int


def test_printing_shows_whose_numbers_they_are():
    assert str(numbers(QUESTION, "Ann")).startswith("The numbers of 'ann':\n  x = [")
    assert "the book's example" in str(numbers(QUESTION))


@pytest.mark.parametrize("question", ["position_wise.forward", "nothing", "../secrets", 3])
def test_a_question_without_numbers_says_so(question):
    with pytest.raises(KeyError, match="no numbers of its own"):
        numbers(question, "ann")
