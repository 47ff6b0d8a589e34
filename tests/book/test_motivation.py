"""The numbers of the chapter, computed again by other means than the page's: loops, fractions, mpmath, counting."""

import itertools
import math
import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import scipy.linalg


@pytest.fixture(scope="module")
def article(pages):
    return pages["book/motivation.html"].select_one("article")


@pytest.fixture(scope="module")
def text(article):
    return " ".join(article.get_text().replace("\N{NO-BREAK SPACE}", " ").split())


def written(row, digits=3):
    return "(" + ", ".join(f"{float(v):.{digits}f}".replace("-", "−") for v in row) + ")"


def weights_of(query, keys):
    """Softmax attention of one query, number by number."""
    scores = [sum(a * b for a, b in zip(query, key, strict=True)) / math.sqrt(len(query)) for key in keys]
    powers = [math.exp(s) for s in scores]
    return [p / sum(powers) for p in powers]


def average(weights, rows):
    return [sum(w * row[c] for w, row in zip(weights, rows, strict=True)) for c in range(len(rows[0]))]


X = [[1, 0], [0, 1], [1, 1]]
Y = [[0, -2], [2, 0], [-1, 1]]
SUM = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(X, Y, strict=True)]


def test_the_third_token_of_the_example(text):
    weights = weights_of(X[2], X)
    assert f"has the weights {written(weights)} and receives {written(average(weights, X))}" in text


def test_the_average_on_paper(text):
    shares = [Fraction(k, 4) for k in (1, 1, 2)]
    V = [[1, 0], [3, 2], [4, 8]]
    out = average(shares, V)
    both = average(shares, [[a + 2, b - 4] for a, b in V])  # values (1, -2) everywhere give (1, -2), twice added
    assert [4 * value for value in out] == [12, 18] and "/ 4 = 12 / 4" in text and "/ 4 = 18 / 4" in text
    assert "So the position receives (3, 4.5)." in text and [float(v) for v in out] == [3, 4.5]
    assert "now receives (3, 4.5) + 2 · (1, −2) = (5, 0.5)." in text and [float(v) for v in both] == [5, 0.5]


def test_the_softmax_keeps_its_axis(text):
    assert "sum, axis kept (2, 1) sum, axis lost (2,)" in text
    for scores in (1, 0, 1), (0, 1, 1):
        powers = [math.exp(s) for s in scores]
        assert " ".join(f"{p / sum(powers):.3f}" for p in powers) in text


def test_additive_for_fixed_weights_only(text):
    fixed = average(weights_of(X[2], X), SUM)
    whole = average(weights_of(SUM[2], SUM), SUM)
    apart = [a + b for a, b in zip(*(average(weights_of(Z[2], Z), Z) for Z in (X, Y)), strict=True)]
    assert math.dist(whole, apart) > 0.1
    assert f"both ways give {written(fixed)}" in text
    assert f"gives {written(whole)} for the sum, but {written(apart)} when" in text


def test_one_token_is_one_matrix(article):
    cell = next(c for c in article.select("div.cell") if "x @ W_v @ W_o" in c.get_text())
    assert cell.select_one(".cell_output").get_text().strip() == "True"


def test_the_averages_stay_in_the_triangle_until_the_output_projection(text):
    V = [[0.0, 0.0], [4.0, 0.5], [1.0, 3.0]]
    middle = [sum(v[c] for v in V) / 3 for c in (0, 1)]
    centred = [[a - m for a, m in zip(v, middle, strict=True)] for v in V]
    averages = [average(weights_of(q, [[0.4 * a for a in k] for k in centred]), V) for q in centred]
    moved = [[p + 0.9 * q, -0.9 * p + 0.4 * q] for p, q in averages]

    def inside(p):  # on the same side of every edge
        edges = zip(V, V[1:] + V[:1], strict=True)
        return all((b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0]) for a, b in edges)

    counts = [sum(map(inside, points)) for points in (averages, moved)]
    assert counts == [3, 0]
    assert f"{counts[0]} lie inside the triangle before Wo, and {counts[1]} after it" in text


def xor_network(a, b):
    h = [max(a + b, 0), max(a + b - 1, 0)]
    return h[0] - 2 * h[1], h


def test_xor_and_the_best_affine_map(text):
    corners = list(itertools.product((0, 1), repeat=2))
    assert [xor_network(*c)[0] for c in corners] == [a ^ b for a, b in corners]
    assert "The outputs are (0, 1, 1, 0): exact" in text
    # the normal equations of [x1, x2, 1] w = a ^ b, solved by hand: w = (0, 0, 1/2)
    w = [Fraction(0), Fraction(0), Fraction(1, 2)]
    rest = [a ^ b for a, b in corners] - np.array([w[0] * a + w[1] * b + w[2] for a, b in corners])
    assert all(sum(r * f[k] for r, f in zip(rest, [(*c, 1) for c in corners], strict=True)) == 0 for k in range(3))
    assert "the best affine map gave (0.5, 0.5, 0.5, 0.5)" in text
    assert f"the hidden values are {written(xor_network(1, 1)[1], 0)}" in text


