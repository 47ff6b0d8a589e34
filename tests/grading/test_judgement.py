"""What a person decided, what a table says of it, and what it says of those who could not be read."""

import csv
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from rich.console import Console

from ffn_grader import cli, report
from ffn_grader.feedback import write_feedback
from ffn_grader.gradebook import doubt, open_gradebook, standings
from ffn_grader.record import Part, Record
from ffn_grader.summary import OUTCOMES, summary

from .conftest import ROOT
from .quick import CHAPTER, hand_in, quick_grade, run

WRITTEN = "width"


def answer(course, student: str, text: str) -> None:
    """Hand in with `text` as the written answer."""
    hand_in(course, student)
    path = course.submitted(student, CHAPTER) / f"{CHAPTER}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == WRITTEN:
            cell.source = text
    nbformat.write(notebook, path)


def graded_as_handed_in(job) -> Record:
    """The quick record, of the notebook that was handed in."""
    record = quick_grade(job)
    record.notebook = Path(job.folder, f"{CHAPTER}.ipynb").read_text(encoding="utf-8")
    return record


@pytest.fixture
def course(empty_course, monkeypatch):
    """ann and bob have written answers, and a person has graded ann's, and one of her other cells."""
    monkeypatch.setattr("tests.grading.quick.quick_grade", graded_as_handed_in)
    for student in ("ann", "bob"):
        answer(empty_course, student, "Wider is better.")
    run(empty_course, monkeypatch, feedback=False)
    person_gives(empty_course, WRITTEN, 1.5)
    person_gives(empty_course, "check_forward", 2)
    return empty_course


def person_gives(course, grade_id: str, points: float) -> None:
    with open_gradebook(course) as book:
        grade = book.find_grade(grade_id, CHAPTER, CHAPTER, "ann")
        grade.manual_score, grade.needs_manual_grade = points, False
        book.db.commit()


def state_of(course, monkeypatch, **options):
    records = run(course, monkeypatch, feedback=False, **options)
    return standing(course), next(record for record in records if record.student == "ann")


def standing(course) -> dict:
    """{cell: (points by a person, waits for one)} of ann."""
    with open_gradebook(course) as book:
        grades = book.find_submission(CHAPTER, "ann").notebooks[0].grades
        return {g.name: (g.manual_score, bool(g.needs_manual_grade)) for g in grades if g.manual_score is not None}


def test_a_second_run_asks_nobody_again(course, monkeypatch):
    found, _ = state_of(course, monkeypatch)
    assert found == {WRITTEN: (1.5, False), "check_forward": (2, False)}


def test_neither_does_a_run_that_grades_all_again(course, monkeypatch):
    found, record = state_of(course, monkeypatch, force=True)
    assert found == {WRITTEN: (1.5, False), "check_forward": (2, False)}
    assert record.kept == ["check_forward", WRITTEN]
    assert "same answer, so a person's points are kept: forward, width" in report.remark(record)


def test_a_resubmission_flags_the_answers_that_changed_and_no_other(course, monkeypatch):
    path = course.submitted("ann", CHAPTER) / f"{CHAPTER}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "forward":
            cell.source = "def forward(x, W1, W2, b1, b2):\n    return x"
    nbformat.write(notebook, path)
    found, record = state_of(course, monkeypatch)
    assert found == {WRITTEN: (1.5, False), "check_forward": (2, True)} and record.kept == [WRITTEN]
    answer(course, "ann", "Narrower is better.")
    found, record = state_of(course, monkeypatch)
    assert found[WRITTEN] == (1.5, True) and WRITTEN not in record.kept


def test_what_nobody_has_looked_at_yet_stays_flagged(course, monkeypatch):
    run(course, monkeypatch, feedback=False, force=True)
    assert WRITTEN in standings(course, CHAPTER)["bob"].waiting


def test_what_could_not_be_read_is_no_zero_in_the_table(course, monkeypatch, tmp_path):
    hand_in(course, "carol [3]")
    hand_in(course, "dan, the second")
    (course.submitted("carol [3]", CHAPTER) / f"{CHAPTER}.ipynb").write_text("{")
    nbgrader(course, "autograde", CHAPTER, "--student=carol [3]")
    assert exported(course, tmp_path)["carol [3]"] == ("", "could not be read, or not be graded; a person has to look")

    def unreadable(job):
        record = graded_as_handed_in(job)
        if job.student.startswith("dan"):
            record.problem, record.parts, record.notebook = "it is cut off", [], None
        return record

    monkeypatch.setattr("tests.grading.quick.quick_grade", unreadable)
    (course.submitted("carol [3]", CHAPTER) / f"{CHAPTER}.ipynb").unlink()
    (course.submitted("carol [3]", CHAPTER)).rmdir()
    run(course, monkeypatch, feedback=False)
    table = exported(course, tmp_path)
    assert table["dan, the second"][0] == "" and "a person has to look" in table["dan, the second"][1]
    assert float(table["ann"][0]) > 0 and table["ann"][1] == ""
    assert "a person grades: width" in table["bob"][1]


