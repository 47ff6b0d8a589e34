"""Where the stock `nbgrader autograde` reads a submission, the intake step reads it instead."""

import os
from pathlib import Path

import nbformat
from nbconvert.exporters import NotebookExporter

from ..course import Course
from ..gradebook import doubt
from ..intake import take_in
from ..outputs import note_cell
from ..student import linked, unfit


class UnreadableSubmission(Exception):
    """A submission that cannot be read. The message is one line: which, and why."""


class IntakeExporter(NotebookExporter):
    """nbgrader's exporter, except that a submitted file goes through the intake step."""

    def from_filename(self, filename, resources=None, **kw):
        if not getattr(self.parent, "_sanitizing", False):
            return super().from_filename(filename, resources=resources, **kw)
        names = resources["nbgrader"]
        course, folder = Course.find(), Path(filename).parent
        take_back_links(folder, course.autograded(names["student"], names["assignment"]))
        if problem := unfit(names["student"]) or linked(folder):
            self._refuse(course, names, problem)
        release = nbformat.read(course.release(names["assignment"]), as_version=4)
        taken = take_in(Path(filename), release, others=map(Path, course.others(names["assignment"])))
        if taken.problem:
            self._refuse(course, names, f"{names['student']}: {taken.problem}")
        for note in taken.notes:
            self.log.info("%s: %s", names["student"], note)
        if taken.notes:
            taken.notebook.cells.append(note_cell(taken.notes))
        return self.from_notebook_node(taken.notebook, resources=resources, **kw)

    @staticmethod
    def _refuse(course: Course, names: dict, problem: str) -> None:
        """nbgrader has made a row of zeros for it already: they wait for a person."""
        doubt(course, names["assignment"], names["student"])
        raise UnreadableSubmission(problem)


def take_back_links(folder: Path, copied: Path) -> None:
    """Remove from `copied` what nbgrader copied through links in `folder`: they may lead to the gradebook, and
    what lies beside a graded notebook goes back to the student with the feedback."""
    for where, _, names in os.walk(folder, followlinks=False):
        for path in (Path(where, name) for name in names):
            if path.is_symlink():
                (copied / path.relative_to(folder)).unlink(missing_ok=True)
