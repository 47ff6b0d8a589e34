"""The numbers of the page that answers the four questions, from another oracle than ffn_ref."""

import re

import mpmath
import pytest


@pytest.fixture(scope="module")
def text(pages):
    return " ".join(pages["book/self_test.html"].select_one("article").get_text(" ").split())


def gelu(z):
    return z * mpmath.ncdf(z)


def six(value):
    return f"{float(value):.6f}".replace("-", "−")


def test_the_pass_of_the_self_test(text):
    for z in 1, 2, 3, -1:
        assert f"{six(mpmath.ncdf(z))} {six(gelu(z))}" in text
    assert f"{six(gelu(1))} + {six(gelu(3))} = {six(gelu(1) + gelu(3))}" in text
    assert f"{six(gelu(2))} − {six(-gelu(-1))} = {six(gelu(2) + gelu(-1))}" in text


def test_the_curve_from_its_values(text):
    for z in -4, -2, -1, -0.75, -0.5, 0.5, 1, 2, 4:
        assert f"{z:g} ".replace("-", "−") + f"{six(gelu(z))} {six(z - gelu(z))}" in text
    lowest = mpmath.findroot(lambda z: mpmath.ncdf(z) + z * mpmath.npdf(z), -0.75)
    assert f"the lowest value is {six(gelu(lowest))} at z = {six(lowest)}" in text


def test_each_question_is_asked_before_it_is_answered(pages):
    sections = pages["book/self_test.html"].select("article section section")
    assert len(sections) == 4
    for section in sections:
        (answer,) = section.find_all("details", class_="answer", recursive=False)
        asked = " ".join(p.get_text() for p in answer.find_previous_siblings("p"))
        assert not answer.has_attr("open") and re.search(r"\?|Find ", asked), section.h2.get_text()
        assert answer.find_next_sibling() is None and "Explained in" in answer.get_text()


def test_answers_are_folded_on_the_screen_and_open_on_paper(browser, address):
    page = browser.new_page()
    page.goto(f"{address}/book/self_test.html")
    explained = page.get_by_text("Explained in", exact=False)
    assert [place.is_visible() for place in explained.all()] == [False] * 4
    page.get_by_text("The answer").first.press("Enter")
    page.emulate_media(media="print")
    page.wait_for_function("[...document.querySelectorAll('details.answer')].every(answer => answer.open)")
    assert [place.is_visible() for place in explained.all()] == [True] * 4
    page.emulate_media(media="screen")
    page.wait_for_function("document.querySelectorAll('details.answer[open]').length === 1")
    assert [place.is_visible() for place in explained.all()] == [True, False, False, False]
    page.close()


@pytest.mark.parametrize(
    ("name", "d", "m", "maps"),
    [("2→4→2", 2, 4, 1), ("512→2048→512", 512, 2048, 1), ("768→3072→768", 768, 3072, 1),
     ("gated, 768→2048→768", 768, 2048, 2)],
)  # fmt: skip
def test_the_counts_of_the_self_test(text, name, d, m, maps):
    weights = maps * d * m + m * d
    assert f"{name} {weights:,} {weights + maps * m + d:,}" in text
