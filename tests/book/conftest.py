"""The built book and a server for it: each made once and shared by all tests.

Set BOOK_HTML to a folder that `jupyter-book build` has just written, and the tests look at that one.
"""

import fcntl
import functools
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "_build" / "test-book"

FOUND = {"resultTypes": ["violations"]}
# What axe looks for. Colours take most of its time and are the same on a phone; all the rest is the same in the dark.
AXE = {
    "wide": FOUND,
    "dark": {**FOUND, "runOnly": ["color-contrast"]},
    "phone": {**FOUND, "rules": {"color-contrast": {"enabled": False}}},
}


def build(output=OUTPUT):
    """Build the book with every warning an error; returns the finished process."""
    command = [Path(sys.executable).with_name("jupyter-book"), "build", ".", "--builder", "html", "-W", "-n",
               "--keep-going", "--path-output", output]  # fmt: skip
    output.mkdir(parents=True, exist_ok=True)
    with open(output / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two test processes never write one folder
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture(scope="session")
def built():
    """The book, built now in its own folder; its execution cache makes a second time quick."""
    done = build()
    if done.returncode:
        pytest.fail("The book does not build:\n" + (done.stdout + done.stderr)[-4000:], pytrace=False)
    return OUTPUT / "_build" / "html"


@pytest.fixture(scope="session")
def site(request):
    """The folder of the rendered book."""
    given = os.environ.get("BOOK_HTML")
    if not given:
        return request.getfixturevalue("built")
    folder = Path(given).resolve()
    assert (folder / "index.html").is_file(), f"BOOK_HTML is {given}, but there is no index.html in it."
    return folder


@pytest.fixture(scope="session")
def pages(site):
    """{address below the site: parsed page} of every page that a reader can open."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if not name.startswith("_") and name != "index.html":  # index.html only leads to book/index.html
            found[name] = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    return found


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def address(site):
    """http://127.0.0.1:<port> of the book, served from this process."""
    handler = functools.partial(QuietHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
