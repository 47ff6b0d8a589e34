"""Leave out scripts that no page uses: Jupyter Book adds them to each page, and they would wait for other servers."""

UNUSED = ("sphinx-thebe.js", "design-tabs.js")


def leave_out(app, pagename, templatename, context, doctree):
    def used(script):
        name = str(getattr(script, "filename", None) or "")
        body = str(getattr(script, "attributes", {}).get("body", ""))
        return not name.endswith(UNUSED) and "THEBE_JS_URL" not in body

    context["script_files"] = [script for script in context["script_files"] if used(script)]


def setup(app):
    app.connect("html-page-context", leave_out, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
