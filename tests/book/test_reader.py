"""What a reader's browser sees: no other server, no error, little to load, nothing cut off, no barrier."""

import pytest
from axe_playwright_python.sync_playwright import Axe

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
BYTES, REQUESTS = 1_500_000, 40

# axe's rules that a page may break, each with the reason. None is needed now.
ALLOWED: dict[str, str] = {}


@pytest.fixture(scope="module")
def visits(browser, address, pages):
    """What was found on one visit of each page: wide and light, then dark, then on a phone."""
    return {name: visit(browser, f"{address}/{name}") for name in pages}


def visit(browser, url):
    page = browser.new_context(viewport=WIDE, color_scheme="light").new_page()
    found = {"requests": [], "sizes": [], "problems": []}
    page.on("request", lambda request: found["requests"].append(request.url))
    page.on("response", lambda answer: found["sizes"].append(len(answer.body())))
    page.on("response", lambda answer: answer.ok or found["problems"].append(answer.url))
    page.on("pageerror", lambda error: found["problems"].append(str(error)))
    page.on("console", lambda said: said.type == "error" and found["problems"].append(said.text))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    cold = {kind: list(values) for kind, values in found.items()}  # before the other views load more
    cold["barriers"] = {"wide": barriers(page)}
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(400)  # colours change gradually
    cold["barriers"]["dark"] = barriers(page)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    page.wait_for_timeout(800)  # the theme gives what scrolls a tab stop a moment after the size changed
    cold["barriers"]["phone"] = barriers(page)
    cold["width"] = page.evaluate("document.documentElement.scrollWidth")
    cold["everything asked"], cold["problems"] = found["requests"], found["problems"]
    page.context.close()
    return cold


def barriers(page):
    """axe's serious and critical findings, as one line each."""
    lines = []
    # without preload axe asks the server for nothing, so what was asked is the page's own doing
    for violation in Axe().run(page, options={"preload": False}).response["violations"]:
        if violation["impact"] in ("serious", "critical") and violation["id"] not in ALLOWED:
            places = [" ".join(map(str, node["target"])) for node in violation["nodes"][:4]]
            lines.append(f"{violation['id']}: {violation['help']}: {places}")
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


@pytest.mark.parametrize("view", ["wide", "dark", "phone"])
def test_pages_have_no_serious_barrier(visits, view):
    assert {name: found["barriers"][view] for name, found in visits.items() if found["barriers"][view]} == {}
