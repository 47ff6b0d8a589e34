"""Repairs markup of the tools below us: what would keep a screen reader out, and what HTML does not allow."""

import re

SUMMARY = re.compile(r"(<summary\b[^>]*>)(.*?)(</summary>)", re.S)


def phrases(found):
    """A summary holds text and no paragraphs; MyST-NB writes two paragraphs into it."""
    opening, inside, closing = found.groups()
    return opening + re.sub(r"<(/?)p\b", r"<\1span", inside) + closing


def repair(app, pagename, templatename, context, doctree):
    # Docutils makes the bibliography a list whose entries have a role that a list may not hold, and that is deprecated.
    body = context.get("body", "").replace('role="doc-biblioentry"', 'role="listitem"')
    if body:
        context["body"] = SUMMARY.sub(phrases, body)


def setup(app):
    app.connect("html-page-context", repair)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
