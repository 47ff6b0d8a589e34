"""`ffn-grade`: make the exercises, grade a class, prove the grader, see what protects this machine."""

import argparse
import sys

from ffn_check.plain import printable

from .course import Course, CourseError
from .sandbox import SandboxUnavailable

EPILOG = """exit codes: 0 all went well; 1 something to put right first, the message says what;
            3 the class is graded, but some submissions could not be read (they are named)"""


def main(argv: list[str] | None = None) -> int:
    options = _parser().parse_args(argv)
    try:
        return options.command(options) or 0
    except (CourseError, SandboxUnavailable) as error:
        print("ffn-grade:", "\n".join(map(printable, str(error).split("\n"))), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nffn-grade: stopped. What was graded is kept; run the same again to go on.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ffn-grade", description=__doc__, epilog=EPILOG)
    parser.add_argument("--course", metavar="FOLDER", help="the course (default: the one around the current folder)")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name, function, help):
        sub = commands.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")
        sub.set_defaults(command=function)
        return sub

    sub = command("build", _build, "make the student notebooks in exercises/ from solutions/")
    sub.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    sub = command("sample", _sample, "lay out the sample class in grading/submitted")
    sub.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all that have one")
    sub.add_argument("--remove", action="store_true", help="take the sample class out again, grades and all")
    sub = command("run", _run, "grade the class: grading/submitted/<student>/<CHAPTER>/<CHAPTER>.ipynb")
    sub.add_argument("chapters", nargs="+", metavar="CHAPTER")
    sub.add_argument("--student", action="append", default=[], metavar="ID", help="only this one (may be repeated)")
    sub.add_argument("--jobs", type=_jobs, default=-1, metavar="N", help="how many at a time (default: one a core)")
    sub.add_argument("--force", action="store_true", help="grade again what is graded and has not changed")
    sub.add_argument(
        "--unsafe-no-sandbox",
        action="store_true",
        help="run students' code with your rights, unprotected: it can read and change your files and "
        "the grades. The results are marked",
    )
    sub = command("solutions", _solutions, "grade the solved notebooks and render them, for instructors")
    sub.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    sub = command("matrix", _matrix, "prove the grader: every question with every known answer, right and wrong")
    sub.add_argument("chapters", nargs="*", metavar="CHAPTER", help="default: all")
    sub.add_argument(
        "--full",
        action="store_true",
        help="200 seeds, 2,000 students, every answer in the sandbox too; takes minutes; kept in book/_proof",
    )
    sub.add_argument("--json", action="store_true", help="print it all as JSON")
    sub.add_argument("--jobs", type=_jobs, default=-1, metavar="N", help="how many at a time (default: one a core)")
    command("image", _image, "build the image of the sandbox for Docker or Podman, where bubblewrap cannot be")
    command("doctor", _doctor, "say what protects this machine, what is missing and what to do")
    return parser


def _jobs(text: str) -> int:
    """A number of processes; -1 is one a core."""
    number = int(text)
    if number < 1 and number != -1:
        raise argparse.ArgumentTypeError("give 1 or more, or -1 for one a core")
    return number


def _build(options) -> None:
    from . import build

    course = Course.find(options.course)
    for chapter in map(course.chapter, options.chapters or course.chapters):
        changed = build.build(course, chapter)
        print(f"exercises/{chapter}: {'made' if changed else 'up to date'}")


def _sample(options) -> None:
    from . import sample

    course = Course.find(options.course)
    if options.remove:
        names = sample.remove(course)
        print(f"took out {len(names)} students of the sample class")
        return
    with_sample = [name for name in course.chapters if sample.folder(course, name).is_dir()]
    for chapter in map(course.chapter, options.chapters or with_sample):
        names = sample.lay_out(course, chapter)
        print(f"{chapter}: {len(names)} sample submissions in grading/submitted")


def _run(options) -> int:
    from . import report
    from .class_run import Options, misplaced, run
    from .feedback import write_feedback
    from .record import unread

    course = Course.find(options.course)
    settings = Options(
        jobs=options.jobs,
        force=options.force,
        unsafe=options.unsafe_no_sandbox,
        students=tuple(options.student),
    )
    unreadable = missing = 0
    for chapter in [course.chapter(name) for name in options.chapters]:
        with report.progress(chapter) as progress:
            records = run(course, chapter, settings, progress)
            pages = write_feedback(course, chapter, records)
        report.table(course, chapter, records)
        report.questions(course, chapter)
        missing += len(pages)
        for student, why in pages.items():
            print(printable(f"{chapter}: no feedback page for {student} ({why})"), file=sys.stderr)
        unreadable += sum(bool(unread(record)) for record in records)
    report.places(course)
    if strays := misplaced(course):
        print("Not graded, because no exercise of the course is at <student>/<exercise>/ there:", file=sys.stderr)
        for stray in strays:
            print(printable(f"  grading/submitted/{stray}"), file=sys.stderr)
    return 3 if unreadable or strays or missing else 0


def _solutions(options) -> int:
    from . import solutions

    course, losses = Course.find(options.course), 0
    for chapter in map(course.chapter, options.chapters or course.chapters):
        record = solutions.graded(course, chapter)
        for line in (lost := solutions.lost(record)):
            print(f"{chapter}: {line}", file=sys.stderr)
        losses += len(lost)
        if record.notebook:
            path = solutions.render(course, chapter, record).relative_to(course.root)
            judged = sum(part.points for part in record.parts if part.question)
            earned = sum(part.score or 0 for part in record.parts if part.question)
            waiting = sum(part.points for part in record.parts if part.credit is None)
            print(f"{path}: {earned:g} of {judged:g} points, and {waiting:g} for a person to give")
    return 1 if losses else 0


def _matrix(options) -> int:
    from .proof.run import prove

    course = Course.find(options.course)
    chapters = [course.chapter(name) for name in options.chapters or course.chapters]
    return prove(course, chapters, full=options.full, as_json=options.json, jobs=options.jobs)


def _image(options) -> None:
    from .sandbox import container

    print(f"built {container.build()}")


def _doctor(options) -> int:
    from . import report
    from .sandbox import report as layers

    return report.doctor(layers())
