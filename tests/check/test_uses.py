"""What a function uses: names in its code, in the functions that it calls, and the packages they come from."""

import math
from functools import partial

import numpy as np
import pytest
import scipy.special
from scipy.special import erf as error_function
from scipy.stats import norm

from ffn_check.uses import uses

MODULE = scipy.special


def helper(z):
    return error_function(z)


def own(z):
    return np.sqrt(z) + math.erf(1)


def calls_itself(z):
    return calls_itself(z - 1) if z > 0 else own(z)


@pytest.mark.parametrize(
    "fn",
    [
        lambda z: error_function(z),
        lambda z: MODULE.erf(z),
        lambda z: scipy.special.erf(z),
        lambda z: norm.cdf(z),
        lambda z: helper(z),
        lambda z: [helper(value) for value in z],
        np.vectorize(helper),
        partial(helper),
        error_function,
        norm.cdf,
        np.vectorize(error_function),
    ],
)
def test_a_package_is_seen_through_aliases_helpers_and_wrappers(fn):
    assert "scipy" in uses(fn)


def test_a_helper_inside_a_function_is_seen():
    inner = scipy.special.ndtr

    def outer(z):
        return inner(z)

    assert "scipy" in uses(outer)


def test_names_of_attributes_are_seen():
    def quiet(z):
        with np.errstate(over="ignore"):
            return np.exp(z)

    assert {"errstate", "exp", "np", "numpy"} <= set(uses(quiet))


@pytest.mark.parametrize("fn", [own, calls_itself, np.vectorize(own), np.exp, max])
def test_what_is_not_used_is_not_seen(fn):
    assert "scipy" not in uses(fn) and "errstate" not in uses(fn)


def test_a_thing_that_resists_is_left_alone():
    class Odd:
        def __getattribute__(self, name):
            raise RuntimeError

        def __call__(self, z):
            return z

    assert uses(Odd()) == []
