"""The numbers of the chapter, computed again by other means than the page's: mpmath, fractions, geometry."""

from fractions import Fraction
from itertools import combinations, product

import mpmath
import numpy as np
import pytest

W1 = {"relu": [[1, 0, 1], [0, 1, 1]], "gelu": [[1, 0, 1, 1], [0, 1, 1, -1]]}
W2 = {"relu": [[1, 0], [0, 1], [0, 1]], "gelu": [[1, 0], [0, 1], [1, 0], [0, 1]]}


@pytest.fixture(scope="module")
def text(pages):
    article = pages["book/position_wise.html"].select_one("article").get_text()
    return " ".join(article.replace("\N{NO-BREAK SPACE}", " ").split())


def product_of(row, matrix):
    return [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*matrix, strict=True)]


def written(row, digits=0):
    return "(" + ", ".join(f"{float(v):.{digits}f}".replace("-", "−") for v in row) + ")"


def test_the_relu_pass(text):
    h_pre = product_of([2, -1], W1["relu"])
    h = [max(v, 0) for v in h_pre]
    out, linear = product_of(h, W2["relu"]), product_of(h_pre, W2["relu"])
    assert (out, linear) == ([2, 1], [2, 0])
    assert " → ".join(map(written, ([2, -1], h_pre, h, out))) in text
    assert f"Leave ReLU out and it ends at {written(linear)} instead" in text
    assert "12 weights" in text and "12 + 5 = 17 parameters" in text


def test_the_relu_pass_with_biases(text):
    h_pre = [v + b for v, b in zip(product_of([2, -1], W1["relu"]), [-3, 2, 0], strict=True)]
    h = [max(v, 0) for v in h_pre]
    before = product_of(h, W2["relu"])
    out = [v + b for v, b in zip(before, [0, 1], strict=True)]
    assert (h_pre, h, before, out) == ([-1, 1, 1], [0, 1, 1], [0, 2], [0, 3])
    assert "is now 2 · 0 + (−1) · 1 + 2 = 1: it counts" in text
    for words in (f"pre is {written(h_pre)} and h is {written(h)}",
                  f"is {written(before)}, and with b2 the output is {written(out)}"):  # fmt: skip
        assert words in text


def test_the_shapes_of_a_batch(text):
    for last in 512, 2048, 512:
        assert f"(2, 10, {last})" in text


def gelu(z):
    return z * mpmath.ncdf(z)


def gelu_tanh(z):
    return z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf("0.044715") * z**3)))


def test_the_gelu_pass_in_both_forms(text):
    h_pre = product_of([1, 2], W1["gelu"])
    exact, tanh = [[f(mpmath.mpf(z)) for z in h_pre] for f in (gelu, gelu_tanh)]
    out, out_tanh = product_of(exact, W2["gelu"]), product_of(tanh, W2["gelu"])
    assert f"GELU of these four numbers is {written(exact, 6)}" in text
    assert f"{written([1, 2])} becomes {written(out, 6)}" in text
    assert f"the output is {written(out_tanh, 6)}" in text
    for exact_value, tanh_value in ((exact[1], tanh[1]), (out[0], out_tanh[0])):
        shown = [f"{float(v):.3f}" for v in (exact_value, tanh_value)]
        assert shown[0] != shown[1] and " ".join(shown) in text
    assert f"ReLU in the same layer would give {written(product_of([max(z, 0) for z in h_pre], W2['gelu']))}" in text
    assert f"no activation {written(product_of(h_pre, W2['gelu']))}" in text
    assert "16 weights and 6 biases, 22 parameters" in text


def test_the_collapsed_map(text):
    x, b1, b2 = [2, -1], [1, -1, 0], [0, 2]
    b = [v + w for v, w in zip(product_of(b1, W2["relu"]), b2, strict=True)]
    h = [v + w for v, w in zip(product_of(x, W1["relu"]), b1, strict=True)]
    out = [v + w for v, w in zip(product_of(h, W2["relu"]), b2, strict=True)]
    assert f"constant row is {written(b)}, and the input {written(x)} goes to {written(out)} either way" in text


def test_the_ranks(text):
    assert "collapsed matrix has rank 4" in text
    assert "have rank 4 before ReLU and 64 after it" in text


def test_the_patterns_of_three_units(text):
    points = product([Fraction(k, 2) for k in range(-5, 6)], repeat=2)
    units = list(zip(*W1["relu"], strict=True))
    forms = [[x * a + y * b for a, b in units] for x, y in points]
    patterns = {tuple(v > 0 for v in row) for row in forms if all(row)}
    assert f"in 8 ways, but only {len(patterns)} occur" in text
    assert (True, True, False) not in patterns


def test_the_regions_of_eight_units(text):
    """Lines in general position cut a window into 1 + lines that cross it + crossings inside it."""
    rng = np.random.default_rng(4)
    w, b, corner = rng.normal(size=(2, 8)), rng.normal(size=8), 3.0
    corners = np.array(list(product([-corner, corner], repeat=2)))
    crossing = [k for k in range(8) if np.ptp(np.sign(corners @ w[:, k] + b[k])) > 0]
    inside = [np.linalg.solve(w[:, pair].T, -b[list(pair)]) for pair in combinations(range(8), 2)]
    regions = 1 + len(crossing) + sum(np.abs(point).max() < corner for point in inside)
    assert f"we count {regions} regions" in text
    assert "37 for eight" in text
