"""The way from the book to an exercise notebook: a directive for the end of a chapter, a role for within a sentence.

```{practice} position_wise
What the exercise asks for, in a sentence or two.
```

{notebook}`position_wise`
"""

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective, SphinxRole


def notebook_link(env, name: str) -> nodes.Node:
    """The name of the exercise notebook; once the notebook exists, a link that downloads it."""
    path = f"exercises/{name}/{name}.ipynb"
    words = nodes.literal("", path)
    if not Path(env.srcdir, path).exists():
        return words
    return addnodes.download_reference("", "", words, reftarget=f"/{path}", refdoc=env.docname)


class Practice(SphinxDirective):
    """A box with the author's words and the notebook."""

    required_arguments = 1
    has_content = True

    def run(self):
        box = nodes.admonition(classes=["tip", "practice"])
        box += nodes.title("", "Your turn")
        self.state.nested_parse(self.content, self.content_offset, box)
        box += nodes.paragraph("", "The notebook: ", notebook_link(self.env, self.arguments[0]))
        return [box]


class Notebook(SphinxRole):
    def run(self):
        return [notebook_link(self.env, self.text)], []


def setup(app):
    app.add_directive("practice", Practice)
    app.add_role("notebook", Notebook())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
