"""The text of the chapters: how long it takes to read, and words that a plain book does without."""

import copy
import re

import pytest

from .test_links import CHAPTERS

WORDS_A_MINUTE = 200
SECONDS = {"line of code": 3, "figure": 20}
QUESTION = 0.5  # minutes to answer one
NOT_READ = ".cell_input, pre, math, svg, table, .moving-figure, .quiz, details, script, .headerlink, nav"
HYPE = re.compile(r"\b(magic|amazing|incredible|revolution\w*|game.changer|obviously|trivially|simply put)\b", re.I)


def minutes(article):
    """An estimate of reading: the words at a calm pace, and some time for each line of open code and each figure."""
    code = [line for block in article.select(".cell_input pre") if not block.find_parent("details")
            for line in block.get_text().splitlines() if line.strip()]  # fmt: skip
    found = {"line of code": len(code), "figure": len(article.select("figure"))}
    return words(article) / WORDS_A_MINUTE + sum(SECONDS[kind] * count for kind, count in found.items()) / 60


def prose(article):
    article = copy.copy(article)
    for tag in article.select(NOT_READ):
        tag.extract()
    return article.get_text(" ")


def words(article):
    return len(re.findall(r"\w+", prose(article)))


@pytest.fixture(scope="module")
def articles(pages):
    return {name: pages[f"book/{name}.html"].select_one("article") for name in CHAPTERS}


def test_the_chapters_read_in_a_good_two_hours_and_the_questions_take_a_quarter(articles):
    """As the first page says."""
    each = {name: minutes(article) for name, article in articles.items()}
    assert 115 <= sum(each.values()) <= 135, each
    assert 10 <= QUESTION * sum(len(article.select(".quiz-question")) for article in articles.values()) <= 20
    assert all(15 <= time <= 35 for time in each.values()), each


def test_the_words_are_plain(articles):
    for name, article in articles.items():
        assert HYPE.findall(prose(article)) == [], name


def test_sentences_are_short(articles):
    """The median sentence of each chapter; a list item or a heading counts as one."""
    for name, article in articles.items():
        blocks = [tag.get_text(" ") for tag in article.select("section > p") if not tag.find_parent(class_="quiz")]
        sentences = [s for block in blocks for s in re.split(r"(?<=[.?!:]) +(?=[A-Z])", block) if len(s.split()) > 2]
        lengths = sorted(len(sentence.split()) for sentence in sentences)
        assert lengths[len(lengths) // 2] <= 18, name


def test_open_code_fits_the_page(articles):
    """A page of the book holds 78 characters of code; a longer line would have to be scrolled."""
    for name, article in articles.items():
        blocks = [block for block in article.select(".cell_input pre") if not block.find_parent("details")]
        lines = [line for block in blocks for line in block.get_text().splitlines()]
        assert [line for line in lines if len(line) > 78] == [], name
