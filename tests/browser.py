"""Which browser the tests open the book with; as a command it prints the path, or fails."""

import os
import shutil
import sys
from pathlib import Path

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
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    browser = find_browser()
    if browser is None:
        sys.exit(1)
    print(f"Browser for the tests: {browser}")
