"""Plain values: what is packed is what is unpacked, and nothing else gets through."""

import base64
import json
from collections import namedtuple
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ffn_check.pack import pack
from ffn_check.plain import DTYPES, MAX_BYTES, Unreadable, give, text, unpack

ARRAYS = hnp.arrays(st.sampled_from(sorted(DTYPES)), hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))


@given(ARRAYS)
def test_an_array_comes_back_with_its_shape_dtype_and_every_bit(array):
    back = unpack(json.loads(json.dumps(pack(array))))
    assert (back.shape, back.dtype) == (array.shape, array.dtype)
    assert back.tobytes() == array.tobytes()


def test_an_array_of_any_layout_and_byte_order_comes_back():
    array = np.arange(12.0).reshape(3, 4)
    for same in (array.T, array[::-2, 1:], np.asfortranarray(array), array.astype(">f8")):
        assert np.array_equal(unpack(pack(same)), same)


@pytest.mark.parametrize("value", [3, 2.5, True, [1, 2], [[1.5, 2], [3, 4]], (1, 2), ((1, 2), (3, 4))])
def test_python_numbers_lists_and_tuples_are_handed_on_as_such(value):
    assert type(give(pack(value))) is type(value)
    assert np.array_equal(give(pack(value)), value)


def test_numpy_scalars_and_zero_d_arrays_are_numbers():
    assert unpack(pack(np.float32(1.5))) == unpack(pack(np.array(1.5))) == 1.5


def test_tuples_of_arrays_come_back_in_parts():
    pair = namedtuple("pair", "W b")(np.ones((2, 2)), np.zeros(2))
    for value in (tuple(pair), list(pair), pair, ([[1.0, 1], [1, 1]], [0.0, 0])):
        W, b = unpack(pack(value))
        assert (W.shape, b.shape) == ((2, 2), (2,))


def test_a_long_list_of_rows_is_one_array():
    assert unpack(pack([np.ones(3)] * 40)).shape == (40, 3)


class Chameleon:
    """Equal to everything, an array to whoever asks."""

    def __eq__(self, other):
        return True

    def __array__(self, *args, **kwargs):
        raise AssertionError("asked")

    __float__ = __len__ = __iter__ = __array__
    __hash__ = None


class Everything(type):
    """A class of classes that equal every class."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        raise AssertionError("asked")

    __name__ = "float"


@pytest.mark.parametrize(
    "value",
    [
        Everything("float", (), {})(),
        [Everything("float", (), {})()],
        Chameleon(),
        [Chameleon()],
        (np.ones(2), Chameleon()),
        type("float", (float,), {})(1.0),
        type("F", (np.float64,), {})(1.0),
        type("A", (np.ndarray,), {})((2,)),
        np.ma.masked_array([1.0]),
        np.array([1 + 2j]),
        np.array(["a"]),
        np.array([object()]),
        "1",
        {1, 2},
        {"a": 1},
        Fraction(1, 2),
        2**80,
        [[1, 2], [3]] * 20,
        [[[[[[[[1]]]]]]]],
        np.zeros((1,) * 8),
        np.zeros(MAX_BYTES // 8 + 1),
        [0] * (MAX_BYTES + 5),
        [np.ones(2)] * 17 + [np.ones(3)],
        lambda: 1,
    ],
    ids=lambda value: type(value).__name__,
)
def test_everything_else_is_unsupported_and_says_why(value):
    plain = json.loads(json.dumps(pack(value)))
    assert set(plain) == {"unsupported", "python"} and len(plain["unsupported"]) < 200
    with pytest.raises(Unreadable):
        unpack(plain)


def test_a_list_that_holds_itself_ends():
    loop = []
    loop.append(loop)
    assert "unsupported" in pack(loop)


GOOD = {"dtype": "float64", "shape": [2], "data": base64.b64encode(bytes(16)).decode(), "python": "ndarray"}


@pytest.mark.parametrize(
    "change",
    [
        {"dtype": "object"}, {"dtype": "float128"}, {"dtype": ["float64"]}, {"dtype": None}, {"dtype": ">f8"},
        {"shape": [10**12]}, {"shape": [2**40, 2**40]}, {"shape": [0, 10**12]}, {"shape": [-2]}, {"shape": [2.0]},
        {"shape": [True, 2]}, {"shape": "2"}, {"shape": 2}, {"shape": None}, {"shape": [1] * 40}, {"shape": [3]},
        {"data": ""}, {"data": None}, {"data": "!" * 24}, {"data": "é" * 24}, {"data": "A" * 23 + "\ud800"},
        {"data": GOOD["data"] + "AAAA"}, {"data": ["A"] * 24}, {"items": [{}] * 99}, {"items": "ab"}, {"items": [1]},
    ],
    ids=str,
)  # fmt: skip
def test_a_plain_value_that_lies_is_refused_in_one_line(change):
    with pytest.raises(Unreadable) as refused:
        unpack(GOOD | change)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 200


def test_nested_items_end():
    plain = GOOD
    for _ in range(50):
        plain = {"items": [plain], "python": "tuple"}
    with pytest.raises(Unreadable):
        unpack(plain)


@given(st.text(), st.integers(2, 50))
def test_text_is_one_short_line_that_can_be_encoded(value, limit):
    line = text(value, limit)
    assert len(line) <= limit and len(line.splitlines()) <= 1
    line.encode()
