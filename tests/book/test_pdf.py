"""`make pdf`: every page of the contents, in order, none blank, with bookmarks, page numbers and links that work."""

import subprocess
import sys

import pytest
import yaml
from pypdf import PdfReader

from .conftest import ROOT
from .test_build import entries

A4 = (595, 842)  # points


@pytest.fixture(scope="module")
def pdf(site, tmp_path_factory):
    path = tmp_path_factory.mktemp("pdf") / "book.pdf"
    command = [sys.executable, ROOT / "scripts" / "pdf.py", site, path]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert f"{path}: " in done.stdout
    return PdfReader(path)


@pytest.fixture(scope="module")
def texts(pdf):
    return [" ".join(page.extract_text().split()) for page in pdf.pages]


@pytest.fixture(scope="module")
def titles(pages):
    listed = list(entries(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))))
    return [pages[f"{name}.html"].select_one("article h1").contents[0] for name in listed]


def test_the_title_page_lists_every_page_where_it_begins(pdf, texts, titles):
    top = {entry.title.rstrip("#"): pdf.get_destination_page_number(entry) for entry in pdf.outline
           if not isinstance(entry, list)}  # fmt: skip
    assert set(titles) <= set(top)
    for title in titles:
        assert f"{title} {top[title] + 1}" in texts[0]
        assert texts[top[title]].startswith(title)


def test_pages_are_a4_and_numbered_and_none_is_blank(pdf, texts):
    for number, (page, text) in enumerate(zip(pdf.pages, texts, strict=True), start=1):
        assert tuple(map(round, page.mediabox[2:])) == pytest.approx(A4, abs=1)
        assert len(text) > 60, f"page {number} is almost blank: {text!r}"
        assert number == 1 or text.endswith(str(number)), f"page {number} ends with {text[-20:]!r}"


def test_links_stay_in_the_pdf_or_lead_to_the_web(pdf):
    notes = [note.get_object() for page in pdf.pages for note in page.get("/Annots") or []]
    addresses = [str(note["/A"]["/URI"]) for note in notes if "/URI" in note.get("/A", {})]
    assert addresses and not [address for address in addresses if "127.0.0.1" in address]
    inside = [note for note in notes if "/Dest" in note or "/D" in note.get("/A", {})]
    assert len(inside) > 50


def test_moving_figures_are_on_paper(texts, pages):
    captions = [tag.get_text() for page in pages.values() for tag in page.select(".moving-figure .caption-text")]
    assert len(captions) > 4
    letters = ["".join(text.split()) for text in texts]
    for caption in captions:
        start = "".join(caption.split())[:25]
        assert any(start in text for text in letters), caption
