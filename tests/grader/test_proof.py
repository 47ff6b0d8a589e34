"""The proof itself can fail: a wrong style, a lenient judge and a missing case are found."""

from dataclasses import replace
from pathlib import Path

import pytest

from ffn_grader.course import Course
from ffn_grader.proof import killing, lesson, styles, trials
from ffn_grader.proof.demands import faults
from ffn_grader.proof.fingerprint import _telling
from ffn_grader.proof.lesson import Lesson, Sitting
from ffn_grader.proof.margins import margins
from ffn_grader.proof.mutants import mutants
from ffn_grader.questions import get_question
from ffn_ref import ffn

COURSE = Course(Path(__file__).parents[2])
FORWARD = "position_wise.forward"
SOURCE = """\
def f(x, W, b):
    '''Docstring.'''
    ### BEGIN SOLUTION
    h = np.maximum(x @ W.T - b, 0)
    return h[1:].sum(axis=-1), h
    ### END SOLUTION
"""


@pytest.fixture
def position_wise():
    return Lesson(COURSE, "position_wise")


def change(step, **fields):
    """The lesson's step with another question in it."""
    return replace(step, question=replace(step.question, **fields))


@pytest.mark.parametrize(
    "line",
    [
        "h = np.maximum(W.T @ x - b, 0)",
        "h = np.maximum(b - x @ W.T, 0)",
        "h = np.maximum(x @ W.T, 0)",
        "h = np.maximum(x @ W.T + b, 0)",
        "h = np.maximum(x @ W - b, 0)",
        "h = np.maximum(x @ W.T.T - b, 0)",
        "h = np.maximum(x * W.T - b, 0)",
        "h = np.minimum(x @ W.T - b, 0)",
        "h = np.maximum(x @ W.T - b, 1)",
        "h = np.maximum(x @ b.T - b, 0)",
        "h = x @ W.T - b",
        "pass",
        "return (h[2:].sum(axis=-1), h)",
        "return (h[1:].mean(axis=-1), h)",
        "return (h[1:].sum(axis=-2), h)",
        "return (h[1:].sum(axis=1), h)",
        "return (h[1:].sum(), h)",
        "return (h, h[1:].sum(axis=-1))",
    ],
)
def test_mutants_are_of_every_kind(line):
    assert sum(mutant.change.endswith(f"→ {line}") for mutant in mutants("f", SOURCE)) == 1


def test_mutants_leave_what_is_no_solution_alone_and_are_all_different():
    made = mutants("f", SOURCE)
    assert all("'Docstring.'" in m.source or '"Docstring."' in m.source for m in made)
    assert len({mutant.source for mutant in made}) == len(made)
    assert not any(mutant.change.split(" → ")[0] == mutant.change.split(" → ")[1] for mutant in made)


def test_a_judge_that_is_too_lenient_lets_mutants_and_mistakes_pass(position_wise):
    place = next(i for i, step in enumerate(position_wise.steps) if step.question.id == FORWARD)
    strict = killing.fates(position_wise, FORWARD, range(1), thorough=False)
    position_wise.steps[place] = change(position_wise.steps[place], tolerance=0.9, misconceptions=())
    lenient = killing.fates(position_wise, FORWARD, range(1), thorough=False)
    assert sum(fate.survives for fate in lenient) > sum(fate.survives for fate in strict) == 0


def test_one_easy_case_lets_a_wrong_answer_pass(position_wise):
    """Without the batches, a forward pass that is right for one token only is not told from a right one."""
    question = get_question(FORWARD)
    easy = replace(question, draw=lambda rng: question.draw(rng)[1:2], misconceptions=())
    alone = "def forward(x, *weights):\n    return np.atleast_2d(forward_one(x, *weights))[0]"
    sittings = {"one token": Sitting(position_wise, {"forward": alone})}
    assert next(trials._function(easy, sittings, 0))[2].credit == 1
    assert next(trials._function(question, sittings, 0))[2].credit < 1


