"""The rules of the judge: form first, then finiteness, then values; what is explained, and how."""

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from ffn_grader.judge import judge
from ffn_grader.questions import get_question
from ffn_ref import collapse, ffn, glu_backward, relu
from tests.grader.answers import verdict_on

FORWARD = "position_wise.forward"
RELU = "position_wise.by_hand_relu"


def forward_with(change):
    """The verdict on a right forward pass whose result went through `change`."""
    return verdict_on(FORWARD, lambda x, W1, W2, b1, b2: change(ffn(x, W1, W2, b1, b2)))


class EqualsAll:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda out: 3.0, "a single number never stands for a whole array"),
        (lambda out: np.full_like(out, np.nan), "nan (not a number)"),
        (lambda out: np.where(out > 0, out, np.inf), "infinite"),
        (lambda out: out[None], "one axis too many"),
        (lambda out: out.reshape(-1), "asked for"),
        (lambda out: out > 0, "true and false"),
        (lambda out: EqualsAll(), "a value of type equalsall"),
        (lambda out: str(out), "a value of type str"),
        (lambda out: out.astype(complex), "complex128"),
        (lambda out: out.astype(object), "dtype object"),
        (lambda out: np.asmatrix(out.reshape(-1, out.shape[-1])), "np.asarray makes a plain one"),
        (lambda out: -out, "every sign is flipped, in all cases"),
        (lambda out: 3 * out, "every value is 3 times the right one, in all cases"),
        (lambda out: out + 1, "every value is off by the same amount, 1, in all cases."),
        (lambda out: np.vstack([out[:1] + 1, out[1:]]) if out.ndim == 2 else out, "only row 1 is off"),
        (lambda out: out + np.eye(out.shape[-1])[0], "only column 1 is off"),
        (lambda out: [out, out], "an array of shape (2, 3, 2), but an array of shape (3, 2)"),
        (lambda out: [out, out[..., :1]], "several arrays"),
        (lambda out: print("done"), "your function returns nothing (none). is `return` missing?"),
        (lambda out: out if out.ndim == 2 else None, "your function returns nothing"),
    ],
)
def test_a_wrong_result_earns_nothing_and_is_explained(change, said):
    verdict = forward_with(change)
    assert verdict.credit == 0
    assert said in verdict.text().lower(), str(verdict)


def test_the_smallest_case_that_differs_is_shown_with_input_yours_and_right():
    shown = verdict_on(FORWARD, lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2) + 1).text()
    for label in ("x = [[", "W1 = [[", "b2 = [", "yours: [[", "right: [["):
        assert label in shown
    assert "In the book: “Many positions at once”" in shown


def test_an_error_is_shown_with_its_line_and_what_went_in():
    verdict = verdict_on(FORWARD, lambda x, W1, W2, b1, b2: x @ W2)
    assert verdict.credit == 0
    assert "ValueError" in verdict.sentence and "of your cell: `" in verdict.sentence
    assert "x = [[" in verdict.text() and "right:" not in verdict.text()


def test_changing_the_callers_array_earns_half_and_is_named():
    def forward(x, W1, W2, b1, b2):
        W1 += 0.0
        b1 *= -1
        return ffn(x, W1, W2, -b1, b2)

    verdict = verdict_on(FORWARD, forward)
    assert (verdict.credit, verdict.misconception) == (0.5, "changes_the_callers_array")
    assert "caller's b1." in verdict.sentence


def test_a_function_that_changes_x_and_is_wrong_is_judged_on_its_values():
    def forward(x, W1, W2, b1, b2):
        out = (x @ W1 + b1) @ W2 + b2
        x[...] = 0
        return out

    assert verdict_on(FORWARD, forward).misconception == "no_activation"


def test_integer_input_that_truncates_is_named():
    def forward(x, W1, W2, b1, b2):
        out = np.zeros_like(x)
        out[...] = ffn(x, W1, W2, b1, b2)
        return out

    assert verdict_on(FORWARD, forward).misconception == "truncated_to_integers"


