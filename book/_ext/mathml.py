"""Formulas as MathML: TeX is translated when the book is built, and the browser draws it.

Docutils brings the translator. A command that it does not know is a warning, so the build fails.
"""

import re

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)


FUNCTION = r"<mi[^>]*>[a-z]{2,}</mi><mo>&ApplyFunction;</mo>"
THIN = '<mspace width="0.1667em"></mspace>'


def spaced(mathml):
    """MathML with TeX's spaces where browsers leave them out or put one: p log n, (1, −2)."""
    mathml = re.sub(rf"(?<=</mi>|</mn>)(?={FUNCTION})", THIN, mathml)
    mathml = re.sub(rf"({FUNCTION})(?!<mo|<mrow><mo>\()", rf"\1{THIN}", mathml)
    return re.sub(r"(<mo>,</mo>(?:<mspace[^>]*></mspace>)?)<mo>−</mo>", r'\1<mo form="prefix">−</mo>', mathml)


def translate(tex, node, *, display):
    """MathML of `tex`; several lines without an environment are aligned at their `&`."""
    if r"\\" in tex and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    try:
        return spaced(re.sub(r">\n\s*<", "><", tex2mathml(tex.strip(), as_block=display)))
    except MathError as error:
        logger.warning("cannot translate the formula %r to MathML: %s", tex, error, location=node)
        return f"<code>{nodes.Text(tex)}</code>"


def visit_inline(translator, node):
    math = translate(node.astext(), node, display=False)
    translator.body.append(f'<span class="math notranslate">{math}</span>')
    raise nodes.SkipNode


def visit_display(translator, node):
    # A formula wider than a phone scrolls inside its own box; tabindex lets the keyboard scroll it too.
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate", tabindex="0"))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append(translate(node.astext(), node, display=True) + "</div>\n")
    raise nodes.SkipNode


class HoldPunctuation(SphinxPostTransform):
    """A formula and the comma or full stop after it stay on one line: a browser may break after any formula."""

    default_priority = 950

    def run(self):
        for formula in list(self.document.findall(nodes.math)):
            siblings, place = formula.parent, formula.parent.index(formula) + 1
            after = siblings[place] if place < len(siblings) else None
            mark = isinstance(after, nodes.Text) and re.match(r"[,.;:)?!]+", after)
            if mark:
                # by place: `replace` looks for an equal text, and another ", " may stand before
                siblings[place] = nodes.Text(after[mark.end() :])
                held = nodes.inline("", "", classes=["held"])
                formula.replace_self(held)
                held += [formula, nodes.Text(mark.group())]


def setup(app):
    app.add_post_transform(HoldPunctuation)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
