"""The slope of GELU at places of one's own, by a formula and by small steps."""

import numpy as np

from ffn_ref import gelu, gelu_grad, gelu_tanh, gelu_tanh_grad, relu_grad, silu_grad
from ffn_ref.gaussian import normal_cdf, normal_pdf

from ...question import Misconception, Stage, StagesQuestion

TOLERANCE = 1e-5
COARSE = 6e-4  # what three decimals leave
WHY = (
    "float32 rounds slopes near 1 by 1e-7. The slope by steps, by one-sided steps, by the formula and by the mistakes "
    "differ by 1e-4 or more at one of every student's places."
)


def _by_formula(f):
    """f(z) as a function of the numbers and the earlier stages."""
    return lambda n, s: f(n.tenths / 10)


def _by_steps(f):
    """f(z, step) as a function of the numbers and the earlier stages."""
    return lambda n, s: f(n.tenths / 10, n.hundredths / 100)


def _central(z, step, form=gelu):
    return (form(z + step) - form(z - step)) / (2 * step)


def _bell(z):
    return np.exp(-(z**2) / 2)


SLOPE = StagesQuestion(
    id="activations.slope",
    title="The slope of GELU, twice",
    points=3,
    section="How steep",
    hints=(
        "The book has both: the formula in its section on the dip, and the central difference.",
        "The formula has two terms, Φ(z) and z φ(z). You have Φ from your gelu; φ(z) is the height of the bell, "
        "e^(−z²/2) / √(2π).",
        "`central` needs two values of f, one step to the right of z and one to the left. They lie 2 · step apart.",
        "Compare the two at a step of 0.00001. Where they differ tells you which term is wrong: φ fades away from 0.",
    ),
    example={"tenths": [10, 20, 30, -10], "hundredths": 10},
    draw={
        "tenths": {"shape": [4], "from": [k for k in range(-35, 36) if k]},
        "hundredths": {"shape": [], "from": list(range(10, 41))},
    },
    sensible=lambda n: len(set(np.abs(n.tenths).tolist())) == 4 and n.tenths.min() < 0 < n.tenths.max(),
    stages=(
        Stage(
            "formula",
            _by_formula(gelu_grad),
            (
                Misconception(
                    "second_term_forgotten",
                    "This is Φ(z) alone. GELU is a product, so its slope has a second term, z φ(z).",
                    _by_formula(normal_cdf),
                ),
                Misconception(
                    "first_term_forgotten",
                    "This is z φ(z) alone. The slope of the product has Φ(z) in it too.",
                    _by_formula(lambda z: z * normal_pdf(z)),
                ),
                Misconception(
                    "z_forgotten",
                    "The second term is φ(z) here. It is z φ(z).",
                    _by_formula(lambda z: normal_cdf(z) + normal_pdf(z)),
                ),
                Misconception(
                    "second_term_subtracted",
                    "The second term is subtracted. Both terms of the product rule are added.",
                    _by_formula(lambda z: normal_cdf(z) - z * normal_pdf(z)),
                ),
                Misconception(
                    "divisor_forgotten",
                    "The height of the bell is not divided by √(2π).",
                    _by_formula(lambda z: normal_cdf(z) + z * _bell(z)),
                ),
                Misconception(
                    "root_forgotten",
                    "The height of the bell is divided by 2π. It is the square root of it.",
                    _by_formula(lambda z: normal_cdf(z) + z * _bell(z) / (2 * np.pi)),
                ),
                Misconception(
                    "root_too_short",
                    "The root covers only one of 2 and π here. Divide by √(2π), the root of the product.",
                    _by_formula(lambda z: normal_cdf(z) + z * _bell(z) / (np.sqrt(2) * np.pi)),
                ),
                Misconception(
                    "multiplied_by_pi",
                    "You divide by √2 and multiply by π. Mind the brackets: e^(−z²/2) / √(2π).",
                    _by_formula(lambda z: normal_cdf(z) + z * _bell(z) / np.sqrt(2) * np.pi),
                ),
                Misconception(
                    "half_forgotten",
                    "The exponent of the bell is −z². It is −z²/2.",
                    _by_formula(lambda z: normal_cdf(z) + z * _bell(z) ** 2 / np.sqrt(2 * np.pi)),
                ),
                Misconception(
                    "square_forgotten",
                    "The exponent of the bell is −z/2. It is −z²/2.",
                    _by_formula(lambda z: normal_cdf(z) + z * np.exp(-z / 2) / np.sqrt(2 * np.pi)),
                ),
                Misconception(
                    "steps_for_formula",
                    "These are the slopes by steps. Here the formula is asked: `formula = gelu_slope(z)`.",
                    _by_steps(_central),
                ),
                Misconception("value_for_slope", "This is GELU itself, not its slope.", _by_formula(gelu)),
                Misconception(
                    "tanh_for_exact",
                    "This is the slope of the tanh form. Asked is the slope of the exact GELU.",
                    _by_formula(gelu_tanh_grad),
                ),
                Misconception("silu_for_gelu", "This is the slope of SiLU.", _by_formula(silu_grad)),
                Misconception(
                    "relu_for_gelu", "This is the slope of ReLU. GELU's changes without a jump.", _by_formula(relu_grad)
                ),
            ),
            TOLERANCE,
            WHY,
            decimals=5,
            coarse=COARSE,
            section="The dip",
        ),
        Stage(
            "slope",
            _by_steps(_central),
            (
                Misconception(
                    "forward_difference",
                    "You step to the right only. Step to both sides.",
                    _by_steps(lambda z, step: (gelu(z + step) - gelu(z)) / step),
                ),
                Misconception(
                    "backward_difference",
                    "You step to the left only. Step to both sides.",
                    _by_steps(lambda z, step: (gelu(z) - gelu(z - step)) / step),
                ),
                Misconception(
                    "one_step_for_two",
                    "The two places lie 2 · step apart: divide by 2 · step.",
                    _by_steps(lambda z, step: 2 * _central(z, step)),
                ),
                Misconception(
                    "multiplied_by_the_step",
                    "Mind the brackets: `/ 2 * step` divides by 2 and multiplies by step. Write `/ (2 * step)`.",
                    _by_steps(lambda z, step: step**2 * _central(z, step)),
                ),
                Misconception(
                    "not_divided",
                    "This is the difference of the two values. Divide it by 2 · step.",
                    _by_steps(lambda z, step: 2 * step * _central(z, step)),
                ),
                Misconception(
                    "sign_flipped",
                    "Right minus left: f(z + step) − f(z − step).",
                    _by_steps(lambda z, step: -_central(z, step)),
                ),
                Misconception(
                    "other_step",
                    "This is the slope for a much smaller step, or by the formula. Take your own `step`.",
                    _by_steps(lambda z, step: gelu_grad(z)),
                ),
                Misconception(
                    "tanh_for_exact",
                    "These are the steps of the tanh form. Use the exact GELU of part 3.",
                    _by_steps(lambda z, step: _central(z, step, gelu_tanh)),
                ),
            ),
            TOLERANCE,
            WHY,
            decimals=5,
            coarse=COARSE,
        ),
    ),
)
