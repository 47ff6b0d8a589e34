"""What is kept of a kernel's messages: plain, bounded, and harmless in a page."""

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ffn_grader.sandbox import outputs

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
KINDS = st.sampled_from(["stream", "error", "display_data", "execute_result", "status", "anything"])
KEYS = st.sampled_from(["name", "text", "data", "ename", "evalue", "traceback", "metadata", "execution_count"])
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(20)).decode()


@given(KINDS, st.dictionaries(KEYS, JSON) | JSON)
def test_whatever_comes_is_an_output_that_can_be_written_or_is_refused(kind, content):
    try:
        made = outputs.output(kind, content, nesting=8)
    except outputs.Malformed:
        return
    if made is not None:
        json.dumps(made, allow_nan=False, ensure_ascii=False).encode("utf-8")
        assert outputs.printed(made) >= 0 and outputs.carried(made) >= 0


@pytest.mark.parametrize(
    "command",
    [
        "\x1b[38m",
        "\x1b[38;5;m",
        "\x1b[31m",
        "\x1b[2J\x1b[1H",
        "\x1b]0;title\x07",
        "\x1b]8;;http://x\x1b\\",
        "\x1bc",
        "\x1b(B",
    ],
)
def test_a_terminals_commands_are_taken_out_of_every_text(command):
    said = f"a{command}b"
    shown = {"data": {"text/plain": said}, "metadata": {}}
    assert [
        outputs.output("stream", {"name": "stdout", "text": said}, 8)["text"],
        outputs.output("error", {"ename": "E", "evalue": said, "traceback": []}, 8)["evalue"],
        outputs.output("display_data", shown, 8)["data"]["text/plain"],
    ] == ["ab"] * 3


def test_what_could_run_in_a_page_is_dropped():
    data = {kind: "<script>" for kind in ("text/html", "image/svg+xml", "text/latex", "text/markdown")}
    data |= {"application/javascript": "alert(1)", "text/plain": "plain", "image/png": PNG}
    made = outputs.output("display_data", {"data": data, "metadata": {"image/png": {"width": '"><script>'}}}, 8)
    assert made == {
        "output_type": "display_data",
        "data": {"text/plain": "plain", "image/png": PNG},
        "metadata": {},
    }


@pytest.mark.parametrize("fake", ['"><script>', PNG + '"><script>', "aGVsbG8=", 5, None, [PNG]])
def test_a_picture_that_is_none_is_dropped(fake):
    assert outputs.output("display_data", {"data": {"image/png": fake}}, 8) is None


def test_lone_surrogates_can_be_written():
    made = outputs.output("stream", {"name": "stdout", "text": "a\ud800b"}, 8)
    assert made["text"].encode() == b"a?b"


@pytest.mark.parametrize("value", [[[[[[1]]]]], float("nan"), float("inf"), {"a": float("nan")}, {1: 2}, object()])
def test_json_that_is_too_deep_or_cannot_be_written_is_refused(value):
    with pytest.raises(outputs.Malformed):
        outputs.plain(value, 3)


def test_json_of_the_allowed_depth_stays_as_it_is():
    value = {"a": [1, 2.5, "x", None, True], "b": {"c": []}}
    assert outputs.plain(value, 3) == value
