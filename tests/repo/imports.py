"""Which modules our code imports, read from its syntax tree."""

import ast
import sys
from pathlib import Path
from typing import NamedTuple

import jupytext

OURS = {"ffn_ref", "ffn_data", "ffn_check", "ffn_grader"}


class Import(NamedTuple):
    module: str
    place: str  # "top", "function", or "optional": inside try ... except ImportError


def imports(source: str, package: str = "") -> list[Import]:
    """Every import of a module, absolute names; `package` is what a leading dot stands for."""
    found = []

    def visit(node, place):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            place = "function"
        if isinstance(node, ast.Try) and any("ImportError" in ast.dump(h) for h in node.handlers if h.type):
            place = "optional" if place == "top" else place
        if isinstance(node, ast.Import):
            found.extend(Import(alias.name, place) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            found.append(Import(base, place))
            found.extend(Import(f"{base}.{alias.name}", place) for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child, place)

    visit(ast.parse(source), "top")
    return found


def top(module: str) -> str:
    return module.partition(".")[0]


def foreign(modules) -> set[str]:
    """The top names among `modules` that Python itself does not bring."""
    return {top(module) for module in modules} - sys.stdlib_module_names


def modules_of(package: Path) -> dict[str, list[Import]]:
    """{dotted name: imports} of every module of a package."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        inside = parts[:-1]
        name = ".".join(inside if parts[-1] == "__init__" else parts)
        found[name] = imports(path.read_text(encoding="utf-8"), ".".join(inside))
    return found


def reached(start, graph: dict[str, list[Import]]) -> dict[str, list[Import]]:
    """The modules of `graph` that importing `start` runs, parents included."""
    seen, waiting = {}, list(start)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in graph:
            continue
        seen[name] = graph[name]
        waiting += [found.module for found in graph[name]]
        waiting.append(name.rpartition(".")[0])
    return seen


def code_of(notebook: Path) -> str:
    """The code of a notebook, MyST or .ipynb, without magics."""
    form = "md:myst" if notebook.suffix == ".md" else None
    cells = [cell.source for cell in jupytext.read(notebook, fmt=form).cells if cell.cell_type == "code"]
    lines = "\n".join(cells).splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def notebooks(folder: Path, *patterns: str) -> list[Path]:
    paths = [path for pattern in patterns for path in sorted(folder.rglob(pattern))]
    return [path for path in paths if not {"_build", ".ipynb_checkpoints"} & set(path.parts)]


def ours_in(paths) -> dict[str, set[str]]:
    """{file: our packages that it imports}, for Python files and notebooks."""
    found = {}
    for path in paths:
        source = path.read_text(encoding="utf-8") if path.suffix == ".py" else code_of(path)
        found[str(path)] = foreign(i.module for i in imports(source)) & OURS
    return found