def test_targets_that_are_not_even(text):
    def out(a, b):
        return max(2 * a + 3 * b + 10, 0) - 4 * max(a + b - 1, 0) - 10

    outputs = [out(a, b) for a, b in itertools.product((0, 1), repeat=2)]
    assert outputs == [0, 3, 2, 1]
    assert f"The four outputs are {written(outputs, 0)}" in text


def rank(rows):
    """By elimination, in fractions."""
    rows, found = [list(row) for row in rows], 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows if row[column]), None)
        if pivot:
            found += 1
            rows.remove(pivot)
            for row in rows:
                factor = row[column] / pivot[column]
                row[column:] = [a - factor * b for a, b in zip(row[column:], pivot[column:], strict=True)]
    return found


def test_a_lift_adds_one_direction_and_relu_more(text):
    rng, corners = np.random.default_rng(1), list(itertools.product((0, 1), repeat=2))
    share = {}
    for width, tried in (4, 200), (16, 200), (256, 5):
        best, fits = [0, 0], [0, 0]
        for _ in range(tried):
            R, r = rng.normal(size=(2, width)).tolist(), rng.normal(size=width).tolist()
            R, r = [[Fraction(v) for v in row] for row in R], [Fraction(v) for v in r]
            lift = [[a * p + b * q + c for p, q, c in zip(*R, r, strict=True)] for a, b in corners]
            for k, H in enumerate([lift, [[max(v, Fraction(0)) for v in row] for row in lift]]):
                best[k] = max(best[k], rank(H))
                with_bias = [[*row, Fraction(1)] for row in H]
                targets = [[*row, Fraction(a ^ b)] for row, (a, b) in zip(with_bias, corners, strict=True)]
                fits[k] += rank(with_bias) == rank(targets)  # the targets lie in the span
        assert best == [3, 4] and fits[0] == 0
        share[width] = f"{fits[1] / tried:.0%}"
        assert re.search(rf"(?<!\d){width} +3 +4 +0% +{share[width]}", text)
    assert "Lifted to 256 numbers, the four points still span 3 directions, two and one for the bias" in text
    assert "its largest error stays at 0.5. After ReLU the points can span 4" in text
    assert f"with 4 random units {share[4]} of the layers fit, with 256 units {share[256]}" in text


def target(t):
    return math.sin(2 * t) - t / 2 + t * t / 4


def gelu(z):
    return z * math.erfc(-z / math.sqrt(2)) / 2


def fitted_error(width, seed, unit=lambda z: max(z, 0.0), slope=1.0):
    """The largest error of a random layer fitted by QR, or with 40 digits where that is quick."""
    rng = np.random.default_rng(seed)
    centres = [-2 + 4 * (k + u) / width for k, u in enumerate(rng.uniform(size=width))]
    sides = rng.choice([-1.0, 1.0], size=(1, width))[0]

    def features(t):
        return [unit(slope * s * (t - c)) for s, c in zip(sides, centres, strict=True)] + [1.0]

    inputs = [-2 + 0.01 * k for k in range(401)]
    H = np.array([features(t) for t in inputs])
    if width <= 16:
        with mpmath.workdps(40):  # the normal equations
            right = mpmath.matrix((H.T @ list(map(target, inputs))).tolist())
            w = np.array([float(v) for v in mpmath.lu_solve(mpmath.matrix((H.T @ H).tolist()), right)])
    else:
        Q, R = np.linalg.qr(H)
        w = scipy.linalg.solve_triangular(R, Q.T @ list(map(target, inputs)))
    return max(abs(w @ features(t) - target(t)) for t in (-2 + 0.0025 * k for k in range(1601)))


def test_the_fit_improves_with_width(text):
    shown = re.search(r"4 (\d\.\d{3}) 16 (\d\.\d{3}) 64 (\d\.\d{3})", text).groups()
    for width, error in zip((4, 16, 64), shown, strict=True):
        assert float(error) == pytest.approx(fitted_error(width, 0), abs=5.1e-4)
    sentence = r"error falls from ([\d.]+) to ([\d.]+)\. The square stays at (\d\.\d+)"
    first, last, square = map(float, re.search(sentence, text).groups())
    for width, error in (2, first), (64, last):
        assert error == pytest.approx(np.median([fitted_error(width, seed) for seed in range(9)]), abs=5.1e-4)
    gentle, steep = (np.median([fitted_error(8, seed, gelu, slope) for seed in range(9)]) for slope in (1, 8))
    assert f"at 8 units its error would be {gentle:.4f} instead of {steep:.4f}" in text
    t, check = np.linspace(-2, 2, 401), np.linspace(-2, 2, 1601)
    parabola = np.polyfit(t, np.vectorize(target)(t), 2)
    assert square == pytest.approx(np.abs(np.polyval(parabola, check) - np.vectorize(target)(check)).max(), abs=5.1e-4)