def test_a_wrong_style_is_a_fault(position_wise, monkeypatch):
    wrong = {"forward": "def forward(x, W1, W2, b1, b2):\n    return (x @ W1 + b1) @ W2 + b2"}
    monkeypatch.setattr(trials, "styles", lambda chapter: {"linear": wrong})
    tally = next(t for t in trials.trials(position_wise, get_question(FORWARD), range(1)) if t.answer == "linear")
    assert (tally.right, tally.tried, tally.as_it_must) == (True, 1, 0)
    assert "no_activation" in tally.failures[0]


def test_a_style_of_an_unknown_cell_is_refused(position_wise):
    with pytest.raises(ValueError, match="no answer cell called forwards"):
        Sitting(position_wise, {"forwards": "pass"})


def test_a_mutant_that_hangs_is_killed(position_wise, monkeypatch):
    monkeypatch.setattr(killing, "SECONDS", 0.2)
    hangs = killing.Mutant("forward", "hangs", "def forward(*args):\n    while True:\n        pass")
    monkeypatch.setattr(killing, "mutants", lambda cell, source: [hangs])
    assert [fate.survives for fate in killing.fates(position_wise, FORWARD, range(1), thorough=False)] == [False]


def test_the_nearest_mistake_and_the_float32_error_are_measured():
    question = get_question(FORWARD)
    error, nearest = margins(question, 0)
    assert 0 < error < 0.1 and nearest > 100
    close = replace(question.misconceptions[0], name="close", wrong=lambda *args: ffn(*args) + 0.02)
    assert margins(replace(question, misconceptions=(close,)), 0)[1] < 300


def test_every_demand_can_fail():
    row = {
        "id": FORWARD,
        "kind": "function",
        "answers": [
            {"answer": "loops", "right": True, "tried": 2, "as_it_must": 1, "failures": ["1: 0 %"]},
            {"answer": "no_activation", "right": False, "tried": 2, "as_it_must": 0, "failures": ["1: 100 %"]},
        ],
        "nearest": 9.0,
        "float32_error": 1.5,
        "mutants": {"made": 0, "survivors": [{"cell": "forward", "change": "a → b", "why": None}]},
        "boxed": {"failures": ["loops: 0"]},
    }
    found = faults({"chapter": "position_wise", "questions": [row]})
    words = ["only 1 right", "“loops” fails 1 of 2", "“no_activation” fails 2 of 2", "9.0 tolerances apart",
             "1.5 tolerances away", "no mutants", "survives in forward", "in the sandbox: loops"]  # fmt: skip
    assert [any(word in fault for fault in found) for word in words] == [True] * len(words)
    assert sum("listed as equivalent" in fault for fault in found) == len(killing.equivalents("position_wise"))


def test_styles_are_cut_at_their_marks():
    text = '"""Doc."""\nimport numpy\n\n# %% a\nx = 1\n\n# %% b\n# %%\ny = 2\n'
    assert styles.cells(text) == {"a": "x = 1", "b": "# %%\ny = 2"}


def test_every_style_says_what_it_is():
    for path in styles.FOLDER.glob("*/*.py"):
        assert path.read_text(encoding="utf-8").startswith('"""'), path


def test_what_check_is_given_is_read_from_its_cell(position_wise):
    assert position_wise.step(FORWARD).names == {"fn": "forward"}
    assert position_wise.step("position_wise.shapes").names["W1"] == "W1_shape"
    assert lesson.STUDENT == 'student = ""'


def test_the_fingerprint_changes_with_what_can_change_a_verdict():
    text = "from a import b, c\n\nx = 1  # one\n# %% cell\n"
    same = "# a comment\nfrom a import c, b\nx = 1  # one\n\n# %% cell\n"
    assert _telling(text) == _telling(same)
    for other in (text.replace("x = 1", "x = 2"), text.replace("% cell", "% sell"), text.replace("b, c", "b, d")):
        assert _telling(other) != _telling(text)
