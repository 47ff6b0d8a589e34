"""The directive progress: a table of the chapters with questions, which the reader's own browser fills in."""

import html

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class progress(nodes.Element):
    """Attribute chapters: [(title, address, name, keys)], filled in when all pages have been read."""


class Progress(SphinxDirective):
    def run(self):
        return [progress("")]


def in_reading_order(env) -> list[str]:
    """The documents in the order of the table of contents, each once."""
    order, waiting = [], [env.config.root_doc]
    while waiting:
        name = waiting.pop(0)
        if name not in order:
            order.append(name)
            waiting = env.toctree_includes.get(name, []) + waiting
    return order


def fill_in(app, doctree, docname):
    for node in doctree.findall(progress):
        questions = vars(app.env).get("ffn_questions", {})
        node["chapters"] = [
            (
                app.env.titles[name].astext(),
                app.builder.get_relative_uri(docname, name),
                name.rpartition("/")[2],
                keys,
            )
            for name in in_reading_order(app.env)
            if (keys := questions.get(name))
        ]
        app.env.metadata[docname]["ffn_progress"] = True


def write_again(app, env):
    """The table depends on every page's questions, so its page is always written anew."""
    return [name for name, data in env.metadata.items() if data.get("ffn_progress")]


def visit_html(translator, node):
    rows = "".join(
        f'<tr data-chapter="{html.escape(name)}" data-questions="{" ".join(keys)}">'
        f'<th scope="row"><a href="{address}">{html.escape(title)}</a></th>'
        f'<td class="progress-read">–</td><td class="progress-answered number">of {len(keys)}</td></tr>\n'
        for title, address, name, keys in node["chapters"]
    )
    translator.body.append(
        '<section class="progress-box" aria-label="Your progress">\n<table class="figure-table">'
        "<caption>Your progress, kept in this browser alone</caption>"
        '<thead><tr><th scope="col">Chapter</th><th scope="col">Read</th>'
        f'<th scope="col">Questions answered</th></tr></thead>\n<tbody>{rows}</tbody></table>\n'
        '<p><button type="button" class="progress-clear" hidden>Clear my progress</button></p>\n'
        '<p role="status" class="progress-status"></p>\n'
        "<noscript><p>Progress is kept by JavaScript, which is off.</p></noscript>\n</section>\n"
    )
    raise nodes.SkipNode


def setup(app):
    app.add_node(progress, html=(visit_html, None))
    app.add_directive("progress", Progress)
    app.connect("doctree-resolved", fill_in)
    app.connect("env-updated", write_again)
