#!/usr/bin/env bash
# Finds or installs the browser that the tests open the book with.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh

have_browser() { .venv/bin/python tests/browser.py; }

have_browser && exit 0
# libatomic1: Playwright's own program asks for it, and a small Debian has none.
apt_install chromium fonts-dejavu-core libatomic1 && have_browser && exit 0
say "playwright install chromium"
.venv/bin/python -m playwright install chromium && have_browser && exit 0
fail "The tests open the book in Chromium, and there is none here." \
     "Install Chromium or Chrome, or name one:  make test CHROMIUM=/path/to/chromium"
