"""Links: inside the book they lead somewhere; to other servers there are only links that a reader may click."""

from urllib.parse import unquote, urlsplit

import pytest

CHAPTERS = ["motivation", "position_wise", "activations", "gating", "cost"]
LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src", "image": "href"}


def outside(target):
    parts = urlsplit(target)
    return bool(parts.scheme or parts.netloc) and parts.scheme != "data"


def test_links_inside_the_book_resolve(site, pages):
    anchors = {name: {tag["id"] for tag in page.find_all(id=True)} for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for tag in page.find_all(["a", *LOADED]):
            target = tag.get(LOADED.get(tag.name, "href"))
            if not target or outside(target) or target.startswith("data:"):
                continue
            parts = urlsplit(target)
            path = (site / name).parent / unquote(parts.path) if parts.path else site / name
            address = path.resolve().relative_to(site).as_posix() if path.resolve().is_relative_to(site) else None
            fragment = unquote(parts.fragment)
            if address is None or not path.is_file():
                broken.append(f"{name}: {target}")
            elif fragment and address in anchors and fragment not in anchors[address]:
                broken.append(f"{name}: {target} (no such place on the page)")
    assert not broken, "\n".join(broken)


def test_pages_load_nothing_from_other_servers(pages):
    loaded = [
        f"{name}: {tag[attribute]}"
        for name, page in pages.items()
        for kind, attribute in LOADED.items()
        for tag in page.find_all(kind)
        if outside(tag.get(attribute) or "")
    ]
    assert not loaded, "\n".join(loaded)


def test_chapters_lead_to_their_notebooks(pages):
    chapters = {name: page for name, page in pages.items() if page.select_one(".practice")}
    assert chapters
    missing = [name for name, page in chapters.items() if not page.select_one('.practice a[href$=".ipynb"]')]
    assert not missing, f"No exercise notebook to download on: {', '.join(missing)}. Run `make exercises`."


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_opens_with_what_you_can_do_and_ends_with_practice(pages, name):
    article = pages[f"book/{name}.html"].select_one("article")
    opening = article.h1.find_next_siblings(["p", "ul"], limit=3)
    assert [tag.name for tag in opening] == ["p", "ul", "p"]
    assert opening[0].get_text() == "After this chapter you can"
    assert 3 <= len(opening[1].find_all("li")) <= 6
    assert opening[2].get_text().startswith("You need ")
    headings = [heading.get_text().rstrip("#") for heading in article.select("h2")]
    assert headings[-2:] == ["Summary", "Check yourself"]
    assert 4 <= len(article.find(id="summary").select("li")) <= 7
    end = article.find(id="check-yourself")
    assert len(end.select(".quiz-question")) >= 4
    assert f"exercises/{name}/{name}.ipynb" in end.find_all(class_="practice")[-1].find_all("p")[-1].get_text()
