"""The book builds without a warning, holds exactly the pages of its table of contents, and builds quickly again."""

import yaml

from .conftest import ROOT, build


def entries(toc):
    yield toc["root"]
    stack = [toc]
    while stack:
        node = stack.pop()
        for key in ("parts", "chapters", "sections"):
            stack.extend(node.get(key, []))
        if "file" in node:
            yield node["file"]


def test_every_page_of_the_contents_is_built_and_no_other(built):
    listed = set(entries(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))))
    pages = {page.relative_to(built).with_suffix("").as_posix() for page in built.rglob("*.html")}
    assert {page for page in pages if "/" in page and not page.startswith("_")} == listed


def test_an_unchanged_book_is_not_built_again(built):
    again = build()
    assert again.returncode == 0
    assert "no targets are out of date" in again.stdout
