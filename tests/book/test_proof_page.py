"""The page about the grader says what its records say, counted again from the records."""

import json
import re

import pytest

from .conftest import ROOT


@pytest.fixture(scope="module")
def text(pages):
    article = pages["book/proof.html"].select_one("article").get_text()
    return " ".join(article.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.fixture(scope="module")
def proofs():
    return [json.loads(path.read_text("utf-8")) for path in (ROOT / "book" / "_proof").glob("*.json")]


def test_it_names_the_exercises_that_it_is_about(text, proofs):
    named = re.search(r"in every question of the exercises? ([\w, ]+)\.", text)[1]
    assert set(named.split(", ")) == {proof["chapter"] for proof in proofs}


def test_every_answer_is_accounted_for(text, proofs):
    questions = [question for proof in proofs for question in proof["questions"]]
    answers = [answer for question in questions for answer in question["answers"]]
    right = sum(answer["right"] for answer in answers)
    own = [a for a in answers if a["answer"].split()[0] in ("solution", "reference")]
    handed_in = sum(question["boxed"]["handed_in"] for question in questions)
    assert len(answers) == len(own) + handed_in
    assert f"There were {right} right answers and {len(answers) - right} wrong ones" in text
    assert f"Without the {len(own)} results of the course’s own, {handed_in} were handed in as notebooks" in text


def test_the_nearest_mistake_of_a_whole_number(text, proofs):
    """It is no whole number, so it may be far nearer than 1."""
    whole = [question for proof in proofs for question in proof["questions"]
             if question["tolerances"] == [1e-3] and question["why"][0].startswith("A whole number")]  # fmt: skip
    nearest = min(whole, key=lambda question: question["nearest"])
    assert 10 <= nearest["nearest"] < 1000
    assert f"The nearest was {nearest['nearest']:.0f} tolerances away, in the question {nearest['id']}." in text


def test_the_bound_of_rounding(text, proofs):
    n = max(question["longest_sum"] or 0 for proof in proofs for question in proof["questions"])
    bound = 2 * n / (2**24 - n)
    mantissa, exponent = f"{bound:.1e}".split("e-")
    small = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(int(exponent)))
    assert f"for n = {n} is {mantissa} · 10⁻{small} of the sum" in text
