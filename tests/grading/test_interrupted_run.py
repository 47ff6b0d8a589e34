"""A run that is killed, doubled, starved or surprised loses no grade, and says what to do."""

import random
import shutil
import signal
import sqlite3
import time

import pytest

from ffn_grader import class_run, cli, journal
from ffn_grader.course import Course, CourseError
from ffn_grader.gradebook import open_gradebook

from .quick import CHAPTER, STUDENTS, hand_in, quick_grade, run, start, state


@pytest.fixture
def class_of_six(empty_course) -> Course:
    for student in STUDENTS:
        hand_in(empty_course, student)
    return empty_course


def test_killed_at_fifty_moments_and_rerun_it_equals_an_undisturbed_run(class_of_six, tmp_path_factory, monkeypatch):
    course = class_of_six
    other = Course(tmp_path_factory.mktemp("undisturbed") / "course")
    shutil.copytree(course.root, other.root)
    other.secret()
    shutil.copy(other.grading / "secret", course.grading / "secret")
    begun = time.monotonic()
    run(other, monkeypatch, feedback=False)
    whole = time.monotonic() - begun
    run(other, monkeypatch)
    moments = random.Random(0)
    killed = 0
    for round_ in range(200):
        if killed == 50:
            break
        forget(course, moments, everything=round_ % 5 == 0)
        process = start(course, monkeypatch)
        process.join(moments.uniform(0, whole))
        process.kill()
        process.join()
        killed += process.exitcode == -signal.SIGKILL
    run(course, monkeypatch)
    assert killed == 50
    assert state(course) == state(other)


def forget(course, moments, everything: bool) -> None:
    """Make work for the next run: all of it, or some students' records, so that it is met in every state."""
    if everything:
        shutil.rmtree(course.grading / "journal", ignore_errors=True)
        (course.grading / "gradebook.db").unlink(missing_ok=True)
    for student in moments.sample(STUDENTS, 3):
        journal.Journal(course, CHAPTER).forget(student)
        shutil.rmtree(course.autograded(student, CHAPTER), ignore_errors=True)


def test_a_second_run_at_the_same_time_is_refused_and_told_by_whom(class_of_six, monkeypatch):
    with journal.only_run(class_of_six), pytest.raises(CourseError, match=r"another run .*process \d+"):
        run(class_of_six, monkeypatch)
    assert len(run(class_of_six, monkeypatch)) == len(STUDENTS)


