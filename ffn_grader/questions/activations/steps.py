"""A slope by a formula and by small steps, at a place of one's own."""

from types import SimpleNamespace

import numpy as np

from ffn_ref import gelu_grad, sigmoid, sigmoid_grad, silu, silu_grad

from ...question import Misconception, Stage, StagesQuestion

EXACT = 1e-5
WHY_EXACT = (
    "Six places are asked for. The slope by steps, by one-sided steps and by the formula differ by 1e-4 or more "
    "at every student's place."
)
WHY_RATIO = "The smaller error is 1e-6 or more, and float64 rounds it by 1e-14. The limit, 100, is 0.2 or more away."


def _central(z, step):
    return (silu(z + step) - silu(z - step)) / (2 * step)


def _forward(z, step):
    return (silu(z + step) - silu(z)) / step


def _backward(z, step):
    return (silu(z) - silu(z - step)) / step


def _ratio(n, difference):
    """How many times smaller the error becomes with a tenth of the step."""
    p = _place(n)
    wide, narrow = (np.abs(difference(p.z, step) - silu_grad(p.z)) for step in (p.step, p.step / 10))
    return wide / narrow


def _place(n):
    return SimpleNamespace(z=n.tenths / 10, step=n.hundredths / 100)


def _at(f):
    """f(z, step) as a function of the numbers and the earlier stages."""
    return lambda n, s: f(_place(n).z, _place(n).step)


STEPS = StagesQuestion(
    id="activations.steps",
    title="A slope by steps",
    points=2,
    section="How steep",
    hints=(
        "`central` needs two values of f: one step to the right and one step to the left of z.",
        "These two places lie 2 · step apart. Divide by that.",
        "The error is |slope − formula|. Compute it with `step` and with `step / 10`, unrounded, and divide the "
        "first by the second.",
    ),
    example={"tenths": 10, "hundredths": 10},
    draw={
        "tenths": {"shape": [], "from": [k for k in range(-40, 41) if k]},
        "hundredths": {"shape": [], "from": list(range(10, 41))},
    },
    stages=(
        Stage(
            "formula",
            _at(lambda z, step: silu_grad(z)),
            (
                Misconception("value_for_slope", "This is SiLU itself, not its slope.", _at(lambda z, step: silu(z))),
                Misconception(
                    "factor_alone",
                    "This is s alone. The slope has a second term, with z in it.",
                    _at(lambda z, step: sigmoid(z)),
                ),
                Misconception(
                    "slope_of_the_sigmoid",
                    "This is the slope of the sigmoid. SiLU is z times it.",
                    _at(lambda z, step: sigmoid_grad(z)),
                ),
                Misconception(
                    "factor_forgotten",
                    "In the second term (1 − s) is missing.",
                    _at(lambda z, step: sigmoid(z) * (1 + z)),
                ),
                Misconception("gelu_for_silu", "This is the slope of GELU.", _at(lambda z, step: gelu_grad(z))),
            ),
            EXACT,
            WHY_EXACT,
        ),
        Stage(
            "slope",
            _at(_central),
            (
                Misconception("forward_difference", "You step to the right only. Step to both sides.", _at(_forward)),
                Misconception("backward_difference", "You step to the left only. Step to both sides.", _at(_backward)),
                Misconception(
                    "one_step_for_two",
                    "The two places lie 2 · step apart: divide by 2 · step.",
                    _at(lambda z, step: 2 * _central(z, step)),
                ),
                Misconception(
                    "not_divided",
                    "This is the difference of the two values. Divide it by 2 · step.",
                    _at(lambda z, step: 2 * step * _central(z, step)),
                ),
                Misconception(
                    "sign_flipped",
                    "Right minus left: f(z + step) − f(z − step).",
                    _at(lambda z, step: -_central(z, step)),
                ),
                Misconception(
                    "formula_for_steps",
                    "This is the formula again. Take your own two steps.",
                    _at(lambda z, step: silu_grad(z)),
                ),
            ),
            EXACT,
            WHY_EXACT,
        ),
        Stage(
            "ratio",
            lambda n, s: _ratio(n, _central),
            (
                Misconception(
                    "forward_difference",
                    "This is the ratio for steps to one side. Step to both sides.",
                    lambda n, s: _ratio(n, _forward),
                ),
                Misconception(
                    "backward_difference",
                    "This is the ratio for steps to one side. Step to both sides.",
                    lambda n, s: _ratio(n, _backward),
                ),
                Misconception(
                    "upside_down",
                    "You divided the small error by the large one. Turn it over.",
                    lambda n, s: 1 / _ratio(n, _central),
                ),
                Misconception(
                    "limit_for_ratio",
                    "This is what the ratio tends to for ever smaller steps. Compute it at your place, with your step.",
                    lambda n, s: 100.0,
                    credit=0.5,
                ),
                Misconception(
                    "exponent_for_ratio",
                    "This is the power of ten. Give the ratio itself.",
                    lambda n, s: np.log10(_ratio(n, _central)),
                ),
            ),
            0.02,
            WHY_RATIO,
        ),
    ),
)