def test_the_small_jacobian(article, text):
    cell = next(c for c in article.select("div.cell") if "two = np.array" in c.get_text())
    shown = cell.select_one(".cell_output").get_text().split("attention")
    ffn, attention = (np.array([float(v) for v in re.findall(r"-?\d\.\d*", part)]).reshape(4, 4) for part in shown)
    assert ffn.tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0]]
    rows = [[mpmath.mpf(1), mpmath.mpf(1)], [mpmath.mpf(0), mpmath.mpf("0.5")]]

    def output(position, entry, changed_position, changed_entry):
        def of(value):
            X = [list(r) for r in rows]
            X[changed_position][changed_entry] = value
            powers = [mpmath.exp(mpmath.fdot(X[position], key) / mpmath.sqrt(2)) for key in X]
            return mpmath.fdot(powers, [r[entry] for r in X]) / mpmath.fsum(powers)

        return mpmath.diff(of, rows[changed_position][changed_entry])

    for i, j, k, m in itertools.product(range(2), repeat=4):
        assert attention[2 * i + j, 2 * k + m] == pytest.approx(float(output(i, j, k, m)), abs=5.1e-4)
    assert f"In attention the same entry is {written([attention[0, 2]])[1:-1]}: position 1 reads position 2" in text


def test_which_blocks_of_the_jacobian_are_in_use(text):
    n = 5
    pairs = list(itertools.product(range(n), repeat=2))
    diagonal, causal = sum(i == j for i, j in pairs), sum(j <= i for i, j in pairs)
    assert f"The FFN uses {diagonal} of the {len(pairs)} blocks, attention {len(pairs)}." in text
    assert f"would fill the {causal} blocks on and below the diagonal" in text


def test_what_is_equivariant(text):
    assert "position_wise True attention True causal False" in text


def test_what_sharing_saves(article, text):
    one = 512 * 2048 + 2048 + 2048 * 512 + 512
    assert f"with its biases, has {one:,} parameters" in text
    cells = [[c.get_text(strip=True) for c in line.find_all("td")] for line in article.select("table tr")]
    for n in 1, 100, 1024:
        assert [f"{n:,}", f"{n * one:,}", f"{n * one - one:,}"] in cells


def test_the_two_banks(text):
    rng = np.random.default_rng(2)
    sizes = (5, 4), (4, 16), (16,), (16, 4), (4,)  # X, F1, f1, F2, f2 come before the weights of attention
    for size in sizes:
        rng.normal(size=size)
    W_q, W_k, W_v = (W / 2 for W in rng.normal(size=(3, 4, 4)))
    river, money, bank = np.random.default_rng(6).normal(size=(3, 4))

    def attended(first):
        rows = [first, bank]
        weights = weights_of(bank @ W_q, [row @ W_k for row in rows])
        return bank + average(weights, [row @ W_v for row in rows])

    apart = math.dist(attended(river), attended(money))
    assert f"FFN alone leaves a distance of 0.00. After attention the two vectors differ by {apart:.2f}," in text


def test_a_plain_average_can_do_without_relu(text):
    """So the text may forbid the right answer after the attention of its example alone."""
    for words in itertools.product((0, 1), repeat=2):
        has_not, bad = words
        phrase = [(0, bad), *[(1, 0)] * has_not]
        verdict = Fraction(sum(2 * n + 4 * b for n, b in phrase), len(phrase)) - 3 * bad
        assert verdict == has_not ^ bad
    assert "after this attention, the verdict is affine" in text and "whatever the FFN’s weights" in text


def test_the_block_on_not_bad(text):
    def verdict(has_not, bad, attends=True, bends=True):
        heard = (1 / (1 + math.exp(-30)) if has_not else 0) if attends else 0
        a = heard + bad
        return round(xor_network(a, 0)[0] if bends else a - 2 * (a - 1), 6)

    for phrase, has_not, bad in ("good", 0, 0), ("bad", 0, 1), ("not good", 1, 0), ("not bad", 1, 1):
        row = [verdict(has_not, bad), verdict(has_not, bad, attends=False), verdict(has_not, bad, bends=False)]
        assert " ".join([phrase, *(f"{abs(v):.1f}" for v in row)]) in text
        assert row[0] == has_not ^ bad
