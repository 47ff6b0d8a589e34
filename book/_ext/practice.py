"""The {practice} directive: the last thing on a chapter's page, the way to its exercise notebook.

```{practice} position_wise
What the exercise asks for, in a sentence or two.
```
"""

from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective


class Practice(SphinxDirective):
    """A box with the author's words and, once the notebook exists, a link that downloads it."""

    required_arguments = 1
    has_content = True

    def run(self):
        name = self.arguments[0]
        notebook = f"exercises/{name}/{name}.ipynb"
        box = nodes.admonition(classes=["tip", "practice"])
        box += nodes.title("", "Your turn")
        self.state.nested_parse(self.content, self.content_offset, box)
        where = nodes.paragraph("", "The notebook: ")
        if Path(self.env.srcdir, notebook).exists():
            link = addnodes.download_reference(reftarget=f"/{notebook}", refdoc=self.env.docname)
            link += nodes.literal("", notebook)
            where += link
        else:
            where += nodes.literal("", notebook)
        box += where
        return [box]


def setup(app):
    app.add_directive("practice", Practice)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
