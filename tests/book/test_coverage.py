"""docs/coverage.md: every row leads to a section of the book that exists, and to something that shows the statement."""

import ast
import re

import pytest

from .conftest import ROOT

TABLE = ROOT / "docs" / "coverage.md"
SOURCES = ("Source text A", "Source text B", "Source text C")


def outside_code(text):
    """The page without its code cells and directives, whose `#` are comments."""
    return re.sub(r"^(`{3,}|:{3,}).*?^\1$", "", text, flags=re.M | re.S)


def anchor(heading):
    """A heading as an address: small letters, hyphens for spaces, no punctuation."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def sections(page):
    return {anchor(heading) for heading in re.findall(r"^#{2,3} (.+)$", outside_code(page.read_text("utf-8")), re.M)}


def named_tests():
    return {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.fixture(scope="module")
def book():
    """(pages with their sections, everything that a third column may name)"""
    pages = {path.name: sections(path) for path in (ROOT / "book").glob("*.md")}
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "book").glob("*.md"))
    figures = set(re.findall(r"name: (fig-[\w-]+)", text))
    questions = {
        f"quiz {path.stem}.{name}"
        for path in (ROOT / "book" / "_quiz").glob("*.md")
        for name in re.findall(r"\{question\} (\w+)", path.read_text("utf-8"))
    }
    return pages, figures | questions | named_tests()


def rows(text):
    """(statement, taught at, shown by) of each row of each table."""
    lines = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [line for line in lines if line[0] != "statement"]


def faults(text, pages, shown):
    """What is wrong with the table, a line for each fault."""
    found = []
    for row in rows(text):
        if len(row) != 3:
            found.append(f"not three columns: {row[0]}")
            continue
        statement, at, by = row
        links = re.findall(r"\[([\w#-]+)\]\(\.\./book/(\w+\.md)#([\w-]+)\)", at)
        if not links or re.sub(r"\[[^]]*\]\([^)]*\)|[, ]", "", at):
            found.append(f"{statement}: no section in {at!r}")
        for words, page, section in links:
            if section not in pages.get(page, ()) or words != f"{page[:-3]}#{section}":
                found.append(f"{statement}: no section {page}#{section}")
        names = re.findall(r"`([^`]+)`", by)
        found += [f"{statement}: no {name}" for name in names if name not in shown]
        if not names:
            found.append(f"{statement}: nothing shows it")
    return found


def test_every_row_points_somewhere(book):
    assert faults(TABLE.read_text("utf-8"), *book) == []


def test_every_source_text_has_its_table():
    parts = re.split(r"^## ", TABLE.read_text("utf-8"), flags=re.M)[1:]
    assert [part.splitlines()[0] for part in parts] == list(SOURCES)
    assert all(len(rows(part)) > 20 for part in parts)


def test_every_chapter_teaches_something_of_the_sources():
    taught = re.findall(r"\.\./book/(\w+)\.md", TABLE.read_text("utf-8"))
    assert set(taught) >= {"motivation", "position_wise", "activations", "gating", "cost", "self_test", "notation"}


GOOD = "| A layer | [notation#sizes](../book/notation.md#sizes) | `fig-shapes` |"


@pytest.mark.parametrize(
    "row",
    [
        GOOD.replace("#sizes", "#seizes"),
        GOOD.replace("notation", "notions"),
        GOOD.replace("fig-shapes", "fig-ships"),
        GOOD.replace("`fig-shapes`", "`test_of_nothing`"),
        GOOD.replace("`fig-shapes`", ""),
        GOOD.replace("../book/notation.md#sizes", "../book/notation.md"),
        "| A layer | `fig-shapes` |",
    ],
)
def test_a_row_that_points_nowhere_is_found(book, row):
    assert faults(GOOD, *book) == []
    assert faults(row, *book)
