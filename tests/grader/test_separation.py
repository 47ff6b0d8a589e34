"""For every seed and every student, wrong answers differ from the right one and from each other."""

import numpy as np
import pytest

from ffn_grader.question import SEPARATION, Case
from tests.grader.answers import FUNCTIONS, OWN, QUESTIONS, STAGES, name


def test_results_that_differ_must_lie_ten_tolerances_apart():
    assert SEPARATION == 10


@pytest.mark.parametrize("question", FUNCTIONS, ids=name)
def test_cases_separate_all_misconceptions_for_every_seed(question):
    assert [pair for seed in range(40) for pair in question.confusions(question.cases(seed))] == []


@pytest.mark.parametrize("question", FUNCTIONS, ids=name)
def test_the_first_draw_nearly_always_separates(question):
    drawn = [question.draw(np.random.default_rng([seed, 0])) for seed in range(40)]
    confused = sum(bool(question.confusions([Case(tuple(args), {}) for args in cases])) for cases in drawn)
    assert confused <= 4


@pytest.mark.parametrize("question", FUNCTIONS, ids=name)
def test_a_seed_gives_the_same_cases_again_and_another_seed_gives_others(question):
    def spelled(seed):
        return [[np.asarray(value).tobytes() for value in case.args] for case in question.cases(seed)]

    assert spelled(5) == spelled(5)
    assert spelled(5) != spelled(6)


@pytest.mark.parametrize("question", FUNCTIONS, ids=name)
def test_the_first_case_is_small_enough_to_be_shown(question):
    assert all(np.asarray(value).size <= 12 for value in question.cases(0)[0].args)


@pytest.mark.parametrize("question", OWN, ids=name)
def test_the_numbers_of_2000_students_separate_all_misconceptions(question):
    confused = {
        student: pairs
        for student in (f"student {i}" for i in range(2000))
        if (pairs := question.confusions(question.numbers(student), first_only=True))
    }
    assert confused == {}


def test_questions_that_are_the_same_for_all_separate_their_misconceptions():
    assert [pair for q in STAGES if not q.own_numbers for pair in q.confusions(None)] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=name)
def test_a_question_has_enough_misconceptions_a_reason_for_its_tolerance_and_hints(question):
    assert len(question.hints) >= 2
    if question in STAGES:
        assert all(len(stage.misconceptions) >= 3 and stage.why for stage in question.stages)
    else:
        assert len(question.misconceptions) >= 5
        assert question.why
