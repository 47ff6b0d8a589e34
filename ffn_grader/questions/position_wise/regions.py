"""Which hidden units fire for an input, the affine map in its region, and regions counted."""

import numpy as np

from ffn_ref import count_regions, fires, relu

from ...question import FunctionQuestion, Misconception, Stage, StagesQuestion
from .by_hand import no_idle_line
from .by_hand_relu import BY_HAND_RELU


def pattern(n):
    return fires(n.x, n.W1, n.b1)


def _telling(n) -> bool:
    """Some units fire and some do not, none on its border, and both parts matter."""
    m, h_pre = pattern(n), n.x @ n.W1 + n.b1
    short = np.abs(n.W1 @ n.W2).max() <= 8
    return bool(0 < m.sum() < 3 and np.abs(h_pre).min() > 0 and short and (n.b1 * m).any() and no_idle_line(n))


FIRING = Stage(
    "fires",
    lambda n, s: pattern(n),
    (
        Misconception(
            "silent_units_marked",
            "This marks the units that stay silent. A unit fires where its number is above 0.",
            lambda n, s: ~pattern(n),
        ),
        Misconception(
            "bias_forgotten",
            "This is right for x @ W1. The bias moves the border: look at x @ W1 + b1.",
            lambda n, s: fires(n.x, n.W1),
        ),
        Misconception(
            "values_for_marks",
            "These are the values after ReLU. Here a 1 stands for a unit that fires, a 0 for one that does not.",
            lambda n, s: relu(n.x @ n.W1 + n.b1),
        ),
        Misconception(
            "pre_activations",
            "These are the numbers x @ W1 + b1. Give a 1 for each that is above 0, and a 0 for each that is not.",
            lambda n, s: n.x @ n.W1 + n.b1,
        ),
        Misconception(
            "units_named_from_0",
            "These are the indices of the units that fire. Give a 1 or a 0 for each of the three units.",
            lambda n, s: np.flatnonzero(pattern(n)),
        ),
        Misconception(
            "units_named",
            "These are the numbers of the units that fire. Give a 1 or a 0 for each of the three units.",
            lambda n, s: np.flatnonzero(pattern(n)) + 1,
        ),
        Misconception(
            "units_counted",
            "This is how many units fire. Give a 1 or a 0 for each of the three units.",
            lambda n, s: np.asarray(pattern(n).sum()),
        ),
    ),
    why="Marks: a wrong one is 1 away.",
)

MATRIX = Stage(
    "W",
    lambda n, s: (n.W1 * s.fires) @ n.W2,
    (
        Misconception(
            "all_units_kept",
            "This is W1 @ W2: all three units are in it. A unit that does not fire adds nothing.",
            lambda n, s: n.W1 @ n.W2,
        ),
        Misconception(
            "silent_units_kept",
            "You kept the silent units and struck out those that fire.",
            lambda n, s: (n.W1 * (1 - s.fires)) @ n.W2,
        ),
        Misconception("transposed", "It is the transpose of the right one.", lambda n, s: ((n.W1 * s.fires) @ n.W2).T),
        Misconception(
            "first_layer_only",
            "This is W1 with the silent columns struck out. Multiply it by W2.",
            lambda n, s: n.W1 * s.fires,
        ),
    ),
)

SHIFT = Stage(
    "b",
    lambda n, s: (n.b1 * s.fires) @ n.W2 + n.b2,
    (
        Misconception(
            "first_bias_lost", "b1 is missing: where a unit fires, its bias goes on through W2.", lambda n, s: n.b2
        ),
        Misconception(
            "all_biases_kept",
            "All of b1 is in it. The bias of a silent unit is struck out with the unit.",
            lambda n, s: n.b1 @ n.W2 + n.b2,
        ),
        Misconception("second_bias_lost", "b2 is not added yet.", lambda n, s: (n.b1 * s.fires) @ n.W2),
        Misconception(
            "output_given",
            "This is the layer's output, x @ W + b. Here b alone is asked for: what is left when x is 0.",
            lambda n, s: n.x @ s.W + (n.b1 * s.fires) @ n.W2 + n.b2,
        ),
    ),
)

WHICH_FIRE = StagesQuestion(
    id="position_wise.which_fire",
    title="Which units fire, and the map there",
    points=2,
    section="A patchwork of affine maps",
    hints=(
        "A unit fires where its entry of x @ W1 + b1 is above 0. Write 1 or 0 for each of the three.",
        "Strike out the columns of W1, the entries of b1 and the rows of W2 that belong to silent units.",
        "What is left has no ReLU any more. It collapses as in the part before: into W1 @ W2 and b1 @ W2 + b2.",
    ),
    example=BY_HAND_RELU.example,
    draw=BY_HAND_RELU.draw,
    sensible=_telling,
    stages=(FIRING, MATRIX, SHIFT),
)


