"""The student notebooks: MyST source in `solutions/` → notebook with solutions → `exercises/`.

The notebook with solutions is nbgrader's source, the exercise is nbgrader's release. Every cell gets a
stable id, so a rebuild is identical to the byte.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

import jupytext
import nbformat
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from .course import Course, CourseError

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def source_notebook(course: Course, chapter: str) -> nbformat.NotebookNode:
    """The notebook with solutions of `chapter`, from its MyST source."""
    path = course.source(chapter)
    notebook = jupytext.read(path, fmt="md:myst")
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen: set[str] = set()
    for index, cell in enumerate(notebook.cells):
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.id = _cell_id(grade_id or f"cell-{index}")
        if cell.id in seen:
            raise CourseError(f"{path}: two cells are called {cell.id!r}; give each its own grade_id")
        seen.add(cell.id)
    nbformat.validate(notebook)
    return notebook


def _cell_id(name: str) -> str:
    """A valid nbformat 4.5 cell id: letters, digits, - and _, at most 64."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", name)[:64]


def build(course: Course, chapter: str) -> bool:
    """Make the exercise of `chapter`. True if it changed."""
    write_source(course, chapter)
    with tempfile.TemporaryDirectory() as folder:
        generate(course, chapter, Path(folder), in_gradebook=False)
        made = Path(folder) / chapter
        changed = False
        for file in sorted(made.rglob("*")):
            if file.is_file():
                changed |= _replace_if_new(file, course.release(chapter).parent / file.relative_to(made))
    return changed


def write_source(course: Course, chapter: str) -> None:
    """Write the notebook with solutions where nbgrader looks for it, `solutions/<chapter>/<chapter>.ipynb`."""
    text = nbformat.writes(source_notebook(course, chapter)) + "\n"
    path = course.source(chapter).with_suffix(".ipynb")
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def generate(course: Course, chapter: str, release: Path, *, in_gradebook: bool) -> None:
    """Run nbgrader's own GenerateAssignment from `solutions/` into `release`."""
    config = course.config.copy()
    config.merge(Config({"GenerateAssignment": {"no_database": not in_gradebook, "force": True}}))
    if not in_gradebook:
        config.merge(Config({"SaveCells": {"enabled": False}}))
    folders = CourseDirectory(config=config, assignment_id=chapter)
    folders.root, folders.release_directory = str(course.root), str(release)
    converter = GenerateAssignment(coursedir=folders, config=config)
    converter.log.setLevel("ERROR")
    here = Path.cwd()
    try:
        converter.start()
    finally:
        os.chdir(here)


def _replace_if_new(made: Path, target: Path) -> bool:
    if target.is_file() and target.read_bytes() == made.read_bytes():
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, target)
    return True
