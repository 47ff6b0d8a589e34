"""Grade a class: every submission of one chapter, in parallel, each in a sandbox of its own.

Grading is a pure function, submission in and record out. One writer journals each record and puts it into
the gradebook. Killed at any moment, the next run goes on where this one was.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import joblib
import nbformat

from . import gradebook
from .course import Course, CourseError
from .grading import Job, grade
from .journal import Journal, grader_fingerprint, only_run
from .record import Record
from .sandbox import Limits, require


@dataclass(frozen=True)
class Options:
    """How to run: `jobs` at a time, `force` to grade again, `unsafe` without a sandbox, only these
    `students`, with other `limits` than the course's."""

    jobs: int = -1
    force: bool = False
    unsafe: bool = False
    students: tuple[str, ...] = ()
    limits: Limits | None = None


@dataclass(frozen=True)
class Step:
    """One submission is done, the `number`th of `total`. fresh: it was graded now, and not just found unchanged."""

    record: Record
    number: int
    total: int
    fresh: bool


Progress = Callable[[Step], None]


def run(course: Course, chapter: str, options: Options, progress: Progress = lambda *_: None) -> list[Record]:
    """Grade the submissions of `chapter`. Returns the records, sorted by student."""
    course.chapter(chapter)
    if not options.unsafe:
        require()
    with only_run(course):
        try:
            return _run(course, chapter, options, progress)
        except OSError as error:
            raise _in_words(error, course) from error


def _run(course: Course, chapter: str, options: Options, progress: Progress) -> list[Record]:
    submitters(course, chapter)  # a run that has nothing to grade writes nothing
    release = gradebook.register(course, chapter)
    jobs = _jobs(course, chapter, nbformat.writes(release), options)
    records = []
    journal = Journal(course, chapter)
    for record, fresh in _records(journal, jobs, options):
        _settle(course, journal, record)
        records.append(record)
        progress(Step(record, len(records), len(jobs), fresh))
    return sorted(records, key=lambda record: record.student)


def whole_class(course: Course, chapter: str) -> list[Record]:
    """The record of everybody who has handed in and was graded, in this run or in one before."""
    journal = Journal(course, chapter)
    found = (journal.read(student) for student in submitters(course, chapter))
    return [record for record in found if record is not None]


def misplaced(course: Course) -> list[str]:
    """What lies in `grading/submitted` where no run looks for it, with where it should be."""
    folder = course.grading / "submitted"
    known = set(course.chapters)
    found = []
    for entry in sorted(folder.iterdir() if folder.is_dir() else ()):
        if entry.name.startswith("."):
            continue
        if not entry.is_dir():
            found.append(entry.name)
        elif entry.name in known:
            found.append(f"{entry.name}/ (the student comes first)")
        else:
            found += [
                f"{entry.name}/{inner.name}"
                for inner in sorted(entry.iterdir())
                if inner.name not in known and not inner.name.startswith(".")
            ]
    return found


def submitters(course: Course, chapter: str) -> list[str]:
    """The students with something at `grading/submitted/<student>/<chapter>`, whatever it is."""
    folder = course.grading / "submitted"
    entries = folder.iterdir() if folder.is_dir() else ()
    names = (entry.name for entry in entries if not entry.name.startswith("."))
    students = sorted(
        name for name in names if (folder / name / chapter).is_symlink() or (folder / name / chapter).exists()
    )
    if not students:
        raise CourseError(
            f"nobody has submitted {chapter}: put notebooks into {folder}/<student>/{chapter}/{chapter}.ipynb"
        )
    return students


def _jobs(course: Course, chapter: str, release: str, options: Options) -> list[Job]:
    students = submitters(course, chapter)
    if unknown := sorted(set(options.students) - set(students)):
        raise CourseError(f"no submission of {chapter} from {', '.join(unknown)}; there are: {', '.join(students)}")
    secret, code = course.secret(), grader_fingerprint()
    jobs = []
    for student in options.students or students:
        job = Job(
            student,
            chapter,
            str(course.submitted(student, chapter)),
            release,
            secret,
            options.unsafe,
            options.limits or course.limits,
            str(course.grading / "originals"),
            course.others(chapter),
        )
        jobs.append(job.with_key(code))
    return jobs


def _records(journal: Journal, jobs: list[Job], options: Options) -> Iterator[tuple[Record, bool]]:
    """The journalled records that are still true (False), then those graded now, as they come (True)."""
    todo = []
    for job in jobs:
        known = None if options.force else journal.read(job.student)
        if known is not None and known.key == job.key:
            yield known, False
        else:
            todo.append(job)
    parallel = joblib.Parallel(n_jobs=options.jobs, return_as="generator_unordered", batch_size=1)
    for graded in parallel(joblib.delayed(grade)(job) for job in todo):
        record = graded.after(journal.read(graded.student))
        journal.write(record)
        yield record, True


def _settle(course: Course, journal: Journal, record: Record) -> None:
    """Bring the gradebook to what `record` says. The gradebook itself is asked whether that is done already."""
    if record.problem is not None:
        gradebook.doubt(course, record.chapter, record.student)
    elif not gradebook.holds(course, record):
        gradebook.judge_again(course, record)
        journal.write(record)
        gradebook.save(course, record)


def _in_words(error: OSError, course: Course) -> CourseError:
    free = shutil.disk_usage(course.grading).free // 1_000_000
    return CourseError(
        f"{error.strerror or error} ({error.filename or course.grading}; {free} MB are free there). What was graded "
        "is kept in grading/journal: make room or put the folder right, and run this again"
    )
