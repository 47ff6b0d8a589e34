"""The book's figures: drawn by matplotlib, shown as inline SVG whose colours follow the page, light or dark.

    fig, ax = canvas()
    ax.plot(z, relu(z))
    show(fig, alt="ReLU: flat at zero on the left, the line y = z on the right.")

Name colours by role (`BLUE`, `INK`, …) or by the cycle (`C0` … `C3`): each becomes a variable of book.css.
"""

import hashlib
import io
import re
from html import escape
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

plt.style.use(Path(__file__).parent / "house.mplstyle")

BLUE, ORANGE, GREEN, PURPLE = "#0072b2", "#d55e00", "#00805d", "#a8488a"
INK, QUIET, GRID, PAPER = "#1b1f24", "#6b7280", "#c9ced6", "#fdfdfe"
ROLES = {
    BLUE: "blue", ORANGE: "orange", GREEN: "green", PURPLE: "purple",
    INK: "ink", QUIET: "quiet", GRID: "grid", PAPER: "paper",
}  # fmt: skip


def canvas(width=4.4, height=3.0, **options):
    """A figure and its axes, in inches. Keep the width at most 5: on a phone a wider one is too small to read."""
    return plt.subplots(figsize=(width, height), **options)


class Picture:
    """One drawing as inline SVG, with its description for those who do not see it."""

    def __init__(self, svg, alt):
        self.svg, self.alt = svg, alt

    def _repr_html_(self):
        return f'<div class="drawing">{self.svg}</div>'

    def __repr__(self):
        return f"[Figure: {self.alt}]"


class Row(Picture):
    """Pictures beside each other, one above the other where the page is narrow."""

    def __init__(self, *pictures):
        super().__init__("".join(p.svg for p in pictures), " ".join(p.alt for p in pictures))


def show(fig, *, alt):
    """The drawing as a `Picture`; `alt` says in a sentence or two what there is to see. Closes the figure."""
    if not alt.strip():
        raise ValueError("A figure needs an alt text: say what the reader should see in it.")
    stream = io.StringIO()
    fig.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(fig)
    return Picture(inline(stream.getvalue(), alt), alt)


def hundredths(number):
    """A coordinate, which matplotlib writes with six decimals, with two: finer than any screen."""
    return f"{float(number.group()):.2f}".rstrip("0").rstrip(".")


def inline(svg, alt):
    """Matplotlib's SVG file made part of a page: named, scalable, its colours variables, its ids its own."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'(?<= d=")[^"]+', lambda path: re.sub(r"\d+\.\d+", hundredths, path.group()), svg)
    width = float(re.search(r'width="([\d.]+)pt"', svg).group(1)) / 72
    viewbox = re.search(r'viewBox="([^"]+)"', svg).group(1)
    for colour, role in ROLES.items():
        svg = svg.replace(colour, f"var(--fig-{role}, {colour})")
    prefix = "f" + hashlib.sha256((alt + svg).encode()).hexdigest()[:8]
    svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{prefix}-", svg)
    head = f'<svg viewBox="{viewbox}" role="img" aria-label="{escape(alt)}" style="width: {width:.2f}in">'
    return re.sub(r"<svg[^>]*>", lambda _: head, svg, count=1).replace("xlink:href", "href")