def _on_borders(rng, count: int, d_ff: int):
    """Small whole numbers: a point on each of the first lines, and some beside them; one point twice."""
    W1 = rng.choice([-2.0, -1.0, 1.0, 2.0], (2, d_ff))
    points = rng.integers(-3, 4, (count, 2)).astype(float)
    b1 = 0 - (points[:d_ff] * W1.T).sum(axis=1)
    return np.concatenate([points, points[:1]]), W1, b1


def _clear(points, W1, b1):
    """Without the points so near a border that rounding decides: neither precision nor order may matter."""
    return points[np.abs(points @ W1 + b1).min(axis=1) > 1e-4], W1, b1


def draw_points(rng):
    """Points on borders; a window of the plane; three dimensions; single precision; one point; a layer without cuts."""
    side = np.linspace(-2, 2, 12)
    window = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    normal = rng.standard_normal
    return [
        _on_borders(rng, 5, 3),
        _on_borders(rng, 20, 3),
        _on_borders(rng, 30, 4),
        _clear(window, normal((2, 4)), normal(4)),
        _clear(normal((60, 3)), normal((3, 6)), normal(6)),
        _clear(normal((40, 2)).astype(np.float32), normal((2, 5)).astype(np.float32), normal(5).astype(np.float32)),
        (np.ones((1, 2)), normal((2, 3)), np.array([1.0, -20.0, 20.0])),
        (normal((20, 2)), np.zeros((2, 3)), np.array([1.0, -1.0, 2.0])),
    ]


def _different(rows) -> int:
    return len(np.unique(np.asarray(rows).reshape(len(rows), -1), axis=0))


def _changes(points, W1, b1) -> int:
    m = fires(points, W1, b1)
    return 1 + int((m[1:] != m[:-1]).any(axis=1).sum())


COUNT_REGIONS = FunctionQuestion(
    id="position_wise.count_regions",
    title="Linear regions counted",
    points=2,
    section="A patchwork of affine maps",
    arguments=("points", "W1", "b1"),
    hints=(
        "Two points lie in one region when the same units fire. So make a row of True and False for each point.",
        "Count the different rows, not the rows. A set of tuples does that; so does np.unique, row by row.",
        "np.unique looks at single entries unless it is told to compare along an axis.",
    ),
    reference=count_regions,
    draw=draw_points,
    why="A whole number: its wrong answers are at least 1 away.",
    misconceptions=(
        Misconception(
            "entries_for_rows",
            "This counts the different entries, True and False. Compare whole rows: np.unique needs an axis for that.",
            lambda points, W1, b1: len(np.unique(fires(points, W1, b1))),
        ),
        Misconception(
            "bias_forgotten",
            "The bias is forgotten: it moves each border away from the origin.",
            lambda points, W1, b1: count_regions(points, W1),
        ),
        Misconception(
            "number_of_units_only",
            "Two points at which equally many units fire need not share a region: it matters which units.",
            lambda points, W1, b1: _different(fires(points, W1, b1).sum(axis=1)),
        ),
        Misconception(
            "values_compared",
            "The hidden values are compared. Within a region they change from point to point; on and off do not.",
            lambda points, W1, b1: _different(relu(points @ W1 + b1)),
        ),
        Misconception(
            "points_counted",
            "This is the number of points. Several of them share a region. (np.unique with axis=1 compares columns.)",
            lambda points, W1, b1: len(points),
        ),
        Misconception(
            "changes_counted",
            "This counts the changes from each point to the next. A region that is met again is the same one.",
            _changes,
        ),
        Misconception(
            "most_possible",
            "So many regions would be possible. Count those in which a point lies.",
            lambda points, W1, b1: 1 + len(b1) + len(b1) * (len(b1) - 1) // 2,
        ),
        Misconception(
            "patterns_conceivable",
            "On and off can be combined in so many ways. Count the ways that occur.",
            lambda points, W1, b1: 2 ** len(b1),
        ),
        Misconception("units_counted", "These are the hidden units, not the regions.", lambda points, W1, b1: len(b1)),
        Misconception(
            "border_fires",
            "At exactly 0 a unit does not fire. Compare with `> 0`, not `>= 0`.",
            lambda points, W1, b1: _different(points @ W1 + b1 >= 0),
        ),
        Misconception(
            "border_a_state_of_its_own",
            "A unit is on or off. At exactly 0 it is off; that is no third state.",
            lambda points, W1, b1: _different(np.sign(points @ W1 + b1)),
        ),
    ),
)
