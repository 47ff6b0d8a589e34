"""Every figure can be read: described in words, with ids of its own, and in colours that follow the page."""

import re
from collections import Counter

import pytest


def test_every_picture_has_a_description(pages):
    bare = []
    for name, page in pages.items():
        article = page.select_one("article")
        if article is None:
            continue
        for image in article.find_all("img"):
            if not image.get("alt", "").strip():
                bare.append(f"{name}: {image.get('src')}")
        for svg in article.select(".drawing svg, svg[role=img]"):
            if len(svg.get("aria-label", "")) < 20 and not svg.find("title") and not svg.get("aria-labelledby"):
                bare.append(f"{name}: {str(svg)[:90]}")
    assert not bare, "\n".join(bare)


def test_drawings_have_captions(pages):
    drawings = [(name, drawing) for name, page in pages.items() for drawing in page.select(".drawing")]
    assert drawings
    for name, drawing in drawings:
        figure = drawing.find_parent("figure")
        assert figure is not None and figure.find("figcaption"), f"{name}: a drawing without a caption"


def test_ids_are_unique_on_a_page(pages):
    for name, page in pages.items():
        counts = Counter(tag["id"] for tag in page.find_all(id=True))
        assert not [i for i, n in counts.items() if n > 1], name


def test_text_in_drawings_takes_its_colour_from_the_page(pages):
    for page in pages.values():
        for svg in page.select(".drawing svg"):
            fixed = re.findall(r"(?:fill|stroke): #(?:000000|1b1f24)\b(?!\))", str(svg))
            assert not fixed, svg["aria-label"]


@pytest.fixture
def figures(monkeypatch):
    import importlib

    from .conftest import ROOT

    monkeypatch.syspath_prepend(ROOT / "book")
    return importlib.import_module("figures")


def test_a_figure_without_a_description_is_refused(figures):
    fig, _ = figures.canvas()
    with pytest.raises(ValueError, match="alt text"):
        figures.show(fig, alt=" ")


def test_a_drawing_is_the_same_each_time(figures):
    def draw():
        fig, ax = figures.canvas()
        ax.plot([0, 1], [0, 1])
        return figures.show(fig, alt="A rising line from the origin to (1, 1).").svg

    assert draw() == draw()
