"""The browser that all tests share: a process can start only one."""

import pytest

from tests.browser import find_browser
from tests.held import pytest_terminal_summary  # noqa: F401  pytest calls it


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    path = find_browser()
    if path is None:
        pytest.fail("These tests need Chromium: `apt install chromium`, or set CHROMIUM to its path.", pytrace=False)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()
