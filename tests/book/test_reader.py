"""What a reader's browser sees: no other server, no error, little to load, nothing cut off, no barrier."""

import contextlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TooLate

from .conftest import AXE

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
ZOOMED = {"width": 640, "height": 450}  # what a window of 1280 by 900 holds at 200 %
PAPER = {"width": 700, "height": 1000}  # less than what scripts/pdf.py puts on a page
BYTES, REQUESTS = 1_500_000, 40

# axe's rules that a page may break: {rule: (in which markup, the reason)}
ALLOWED = {
    "empty-table-header": (r"<math", "axe reads no MathML: a header that is a formula seems empty to it"),
}


@pytest.fixture(scope="module")
def visits(browser, address, pages):
    """What was found on one visit of each page: wide and light, then dark, on paper, at 200 %, on a phone."""
    return {name: visit(browser, f"{address}/{name}") for name in pages}


def visit(browser, url):
    # less motion: no colour that changes gradually is looked at halfway
    page = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce").new_page()
    found = {"requests": [], "sizes": [], "problems": []}
    page.on("request", lambda request: found["requests"].append(request.url))
    page.on("response", lambda answer: found["sizes"].append(len(answer.body())))
    page.on("response", lambda answer: answer.ok or found["problems"].append(answer.url))
    page.on("pageerror", lambda error: found["problems"].append(str(error)))
    page.on("console", lambda said: said.type == "error" and found["problems"].append(said.text))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    cold = {kind: list(values) for kind, values in found.items()}  # before the other views load more
    cold["barriers"] = {"wide": barriers(page, "wide")}
    page.emulate_media(color_scheme="dark")
    until(page, "document.documentElement.dataset.theme === 'dark'")
    cold["barriers"]["dark"] = barriers(page, "dark")
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    until(page, "document.documentElement.dataset.theme === 'light'")
    cold["paper"] = page.evaluate(PRINTED)
    page.emulate_media(media="screen", color_scheme="light")
    page.set_viewport_size(ZOOMED)
    page.wait_for_timeout(200)
    cold["zoomed"] = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(PHONE)
    page.wait_for_timeout(800)  # the theme gives what scrolls a tab stop a moment after the size changed
    cold["barriers"]["phone"] = barriers(page, "phone")
    cold["width"] = page.evaluate("document.documentElement.scrollWidth")
    cold["everything asked"], cold["problems"] = found["requests"], found["problems"]
    page.context.close()
    return cold


def until(page, condition):
    """Waits for what a page does in answer to a change, and a machine with much to do does late."""
    with contextlib.suppress(TooLate):  # then the test that looks at it fails, and says what it saw
        page.wait_for_function(condition, timeout=5000)


# the page's own colours on paper, what is wider than the paper, and what is left of the menus
PRINTED = """() => ({
    theme: document.documentElement.dataset.theme,
    paper: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.querySelector('article') ?? document.body).color,
    cut: [...document.querySelectorAll('article *:not(svg *)')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
        .map(e => e.tagName + '.' + (e.getAttribute('class') || '')).slice(0, 5),
    menus: [...document.querySelectorAll('nav, button, [type=search]')].filter(e => e.checkVisibility()).length})"""


# animations that an eye can see; the theme gives transitions a hundredth of a millisecond when asked for less motion
MOVING = """document.getAnimations().map(a => a.effect.getComputedTiming().duration).filter(time => time > 10)"""


def allowed(violation, node):
    markup, _reason = ALLOWED.get(violation["id"], ("$^", ""))
    return re.search(markup, node["html"])


def barriers(page, view):
    """axe's findings of any weight, as one line each."""
    lines = []
    # without preload axe asks the server for nothing, so what was asked is the page's own doing
    for violation in Axe().run(page, options={"preload": False, **AXE[view]}).response["violations"]:
        places = [" ".join(map(str, node["target"])) for node in violation["nodes"] if not allowed(violation, node)]
        if places:
            lines.append(f"{violation['id']}: {violation['help']}: {places[:4]}")
    return lines


def test_pages_ask_no_other_server(visits, address):
    for name, found in visits.items():
        asked = found["everything asked"]
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == [], name


def test_pages_load_without_an_error(visits):
    assert {name: found["problems"] for name, found in visits.items() if found["problems"]} == {}


def test_pages_weigh_little(visits):
    for name, found in visits.items():
        assert sum(found["sizes"]) <= BYTES, f"{name} loads {sum(found['sizes']):,} bytes"
        assert len(found["sizes"]) <= REQUESTS, f"{name} makes {len(found['sizes'])} requests"


def test_pages_fit_a_phone(visits):
    for name, found in visits.items():
        assert found["width"] <= PHONE["width"], f"{name} is {found['width']} pixels wide on a phone"


def test_pages_fit_at_twice_the_size(visits):
    assert {name: found["zoomed"] for name, found in visits.items() if found["zoomed"] > ZOOMED["width"]} == {}


def test_a_dark_page_is_printed_light_and_whole(visits):
    for name, found in visits.items():
        paper = found["paper"]
        assert paper["theme"] == "light", name
        assert paper["paper"] in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"), name
        assert max(map(int, re.findall(r"\d+", paper["ink"])[:3])) < 100, name
        buttons = 1 if name == "search.html" else 0  # its form is the page
        assert paper["cut"] == [] and paper["menus"] <= buttons, f"{name}: {paper}"


def test_nothing_moves_for_who_asked_for_less_motion(browser, address, pages):
    page = browser.new_context(viewport=WIDE, reduced_motion="reduce").new_page()
    for name in pages:
        page.goto(f"{address}/{name}", wait_until="load")
        assert page.evaluate(MOVING) == [], name
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto", name
    page.context.close()


FAULTY = """<!doctype html><html lang="en"><title>A page</title><main><h1>Faults</h1>
<p style="color: #bbb; background: #fff">pale</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>"""


@pytest.mark.parametrize(
    ("view", "faults"),
    [("wide", {"color-contrast", "image-alt"}), ("dark", {"color-contrast"}), ("phone", {"image-alt"})],
)
def test_a_barrier_is_found(browser, view, faults):
    page = browser.new_page()
    page.set_content(FAULTY)
    assert {line.split(":")[0] for line in barriers(page, view)} == faults
    page.close()


@pytest.mark.parametrize("view", AXE)
def test_pages_have_no_barrier(visits, view):
    assert {name: found["barriers"][view] for name, found in visits.items() if found["barriers"][view]} == {}