def exported(course, folder) -> dict:
    nbgrader(course, "export", "--to", str(folder / "grades.csv"))
    with open(folder / "grades.csv", encoding="utf-8") as file:
        return {row["student_id"]: (row["score"], row["to_know"]) for row in csv.DictReader(file)}


def nbgrader(course, *arguments: str) -> str:
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=course.root, capture_output=True, text=True, timeout=300).stderr


def test_nbgraders_own_feedback_reaches_ids_with_brackets(course, monkeypatch):
    hand_in(course, "öykü [2]")
    records = run(course, monkeypatch, feedback=False)
    said = nbgrader(course, "generate_feedback", CHAPTER)
    page = course.feedback("öykü [2]", CHAPTER) / f"{CHAPTER}.html"
    assert page.is_file(), said[-2000:]
    page.unlink()
    write_feedback(course, CHAPTER, records)
    assert page.is_file()


def record_of(*parts: Part) -> Record:
    return Record("ann", CHAPTER, "key", parts=list(parts))


def test_a_row_says_why_points_are_missing():
    record = record_of(
        Part("check_one", 2, 0.0, reason="not answered"),
        Part("check_two", 2, 0.0, reason="not answered"),
        Part(
            "check_three", 2, 0.0, reason="The cell used more than 10 seconds of CPU time. Is there a loop without end?"
        ),
        Part("check_four", 2, 0.0, misconception="no_activation"),
    )
    said = report.remark(record)
    assert "one, two: not answered" in said and "three: The cell used more than 10 seconds of CPU time" in said


def test_who_answered_nothing_has_one_word():
    assert report.remark(record_of(*(Part(f"check_{n}", 1, 0.0, reason="not answered") for n in range(9)))) == (
        "all: not answered"
    )


def test_many_reasons_are_counted():
    parts = [Part(f"check_{n}", 1, 0.0, reason=f"The check could not run: NameError: name '{n}'") for n in range(6)]
    assert "3 more like this" in report.remark(record_of(*parts))


def test_the_summary_counts_each_question_and_names_the_most_frequent_mistakes():
    wrong = Part("check_a", 1, 0.0, misconception="no_activation")
    records = [record_of(wrong)] * 3 + [record_of(Part("check_a", 1, 0.5, misconception="bias_lost"))]
    records += [record_of(Part("check_a", 1, 1.0)), record_of(Part("check_a", 1, 0.0, reason="not answered"))]
    records += [record_of(Part("check_a", 1, None)), Record("bob", CHAPTER, "key", problem="cut off")]
    (row,) = summary(records)
    assert row.question == "a" and [row.counts[name] for name in OUTCOMES] == [1, 1, 3, 1, 1]
    assert row.mistakes == "no activation (3), bias lost (1)"
    assert sum(row.counts.values()) == 7


