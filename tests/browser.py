"""Which browser the tests open the book with; as a command it starts it, and fails where it cannot."""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MACOS = ("Google Chrome", "Chromium")


def find_browser() -> str | None:
    """Path of a Chromium: $CHROMIUM, else PATH, else macOS applications, else playwright's own; or None."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    candidates = [shutil.which(name) for name in NAMES]
    candidates += [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in MACOS]
    found = next((path for path in candidates if path and Path(path).exists()), None)
    return found or _playwright_browser()


def _playwright_browser() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def version(path: str) -> str:
    """The version of the browser at `path`, which is started for it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        return browser.version


if __name__ == "__main__":
    try:
        browser = find_browser()
        print(f"Browser for the tests: {browser} {version(browser)}" if browser else "No browser for the tests yet")
    except Exception as error:  # Playwright's own program, or the browser, does not start
        sys.exit(f"The browser for the tests does not start: {str(error).splitlines()[0]}")
    sys.exit(browser is None)
