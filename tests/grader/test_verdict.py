"""A verdict: a credit that is a number from 0 to 1, shown as text and as HTML."""

import math

import numpy as np
import pytest

from ffn_grader.verdict import Verdict, checked_credit


@pytest.mark.parametrize("credit", [math.nan, math.inf, -0.1, 1.1, "1", None, True, 1 + 0j, np.array([1.0])])
def test_a_credit_that_is_not_a_number_from_0_to_1_is_a_graders_error(credit):
    with pytest.raises(ValueError, match="credit must be"):
        Verdict(credit, "")


@pytest.mark.parametrize("credit", [0, 1, 0.5, np.float64(0.25), np.float32(0.5), np.int64(1)])
def test_a_credit_may_come_in_any_real_type(credit):
    assert type(checked_credit(credit)) is float


def test_a_verdict_is_shown_as_text_and_as_html_without_letting_markup_in():
    verdict = Verdict(0.5, "<script>", details=("a < b",), points=2, section="S", notes=("n",))
    assert verdict.text() == "Partly right. <script> (1 of 2 points)\n  a < b\n  In the book: “S”.\n  n"
    page = verdict._repr_html_()
    assert "<script>" not in page and "a &lt; b" in page and "role='status'" in page and "Partly right" in page
