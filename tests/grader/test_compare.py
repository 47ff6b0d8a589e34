"""Comparing: what counts as equal, and how a difference is told in words."""

import numpy as np
import pytest

from ffn_grader.compare import Unfit, diagnose, fitted, form, gap, spelled

A = np.array([[1.0, -2.0], [3.0, 4.0]])
NAN = np.array([1.0, np.nan])


def test_the_gap_is_the_largest_difference():
    assert gap([A, A], [A, np.add(A, [[0, 0], [0, -0.5]])]) == 0.5


@pytest.mark.parametrize("other", [A[0], A[None], A.astype(complex), np.full((2, 2), np.nan), A + np.inf, [A]])
def test_the_gap_to_another_form_is_infinite(other):
    assert gap([other], [A]) == np.inf
    assert gap([A, A], [A]) == np.inf


def test_two_overflows_are_alike_and_differ_from_numbers():
    assert gap([NAN], [NAN]) == 0
    assert gap([NAN], [np.array([1.0, 1.0])]) == np.inf
    assert gap([np.array([np.inf])], [np.array([-np.inf])]) == np.inf


def test_unsigned_and_small_integers_do_not_wrap_around():
    assert gap([np.array([0], np.uint8)], [np.array([1], np.uint8)]) == 1
    assert gap([np.array([-128], np.int8)], [np.array([127])]) == 255


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (-A, "Every sign is flipped."),
        (A.T, "It is the transpose of the right one."),
        (0.5 * A, "Every value is 0.5 times the right one."),
        (A - 3, "Every value is off by the same amount, -3."),
        (np.add(A, [[0, 0], [1, 2]]), "Only row 2 is off, by up to 2."),
        (np.add(A, [[0, 1], [0, 2]]), "Only column 2 is off, by up to 2."),
        (np.add(A, [[1, 0], [0, 2]]), "2 of 4 values are off, by up to 2."),
        (np.add(A, [[1, 2], [4, 2]]), "All values are off, by up to 4."),
        (np.zeros((2, 2)), "All values are off, by up to 4."),
    ],
)
def test_a_difference_is_told_in_words(given, said):
    assert diagnose(given, A, 1e-6) == said


def test_entries_and_positions_are_named_in_rows_and_batches():
    row, batch = np.arange(5.0), np.ones((2, 3, 2)) * np.arange(2)
    assert diagnose(np.add(row, [0, 0, 9, 0, 0]), row, 1e-6) == "Entry 3 is off, by up to 9."
    assert diagnose(np.add(row, [7, 0, 9, 0, 0]), row, 1e-6) == "Entries 1 and 3 are off, by up to 9."
    assert diagnose(np.add(row, [7, 1, 9, 0, 0]), row, 1e-6) == "Entries 1, 2 and 3 are off, by up to 9."
    assert diagnose(row[1:3] * 0.4286, row[1:3], 1e-6).startswith("Entries 1 and 2 are off")
    wrong = batch.copy()
    wrong[1, 0] += [1, 3]
    assert diagnose(wrong, batch, 1e-6) == "Only position 4 is off, by up to 3."
    assert diagnose(np.array(2.5), np.array(2.0), 1e-6) == "The number is too large, by 0.5."
    assert diagnose(np.array(-2.0), np.array(2.0), 1e-6) == "The sign is flipped."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (A, "You gave one thing, but 2 things are asked for: (W, b)."),
        ([A], "You gave 1, but 2 things are asked for: (W, b)."),
        ([A, [A, A]], "b is several arrays, but one is asked for."),
        ([A, A[0, :1]], "b is a row of 1 number, shape (1,), but a row of 2 numbers, shape (2,) is asked for."),
        ([A[0], A], "They come in the wrong order: give (W, b)."),
        ([A.T * np.nan, A[0]], "W is NaN (not a number) in 4 of 4 places."),
    ],
)
def test_a_pair_that_does_not_fit_is_explained(value, said):
    with pytest.raises(Unfit) as unfit:
        fitted(value, [A, A[0]], ("W", "b"))
    assert str(unfit.value) == said


@pytest.mark.parametrize(
    ("given", "right", "said"),
    [
        (True, False, "It is the wrong way round."),
        ([True, False, True], [True, True, True], "Entry 2 is the wrong way round."),
        ([[1, 0], [0, 1]], [[True, False], [True, False]], "Only row 2 is the wrong way round."),
        ([0.5, 0.2], [True, False], "Entries 1 and 2 are off"),
    ],
)
def test_a_wrong_yes_or_no_is_told_without_sizes(given, right, said):
    assert diagnose(np.array(given), np.array(right), 0.01).startswith(said)


def test_a_yes_or_no_is_asked_for_and_spelled_as_such():
    assert "a single True or False is asked for" in form(np.ones(3), np.array(True))
    assert spelled(np.array([True, False])) == "[True, False]"


def test_brackets_are_named_only_where_there_is_one_number_in_them():
    assert "Leave the brackets out" in form(np.ones((1, 1)), np.array(3.0))
    assert "brackets" not in form(np.ones(3), np.array(3.0))
