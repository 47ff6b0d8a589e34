"""Every page with figures or questions: accessible, small, offline, readable narrow, printed, dark, without scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.book.conftest import AXE

from .small_book import CHAPTERS, FIGURES

PAGES = [*FIGURES, *CHAPTERS, "index"]
OWN = re.compile(r"figures/(\w+)\.js")
BUDGET = 150_000  # bytes a page, of scripts, style and data


def stir(page):
    """Changes each figure and answers each question, so that what appears later is looked at too."""
    for button in page.get_by_role("button", name="Next stage").all():
        for _ in range(3):
            button.click()
    for select in page.get_by_label("Show").all():
        select.select_option("error")
    for form in page.locator(".quiz-question").all():
        form.locator("summary").click()
        if form.get_by_role("radio").count():
            form.get_by_role("radio").first.check()
        form.get_by_role("button", name="Check").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(open_page, name, scheme):
    page = open_page(name, color_scheme=scheme)
    stir(page)
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    results = Axe().run(page, context=".bd-article", options=AXE["wide" if scheme == "light" else "dark"])
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_everything(open_page, name):
    page = open_page(name, viewport={"width": 360, "height": 740})
    stir(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    outside = page.evaluate(
        "[...document.querySelectorAll('.moving-figure *, .quiz *, .progress-box *')]"
        ".filter(e => !e.closest('.wide, svg *') && e.getBoundingClientRect().right > 360)"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert outside == []


@pytest.mark.parametrize("name", [*PAGES, "numbers"])
def test_a_page_loads_what_it_uses_and_no_more(open_page, small_book, name):
    page = open_page(name)
    sources = page.evaluate("[...document.scripts].map(s => s.src)")
    loaded = {match[1] for match in map(OWN.search, sources) if match}
    draws = {"stepper", "activations", "calculator", "regions", "quiz", "progress"}
    wanted = {name} if name in FIGURES else {"progress"} if name == "index" else {"quiz"} if name in CHAPTERS else set()
    assert loaded & draws == wanted
    assert bool(loaded) == bool(page.locator('link[href*="figures.css"]').count()) == bool(wanted)
    files = [small_book / "_static" / "figures" / f"{script}.js" for script in loaded]
    data = page.evaluate("[...document.querySelectorAll('[data-figure] script')].map(s => s.text.length)")
    size = sum(file.stat().st_size for file in files) + sum(data)
    assert size + (small_book / "_static" / "figures" / "figures.css").stat().st_size <= BUDGET


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opened_from_disk_works(open_page, small_book, name):
    page = open_page(name, base=small_book.as_uri())
    assert page.locator("[data-figure]").count() == page.locator("[data-figure][data-live]").count()
    for form in page.locator(".quiz-question").all():
        assert form.get_by_role("button", name="Check").is_visible()


@pytest.mark.parametrize(
    ("name", "content"),
    [("stepper", "(2, −1, 1)"), ("activations", "Both axes go from −4 to 4"), ("calculator", "135,266,304")],
)
def test_without_scripts_the_figure_stands_still(open_page, name, content):
    page = open_page(name, java_script_enabled=False)
    assert content in page.locator(".figure-stage").inner_text()
    assert page.locator(".figure-stage :is(button, input)").count() == 0


def test_without_scripts_the_answers_still_open(open_page):
    page = open_page("sample", java_script_enabled=False)
    form = page.locator(".quiz-question").first
    assert not form.get_by_role("button", name="Check").is_visible()
    form.locator("summary").click()
    assert "Not the first, says the feedback." in form.inner_text()


def test_print_shows_every_stage_and_no_buttons(open_page):
    page = open_page("stepper")
    page.emulate_media(media="print")
    assert all(stage.is_visible() for stage in page.locator(".stages > li").all())
    assert not any(button.is_visible() for button in page.locator(".figure-stage button").all())


@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_motion_is_only_for_those_who_want_it(open_page, motion, moves):
    page = open_page("calculator", reduced_motion=motion)
    page.get_by_label("Model", exact=True).select_option("Mixtral 8x7B")
    running = page.evaluate("document.querySelector('.moving-figure').getAnimations({ subtree: true }).length")
    assert (running > 0) == moves


def test_figures_are_numbered_and_named(open_page):
    page = open_page("stepper")
    group = page.get_by_role("group", name="The stepper and its controls.")
    assert group.count() == 1
    assert re.fullmatch(r"Fig\. \d+ ?", page.locator("figcaption .caption-number").inner_text())
    assert page.locator("p a.reference").first.inner_text().startswith("Fig. ")


def test_numbers_in_the_text_are_computed(open_page):
    text = open_page("numbers").locator("article").inner_text()
    assert "GPT-2: 4,718,592. A dip: −0.1587. −3." in text
