"""Repairs markup of the tools below us that would keep a reader with a screen reader out."""


def repair(app, pagename, templatename, context, doctree):
    # Docutils makes the bibliography a list whose entries have a role that a list may not hold, and that is deprecated.
    body = context.get("body", "")
    if 'role="doc-biblioentry"' in body:
        context["body"] = body.replace('role="doc-biblioentry"', 'role="listitem"')


def setup(app):
    app.connect("html-page-context", repair)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