def test_the_summary_is_kept_beside_the_grades(course, monkeypatch, capsys):
    records = run(course, monkeypatch, feedback=False)
    report.questions(course, CHAPTER)
    with open(course.grading / "questions" / f"{CHAPTER}.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["question"] for row in rows] == [p.grade_id.removeprefix("check_") for p in records[0].parts]
    (written,) = (row for row in rows if row["question"] == WRITTEN)
    assert (written["partly"], written["a person"], written["not yet"]) == ("1", "1", "0")  # ann has 1.5 of 2 by hand


def test_a_run_for_one_student_keeps_the_whole_class_in_the_summary(course, monkeypatch, capsys):
    path = course.grading / "questions" / f"{CHAPTER}.csv"
    report.questions(course, CHAPTER)
    whole = path.read_text(encoding="utf-8")
    assert cli.main(["--course", str(course.root), "run", CHAPTER, "--student", "bob", "--jobs", "1"]) == 0
    assert path.read_text(encoding="utf-8") == whole
    assert "over all 2 that were read" in capsys.readouterr().out


def test_the_very_answer_that_a_person_graded_finds_its_points_again(course, monkeypatch):
    answer(course, "ann", "Narrower is better.")
    found, _ = state_of(course, monkeypatch)
    assert found[WRITTEN] == (1.5, True)
    answer(course, "ann", "Narrower still.")
    state_of(course, monkeypatch)
    answer(course, "ann", "Wider is better.")
    found, record = state_of(course, monkeypatch)
    assert found[WRITTEN] == (1.5, False) and WRITTEN in record.kept
    answer(course, "ann", "Narrower is better.")
    found, _ = state_of(course, monkeypatch)
    assert found[WRITTEN] == (1.5, True)
    person_gives(course, WRITTEN, 0.5)  # now the points belong to this one
    answer(course, "ann", "Wider is better.")
    found, _ = state_of(course, monkeypatch)
    assert found[WRITTEN] == (0.5, True)


def page_of(course, student: str) -> str:
    return (course.feedback(student, CHAPTER) / f"{CHAPTER}.html").read_text(encoding="utf-8")


def test_points_of_an_earlier_answer_are_told_as_such_everywhere(course, monkeypatch, tmp_path):
    answer(course, "ann", "Narrower is better.")
    records = {record.student: record for record in run(course, monkeypatch)}
    said = "1.5 of these points were given to an earlier answer: width"
    assert said in report.remark(records["ann"], standings(course, CHAPTER)["ann"])
    assert said in exported(course, tmp_path)["ann"][1]
    assert "the 1.5 of 2 points, and the comment if there is one, were given to an earlier answer" in page_of(
        course, "ann"
    )
    person_gives(course, WRITTEN, 0.5)
    records = {record.student: record for record in run(course, monkeypatch)}
    assert said not in report.remark(records["ann"], standings(course, CHAPTER)["ann"])
    assert "earlier answer" not in page_of(course, "ann")


def test_a_page_says_that_a_written_answer_is_not_read_yet(course, monkeypatch):
    run(course, monkeypatch)
    top, cell = "The score above is not final", "The 2 points are not given yet"
    assert top in page_of(course, "bob") and cell in page_of(course, "bob")
    assert top not in page_of(course, "ann") and cell not in page_of(course, "ann")
    with open_gradebook(course) as book:
        grade = book.find_grade(WRITTEN, CHAPTER, CHAPTER, "bob")
        grade.manual_score, grade.needs_manual_grade = 0, False  # the very score that the page shows already
        book.db.commit()
    run(course, monkeypatch)
    assert top not in page_of(course, "bob") and cell not in page_of(course, "bob")


def test_a_resubmission_that_cannot_be_read_leaves_what_was_graded(course, monkeypatch, tmp_path):
    run(course, monkeypatch)
    before = exported(course, tmp_path)["ann"][0]

    def unreadable(job):
        record = graded_as_handed_in(job)
        if job.student == "ann":
            record.problem, record.parts, record.notebook = "it is cut off", [], None
        return record

    monkeypatch.setattr("tests.grading.quick.quick_grade", unreadable)
    path = course.submitted("ann", CHAPTER) / f"{CHAPTER}.ipynb"
    said = "file handed in last could not be read, so the one before it counts: it is cut off"
    for broken in ("{", "{{"):  # twice: the second failure stands after the first
        path.write_text(broken)
        records = {record.student: record for record in run(course, monkeypatch)}
        score, to_know = exported(course, tmp_path)["ann"]
        assert score == before and said in to_know
        assert said in report.remark(records["ann"], standings(course, CHAPTER)["ann"])
        assert said in page_of(course, "ann")
    monkeypatch.setattr("tests.grading.quick.quick_grade", graded_as_handed_in)
    answer(course, "ann", "Wider is better.")
    run(course, monkeypatch)
    assert exported(course, tmp_path)["ann"] == (before, "") and said not in page_of(course, "ann")


def test_nothing_of_a_person_stands_alone_where_the_file_cannot_be_read(course, tmp_path):
    """Without the journal nobody knows what the grader had given: no score, and no low one."""
    doubt(course, CHAPTER, "ann")
    assert exported(course, tmp_path)["ann"][0] == ""


def test_a_feedback_folder_holds_the_page_and_nothing_else(course, monkeypatch):
    hand_in(course, "öykü [2]")
    records = run(course, monkeypatch)
    for record in records:
        names = [path.name for path in course.feedback(record.student, CHAPTER).iterdir()]
        assert names == [f"{CHAPTER}.html"], record.student


def test_a_mistake_is_named_with_its_question_and_long_lists_are_cut():
    record = record_of(Part("check_out_in", 2, 0.0, misconception="reshaped"))
    assert report.remark(record) == "out_in: reshaped"
    record = record_of(Part("check_a", 1, 1.0), *(Part(f"w{n}", 1, 0.0, reason="not answered") for n in range(8)))
    assert report.remark(record) == "w0, w1, w2, w3, w4 and 3 more: not answered"


def test_tables_break_no_word_at_80_columns(course, monkeypatch, capsys):
    student = "maximiliane.oberhuber"
    hand_in(course, student)

    def mistaken(job):
        record = graded_as_handed_in(job)
        for part in record.parts:
            part.misconception = "activation_after_second_layer"
        return record

    monkeypatch.setattr("tests.grading.quick.quick_grade", mistaken)
    records = run(course, monkeypatch, feedback=False)
    monkeypatch.setattr(report, "console", Console(highlight=False, width=80))
    report.table(course, CHAPTER, records)
    report.questions(course, CHAPTER)
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    words = set(shown.split())
    assert student in words and {part.grade_id.removeprefix("check_") for part in records[0].parts} <= words
    assert {"activation", "second", "answered"} <= words


def test_a_student_is_taken_out_as_the_readme_says(course, monkeypatch):
    run(course, monkeypatch)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    removal, rest = re.search(r"```sh\n(rm -r .*)\n\.venv/bin/nbgrader (db .*)\n```", readme).groups()
    subprocess.run(removal.replace("ID", "bob"), shell=True, cwd=course.root, check=True)
    nbgrader(course, *rest.replace("ID", "bob").split())
    assert set(standings(course, CHAPTER)) == {"ann"}
    left = {path.name.split(".")[0] for path in course.grading.rglob("*")}
    assert "bob" not in left and "ann" in left
    assert [record.student for record in run(course, monkeypatch)] == ["ann"]
