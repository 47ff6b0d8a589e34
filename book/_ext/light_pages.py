"""Leave out scripts and style sheets that a page does not use; Jupyter Book adds them to every page."""

NEVER = ("sphinx-thebe.js", "sphinx-thebe.css")  # would start a kernel on somebody's server
SPHINX_DESIGN = ("design-tabs.js", "sphinx-design.min.css")  # for pages with cards, tabs, dropdowns: class "sd-…"


def leave_out(app, pagename, templatename, context, doctree):
    unused = NEVER if "sd-" in context.get("body", "") else NEVER + SPHINX_DESIGN

    def used(asset):
        name = str(getattr(asset, "filename", None) or "")
        script = str(getattr(asset, "attributes", {}).get("body", ""))
        return not name.endswith(unused) and "THEBE_JS_URL" not in script

    for kind in "script_files", "css_files":
        context[kind] = [asset for asset in context[kind] if used(asset)]


def setup(app):
    app.connect("html-page-context", leave_out, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
