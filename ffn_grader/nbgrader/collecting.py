"""`nbgrader zip_collect`: what a learning platform gives out as one archive, laid out as a class hands it in.

The archive is opened by the intake step's own `unpack`: in it lie archives that students made.
"""

import os
import re
import shutil
from pathlib import Path

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin

from ..intake import unpack
from ..intake.find import SKIPPED, renamed

STUDENT = r"(?:^|/)(?P<student_id>[^/.][^/]*?)"
FILE = r"(?:[^/]*/)*(?P<file_id>[^/]+)\.ipynb$"  # in folders of its own, where an archive was handed in
MANNERS = {
    "Moodle": STUDENT + r"_\d+_assignsubmission_file_?" + FILE,
    "Blackboard": r"(?:^|/)[^/]*_(?P<student_id>[^/_.]+)_attempt_(?P<timestamp>[\d-]+)_" + FILE,
    "Canvas": STUDENT + r"(?:_LATE)?_\d+_\d+_" + FILE,
}
PLAIN = STUDENT + r"/(?P<file_id>[^/]+)\.ipynb$"  # a folder, or an archive, for each student


class Archives(ExtractorPlugin):
    """Open each archive that was downloaded; copy what is none."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        for path in sorted(Path(archive_path).iterdir()):
            target = Path(extracted_path, path.name)
            if path.suffix.lower() == ".zip":
                for note in unpack(path, target.with_suffix("")):
                    self.log.warning(note)
            elif path.is_dir():
                shutil.copytree(path, target, symlinks=True)
            else:
                shutil.copy(path, target)


class Platforms(FileNameCollectorPlugin):
    """Whose a file is, by the way in which the usual platforms name it."""

    def collect(self, submitted_file: str) -> dict | None:
        root = self.parent._format_collect_path(self.parent.extracted_directory)
        name = Path(os.path.relpath(submitted_file, root)).as_posix()
        if os.path.islink(submitted_file) or SKIPPED & set(name.split("/")):
            return None
        return whose(name, self.parent.coursedir.assignment_id)


def whose(name: str, chapter: str) -> dict | None:
    """{student_id, file_id, perhaps timestamp} of a file's path in the archive; None where no manner fits."""
    for manner in MANNERS.values():
        if found := re.search(manner, name):
            return found.groupdict()
    found = re.search(PLAIN, name)
    return found.groupdict() if found and renamed(chapter).fullmatch(f"{found['file_id']}.ipynb".casefold()) else None
