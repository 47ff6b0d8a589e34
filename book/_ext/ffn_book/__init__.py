"""Sphinx directives of the book: moving-figure, quiz, question, progress, and the role ffn.

Their scripts and style come to `_static/figures/`, and a page loads only what it uses. They are classic
deferred scripts, not modules, so that a page opened from disk works too. They lie here and not in
`book/_static`, whose every `.js` Jupyter Book loads on every page.
"""

from pathlib import Path

from . import figure, progress, quiz, values

STATIC = Path(__file__).with_name("static")
FIGURE_SCRIPTS = {
    "stepper": ["activation_maths", "layer_maths", "page", "network", "stepper"],
    "activations": ["activation_maths", "page", "plot", "activations"],
    "calculator": ["cost_maths", "page", "calculator"],
    "regions": ["layer_maths", "page", "regions"],
}


def scripts(doctree) -> list[str]:
    """The scripts that a page needs, in loading order, each once."""
    names = [name for node in doctree.findall(figure.moving_figure) for name in FIGURE_SCRIPTS[node["figure"]]]
    if any(doctree.findall(quiz.quiz)):
        names += ["store", "quiz"]
    if any(doctree.findall(progress.progress)):
        names += ["store", "progress"]
    return list(dict.fromkeys(names))


def offer_static_files(app, config):
    config.html_static_path.append(str(STATIC))


def load_what_the_page_uses(app, pagename, templatename, context, doctree):
    if doctree is None:
        return
    names = scripts(doctree)
    if names:
        app.add_css_file("figures/figures.css")
    for name in names:
        app.add_js_file(f"figures/{name}.js", loading_method="defer")


def setup(app):
    app.connect("config-inited", offer_static_files, priority=700)  # before Sphinx checks the paths
    app.connect("html-page-context", load_what_the_page_uses)
    for part in (values, figure, quiz, progress):
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