def test_warnings_cost_nothing_where_they_are_not_asked_about():
    def forward(x, W1, W2, b1, b2):
        np.exp(np.array([1e5]))
        return ffn(x, W1, W2, b1, b2)

    assert verdict_on(FORWARD, forward).credit == 1


def variant(**changes):
    """A question about exp(x) with float32 and large input, and options."""
    from ffn_grader.question import FunctionQuestion

    return FunctionQuestion(
        id="x.y", title="", points=1, section="", hints=(), arguments=("x",), why="", misconceptions=(),
        reference=lambda x: relu(x),
        draw=lambda rng: [(np.array([1.0, -1.0]),), (np.array([1.0, -1e4], dtype=np.float32),)],
        **changes,
    )  # fmt: skip


def verdict_of(question, fn):
    import json

    from ffn_check.checkpoint import packet_of
    from ffn_grader.question import message

    cases = question.cases(0)
    return judge(question, packet_of("x.y", fn, json.loads(message(question, cases))["cases"], {}), cases=cases)


def test_float64_out_for_float32_in_costs_half_only_where_the_dtype_is_asked_about():
    def fn(x):
        return relu(x.astype(float))

    assert verdict_of(variant(), fn).credit == 1
    verdict = verdict_of(variant(keeps_dtype=True), fn)
    assert (verdict.credit, verdict.misconception) == (0.5, "loses_the_dtype")
    assert verdict_of(variant(keeps_dtype=True), relu).credit == 1


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (lambda x, *_: max(x, 0), "np.maximum"),
        (lambda x, W1, *_: W1 @ x, "the last axis of a is as long as the first of b"),
        (lambda x, W1, *_: x * W1[:, :1].T.repeat(3, 1), "compared from the last axis on"),
        (lambda x, *_: np.max(0, x), "np.maximum(a, b)"),
        (lambda x, *_: math.erf(x), "takes one number"),
        (lambda x, *_: {x.tobytes: [1], tuple(x): {}[[1]]}, "tuples"),
        (lambda x, W1, *_: [number @ W1 for number in x], "one axis too far"),
        (lambda x, *_: x[: len(x) / 1], "divide with `//`"),
        (lambda x, *_: x @ None, "Something here is None"),
        (lambda x, *_: not_there, "Run the cell that defines it"),  # noqa: F821
        (lambda x: x, "Keep the arguments"),
        (lambda x, *_: x.sum(axis=7), "axis=-1 is the last one"),
    ],
)
def test_an_error_is_told_in_a_beginners_words(error, words):
    assert words in verdict_on("position_wise.one_token", error).sentence


@pytest.mark.parametrize(
    "form",
    [
        lambda W, b: ([row for row in W], b),
        lambda W, b: [list(W), [value for value in b]],
        lambda W, b: (W, [np.array(value) for value in b]),
        lambda W, b: [[list(row) for row in W], tuple(b)],
    ],
)
def test_rows_may_be_arrays_lists_or_tuples_wherever_they_stand(form):
    right = verdict_on("position_wise.collapse", lambda *args: form(*collapse(*args)))
    assert right.credit == 1


def test_lists_of_lists_of_arrays_count_as_the_array_they_spell():
    def nested(x, *layer):
        return [nested(row, *layer) for row in x] if x.ndim > 1 else ffn(x, *layer)

    assert verdict_on(FORWARD, nested).credit == 1


@pytest.mark.parametrize("nothing", [None, ...])
def test_where_one_of_several_results_is_not_there_yet_the_others_are_judged(nothing):
    found = verdict_on("gating.backward", lambda *args: (glu_backward(*args)[0], nothing, *glu_backward(*args)[2:4]))
    assert 0 < found.credit < 1 and "is not there yet" in found.text()


def test_a_result_of_the_wrong_kind_is_told_what_is_asked_for():
    for question, wanted in (
        ("position_wise.collapse", "Return the tuple (W, b)."),
        (FORWARD, "a NumPy array"),
        ("position_wise.count_regions", "Return a number."),
    ):
        assert wanted in verdict_on(question, lambda *args: "a word").sentence


