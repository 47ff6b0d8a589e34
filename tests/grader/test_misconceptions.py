"""Every catalogued mistake earns less than everything and is called by its name."""

import numpy as np
import pytest

from tests.grader.answers import FUNCTIONS, QUESTIONS, STAGES, name, verdict_on


@pytest.mark.parametrize("question", FUNCTIONS, ids=name)
def test_the_reference_earns_everything(question):
    for seed in range(5):
        verdict = verdict_on(question.id, lambda *args: question.reference(*args), seed=seed)
        assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize(("question", "known"), [(q, m) for q in FUNCTIONS for m in q.misconceptions], ids=name)
def test_a_wrong_function_earns_less_and_is_named(question, known):
    for seed in range(3):
        verdict = verdict_on(question.id, lambda *args: known.wrong(*args), seed=seed)
        assert verdict.credit < 1
        assert verdict.misconception == known.name, str(verdict)
        assert verdict.sentence == known.hint


@pytest.mark.parametrize("question", STAGES, ids=name)
def test_the_right_stages_earn_everything(question):
    for student in ("", "ann", "Bob"):
        for path in question.right_paths(question.numbers(student)):
            assert verdict_on(question.id, student=student, **vars(path)).credit == 1


@pytest.mark.parametrize(
    ("question", "stage", "known"),
    [(q, s, m) for q in STAGES for s in q.stages for m in s.misconceptions],
    ids=name,
)
def test_a_wrong_stage_costs_one_stage_and_is_named(question, stage, known):
    for student in ("ann", "Bob", "Çelik 7"):
        answers = vars(question.path(question.numbers(student), stage, known.wrong))
        verdict = verdict_on(question.id, student=student, **answers)
        most = 1 - (1 - known.credit) / len(question.stages)
        assert verdict.credit == pytest.approx(most), str(verdict)
        assert verdict.misconception == known.name, str(verdict)


@pytest.mark.parametrize("question", QUESTIONS, ids=name)
def test_names_of_mistakes_are_unique_nouns_and_hints_are_short(question):
    groups = [stage.misconceptions for stage in question.stages] if question in STAGES else [question.misconceptions]
    for group in groups:
        names = [known.name for known in group]
        assert len(set(names)) == len(names)
        assert all(known.name.isidentifier() and 5 < len(known.hint) <= 200 for known in group)


@pytest.mark.parametrize("question", STAGES, ids=name)
def test_a_verdict_on_a_wrong_answer_never_prints_the_right_one(question):
    """Nonsense, where the right value is told apart from everything that a sentence may hold."""
    n = question.numbers("ann")
    path = question.path(n)
    nonsense = {stage.name: np.full(np.shape(getattr(path, stage.name)), 987654) for stage in question.stages}
    shown = verdict_on(question.id, student="ann", **nonsense).text()
    for stage in question.stages:
        right = getattr(path, stage.name)
        assert str(right.tolist()) not in shown.replace("  ", " ") or right.ndim == 0
        if right.ndim == 0:
            assert f" {right}" not in shown.replace("points", "")
