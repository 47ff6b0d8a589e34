"""`check`, `hint` and `numbers` as a student meets them, with the judge, without it, and in a kernel that is graded."""

import json
import sys
import time

import nbformat
import pytest
from nbclient import NotebookClient

from ffn_check import check, exam, hint, numbers
from ffn_check.patience import patience
from ffn_check.publish import MIME
from ffn_grader import local
from ffn_grader.judge import judge
from ffn_grader.question import message
from ffn_grader.questions import get_question
from ffn_ref import ffn, gelu

FORWARD = "position_wise.forward"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Nothing received, no points and no hints from an earlier test."""
    monkeypatch.setattr(exam, "_received", {})
    monkeypatch.setattr(local, "_credits", {})
    monkeypatch.setattr(local, "_steps", {})
    monkeypatch.setattr(local, "_greeted", set())


@pytest.fixture
def alone(monkeypatch):
    """A machine without the judge."""
    monkeypatch.setitem(sys.modules, "ffn_grader", None)


def wrong(x, W1, W2, b1, b2):
    return ffn(x, W1, W2, b1, b2, activation=gelu)


def test_a_verdict_comes_at_once_with_the_points_so_far(capsys):
    size = numbers("position_wise.parameters", "ann")
    right = 2 * size.d_model * size.d_ff + size.d_ff + size.d_model
    check("position_wise.parameters", student="ann", answer=right)
    check(FORWARD, ffn)
    shown = capsys.readouterr().out
    assert "Right. That is the answer. (1 of 1 point)" in shown
    assert "3 of 22 points so far." in shown


def test_whose_numbers_they_are_is_asked_once_for_each_id(capsys):
    for student in ("Ann", "ann", "bob"):
        check("position_wise.parameters", student=student, answer=1)
    shown = capsys.readouterr().out
    assert [shown.count(f"These are the numbers of '{who}'. Is that you?") for who in ("ann", "bob")] == [1, 1]


def test_the_shown_seed_repeats_the_cases(capsys):
    check(FORWARD, wrong)
    shown = capsys.readouterr().out
    seed = int(shown.split("add seed=")[1].split()[0])
    check(FORWARD, wrong, seed=seed)
    assert capsys.readouterr().out == shown
    check(FORWARD, wrong, seed=seed + 1)
    assert capsys.readouterr().out != shown


def test_a_misuse_is_explained(capsys):
    check(ffn)
    check(FORWARD)
    check("position_wise.parameters", student="ann")
    check(FORWARD, ffn, answer=3)
    check("position_wise.fourward", ffn)
    check("position_wise.parameters", student=["ann"], answer=...)
    shown = capsys.readouterr().out
    for part in (
        "the name of the question, in quotes",
        f'your answer too: check("{FORWARD}", …)',
        'your answer too: check("position_wise.parameters", …)',
        "either a function or named answers",
        "There is no question called 'position_wise.fourward'. The questions are: position_wise.shapes,",
        "`student` must be your id in quotes",
    ):
        assert part in shown


def test_hints_come_step_by_step_and_begin_with_where_to_read(capsys):
    question = get_question(FORWARD)
    steps = len(question.hints)
    for step in range(1, steps + 2):
        hint(FORWARD)
        shown = capsys.readouterr().out
        assert shown.startswith(f"Hint {min(step, steps)} of {steps}: {question.hints[min(step, steps) - 1]}")
        assert (f"“{question.section}”" in shown) == (step == 1)
    hint(FORWARD, 1)
    assert capsys.readouterr().out.startswith("Hint 1 of")
    check("position_wise.width")
    assert "A person reads this part" in capsys.readouterr().out
    hint("nothing.here")
    hint(3)
    assert capsys.readouterr().out.count("There is no question called") == 2


def test_a_function_that_runs_for_long_is_said_to_be_stoppable(monkeypatch, capsys):
    monkeypatch.setattr("ffn_check.checkpoint.patience", lambda: patience(0.05))

    def slow(*args):
        time.sleep(0.02)
        return ffn(*args)

    check(FORWARD, ffn)
    assert "stop it with ■" not in capsys.readouterr().out
    check(FORWARD, slow)
    assert capsys.readouterr().out.count("has been running for 0.05 seconds. If a loop in it never ends") == 1


def test_an_answer_that_is_half_filled_in_is_told_so(capsys):
    check("position_wise.by_hand_relu", student="ann", h_pre=[1, ..., ...], h=..., out=[..., ...])
    shown = capsys.readouterr().out
    assert "h_pre: This is a list with 2 of 3 entries not filled in yet." in shown
    assert shown.count("no answer yet") == 2


def test_without_the_judge_the_answer_is_kept_and_nothing_fails(alone, capsys):
    check(FORWARD, ffn)
    check("position_wise.parameters", student="ann", answer=22)
    hint(FORWARD)
    shown = capsys.readouterr().out
    assert shown.count("The judge is not installed here") == 2 and "The hints come with the course" in shown


def test_when_graded_only_the_cases_that_came_in_are_asked_and_no_verdict_is_shown(capsys):
    asked = []
    question = get_question(FORWARD)
    exam.receive(message(question, question.cases(3)))
    check(FORWARD, lambda *args: asked.append(args))
    assert len(asked) == len(question.cases(3)) and capsys.readouterr().out == ""


@pytest.mark.parametrize("fn", [ffn, wrong], ids=["right", "wrong"])
def test_a_check_takes_less_than_03_seconds(fn, capsys):
    def timed():
        start = time.process_time()
        check(FORWARD, fn)
        return time.process_time() - start

    assert min(timed() for _ in range(3)) < 0.3


@pytest.fixture(scope="module")
def kernel():
    """Outputs of a notebook that is first tried, then graded."""
    question = get_question(FORWARD)
    cases = question.cases(8)
    cells = [
        "from ffn_check import check, exam, numbers\nimport numpy as np",
        "def forward(x, W1, W2, b1, b2):\n    h = x @ W1 + b1\n    return np.maximum(h, 0) @ W2 + b2",
        f"check('{FORWARD}', forward)",
        f"check('{FORWARD}', lambda *args: None)",
        f"exam.receive({message(question, cases)!r})",
        f"check('{FORWARD}', forward)",
        f"check('{FORWARD}', lambda x, W1, W2, b1, b2: x @ W1 + W1)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return cases, [cell.outputs for cell in notebook.cells]


def test_in_a_notebook_the_verdict_is_rich_and_plain(kernel):
    (right,), (stub,) = kernel[1][2], kernel[1][3]
    assert right["data"]["text/plain"].startswith("Right. All 7 cases are right.")
    assert "role='status'" in right["data"]["text/html"] and MIME not in right["data"]
    assert "Nothing to judge yet" in stub["data"]["text/html"]


def test_in_a_graded_notebook_the_answer_is_published_and_can_be_judged(kernel):
    cases, outputs = kernel
    (right,), (wrong_sum,) = outputs[5], outputs[6]
    packet = json.loads(json.dumps(right["data"][MIME]))
    assert judge(FORWARD, packet, cases=cases, student="ann").credit == 1
    assert "text/html" not in right["data"]
    verdict = judge(FORWARD, wrong_sum["data"][MIME], cases=cases)
    assert "line 1 of your cell: `check('position_wise.forward', lambda" in verdict.sentence
