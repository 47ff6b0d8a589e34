"""The book's Sphinx extensions, each on a book of one page."""

import importlib
import re
import subprocess
import sys

import pytest

from .conftest import ROOT

CONF = """
import sys
sys.path.insert(0, {extensions!r})
extensions = ["myst_parser", "mathml", "practice"]
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath"]
"""


@pytest.fixture
def book(tmp_path):
    """A function: page text in, (HTML of the page, warnings) out."""
    (tmp_path / "conf.py").write_text(CONF.format(extensions=str(ROOT / "book" / "_ext")), encoding="utf-8")

    def build(text):
        (tmp_path / "index.md").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", tmp_path, tmp_path / "out"]
        done = subprocess.run(command, capture_output=True, text=True)
        return (tmp_path / "out" / "index.html").read_text(encoding="utf-8"), done.stderr

    return build


def test_a_formula_becomes_mathml_without_scripts(book):
    html, warnings = book("# Page\n\n$x\\,W_1$ and\n\n$$a &= b \\\\ c &= d$$\n")
    assert not warnings
    assert html.count("<math") == 2 and "ams-align" in html and "cdn." not in html


def test_functions_and_signs_are_spaced_as_in_print(book):
    html, _ = book("# Page\n\n$p \\log n$, $\\tanh(u)$, $(1, -2)$ and $1 - 2$\n")
    thin = '<mspace width="0.1667em"></mspace>'
    assert f"<mi>p</mi>{thin}<mi>log</mi><mo>&ApplyFunction;</mo>{thin}<mi>n</mi>" in html
    assert "<mi>tanh</mi><mo>&ApplyFunction;</mo><mo" in html  # no space before a parenthesis
    assert '<mo>,</mo><mo form="prefix">−</mo>' in html and "<mn>1</mn><mo>−</mo><mn>2</mn>" in html


def test_a_formula_holds_on_to_its_comma(book):
    html, warnings = book("# Page\n\nLet $x$, $y$ and $z$.\n")
    assert not warnings
    assert html.count('<span class="held"><span class="math') == 2 and "</math></span>,</span> <span" in html


def test_a_comma_of_another_place_stays_there(book):
    """Equal texts on both sides of a formula: its own comma is the one that it takes."""
    html, _ = book("# Page\n\n*One*, *two*, $x$, *three*.\n")
    paragraph = re.search(r"<p><em>One.*?</p>", html, re.S).group()
    text = re.sub("<[^>]*>", "", paragraph)
    assert text == "One, two, x, three."
    assert "</math></span>,</span> <em>three" in paragraph


def test_an_unknown_command_is_a_warning(book):
    _, warnings = book("# Page\n\n$\\nosuchcommand{x}$\n")
    assert r"cannot translate the formula '\\nosuchcommand{x}'" in warnings


PRACTICE = "# Page\n\n```{practice} gating\nWrite it.\n```\n"


def test_practice_names_the_notebook_that_is_not_there_yet(book):
    html, warnings = book(PRACTICE)
    assert not warnings
    assert "exercises/gating/gating.ipynb" in html and "Write it." in html and "download" not in html


def test_practice_downloads_the_notebook(book, tmp_path):
    notebook = tmp_path / "exercises" / "gating" / "gating.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("{}", encoding="utf-8")
    html, warnings = book(PRACTICE)
    assert not warnings
    assert "/gating.ipynb" in html and "download" in html
    assert list((tmp_path / "out" / "_downloads").rglob("gating.ipynb"))


def test_a_sentence_names_the_notebook(book, tmp_path):
    page = "# Page\n\nSee {notebook}`gating` today.\n"
    html, warnings = book(page)
    assert not warnings and "exercises/gating/gating.ipynb" in html and "download" not in html
    notebook = tmp_path / "exercises" / "gating" / "gating.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("{}", encoding="utf-8")
    html, warnings = book(page)
    assert not warnings and "/gating.ipynb" in html and "download" in html


@pytest.fixture
def module(monkeypatch):
    def find(name, folder="book"):
        monkeypatch.syspath_prepend(ROOT / folder)
        return importlib.import_module(name)

    return find


def test_a_change_in_the_reference_makes_results_stale(module, tmp_path):
    fresh = module("fresh_results", "book/_ext")
    source = tmp_path / "ffn_ref" / "activations.py"
    source.parent.mkdir()
    source.write_text("slope = 1", encoding="utf-8")
    before = fresh.digest(tmp_path, fresh.IMPORTED)
    assert fresh.digest(tmp_path, fresh.IMPORTED) == before
    source.write_text("slope = 2", encoding="utf-8")
    assert fresh.digest(tmp_path, fresh.IMPORTED) != before


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [(4718592, None, "4,718,592"), (-0.1586552, 6, "−0.158655"), (2.0, None, "2"), (2.0, 2, "2.00")],
)
def test_numbers_are_written_in_one_hand(module, value, digits, written):
    assert module("prose").number(value, digits) == written


def test_vectors_and_matrices_in_prose(module):
    prose = module("prose")
    assert prose.row([2.0, -1.0, 1.0]) == "(2, −1, 1)".replace(" ", "\N{NO-BREAK SPACE}")
    assert prose.row([0.1] * 4, 6) == "(0.100000, 0.100000, 0.100000, 0.100000)"  # breaks on a phone
    assert prose.tex([[1, 0], [0, -1]]) == r"\begin{pmatrix}1 & 0 \\ 0 & -1\end{pmatrix}"
