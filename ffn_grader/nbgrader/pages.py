"""Markdown on nbgrader's pages, without anything that runs, or calls home, in the browser of who reads it.

nbgrader's templates for feedback and formgrader put a student's Markdown on the page as it is, whatever
`HTMLExporter.sanitize_html` says. Both use the filter `markdown2html`, so nbgrader_config.py replaces that.
What is not plain text, a table, a list, a link to the web or a pasted picture is shown as the text it is.
"""

import html
import re
from urllib.parse import urlsplit

import bleach
from bleach.css_sanitizer import CSSSanitizer
from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

LONGEST = 50_000  # characters; a longer text is no answer, and rendering takes more than linear time
TAGS = bleach.ALLOWED_TAGS | {
    *("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "div", "pre", "span", "img", "del", "sub", "sup"),
    *("table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd"),
}
PROTOCOLS = {"http", "https", "mailto", "data"}  # which of them where: see `_allowed`
PUBLIC = re.compile(r"([a-z0-9-]+\.)+(?!local|localhost|internal|home|lan|test)[a-z]{2,}", re.IGNORECASE)
PICTURE = re.compile(r"data:image/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]*\Z")
COLOURS = re.compile(r"highlight|[a-z][a-z0-9]{0,2}")  # the classes of highlighted code
STYLE = CSSSanitizer(allowed_css_properties=["text-align"], allowed_svg_properties=[])


@pass_context
def safe_markdown(context, source: str) -> str:
    """The HTML of a Markdown text. Never raises: what cannot be rendered is shown as it was typed."""
    attachments = getattr(context.get("cell", {}), "attachments", {})
    try:
        if len(source) > LONGEST:
            return _typed(source)
        renderer = IPythonRenderer(escape=False, attachments=attachments, exclude_anchor_links=True)
        return clean(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # a picture that is not there, brackets nested a thousand deep, …
        return _typed(source)


def clean(page: str) -> str:
    """`page` with all markup as text except the harmless kind."""
    return bleach.clean(page, tags=TAGS, attributes=_allowed, protocols=PROTOCOLS, css_sanitizer=STYLE)


def _allowed(tag: str, name: str, value: str) -> bool:
    if (tag, name) == ("a", "href"):
        return _leads_out(value)
    if (tag, name) == ("img", "src"):
        return bool(PICTURE.match(value))  # one from the web would tell its owner who reads this, and when
    if name == "class":
        return tag in ("div", "span") and bool(COLOURS.fullmatch(value))
    return (tag, name) in (("img", "alt"), ("a", "title")) or (tag in ("th", "td") and name == "style")


def _leads_out(link: str) -> bool:
    """Whether a link stays on the page or leads to the web, by a public name.

    One into the reader's own machine or network could do something there in the reader's name.
    """
    if link.startswith("#") or link.lower().startswith("mailto:"):
        return True
    try:
        parts = urlsplit(link)
        host = parts.hostname or ""
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and "\\" not in link and bool(PUBLIC.fullmatch(host))


def _typed(source: str) -> str:
    return f"<pre>{html.escape(source)}</pre>"
