"""Which question a graded cell asks: read from its source, which is the course's own."""

import ast

from nbformat import NotebookNode


def question_id(cell: NotebookNode) -> str | None:
    """The first argument of the one `check("…", …)` in a graded code cell; None for an ordinary test cell."""
    if cell.cell_type != "code" or not is_test(cell):
        return None
    try:
        tree = ast.parse(cell.source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                return first.value
    return None


def is_test(cell: NotebookNode) -> bool:
    """Whether the cell is graded by running it."""
    about = cell.metadata.get("nbgrader", {})
    return bool(about.get("grade")) and not about.get("solution")
