"""What the instructor opens in a browser shows an attacker's markup as text; nothing of it runs or calls home."""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from html.parser import HTMLParser

import pytest

from ffn_grader.gradebook import open_gradebook
from ffn_grader.nbgrader.pages import clean, safe_markdown
from ffn_grader.student import unfit

from .attack import CHAPTER
from .conftest import IN_WORDS
from .markup import BOTH, MARKDOWN, MARKUP
from .published import PUBLISHED

SHOWN = [name for name, attack in MARKUP.items() if not attack.refused]
ACTIVE = {"iframe", "object", "embed", "form", "base", "svg", "math", "video", "audio", "link"}


class Live(HTMLParser):
    """Collects what could run, load or send: tags, event handlers, addresses."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            address = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if name.startswith("on") or (name in ("href", "src", "action", "data", "srcset") and _is_bad(tag, address)):
                self.found.append((tag, name, value))
        if tag in ACTIVE:
            self.found.append((tag, attrs))

    def handle_data(self, data):
        if self.cdata_elem and ("window.attacked" in data or "attacker.invalid" in data):
            self.found.append((self.cdata_elem, data[:100]))


def _is_bad(tag: str, address: str) -> bool:
    pictures = ("data:image/png", "data:image/jpeg", "data:image/gif")
    harmful = address.startswith(("javascript:", "vbscript:", "data:")) and not address.startswith(pictures)
    return harmful or ("attacker.invalid" in address and tag != "a")


def live(page: str) -> list:
    parser = Live()
    parser.feed(page)
    return parser.found


def test_the_parser_sees_what_it_should():
    assert len(live(BOTH)) == 3 and all(
        live(f'<a href="{address}">') for address in ("java\tscript:x", "data:text/html,")
    )


@pytest.mark.parametrize("source", MARKDOWN)
def test_markdown_is_harmless(source):
    assert live(safe_markdown({}, source)) == []


def test_ordinary_markdown_is_shown_as_meant():
    page = safe_markdown(
        {}, "# A\n\n**b** `c` $x_1 < y$ [d](https://e.org)\n\n| f |\n|--:|\n| 1 |\n\n```python\nx = 1\n```"
    )
    for kept in (
        "<h1>A",
        "<strong>b",
        "<code>c",
        "$x_1 &lt; y$",
        '<a href="https://e.org">',
        "<table>",
        "right",
        "highlight",
    ):
        assert kept in page
    cell = type("Cell", (dict,), {"attachments": {"a.png": {"image/png": "aGVsbG8="}}})()
    assert 'src="data:image/png;base64,aGVsbG8="' in safe_markdown({"cell": cell}, "![a](attachment:a.png)")
    assert clean(page) == page


@pytest.mark.parametrize(
    "link",
    ["http://localhost:8888/formgrader/manage_students/x", "https://a.com:x@localhost/", "http://127.0.0.1/", "http://2130706433/",
     "http://[::1]/", "https://example.org\\@localhost/", "//localhost/x", "http://printer.local/", "/formgrader", "file:///etc"],
)  # fmt: skip
def test_a_link_into_the_readers_own_machine_or_network_leads_nowhere(link):
    assert "href" not in clean(f'<a href="{link}">here</a>')


@pytest.mark.parametrize("link", ["https://example.org/a?b#c", "HTTP://Example.ORG:443", "mailto:a@b.org", "#here"])
def test_a_link_to_the_web_stays(link):
    assert f'href="{link}"' in clean(f'<a href="{link}">here</a>')


@pytest.mark.parametrize("bad", ["<b>", 'a"onload="x', "a&lt;", "a\x1b[31m", "a\u202eb", "a\nb"])
def test_an_id_that_is_markup_or_moves_a_cursor_is_refused(bad):
    assert "another name" in unfit(bad)


@pytest.mark.parametrize("good", ["ann", "Zoë O'Neil", "öykü [2]", "a.b-c_d@e", "李"])
def test_other_ids_are_taken(good):
    assert unfit(good) is None


@pytest.mark.parametrize("name", [*SHOWN, *IN_WORDS])
def test_the_feedback_page_holds_no_live_markup(graded, name):
    """The page's own scripts and styles are those of an honest student's page, and no more."""
    page, honest = (feedback(graded, student).read_text(encoding="utf-8") for student in (name, "honest ann"))
    assert live(page) == live(honest)
    assert page.count("<script") == honest.count("<script") and page.count("<style") == honest.count("<style")


def feedback(graded, student):
    return graded.course.feedback(student, CHAPTER) / f"{CHAPTER}.html"


@pytest.fixture
def trapped(browser):
    """visit(address): opens it and says what ran: dialogs, `window.attacked`, requests to elsewhere."""
    context = browser.new_context()
    page, happened = context.new_page(), []
    page.on("dialog", lambda dialog: (happened.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("popup", lambda popup: happened.append(f"popup {popup.url}"))

    def route(route):
        address = route.request.url
        if "attacker" in address:
            happened.append(f"request {address}")
        if address.startswith(("http://127.0.0.1", "file:", "data:")):
            route.continue_()
        else:
            route.abort()

    context.route("**/*", route)

    def visit(address: str) -> list[str]:
        happened.clear()
        page.goto(address, wait_until="load")
        page.mouse.move(300, 300)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.wait_for_timeout(150)
        if page.evaluate("'attacked' in window"):
            happened.append("script")
        return list(happened)

    yield visit, page
    context.close()


def test_the_trap_works(trapped, tmp_path):
    (tmp_path / "x.html").write_text(f"<pre>{BOTH}")
    happened = trapped[0](f"file://{tmp_path}/x.html")
    assert (
        "script" in happened and any("dialog" in one for one in happened) and any("request" in one for one in happened)
    )


def test_nothing_runs_in_the_feedback_pages(graded, trapped):
    visit, page = trapped
    for name in SHOWN:
        assert visit(feedback(graded, name).as_uri()) == [], name
    visit(feedback(graded, "page printed").as_uri())
    assert "<script>window.attacked=1" in page.inner_text("body"), "it is shown as the text it is"


@pytest.fixture
def formgrader(graded):
    """The address of a Jupyter server with the formgrader on this course."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [f"--ServerApp.root_dir={graded.course.root}", f"--ServerApp.port={port}", "--IdentityProvider.token="]
    options += ["--ServerApp.open_browser=False", "--allow-root", "--ServerApp.port_retries=0"]
    log = open(graded.course.grading / "server.log", "w")  # noqa: SIM115
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyter", "server", *options], cwd=graded.course.root, stdout=log, stderr=log
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, (graded.course.grading / "server.log").read_text()[-2000:]
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(30)
        log.close()


def test_nothing_runs_in_the_formgrader(graded, formgrader, trapped):
    visit, page = trapped
    with open_gradebook(graded.course) as book:
        numbers = {one.student.id: one.id for one in book.notebook_submissions(CHAPTER, CHAPTER)}
    for name in [*SHOWN, next(iter(PUBLISHED))]:
        assert visit(f"{formgrader}/formgrader/submissions/{numbers[name]}/") == [], name
    visit(f"{formgrader}/formgrader/submissions/{numbers['page in Markdown']}/")
    assert page.locator(".nbgrader_cell").count() >= 16 and "<script>window.attacked=1" in page.inner_text("body")
    for overview in ("manage_students", f"gradebook/{CHAPTER}/{CHAPTER}", f"manage_submissions/{CHAPTER}"):
        assert visit(f"{formgrader}/formgrader/{overview}") == []
