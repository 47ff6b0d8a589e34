"""What Python's and NumPy's own error texts mean for a beginner, in a sentence."""

import re

MEANINGS = (
    (
        r"truth value of an array",
        "`max`, `if`, `and` and `or` want one number. For a whole array use `np.maximum`, `np.where`, `&` or `|`.",
    ),
    (
        r"does not have enough dimensions",
        "One side of `@` is a single number. Does a loop take the array apart one axis too far?",
    ),
    (
        r"matmul: Input operand|shapes .* not aligned|einsum",
        "Two shapes do not go together in this product: in `a @ b` the last axis of a is as long as the first of b.",
    ),
    (
        r"could not be broadcast|broadcast input array",
        "Two shapes do not go together here: compared from the last axis on, each pair must be equal, or one of it 1.",
    ),
    (
        r"Cannot cast ufunc",
        "An array of whole numbers takes no fractions in place: write `h = h + b`, not `h += b`.",
    ),
    (
        r"only integer scalar arrays|integer argument expected, got|an integer is required",
        "A whole number belongs here. `np.max(a, b)` takes b for an axis: entry by entry it is `np.maximum(a, b)`.",
    ),
    (
        r"only (size-1|length-1|0-dimensional) arrays",
        "A function of `math`, or a Python number, takes one number. For a whole array use NumPy's function.",
    ),
    (
        r"unhashable type",
        "A set, or the key of a dict, can hold tuples, but not lists or arrays: `tuple(row)`.",
    ),
    (
        r"'NoneType' object|for .* 'NoneType' and|and 'NoneType'",
        "Something here is None. Does a function that you call end with `return`?",
    ),
    (
        r"^NameError: name '(\w+)' is not defined",
        "Run the cell that defines it first; when the notebook is graded it runs from top to bottom.",
    ),
    (
        r"^TypeError: .*(positional argument|unexpected keyword)",
        "Keep the arguments that the notebook gives your function, in their order.",
    ),
    (
        r"^AxisError|axis \d+ is out of bounds",
        "The array has fewer axes than that. axis=-1 is the last one, however many there are.",
    ),
    (
        r"slice indices must be integers",
        "An index is a whole number: divide with `//`, which gives one.",
    ),
    (r"^RecursionError", "Your function calls itself without an end."),
)


def meaning(error: str) -> str:
    """What an error such as "ValueError: The truth value of an array …" means, or "" where its text says enough."""
    return next((words for pattern, words in MEANINGS if re.search(pattern, error)), "")
