"""Whatever is published, the judge answers with a verdict: one clear line, and no credit that was not earned."""

import base64
import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ffn_check.checkpoint import packet_of
from ffn_check.pack import pack
from ffn_check.plain import DTYPES
from ffn_grader.judge import judge
from ffn_grader.question import message
from ffn_grader.questions import get_question
from ffn_ref import ffn

FORWARD, RELU, COUNT = (get_question(f"position_wise.{part}") for part in ("forward", "by_hand_relu", "parameters"))
CASES = FORWARD.cases(1)
GOOD = packet_of(FORWARD.id, ffn, json.loads(message(FORWARD, CASES))["cases"], {})

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PLAIN = st.fixed_dictionaries(
    {},
    optional={
        "dtype": st.sampled_from([*sorted(DTYPES), "object", "float128", "<U9", ""]) | JSON,
        "shape": st.lists(st.integers(-2, 10**13), max_size=8) | JSON,
        "data": st.binary(max_size=64).map(lambda raw: base64.b64encode(raw).decode()) | JSON,
        "items": st.lists(JSON, max_size=3),
        "unsupported": JSON,
        "python": JSON,
    },
)
VALUE = PLAIN | JSON | st.floats().map(pack) | st.lists(st.floats(), max_size=4).map(pack)
RECORD = st.fixed_dictionaries(
    {},
    optional={"value": VALUE, "error": JSON, "where": JSON, "changed": JSON, "warned": JSON},
)


def packets(question):
    """Packets that look right from afar."""
    return st.fixed_dictionaries(
        {
            "version": st.just(1) | JSON,
            "question": st.just(question.id) | JSON,
            "kind": st.just(question.kind) | JSON,
        },
        optional={
            "student": JSON | st.just("ann"),
            "untouched": JSON,
            "problem": JSON,
            "cases": st.lists(RECORD | JSON, min_size=len(CASES), max_size=len(CASES)) | JSON,
            "answer": VALUE,
            "stages": st.fixed_dictionaries({}, optional=dict.fromkeys(("h_pre", "h", "out", "x"), VALUE)) | JSON,
        },
    )


def check_verdict(verdict):
    assert 0 <= verdict.credit < 1
    assert verdict.sentence and len(verdict.sentence.splitlines()) == 1 and len(verdict.sentence) < 700
    json.dumps(verdict.text()).encode()
    verdict._repr_html_().encode()


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from([FORWARD, RELU, COUNT]), st.sampled_from([None, "bob"]))
def test_no_packet_makes_the_judge_fail(data, question, student):
    published = data.draw(packets(question) | JSON | st.lists(packets(question), max_size=3))
    check_verdict(judge(question, published, cases=CASES, student=student))


def lie(**changes):
    """A right packet, with its first value changed."""
    record = GOOD["cases"][0]
    return GOOD | {"cases": [record | {"value": record["value"] | changes}, *GOOD["cases"][1:]]}


def test_the_packet_from_which_the_lies_are_made_is_right():
    assert judge(FORWARD, GOOD, cases=CASES).credit == 1


@pytest.mark.parametrize(
    "published",
    [
        None, [], [None], 0, "x", [GOOD, GOOD | {"student": "x"}], [GOOD] * 50, [GOOD, "x"],
        GOOD | {"version": 2}, GOOD | {"version": True}, GOOD | {"question": "position_wise.one_token"},
        GOOD | {"question": None}, GOOD | {"kind": "answer"}, GOOD | {"cases": GOOD["cases"][1:]},
        GOOD | {"cases": GOOD["cases"] * 2}, GOOD | {"cases": {}}, GOOD | {"untouched": True},
        GOOD | {"problem": "x"}, lie(shape=[10**6, 10**6]), lie(shape=[]), lie(dtype="float32"), lie(data="AAAA"),
        lie(unsupported="x"), lie(items=[GOOD["cases"][0]["value"]] * 2),
        GOOD | {"cases": [{"error": "", "value": None}] * len(CASES)},
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_lie_earns_nothing(published):
    verdict = judge(FORWARD, published, cases=CASES)
    assert verdict.credit == 0
    check_verdict(verdict)


def test_the_same_packet_twice_counts_once():
    assert judge(FORWARD, [GOOD, json.loads(json.dumps(GOOD))], cases=CASES).credit == 1


def test_an_answer_to_another_question_is_noticed():
    verdict = judge(FORWARD, GOOD | {"question": "position_wise.out_in"}, cases=CASES)
    assert verdict.sentence == (
        "The cell handed in an answer to position_wise.out_in, but this cell belongs to position_wise.forward."
    )


def test_a_claim_of_700_gib_allocates_nothing():
    tracemalloc.start()
    verdict = judge(FORWARD, lie(shape=[7 * 2**27, 100]), cases=CASES)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert verdict.credit == 0 and "larger than allowed" in verdict.sentence
    assert peak < 4e6


def test_extra_and_unknown_stages_change_nothing():
    stages = {name: pack(value) for name, value in vars(RELU.path(RELU.numbers("ann"))).items()}
    packet = {"version": 1, "question": RELU.id, "kind": "stages", "student": "ann"}
    assert judge(RELU, packet | {"stages": stages | {"credit": pack(1), "h ": pack(np.ones(3))}}).credit == 1
    many = {f"s{i}": pack(1) for i in range(1000)}
    assert judge(RELU, packet | {"stages": stages | many}).credit == 1
    assert judge(RELU, packet | {"stages": many}).credit == 0
