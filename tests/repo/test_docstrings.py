"""A public function of ffn_ref states formula and shapes (or units), itself or in its module's words."""

import inspect
import re

import pytest

import ffn_ref

FORMULA = r"[=·×√Σ≤@*/−+⊙σΦ]|\bz\b|inverse of `"
SHAPES = r"shape|\(([\w.…]+, ?)+[\w.…*·\d ]*\)|(?i:parameters|width|macs|flops|bytes)"
FUNCTIONS = dict(inspect.getmembers(ffn_ref, inspect.isfunction))


def faults(own: str | None, module: str | None) -> list[str]:
    """What is missing: words of its own, and a formula and shapes in its own words or the module's."""
    both = f"{own} {module}"
    missing = {
        "a docstring": not own or len(own.split()) < 3,
        "a formula": not re.search(FORMULA, both),
        "shapes or units": not re.search(SHAPES, both),
    }
    return [what for what, is_missing in missing.items() if is_missing]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_says_what_it_computes(name):
    function = FUNCTIONS[name]
    assert faults(function.__doc__, inspect.getmodule(function).__doc__) == []


@pytest.mark.parametrize(
    ("own", "missing"),
    [
        (None, ["a docstring", "a formula", "shapes or units"]),
        ("Applies the layer to x.", ["a formula", "shapes or units"]),
        ("The product x @ W1 of both.", ["shapes or units"]),
        ("The product x @ W1, shape (n, d_ff).", []),
    ],
)
def test_a_poor_docstring_is_found(own, missing):
    assert faults(own, "Layers.") == missing
