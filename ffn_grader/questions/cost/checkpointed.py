"""The backward pass of a ReLU layer that has kept nothing but its input."""

import numpy as np

from ffn_ref import ffn_backward, relu

from ...question import FunctionQuestion, Misconception

WHY = "1e-4 of the largest value: float32 is a hundred times finer, and the nearest mistake ten times coarser."


def backward(dout, x, W1, W2):
    """dx, dW1, dW2."""
    gradients = ffn_backward(dout, x, W1, W2)
    return gradients.dx, gradients.dW1, gradients.dW2


def draw_layers(rng):
    """Two tokens through 2→3→2 in small whole numbers, square layers, one token, single precision, many tokens."""

    def layer(n, d_model, d_ff, dtype=float):
        shapes = (n, d_model), (n, d_model), (d_model, d_ff), (d_ff, d_model)
        return tuple(rng.standard_normal(shape).astype(dtype) for shape in shapes)

    def tiny():
        """Nothing on the corner, where the slope is a convention; something on either side; no gradient all 0."""
        while True:
            shapes = (2, 2), (2, 2), (2, 3), (3, 2)
            dout, x, W1, W2 = (rng.choice([-2.0, -1.0, 1.0, 2.0], shape) for shape in shapes)
            h_pre = x @ W1
            if (
                h_pre.all()
                and 1 < (h_pre > 0).sum() < 5
                and all(gradient.any() for gradient in backward(dout, x, W1, W2))
            ):
                return dout, x, W1, W2

    return [tiny(), layer(3, 4, 4), layer(1, 3, 5), layer(4, 3, 6, np.float32), layer(7, 5, 8)]


def _with(rule):
    """The mistake of another way through the activation: rule(dh, h_pre) -> dh_pre."""

    def wrong(dout, x, W1, W2):
        h_pre = x @ W1
        dh_pre = rule(dout @ W2.T, h_pre)
        return dh_pre @ W1.T, x.T @ dh_pre, relu(h_pre).T @ dout

    return wrong


def dx_from_own(dout, x, W1, W2, dx, dW1, dW2):
    """dx from the student's own dW1: where the tokens are independent, x.T @ dh_pre has one solution dh_pre."""
    return np.linalg.pinv(x.T) @ dW1 @ W1.T if np.linalg.matrix_rank(x) == len(x) else None


def _untransposed(dout, x, W1, W2):
    h_pre = x @ W1
    dh_pre = (dout @ W2) * (h_pre > 0)
    return dh_pre @ W1, x.T @ dh_pre, relu(h_pre).T @ dout


CHECKPOINTED = FunctionQuestion(
    id="cost.checkpointed",
    title="Backward from the input alone",
    points=2,
    section="What training keeps",
    arguments=("dout", "x", "W1", "W2"),
    parts=("dx", "dW1", "dW2"),
    by_part=True,
    follows={"dx": dx_from_own},
    hints=(
        "Go from the end of the layer to its beginning. First dW2, then the gradient that arrives at h.",
        "ReLU stops a gradient where h_pre is not positive: multiply by `(h_pre > 0)`, which counts as 1 or 0.",
        "Now you have the gradient at h_pre = x @ W1. It is to W1 and x what dout was to W2 and h.",
    ),
    reference=backward,
    draw=draw_layers,
    why=WHY,
    misconceptions=(
        Misconception(
            "slope_forgotten",
            "The gradient does not pass ReLU on its way back. It stops where h_pre was negative.",
            _with(lambda dh, h_pre: dh),
        ),
        Misconception(
            "relu_of_the_gradient",
            "You apply ReLU to the gradient itself. What counts is the sign of h_pre, not that of the gradient.",
            _with(lambda dh, h_pre: relu(dh)),
        ),
        Misconception(
            "gradient_times_h",
            "You multiply by h. The slope of ReLU is 1 where h_pre is positive, however large h is.",
            _with(lambda dh, h_pre: dh * relu(h_pre)),
        ),
        Misconception(
            "slope_the_wrong_way_round",
            "You let pass what must stop: the slope is 1 where h_pre is positive, and 0 elsewhere.",
            _with(lambda dh, h_pre: dh * (h_pre < 0)),
        ),
        Misconception(
            "h_pre_for_h",
            "dW2 is formed from h_pre. What W2 multiplied is h, after ReLU.",
            lambda dout, x, W1, W2: (*backward(dout, x, W1, W2)[:2], (x @ W1).T @ dout),
        ),
        Misconception(
            "weights_not_transposed",
            "On the way back the weights are used transposed: dout @ W2.T. A square matrix hides the mistake.",
            _untransposed,
        ),
        Misconception(
            "gradients_transposed",
            "The weights' gradients are transposed. Each has the shape of its weight: x.T @ …, not (…).T @ x.",
            lambda dout, x, W1, W2: (
                backward(dout, x, W1, W2)[0],
                *(dW.T for dW in backward(dout, x, W1, W2)[1:]),
            ),
        ),
        Misconception(
            "averaged_over_positions",
            "The weights' gradients are averaged over the tokens. They are summed: each token adds its part.",
            lambda dout, x, W1, W2: (
                backward(dout, x, W1, W2)[0],
                *(dW / len(x) for dW in backward(dout, x, W1, W2)[1:]),
            ),
        ),
        Misconception(
            "dx_for_the_residual",
            "dout is added to dx. That belongs to the block, which adds x to the layer's output.",
            lambda dout, x, W1, W2: (backward(dout, x, W1, W2)[0] + dout, *backward(dout, x, W1, W2)[1:]),
        ),
        Misconception(
            "order_of_the_result",
            "dW1 and dW2 have changed places.",
            lambda *layer: tuple(backward(*layer)[i] for i in (0, 2, 1)),
        ),
        Misconception(
            "dx_last",
            "The order is (dx, dW1, dW2): dx comes first.",
            lambda *layer: tuple(backward(*layer)[i] for i in (1, 2, 0)),
        ),
        Misconception(
            "backward_order",
            "The order is (dx, dW1, dW2). You give them as they were found, from the output back.",
            lambda *layer: tuple(backward(*layer)[i] for i in (2, 1, 0)),
        ),
    ),
)
