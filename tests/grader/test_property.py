"""Questions with many right answers: every solution counts, every mistake is named, form and size come first."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ffn_check.pack import pack
from ffn_grader.judge import judge
from ffn_grader.question import PropertyQuestion
from ffn_grader.questions import get_question
from tests.grader.answers import PROPERTIES, name, verdict_on
from tests.grader.test_hostile_packets import VALUE, check_verdict

XOR = get_question("motivation.xor")
STUDENTS = ["ann", "Bob", "Çelik 7"]


@pytest.mark.parametrize("question", PROPERTIES, ids=name)
@pytest.mark.parametrize("student", ["", *STUDENTS])
def test_each_solution_earns_everything(question, student):
    for answers in question.solutions(question.numbers(student)):
        verdict = verdict_on(question.id, student=student, **answers)
        assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize(("question", "known"), [(q, m) for q in PROPERTIES for m in q.misconceptions], ids=name)
def test_each_mistake_earns_what_it_may_and_is_named(question, known):
    for student in STUDENTS:
        verdict = verdict_on(question.id, student=student, **known.wrong(question.numbers(student)))
        assert (verdict.credit, verdict.misconception) == (known.credit, known.name), str(verdict)
        assert verdict.credit < 1 and verdict.sentence == known.hint


@pytest.mark.parametrize("question", PROPERTIES, ids=name)
@pytest.mark.parametrize("value", [1, 0.0, -7.5])
def test_the_same_number_everywhere_earns_nothing(question, value):
    shape = {name: [2 if type(size) is str else size for size in shape] for name, shape in question.shapes.items()}
    for student in STUDENTS:
        answers = {name: np.full(sizes, value) for name, sizes in shape.items()}
        assert verdict_on(question.id, student=student, **answers).credit == 0


def solution():
    return XOR.solutions(XOR.numbers("ann"))[0]


def on_xor(**changes):
    return verdict_on(XOR.id, student="ann", **solution() | changes)


@pytest.mark.parametrize(
    "change",
    [np.ndarray.tolist, lambda a: a.astype("f4"), lambda a: list(a), lambda a: tuple(map(tuple, a)), np.asfortranarray],
    ids=["lists", "float32", "list of rows", "tuples", "other order"],
)
def test_right_weights_in_all_styles(change):
    weights = solution()
    verdict = on_xor(W1=change(weights["W1"]), W2=change(weights["W2"]))
    assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"W1": ...}, "W1: no answer yet."),
        ({"b1": [1, ...]}, "b1: This is a list with 1 of 2 entries not filled in yet."),
        ({"b2": "x"}, "b2: This is a value of type str. Give numbers."),
        ({"W1": np.ones((3, 2))}, "(2, d_ff) is asked for. It needs 2 rows. Are rows and columns exchanged?"),
        ({"W1": np.ones((3, 3))}, "W1: It has the shape (3, 3), but (2, d_ff) is asked for. It needs 2 rows."),
        ({"W1": [1, 2]}, "It is one row: put another pair of brackets around it."),
        ({"W1": [[[1, 2], [3, 4]]]}, "It has an axis too many in front: take a pair of brackets away."),
        ({"W2": [1, 2]}, "with d_ff = 2 as in W1. Each number is a row of its own: [[…], […]]."),
        ({"W2": np.ones((1, 2))}, "with d_ff = 2 as in W1. It needs 2 rows. Are rows and columns exchanged?"),
        ({"W2": np.ones((3, 1))}, "with d_ff = 2 as in W1. It needs 2 rows."),
        ({"b2": 1}, "b2: It is a single number, but (1,) is asked for. Write it as a list, in brackets."),
        ({"b1": [math.nan, 1]}, "b1: It is NaN (not a number) in 1 of 2 places."),
        ({"b1": [math.inf, 1]}, "b1: It is infinite in 1 of 2 places."),
        ({"b1": [True, False]}, "b1: It is made of True and False"),
        ({"b1": [2e6, 1]}, "beyond a million"),
        ({"W1": np.ones((2, 100))}, "d_ff is 100. Choose a size from 1 to 64."),
        ({"W1": np.ones((2, 0))}, "d_ff is 0. Choose a size from 1 to 64."),
        ({"W1": [[1, 2], [3]]}, "rows of different lengths"),
    ],
)
def test_what_is_not_an_answer_of_the_form_is_told(changes, said):
    verdict = on_xor(**changes)
    assert verdict.credit == 0 and not verdict.untouched
    assert said in verdict.text(), str(verdict)


@pytest.mark.parametrize(
    ("X", "said"),
    [
        ([1, 2], "It is one row: put another pair of brackets around it."),
        (np.ones((2, 3)), "It needs 2 numbers in each row. Are rows and columns exchanged?"),
        (np.ones((3, 3)), "It needs 2 numbers in each row."),
        (np.ones((1, 2, 2)), "It has an axis too many in front"),
        (3, "Write it as a list of rows, in brackets."),
    ],
)
def test_a_text_of_another_shape_is_told_how_to_mend_it(X, said):
    verdict = verdict_on("motivation.counter_example", student="ann", X=X, Y=X)
    assert said in verdict.sentence, str(verdict)
    assert "position must keep" not in verdict.text() and "last matrix" not in verdict.text()


def test_two_texts_of_different_length_are_told_which_came_first():
    verdict = verdict_on("motivation.counter_example", student="ann", X=np.ones((2, 2)), Y=np.ones((3, 2)))
    assert verdict.sentence.endswith("(n, 2) is asked for, with n = 2 as in X. It needs 2 rows.")


def test_a_problem_costs_one_line_for_each_name():
    verdict = on_xor(W1=..., b2="x")
    assert verdict.sentence.startswith("W1:") and [line[:3] for line in verdict.details] == ["b2:"]


def test_dots_are_not_judged():
    assert verdict_on(XOR.id, student="ann", W1=..., b1=None, W2=[...], b2=...).untouched


def test_weights_of_another_student_are_noticed():
    theirs = XOR.solutions(XOR.numbers("bob"))[0]
    assert verdict_on(XOR.id, student="bob", true_id="ann", **theirs).needs_person
    assert verdict_on(XOR.id, student="ann", true_id="ann", **theirs).credit == 0
    assert verdict_on(XOR.id, student="bob", true_id="ann", **solution()).credit == 1


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(PROPERTIES), st.sampled_from([None, "bob"]))
def test_no_packet_makes_the_judge_fail(data, question, student):
    stages = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(question.names, VALUE)))
    packet = {"version": 1, "question": question.id, "kind": "stages", "student": "ann", "stages": stages}
    check_verdict(judge(question, json.loads(json.dumps(packet)), student=student))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([1e-300, 1e-3, 1.0, 1e6]), st.sampled_from(PROPERTIES))
def test_any_weights_of_the_right_form_get_a_verdict(seed, scale, question):
    rng = np.random.default_rng(seed)
    sizes = {size: int(rng.integers(1, most + 1)) for size, most in question.at_most.items()}
    stages = {
        name: pack(scale * rng.uniform(-1, 1, [sizes.get(size, size) for size in shape]))
        for name, shape in question.shapes.items()
    }
    packet = {"version": 1, "question": question.id, "kind": "stages", "student": "ann", "stages": stages}
    assert judge(question, packet, student="ann").sentence


def test_confusions_are_found():
    def question(**changes):
        return PropertyQuestion(
            id="x.y", title="", points=1, section="", hints=(), why="", shapes={"v": ("n",)}, at_most={"n": 4},
            lacks=lambda n, a: abs(a.v.sum() - 1), tolerance=0.1, found=lambda n, a: "",
            **{"solutions": lambda n: [{"v": [1]}], "misconceptions": ()} | changes,
        )  # fmt: skip

    from ffn_grader.question import Mistake

    def mistake(label, v, seen):
        return Mistake(label, "", lambda n: {"v": v}, seen=seen)

    assert question().confusions(None) == []
    assert question(solutions=lambda n: [{"v": [2]}]).confusions(None) == ["solution 0 is wrong"]
    near, far = mistake("near", [1.5], lambda n, a: True), mistake("far", [3], lambda n, a: a.v.sum() > 2)
    assert question(misconceptions=(near,)).confusions(None) == ["near = right"]
    unseen = mistake("unseen", [5], lambda n, a: False)
    assert question(misconceptions=(far, unseen)).confusions(None) == ["unseen = far"]
    assert question(misconceptions=(unseen,)).confusions(None) == ["unseen = nothing known"]
