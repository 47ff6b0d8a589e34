"""ReLU and its slope, with the convention at the corner."""

import numpy as np

from ffn_ref import gelu, gelu_grad, leaky_relu, leaky_relu_grad, relu, relu_grad

from ...question import FunctionQuestion, Misconception
from .inputs import ANY_SHAPE, ARGUMENTS


def _draw(rng):
    """Small whole numbers with a zero; then more axes, integers, single precision, large numbers."""
    some = rng.permutation([-3.0, -1.0, 0.0, 2.0])
    return [
        (some,),
        (rng.integers(-3, 4, (3, 4)),),
        (np.append(rng.standard_normal(7), 0).reshape(2, 2, 2).astype(np.float32),),
        (np.array([-1e4, 0.0, 0.5, 1e4]),),
        (rng.standard_normal((2, 3, 5)),),
    ]


RELU = FunctionQuestion(
    id="activations.relu",
    title="ReLU and its slope",
    points=1,
    section="How steep",
    arguments=ARGUMENTS,
    parts=("h", "slope"),
    by_part=True,
    hints=(
        "`np.maximum(z, 0)` compares each number of z with 0; `np.max` finds the largest of all.",
        "The slope is 1 where z > 0 and 0 elsewhere. `np.where` chooses between two numbers, entry by entry.",
        "At z = 0 there is a corner. The book's convention says to which side it belongs.",
    ),
    reference=lambda z: (relu(z), relu_grad(z)),
    draw=_draw,
    why="The values are copied or 0 and the slopes 0 or 1: a right answer has no error. Mistakes are 0.01 or more off.",
    misconceptions=(
        Misconception(
            "corner_belongs_to_the_right",
            "The slope at z = 0 is 1 here. The book's convention is that the corner belongs to the left: 0.",
            lambda z: (relu(z), (z >= 0) * 1.0),
        ),
        Misconception(
            "half_a_slope_at_the_corner",
            "The slope at z = 0 is ½ here, as for GELU. The book's convention for ReLU is 0.",
            lambda z: (relu(z), np.heaviside(z, 0.5)),
        ),
        Misconception(
            "sign_for_slope",
            "The slope is −1 for negative numbers here. ReLU is flat there: 0.",
            lambda z: (relu(z), np.sign(z) * 1.0),
        ),
        Misconception(
            "value_for_slope",
            "The second result is ReLU again. The slope is 1 or 0, whatever the size of z.",
            lambda z: (relu(z), relu(z)),
        ),
        Misconception(
            "no_activation",
            "z comes back unchanged, with slope 1. ReLU turns negative numbers into 0.",
            lambda z: (z, np.ones(z.shape)),
        ),
        Misconception(
            "negative_numbers_kept",
            "The slope is right, but h still holds negative numbers.",
            lambda z: (z, relu_grad(z)),
        ),
        Misconception(
            "absolute_value",
            "Negative numbers change their sign here. ReLU turns them into 0.",
            lambda z: (np.abs(z), relu_grad(z)),
        ),
        Misconception(
            "leaky_relu_for_relu",
            "This is LeakyReLU. ReLU gives exactly 0 for negative numbers, and its slope there is 0.",
            lambda z: (leaky_relu(z), leaky_relu_grad(z)),
        ),
        Misconception("gelu_for_relu", "This is GELU. ReLU has a corner.", lambda z: (gelu(z), gelu_grad(z))),
        Misconception(
            "order_swapped", "The two results are swapped: first h, then the slope.", lambda z: (relu_grad(z), relu(z))
        ),
        Misconception(
            "largest_of_all",
            f"This is the largest number of all. Compare each with 0. {ANY_SHAPE}",
            lambda z: (max(z.max(), 0), relu_grad(z)),
        ),
    ),
    tolerance=1e-7,
)
