"""nbgrader's own commands, mended where what lies in one student's folder stops them."""

import glob
import os
from pathlib import Path

from nbgrader import utils
from nbgrader.converters import base
from nbgrader.coursedir import CourseDirectory

from ..student import submitted_at


class Literal:
    """Stands for `glob` in nbgrader: brackets in the name of a folder that is there are no pattern."""

    @staticmethod
    def glob(pattern: str) -> list[str]:
        if os.path.lexists(pattern):
            return [pattern]
        folder, name = os.path.split(pattern)
        return glob.glob(os.path.join(glob.escape(folder), name) if os.path.isdir(folder) else pattern)


def mend() -> None:
    """Its `timestamp.txt` is read like the rest: nbgrader would wait for ever at a named pipe, and end the whole run
    at a word that is no time."""
    base.glob = utils.glob = Literal
    CourseDirectory.get_existing_timestamp = lambda self, folder: submitted_at(Path(folder))
