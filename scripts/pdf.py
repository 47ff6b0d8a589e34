"""Prints the built book into one PDF: every page of the table of contents, in order, through the browser.

A title page with the contents comes first; bookmarks, page numbers and links between the pages are kept.
"""

import argparse
import functools
import html
import http.server
import io
import sys
import threading
from pathlib import Path

import yaml
from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link
from pypdf.generic import Fit

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.browser import find_browser  # noqa: E402

PAPER = {"format": "A4", "margin": {"top": "18mm", "bottom": "20mm", "left": "18mm", "right": "18mm"}}
STYLE = """<style>body { font: 12pt sans-serif; color: #1b1f24; } h1 { font-size: 30pt; margin: 40mm 0 6mm; }
table { margin-top: 30mm; width: 100%; } td { padding: 2mm 0; } td + td { text-align: right; }</style>"""
FEET = """<style>body { margin: 0; font: 9pt sans-serif; } div { height: 297mm; position: relative; break-after: page; }
span { position: absolute; bottom: 9mm; width: 100%; text-align: center; }</style>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def contents():
    """The pages of _toc.yml as addresses below the site, in order."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    return [f"{name}.html" for name in (toc["root"], *(entry["file"] for entry in toc["chapters"]))]


def printed(page, url):
    """(title, PDF with bookmarks, {id on the page: heading above it}) of one page of the book."""
    page.goto(url, wait_until="networkidle")
    title = page.locator("article h1").first.evaluate("h => h.firstChild.textContent")
    headings = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('article [id]')].map(
        e => [e.id, e.closest('section')?.querySelector('h1, h2, h3')?.firstChild.textContent ?? '']))""")
    return title, PdfReader(io.BytesIO(page.pdf(**PAPER, scale=0.82, outline=True, tagged=True))), headings


def outline(reader, entries=None):
    """{heading: index of its page} from the bookmarks of one PDF."""
    found = {}
    for entry in reader.outline if entries is None else entries:
        if isinstance(entry, list):
            found |= {title: at for title, at in outline(reader, entry).items() if title not in found}
        else:
            found.setdefault(entry.title.rstrip("#").strip(), reader.get_destination_page_number(entry))
    return found


def front(browser_page, titles):
    """The title page with the contents: titles is [(title, page number)]."""
    lines = "".join(f"<tr><td>{html.escape(title)}</td><td>{number}</td></tr>" for title, number in titles)
    browser_page.set_content(
        f"{STYLE}<h1>{html.escape(titles[0][0])}</h1><p>The whole book on paper. Its figures move, and its questions "
        f"answer, in the browser.</p><table>{lines}</table>"
    )
    return PdfReader(io.BytesIO(browser_page.pdf(**PAPER)))


def numbers(browser_page, count):
    """As many empty pages as the book has, each with its number at the foot."""
    feet = "".join(f"<div><span>{n if n > 1 else ''}</span></div>" for n in range(1, count + 1))
    browser_page.set_content(FEET + feet)
    return PdfReader(io.BytesIO(browser_page.pdf(format="A4", margin=dict.fromkeys(PAPER["margin"], "0"))))


def relink(writer, address, targets):
    """Links to another page of the book lead to its place in the PDF; links to a file of the site are dropped."""
    for number, page in enumerate(writer.pages):
        for reference in list(page.get("/Annots") or []):
            note = reference.get_object()
            uri = str(note.get("/A", {}).get("/URI", ""))
            if not uri.startswith(address):
                continue
            page["/Annots"].remove(reference)
            name, _, fragment = uri[len(address) + 1 :].partition("#")
            if name in targets:
                first, headings, places = targets[name]
                at = first + places.get(headings.get(fragment, "").strip(), 0)
                writer.add_annotation(number, Link(rect=note["/Rect"], target_page_index=at, fit=Fit.fit()))


def bind(browser, address):
    """(the PDF, how many pages it has)"""
    page = browser.new_page(color_scheme="light")
    parts = [(name, *printed(page, f"{address}/{name}")) for name in contents()]
    titles, targets, at = [], {}, 1
    for name, title, reader, headings in parts:
        titles.append((title, at + 1))
        targets[name] = (at, headings, outline(reader))
        at += len(reader.pages)
    writer = PdfWriter()
    writer.append(front(page, titles))
    for _name, _title, reader, _headings in parts:
        writer.append(reader, import_outline=True)
    relink(writer, address, targets)
    for body, foot in zip(writer.pages, numbers(page, at).pages, strict=True):
        body.merge_page(foot)
    writer.compress_identical_objects()
    writer.add_metadata({"/Title": titles[0][0]})
    writer.page_mode = "/UseOutlines"
    return writer, at


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of the built book")
    parser.add_argument("pdf", type=Path, help="the file to write")
    given = parser.parse_args()
    path = find_browser()
    if path is None:
        sys.exit("Printing needs Chromium: install it, or set CHROMIUM to its path.")
    handler = functools.partial(Quiet, directory=given.site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        writer, count = bind(browser, f"http://127.0.0.1:{server.server_port}")
        browser.close()
        server.shutdown()
    writer.write(given.pdf)
    print(f"{given.pdf}: {count} pages")


if __name__ == "__main__":
    main()
