import threading
from functools import partial
from http.server import ThreadingHTTPServer

import pytest

from tests.book.conftest import QuietHandler

from .small_book import build, pages


@pytest.fixture(scope="session")
def small_book(tmp_path_factory):
    """The folder of the small book's HTML."""
    html, said = build(tmp_path_factory.mktemp("small_book"), pages(), "-W", "--keep-going")
    assert said == ""
    return html


@pytest.fixture(scope="session")
def address(small_book):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(small_book)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(browser, address):
    """Opens a page in a fresh browser context, and fails for any error or any request that leaves this machine."""
    contexts, faults = [], []

    def opened(name, *, base=address, **settings):
        context = browser.new_context(**{"viewport": {"width": 1000, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: request.url.startswith((base, "data:")) or faults.append(request.url))
        page.goto(f"{base}/{name}.html")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
