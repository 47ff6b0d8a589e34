"""What stands in a moving figure's place without JavaScript, and the data that its script starts from.

Each function takes the directive's options and gives (data, html). Every number is computed by `ffn_ref`.
"""

import math

import numpy as np

from ffn_ref import ACTIVATIONS, ffn_stages

from .cost_table import calculator
from .examples import EXAMPLES, TITLES

REACH = 4  # the plane and the curves are drawn over [−4, 4]
SCALE = f"<p>Both axes go from −{REACH} to {REACH}.</p>"


def short(value) -> str:
    return f"{round(float(value), 3) + 0:g}".replace("-", "−")


def vector(values) -> str:
    return f"({', '.join(map(short, values))})"


def stepper(example="2-3-2"):
    chosen = EXAMPLES[example]
    weights = [chosen[name] for name in ("x", "W1", "W2", "b1", "b2")]
    h_pre, h, out = ffn_stages(*weights, activation=ACTIVATIONS[chosen["activation"]][0])
    rows = [
        ("The token", "x", chosen["x"]),
        ("Expand", "x W1 + b1", h_pre),
        (f"Transform, {TITLES[chosen['activation']]}", "h", h),
        ("Contract", "h W2 + b2", out),
    ]
    cells = "\n".join(
        f'<tr><th scope="row">{stage}</th><td>{formula}</td><td class="number">{vector(value)}</td></tr>'
        for stage, formula, value in rows
    )
    return (
        {"start": example, "examples": EXAMPLES, "titles": TITLES},
        '<table class="figure-table"><thead><tr><th scope="col">Stage</th><th scope="col">Formula</th>'
        f'<th scope="col">Value</th></tr></thead><tbody>{cells}</tbody></table>',
    )


def box(content: str, label: str) -> str:
    """An SVG whose units are those of the plane, y upwards."""
    square = f"{-REACH} {-REACH} {2 * REACH} {2 * REACH}"
    return (
        f'<svg class="plane" viewBox="{square}" role="img" aria-label="{label}">'
        f'<path class="axis" d="M{-REACH} 0H{REACH}M0 {-REACH}V{REACH}"/>{content}</svg>'
    )


def sample(mark: int) -> str:
    line = f'<path class="curve curve-{mark}" d="M0 4H26"/>'
    return f'<svg class="sample" viewBox="0 0 26 8" aria-hidden="true">{line}</svg>'


def activations(show="relu gelu silu", beta=1.0):
    names = show.split()
    unknown = [name for name in names if name not in TITLES]
    if unknown:
        raise ValueError(f"no activation {', '.join(unknown)}; there are {', '.join(TITLES)}")
    z = np.linspace(-REACH, REACH, 161)
    curves = []
    for name in names:
        f = ACTIVATIONS[name][0]
        y = f(z, beta=beta) if name == "swish" else f(z)
        points = " ".join(f"{a:.2f},{-b:.3f}" for a, b in zip(z, y, strict=True) if b <= REACH)
        curves.append(f'<polyline class="curve curve-{list(TITLES).index(name)}" points="{points}"/>')
    key = "".join(f"<li>{sample(list(TITLES).index(name))} {TITLES[name]}</li>" for name in names)
    return (
        {"show": names, "beta": beta, "titles": TITLES, "reach": REACH},
        box("".join(curves), f"Curves of {', '.join(TITLES[name] for name in names)}")
        + f'<ul class="legend">{key}</ul>{SCALE}',
    )


def regions(units=4):
    """Unit k looks along the direction of angle 2.4 k (the golden angle: no two are parallel)."""
    if not 1 <= units <= 8:
        raise ValueError(f"units is {units}; it goes from 1 to 8")
    angles = [2.4 * k + 0.5 for k in range(8)]
    W1 = [[round(f(a), 2) for a in angles] for f in (math.cos, math.sin)]
    b1 = [-0.5, 0.8, -1.2, 0.3, 1.5, -0.9, 2.0, -1.7]
    W2 = [[1], [-1], [0.5], [1], [-0.5], [1], [-1], [0.5]]
    lines = []
    for k in range(units):
        w, b = (W1[0][k], W1[1][k]), b1[k]
        foot, along = (-b * w[0], -b * w[1]), (-w[1], w[0])
        p, q = ((foot[0] + t * along[0], foot[1] + t * along[1]) for t in (-12, 12))
        lines.append(f'<path class="fold" d="M{p[0]:.2f} {-p[1]:.2f}L{q[0]:.2f} {-q[1]:.2f}"/>')
    return (
        {"units": units, "W1": W1, "b1": b1, "W2": W2, "b2": [0], "reach": REACH},
        box("".join(lines), f"{units} lines cut the plane; each is where one hidden unit starts to fire") + SCALE,
    )


STATIC_FIGURES = {
    "stepper": stepper,
    "activations": activations,
    "calculator": calculator,
    "regions": regions,
}
