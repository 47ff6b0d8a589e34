"""The two graders, handled alike: hand in, run, look at the scores."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

from ffn_grader.course import Course
from ffn_grader.gradebook import open_gradebook
from ffn_grader.sandbox.interpreter import PACKAGES
from tests.grading.conftest import copy_course
from tests.submissions.make import RELEASE

from . import stock
from .case import Case
from .stock import CHAPTER


class Stock:
    """nbgrader as it comes, in a course of its own."""

    name = "stock nbgrader"

    def __init__(self, root: Path):
        root.mkdir(parents=True)
        self.root = root
        stock.prepare(root, json.loads(RELEASE.read_text(encoding="utf-8")))

    def folder(self, student: str) -> Path:
        return stock.folder(self.root, student)

    def hand_in(self, case: Case) -> None:
        case.hand_in(self.folder(case.name), stock=True)

    def run(self, wait: float | None = None) -> int | None:
        return stock.nbgrader(self.root, "autograde", CHAPTER, wait=wait)

    def run_each(self, students: list[str]) -> None:
        """The class; then each who was not graded by itself: some faults stop its whole run, which counts for one."""
        self.run()
        for student in set(students) - set(self.scores()):
            stock.nbgrader(self.root, "autograde", CHAPTER, f"--student={student}")

    def scores(self) -> dict:
        return stock.scores(self.root)

    def listed(self) -> dict:
        return stock.exported(self.root)

    def begun(self, student: str) -> bool:
        return (self.root / "autograded" / student).exists()


class Own:
    """This course's class run."""

    name = "this course"

    def __init__(self, root: Path):
        root.mkdir(parents=True)
        self.course: Course = copy_course(root)
        self.root = root

    def folder(self, student: str) -> Path:
        return self.course.submitted(student, CHAPTER)

    def hand_in(self, case: Case) -> None:
        case.hand_in(self.folder(case.name), stock=False)

    def run(self, wait: float | None = None) -> int | None:
        start = "import sys; from ffn_grader.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", start, "--course", str(self.root), "run", CHAPTER, "--jobs", "1"]
        environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
        try:
            return subprocess.run(command, capture_output=True, env=environment, timeout=wait).returncode
        except subprocess.TimeoutExpired:
            return None

    def run_each(self, students: list[str]) -> None:
        self.run()

    def scores(self) -> dict:
        with open_gradebook(self.course) as book:
            return {
                one.student_id: {grade.name: grade.score for sheet in one.notebooks for grade in sheet.grades}
                for one in book.assignment_submissions(CHAPTER)
                if (self.course.autograded(one.student_id, CHAPTER) / f"{CHAPTER}.ipynb").exists()
            }

    def listed(self) -> dict:
        """What the table of grades says; without those whose score it leaves empty."""
        table = self.root / "grades.csv"
        command = [sys.executable, "-m", "nbgrader", "export", "--to", str(table)]
        environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
        subprocess.run(command, cwd=self.root, capture_output=True, env=environment, check=True)
        with open(table, encoding="utf-8") as file:
            return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file) if row["score"]}

    def begun(self, student: str) -> bool:
        return self.course.autograded(student, CHAPTER).exists()
