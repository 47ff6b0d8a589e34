"""Asking a student's function: on copies, whatever it does, and nothing of it is felt outside."""

import warnings

import numpy as np
import pytest

from ffn_check.ask import ask
from ffn_check.pack import pack
from ffn_check.plain import unpack


def record_of(fn, *args):
    return ask(fn, [{"args": [pack(value) for value in args], "kwargs": {}}])[0]


def test_the_value_is_published():
    assert unpack(record_of(lambda x: x + 1, np.ones(2))["value"]).tolist() == [2, 2]


def test_each_case_gets_its_own_copy_and_changes_are_named():
    def fn(x, y):
        x += 1
        return x + y

    plain = {"args": [pack(np.ones(2)), pack(np.ones(2))], "kwargs": {}}
    first, second = ask(fn, [plain, plain])
    assert first == second
    assert first["changed"] == ["x"]


@pytest.mark.parametrize(
    "change", [lambda x: x.sort(), lambda x: x.resize(1, refcheck=False), lambda x: setattr(x, "shape", (1, 2))]
)
def test_changes_of_order_size_and_shape_are_seen(change):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert record_of(change, np.array([2.0, 1.0]))["changed"] == ["x"]


def test_an_error_is_told_with_the_line_of_the_cell():
    def fn(x):
        y = x + 1
        return y + "a"

    record = record_of(fn, 1)
    assert record["error"].startswith("TypeError: ")
    assert record["where"].endswith('of your cell: `return y + "a"`')


def test_an_error_inside_numpy_is_told_with_the_students_line():
    record = record_of(lambda x: np.linalg.inv(x), np.zeros((2, 2)))
    assert record["error"].startswith("LinAlgError")
    assert "np.linalg.inv(x)" in record["where"]


@pytest.mark.parametrize(
    "error", [SystemExit(0), NotImplementedError(), RecursionError("deep"), MemoryError(), GeneratorExit()]
)
def test_every_error_is_caught(error):
    def fn(x):
        raise error

    assert record_of(fn, 1)["error"].startswith(type(error).__name__)


def test_an_error_that_cannot_be_shown_is_caught():
    class Hostile(Exception):
        def __str__(self):
            raise ValueError

    def fn(x):
        raise Hostile

    assert record_of(fn, 1)["error"] == "Hostile"


def test_the_interrupt_is_not_caught():
    def fn(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record_of(fn, 1)


def test_warnings_are_silent_and_noted(recwarn, capsys):
    record = record_of(lambda x: np.exp(x), np.array([1e4]))
    assert not recwarn.list and capsys.readouterr().err == ""
    assert record["warned"] == ["RuntimeWarning: overflow encountered in exp"]


def test_the_notebooks_numpy_and_warning_settings_are_not_felt():
    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "value" in record_of(lambda x: np.exp(x), np.array([1e4, -1e4]))


def test_settings_that_the_function_changes_do_not_leak():
    before = np.geterr()
    record_of(lambda x: np.seterr(all="raise") and x, 1)
    assert np.geterr() == before


def test_things_that_cannot_be_called_with_a_signature_are_asked_too():
    assert unpack(record_of(np.maximum, np.ones(2), 3)["value"]).tolist() == [3, 3]
    assert record_of(int)["value"]["python"] == "int"
