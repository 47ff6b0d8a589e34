"""Where a course lies on disk, and what it is configured to do."""

import os
import secrets
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import yaml
from traitlets.config import Config, PyFileConfigLoader

from .sandbox import Limits

CONFIG = "nbgrader_config.py"


class CourseError(Exception):
    """Something an instructor can put right. The message says what, and how."""


@dataclass(frozen=True)
class Course:
    """The folders of one course. `root` holds `nbgrader_config.py`."""

    root: Path

    @classmethod
    def find(cls, start: Path | str | None = None) -> "Course":
        """The course at `start` (default: the current folder) or in the nearest folder above it."""
        start = Path(start or ".").resolve()
        for folder in (start, *start.parents):
            if (folder / CONFIG).is_file():
                return cls(folder)
        raise CourseError(f"no {CONFIG} in {start} or above it: run inside the course, or say --course FOLDER")

    @cached_property
    def config(self) -> Config:
        """nbgrader's configuration, as the stock commands read it."""
        return PyFileConfigLoader(CONFIG, path=str(self.root)).load_config()

    @cached_property
    def chapters(self) -> list[str]:
        """The chapters that have an exercise, in the order of `_toc.yml`."""
        entries = yaml.safe_load((self.root / "_toc.yml").read_text(encoding="utf-8"))
        return [name for name in _files(entries) if self.source(name).is_file()]

    def chapter(self, name: str) -> str:
        """`name`, if the course has an exercise of that name."""
        if name not in self.chapters:
            raise CourseError(f"no exercise is called {name!r}; there are: {', '.join(self.chapters)}")
        return name

    def source(self, chapter: str) -> Path:
        return self.root / "solutions" / chapter / f"{chapter}.md"

    def release(self, chapter: str) -> Path:
        return self.root / "exercises" / chapter / f"{chapter}.ipynb"

    def others(self, chapter: str) -> tuple[str, ...]:
        """The released notebooks of the other exercises: one of them may be handed in by mistake."""
        paths = (self.release(name) for name in self.chapters if name != chapter)
        return tuple(str(path) for path in paths if path.is_file())

    @property
    def grading(self) -> Path:
        return self.root / "grading"

    def submitted(self, student: str, chapter: str) -> Path:
        return self.grading / "submitted" / student / chapter

    def autograded(self, student: str, chapter: str) -> Path:
        return self.grading / "autograded" / student / chapter

    def feedback(self, student: str, chapter: str) -> Path:
        return self.grading / "feedback" / student / chapter

    @property
    def db_url(self) -> str:
        return self.config.CourseDirectory.db_url

    @cached_property
    def limits(self) -> Limits:
        """What a student's code may use, `c.SandboxExecute.limits` of the configuration."""
        try:
            return Limits(**self.config.SandboxExecute.get("limits", {}))
        except TypeError as error:
            raise CourseError(f"c.SandboxExecute.limits in {CONFIG}: {error}") from None

    def secret(self) -> bytes:
        """The key from which hidden cases are drawn. Made once, kept in `grading/secret`, for its owner alone."""
        path = self.grading / "secret"
        self.grading.mkdir(exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            key = path.read_bytes()
            if len(key) < 16:
                raise CourseError(f"{path} is too short to be a secret: delete it to have a new one made") from None
            return key
        key = secrets.token_bytes(32)
        with os.fdopen(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        return key


def _files(node) -> list[str]:
    """The stems of every `file` in a table of contents, depth first."""
    if isinstance(node, list):
        return [name for item in node for name in _files(item)]
    if not isinstance(node, dict):
        return []
    own = [Path(node["file"]).name] if "file" in node else []
    return own + [name for key, value in node.items() if key != "file" for name in _files(value)]
