"""`make bench-faults`: what stock nbgrader scores where this course scores, over the sample class."""

import json
import tempfile
from pathlib import Path

from ffn_grader import sample
from ffn_grader.class_run import Options, run
from ffn_grader.course import Course
from tests.grading.conftest import copy_course
from tests.submissions.make import RELEASE, made
from tests.submissions.sample import ANSWERS

from .stock import grade, with_asserts


def deserved(name: str) -> str:
    """What a fair grader gives: nothing for a cheat, all 18 automatic points for a right notebook."""
    if name.startswith("cheat"):
        return "0"
    return "18" if name.startswith(("passes", "saved")) else ""


def main() -> None:
    print(f"Grading the {len(ANSWERS)} notebooks of the sample class twice (a few minutes) …", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        stock_root, own_root = Path(folder) / "stock", Path(folder) / "own"
        stock_root.mkdir()
        own_root.mkdir()
        release = json.loads(RELEASE.read_text(encoding="utf-8"))
        submissions = {name: json.dumps(with_asserts(json.loads(made(name)))) for name in ANSWERS}
        stock = grade(stock_root, release, submissions)
        course: Course = copy_course(own_root)
        sample.lay_out(course, "position_wise")
        own = {record.student: record.score for record in run(course, "position_wise", Options())}
    print(f"{'submission':32} {'stock nbgrader':>15} {'this course':>12} {'fair':>6}")
    for name in ANSWERS:
        score = "not graded" if stock[name] is None else f"{stock[name]:g}"
        print(f"{name:32} {score:>15} {own[name]:>12g} {deserved(name):>6}")


if __name__ == "__main__":
    main()
