"""The HTML of every page, as a strict parser reads it.

html5lib reports every parse error of the HTML standard: bad nesting, unclosed or unknown syntax, stray end tags. It
knows no content model, so we check the part of it that our tools got wrong before: what may hold only text holds no
blocks.
"""

import html5lib
import pytest

BLOCKS = set("p div ul ol dl table section figure details h1 h2 h3 h4 h5 h6 pre form".split())  # noqa: SIM905
STRICT = set("p h1 h2 h3 h4 h5 h6 summary button label pre code em strong".split())  # noqa: SIM905


def errors(text):
    parser = html5lib.HTMLParser()
    parser.parse(text)
    return [f"line {place[0]}: {name} {details}" for place, name, details in parser.errors]


def blocks_in_text(page):
    return [f"<{inner.name}> in <{name}>" for name in STRICT for outer in page.find_all(name)
            for inner in outer.find_all(list(BLOCKS))]  # fmt: skip


def test_pages_parse_without_an_error(site, pages):
    found = {name: errors((site / name).read_text("utf-8")) for name in pages}
    assert {name: list_ for name, list_ in found.items() if list_} == {}


def test_text_holds_no_blocks(pages):
    found = {name: blocks_in_text(page) for name, page in pages.items()}
    assert {name: sorted(set(list_)) for name, list_ in found.items() if list_} == {}


def test_pages_name_their_language_and_title(pages):
    for name, page in pages.items():
        assert page.html.get("lang") == "en", name
        assert page.title.get_text(strip=True), name
        assert len(page.select("main")) == 1, name


@pytest.mark.parametrize("text", ["<p><b>x</p>", "</div>", "<p a=1 a=2>x", "<table><p>x</table>"])
def test_an_error_is_found(text):
    assert errors("<!doctype html><title>t</title>" + text)
    assert not errors("<!doctype html><title>t</title><p>x")
