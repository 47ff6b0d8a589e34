"""Which of three formulas made these numbers?"""

import numpy as np

from ffn_ref import gelu, gelu_sigmoid, gelu_tanh

from ...question import FunctionQuestion, Misconception

FORMS = (gelu, gelu_tanh, gelu_sigmoid)  # 0, 1, 2


def _distances(z, y):
    """The largest difference of each row of y from each form, shape (k, 3)."""
    forms = np.array([form(z.astype(float)) for form in FORMS])
    return np.abs(y[:, None, :] - forms).max(axis=-1)


def which_gelu(z, y):
    """0 (exact), 1 (tanh) or 2 (sigmoid) for each row of y, which is one of the forms of z."""
    return _distances(z, y).argmin(axis=-1)


def _labels(distances, *limits):
    """The first form whose distance is below its limit, else the last."""
    close = np.column_stack([distances[:, : len(limits)] < limits, np.ones(len(distances), bool)])
    return close.argmax(axis=-1)


def _case(rng, z, labels, dtype=float):
    return z.astype(dtype), np.array([FORMS[label](z) for label in labels]).astype(dtype)


def _draw(rng):
    """Three numbers and each form once, not in order; three small ones; longer rows, float32, all of one kind."""
    near = -rng.integers(255, 290, 2) / 100
    return [
        _case(rng, np.array([near[0], rng.integers(1, 4) * 1.0, near[1]]), [1, 0, 2]),
        _case(rng, rng.permutation([0.0, -0.2, 0.25]), rng.permutation(3)),
        _case(rng, rng.uniform(-4, 4, 50), [*rng.permutation(3), 0]),
        _case(rng, rng.uniform(-4, 4, 80), [2, *rng.permutation(3), 1], np.float32),
        _case(rng, rng.uniform(-0.3, 0.3, 40), rng.permutation(3)),
        _case(rng, rng.uniform(-3, 3, 30), [1]),
    ]


WHICH_GELU = FunctionQuestion(
    id="activations.which_gelu",
    title="Which GELU was it?",
    points=2,
    section="Which GELU?",
    arguments=("z", "y"),
    hints=(
        "You have all three forms of z. For each row of y, how far is each of them away?",
        "A limit must be wide enough for float32 and narrow enough for small z. The nearest form needs no limit.",
        "Take the largest difference in a row, `np.abs(y[i] - form).max()`, and choose the form for which it is least.",
        "`np.argmin` of the three distances is the label. Do this in a loop over the rows of y.",
    ),
    reference=which_gelu,
    draw=_draw,
    why="The answers are 0, 1 and 2: a wrong one is 1 or more off.",
    misconceptions=(
        Misconception(
            "limit_too_wide",
            "The tanh form passes for the exact one here. With a limit of 1e-3 the two look equal: their largest "
            "difference is 4.73e-4.",
            lambda z, y: _labels(_distances(z, y), 1e-3, 1e-3),
        ),
        Misconception(
            "limit_of_a_ten_thousandth",
            "A limit of 1e-4 is too wide where all z are small: there even the tanh form is closer to the exact one.",
            lambda z, y: _labels(_distances(z, y), 1e-4, 1e-4),
        ),
        Misconception(
            "limit_too_strict",
            "A limit of 1e-12 is too strict for float32, which is some 1e-7 off: right rows fall through it.",
            lambda z, y: _labels(_distances(z, y), 1e-12, 1e-12),
        ),
        Misconception(
            "smallest_difference",
            "You compare the smallest differences. At z = 0 all forms agree: compare the largest ones, or their sum.",
            lambda z, y: np.abs(y[:, None, :] - np.array([form(z.astype(float)) for form in FORMS])).min(-1).argmin(-1),
        ),
        Misconception(
            "always_exact",
            "Every row is called exact. Look at the largest difference in a row, and choose the nearest form.",
            lambda z, y: np.zeros(len(y), int),
        ),
        Misconception(
            "never_equal",
            "Every row is called the last form. Do you compare with `==`? Right computations may differ in the last "
            "digit: choose the nearest form.",
            lambda z, y: np.full(len(y), 2),
        ),
        Misconception(
            "labels_swapped",
            "Exact and tanh are swapped. 0 stands for the exact form, 1 for the tanh form.",
            lambda z, y: np.array([1, 0, 2])[which_gelu(z, y)],
        ),
        Misconception(
            "counted_from_one",
            "The labels are counted from 1. They are 0, 1 and 2.",
            lambda z, y: which_gelu(z, y) + 1,
        ),
        Misconception(
            "farthest_form",
            "You choose the form that is farthest away. It must be the nearest: `argmin`.",
            lambda z, y: _distances(z, y).argmax(axis=-1),
        ),
        Misconception(
            "sigmoid_form_missed",
            "The sigmoid form is taken for one of the other two. There are three candidates.",
            lambda z, y: _distances(z, y)[:, :2].argmin(axis=-1),
        ),
        Misconception(
            "one_label_for_all_rows",
            "All rows get the label of the first. Each row of y may have another form.",
            lambda z, y: np.full(len(y), which_gelu(z, y)[0]),
        ),
    ),
)
