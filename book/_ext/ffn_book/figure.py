"""The directive moving-figure: a figure that the reader changes, over a static one that ffn_ref computed."""

import html
import json
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from .static_figure import STATIC_FIGURES


class moving_figure(nodes.figure):
    """A subclass of figure, so that captions, numbers and references work as for any other."""


class MovingFigure(SphinxDirective):
    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {
        "alt": directives.unchanged_required,
        "name": directives.unchanged,
        "example": directives.unchanged,
        "show": directives.unchanged,
        "beta": float,
        "preset": directives.unchanged,
        "units": int,
    }

    def run(self):
        name = self.arguments[0]
        if name not in STATIC_FIGURES:
            raise self.error(f"No moving figure `{name}`. There are: {', '.join(STATIC_FIGURES)}.")
        if not self.options.get("alt"):
            raise self.error(f"The moving figure `{name}` needs `:alt:`, what is seen and can be changed.")
        caption = self.parse_content_to_nodes()
        if len(caption) != 1 or not isinstance(caption[0], nodes.paragraph):
            raise self.error(f"The moving figure `{name}` needs one paragraph as its body: the caption.")
        own = {key: value for key, value in self.options.items() if key not in ("alt", "name")}
        try:
            data, fallback = STATIC_FIGURES[name](**own)
        except (KeyError, TypeError, ValueError) as error:
            raise self.error(f"The moving figure `{name}` cannot be drawn with {own}: {error}") from error
        node = moving_figure("", figure=name, alt=self.options["alt"], data=data, fallback=fallback)
        node += nodes.caption("", "", *caption[0].children)
        self.set_source_info(node)
        self.add_name(node)
        if not node["ids"]:
            self.state.document.set_id(node)
        return [node]


def visit_html(translator, node):
    data = json.dumps(node["data"], ensure_ascii=False).replace("</", "<\\/")
    tag = translator.starttag(node, "figure", CLASS="moving-figure", **{"data-figure": node["figure"]})
    label = html.escape(node["alt"])
    translator.body.append(
        f'{tag}<script type="application/json">{data}</script>\n'
        f'<div class="figure-stage" role="group" aria-label="{label}">\n{node["fallback"]}\n</div>\n'
    )


def depart_html(translator, node):
    translator.body.append("</figcaption>\n</figure>\n")


def setup(app):
    app.add_directive("moving-figure", MovingFigure)
    app.add_enumerable_node(
        moving_figure,
        "figure",
        title_getter=lambda node: node[0].astext(),
        html=(visit_html, depart_html),
    )