def test_a_word_among_numbers_is_told_from_rows_of_different_lengths():
    for rows, words in ([[["a", 1], [2, 1]], "type str"], [[[1, 2], [3]], "rows of different lengths"]):
        assert words in verdict_on("position_wise.collapse", lambda *args, rows=rows: (rows, rows)).sentence


def test_an_overflow_warning_costs_half_only_where_it_is_asked_about():
    def fn(x):
        return np.where(np.exp(-x) > 1, 0 * x, x)

    assert verdict_of(variant(), fn).credit == 1
    verdict = verdict_of(variant(quiet=True), fn)
    assert (verdict.credit, verdict.misconception) == (0.5, "overflow_warning")
    assert verdict_of(variant(quiet=True), relu).credit == 1


@pytest.mark.parametrize("given", [22, 22.0, np.int32(22), np.float32(22), np.array(22)])
def test_a_number_may_come_in_any_type(given):
    assert verdict_on("position_wise.parameters", student="", answer=given).credit == 1


@pytest.mark.parametrize("given", [[22], np.array([22]), "22", True, math.nan, math.inf, 22 + 0j, EqualsAll(), 23, -22])
def test_what_is_not_that_number_earns_nothing(given):
    verdict = verdict_on("position_wise.parameters", student="", answer=given)
    assert verdict.credit == 0 and verdict.sentence
    assert "22" not in verdict.text().replace("[22]", "")


def raising(x, W1, W2, b1, b2):
    raise NotImplementedError


@pytest.mark.parametrize("stub", [..., None, raising, lambda *args: None, lambda *args: ...])
def test_a_stub_is_not_judged(stub):
    verdict = verdict_on(FORWARD, stub)
    assert verdict.untouched and verdict.headline == "Nothing to judge yet"


def without_return(x, W1, W2, b1, b2):
    """The forward pass."""
    h = x @ W1 + b1  # noqa: F841


def with_a_comment(x, W1, W2, b1, b2):
    """The forward pass."""
    # YOUR CODE HERE


def with_dots(x, W1, W2, b1, b2): ...


class Stub:
    def forward(self, x, W1, W2, b1, b2):
        """The forward pass."""


@pytest.mark.parametrize("stub", [with_a_comment, with_dots, Stub().forward])
def test_a_body_of_a_docstring_dots_and_comments_is_a_stub(stub):
    assert verdict_on(FORWARD, stub).untouched


@pytest.mark.parametrize("fn", [without_return, lambda *args: print(end=""), partial(without_return)])
def test_a_function_without_return_is_told_so(fn):
    verdict = verdict_on(FORWARD, fn)
    assert (verdict.credit, verdict.untouched) == (0, False)
    assert verdict.text().startswith("Not yet. Your function returns nothing (None). Is `return` missing?")


def test_a_packet_that_says_it_is_untouched_earns_nothing():
    question = get_question(FORWARD)
    packet = {"version": 1, "question": FORWARD, "kind": "function", "cases": [], "untouched": True}
    assert judge(FORWARD, packet, cases=question.cases(0)).credit == 0


def test_a_value_where_a_function_is_asked_for_is_told():
    assert "You gave a value of type ndarray, not a function" in verdict_on(FORWARD, np.ones(3)).sentence


def test_the_judge_does_not_feel_or_change_numpys_settings():
    with np.errstate(all="raise"):
        before = np.geterr()
        assert verdict_on(FORWARD, ffn).credit == 1
        assert verdict_on(RELU, student="ann", h_pre=[1e300] * 3, h=[1e308] * 3, out=[1e308, -1e308]).credit == 0
        assert np.geterr() == before


def test_cases_are_needed_for_a_function():
    with pytest.raises(ValueError, match="give judge the cases"):
        judge(FORWARD, {})


def test_later_stages_that_cannot_start_from_the_own_ones_start_from_the_right_ones():
    n = get_question(RELU).numbers("ann")
    right = SimpleNamespace(**vars(get_question(RELU).path(n)))
    verdict = verdict_on(RELU, student="ann", h_pre=[1, 2], h=right.h, out=right.out)
    assert verdict.credit == pytest.approx(2 / 3)