def test_a_second_run_grades_nothing_again(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    graded = []
    monkeypatch.setattr("tests.grading.quick.quick_grade", lambda job: graded.append(job.student))
    before = state(class_of_six)
    run(class_of_six, monkeypatch)
    assert graded == [] and state(class_of_six) == before


def test_a_resubmission_is_noticed_by_its_content(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    hand_in(class_of_six, "ann", text="\nmore")
    graded = []

    def watched(job):
        graded.append(job.student)
        return quick_grade(job)

    monkeypatch.setattr("tests.grading.quick.quick_grade", watched)
    run(class_of_six, monkeypatch)
    assert graded == ["ann"]


def test_manual_grades_survive_a_regrade(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    with open_gradebook(class_of_six) as book:
        book.find_grade("width", CHAPTER, CHAPTER, "ann").manual_score = 1.5
        book.db.commit()
    run(class_of_six, monkeypatch, force=True)
    hand_in(class_of_six, "ann", text="\nmore")
    run(class_of_six, monkeypatch)
    assert state(class_of_six)["ann", "width"][1] == 1.5


def test_a_file_that_broke_has_no_score_where_no_record_is_left_of_the_one_before(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    journal.Journal(class_of_six, CHAPTER).forget("bob")
    (class_of_six.submitted("bob", CHAPTER) / f"{CHAPTER}.ipynb").write_text("{")
    monkeypatch.setattr("tests.grading.quick.quick_grade", broken)
    run(class_of_six, monkeypatch)
    with open_gradebook(class_of_six) as book:
        grades = book.find_submission(CHAPTER, "bob").notebooks[0].grades
        assert all(grade.needs_manual_grade and grade.auto_score is None for grade in grades)


def broken(job):
    record = quick_grade(job)
    record.problem, record.parts, record.notebook = "bob: cannot be read", [], None
    return record


def test_a_moved_gradebook_is_filled_again_from_the_journal(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    before = state(class_of_six)
    (class_of_six.grading / "gradebook.db").rename(class_of_six.grading / "old.db")
    run(class_of_six, monkeypatch)
    assert state(class_of_six) == before


@pytest.mark.parametrize(
    "damage, words",
    [
        (lambda path: path.write_bytes(b"not a database at all" * 100), "cannot be used"),
        (lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]), "cannot be used"),
        (lambda path: execute(path, "UPDATE alembic_version SET version_num = 'old'"), "nbgrader db upgrade"),
        (lambda path: execute(path, "DROP TABLE grade"), "cannot be used"),
    ],
    ids=["no database", "cut in half", "older version", "a table is missing"],
)
def test_a_damaged_gradebook_stops_the_run_and_says_what_to_do(class_of_six, monkeypatch, damage, words):
    run(class_of_six, monkeypatch)
    records = sorted((class_of_six.grading / "journal" / CHAPTER).glob("*.json"))
    path = class_of_six.grading / "gradebook.db"
    damage(path)
    damaged = path.read_bytes()
    hand_in(class_of_six, "ann", text="\nmore")
    with pytest.raises(CourseError, match=words):
        run(class_of_six, monkeypatch)
    assert path.read_bytes() == damaged, "the damaged file is evidence; nothing may write to it"
    assert sorted((class_of_six.grading / "journal" / CHAPTER).glob("*.json")) == records


def execute(path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)


def test_a_locked_gradebook_stops_the_run_and_the_next_goes_on(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch, students=("ann",))
    holder = sqlite3.connect(class_of_six.grading / "gradebook.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(CourseError, match="locked"):
            run(class_of_six, monkeypatch)
    finally:
        holder.close()
    assert len(run(class_of_six, monkeypatch)) == len(STUDENTS)


def test_a_full_disk_stops_the_run_and_keeps_what_was_graded(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch, students=("ann",))
    before = state(class_of_six)
    real = journal.os.fsync

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal.os, "fsync", full)
    with pytest.raises(CourseError, match=r"No space left on device.*make room"):
        run(class_of_six, monkeypatch)
    monkeypatch.setattr(journal.os, "fsync", real)
    assert state(class_of_six) == before
    assert len(run(class_of_six, monkeypatch)) == len(STUDENTS)


def test_a_half_written_record_is_graded_again(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    before = state(class_of_six)
    path = journal.Journal(class_of_six, CHAPTER).path("ann")
    path.write_text(path.read_text()[:100])
    run(class_of_six, monkeypatch)
    assert state(class_of_six) == before


def test_a_clock_that_jumps_back_changes_nothing(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    before = state(class_of_six)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    hand_in(class_of_six, "ann", text="\nmore")
    run(class_of_six, monkeypatch)
    after = state(class_of_six)
    assert {key: value for key, value in after.items() if key[1] not in ("notebook",)} == {
        key: value for key, value in before.items() if key[1] not in ("notebook",)
    }


def test_a_course_whose_cells_changed_since_is_not_mixed_with_the_old_grades(class_of_six, monkeypatch):
    run(class_of_six, monkeypatch)
    release = class_of_six.release(CHAPTER)
    release.write_text(release.read_text(encoding="utf-8").replace("check_shapes", "check_forms"), encoding="utf-8")
    with pytest.raises(CourseError, match=r"added check_forms; removed check_shapes"):
        run(class_of_six, monkeypatch)


@pytest.mark.parametrize("chapter, words", [("nonsense", "there are: "), ("", "there are: ")])
def test_an_unknown_exercise_is_told_with_the_known_ones(class_of_six, chapter, words):
    with pytest.raises(CourseError, match=words):
        class_run.run(class_of_six, chapter, class_run.Options())


def test_no_submissions_at_all_says_where_to_put_them(empty_course, monkeypatch):
    with pytest.raises(CourseError, match="put notebooks into"):
        run(empty_course, monkeypatch)


def test_a_student_who_is_a_link_is_refused_by_name(empty_course):
    hand_in(empty_course, "ann")
    (empty_course.grading / "submitted" / "thief").symlink_to(empty_course.grading / "submitted" / "ann")
    records = class_run.run(empty_course, CHAPTER, class_run.Options(jobs=1, students=("thief",)))
    assert "thief is a link" in records[0].problem and records[0].parts == []


def test_what_lies_in_the_wrong_place_is_named(empty_course):
    hand_in(empty_course, "ann")
    folder = empty_course.grading / "submitted"
    (folder / "kim.ipynb").write_text("{}")
    (folder / "gina").mkdir()
    (folder / "gina" / "position_wise.ipynb").write_text("{}")
    (folder / "hugo" / "Position_Wise").mkdir(parents=True)
    assert class_run.misplaced(empty_course) == ["gina/position_wise.ipynb", "hugo/Position_Wise", "kim.ipynb"]


def test_a_run_with_nothing_to_grade_writes_nothing(empty_course, monkeypatch):
    before = (empty_course.grading / "gradebook.db").read_bytes()
    with pytest.raises(CourseError, match="nobody has submitted activations"):
        class_run.run(empty_course, "activations", class_run.Options())
    assert (empty_course.grading / "gradebook.db").read_bytes() == before


@pytest.mark.parametrize("jobs", ["0", "-3", "many"])
def test_a_senseless_number_of_jobs_is_refused_before_anything_runs(jobs, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(["run", CHAPTER, "--jobs", jobs])
    assert stop.value.code == 2 and "--jobs" in capsys.readouterr().err
