"""Class runs that take no time to execute: the sandbox's part is replaced, all that follows it is real."""

import multiprocessing

import nbformat

from ffn_grader import class_run
from ffn_grader.feedback import write_feedback
from ffn_grader.gradebook import open_gradebook
from ffn_grader.outputs import mark
from ffn_grader.record import Part, Record

CHAPTER = "position_wise"
STUDENTS = ("ann", "bob", "carol", "dan", "eve", "öykü [2]")


def hand_in(course, student: str, text: str = "") -> None:
    """A submission: the exercise with `text` in it."""
    folder = course.submitted(student, CHAPTER)
    folder.mkdir(parents=True, exist_ok=True)
    notebook = nbformat.read(course.release(CHAPTER), as_version=4)
    notebook.cells[-1].source += text
    nbformat.write(notebook, folder / f"{CHAPTER}.ipynb")


def quick_grade(job) -> Record:
    """A record like a real one; the credit comes from the student's name, so each has another."""
    notebook = nbformat.reads(job.release, as_version=4)
    record = Record(job.student, job.chapter, job.key)
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("grade"):
            part = Part(about["grade_id"], about["points"], (sum(job.student.encode()) % 8) / 8, sentence="Quick.")
            if about["solution"]:
                part.credit = None if len(job.student) % 2 else 0
            else:
                mark(cell, part)
            record.parts.append(part)
    record.notebook = nbformat.writes(notebook)
    return record


def run(course, monkeypatch, feedback=True, **options):
    """The class run in this process, with its feedback pages."""
    monkeypatch.setattr(class_run, "grade", quick_grade)
    monkeypatch.setattr(class_run, "require", lambda: None)
    monkeypatch.setattr(class_run, "grader_fingerprint", lambda: "the grader")
    records = class_run.run(course, CHAPTER, class_run.Options(jobs=1, **options))
    if feedback:
        write_feedback(course, CHAPTER, records)
    return records


def start(course, monkeypatch) -> multiprocessing.Process:
    """The run, without the slow pages, in a process of its own, which can be killed."""
    process = multiprocessing.get_context("fork").Process(target=run, args=(course, monkeypatch, False))
    process.start()
    return process


def state(course) -> dict:
    """All that the gradebook and the folders hold about the class."""
    found = {}
    with open_gradebook(course) as book:
        for submission in book.assignment_submissions(CHAPTER):
            student = submission.student_id
            for grade in submission.notebooks[0].grades:
                key = (grade.auto_score, grade.manual_score, bool(grade.needs_manual_grade))
                assert (student, grade.name) not in found, "a grade is there twice"
                found[student, grade.name] = key
            graded = course.autograded(student, CHAPTER) / f"{CHAPTER}.ipynb"
            found[student, "notebook"] = graded.read_text(encoding="utf-8")
            found[student, "feedback"] = (course.feedback(student, CHAPTER) / f"{CHAPTER}.html").is_file()
    return found
