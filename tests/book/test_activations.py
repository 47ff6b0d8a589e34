"""The numbers of the chapter, computed again by other means than the page's: mpmath, math.erfc, loops."""

import math
import re

import mpmath
import numpy as np
import pytest

from ffn_data import minilm_layer, smollm2_layer

mpmath.mp.dps = 30


@pytest.fixture(scope="module")
def article(pages):
    return pages["book/activations.html"].select_one("article")


@pytest.fixture(scope="module")
def text(article):
    return " ".join(article.get_text().replace("\N{NO-BREAK SPACE}", " ").split())


def written(value, digits):
    return f"{float(value):.{digits}f}".replace("-", "−")


def table(article, *head):
    """The rows of the table with these headings, as texts."""
    for found in article.find_all("table"):
        lines = [[cell.get_text(strip=True) for cell in line.find_all(["th", "td"])] for line in found.find_all("tr")]
        if tuple(lines[0][-len(head) :]) == head:
            return lines[1:]
    pytest.fail(f"There is no table with the headings {head}.")


def gelu(z):
    return z * mpmath.ncdf(z)


def silu(z):
    return z / (1 + mpmath.exp(-z))


def gelu_tanh(z):
    return z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf("0.044715") * z**3)))


def gelu_sigmoid(z):
    return z / (1 + mpmath.exp(-mpmath.mpf("1.702") * z))


def test_the_value_table(article):
    rows = table(article, "ReLU")
    assert len(rows) == 12
    for z, phi, value, relu in rows:
        z = float(z.replace("−", "-"))
        below = 0.5 * math.erfc(-z / math.sqrt(2))
        assert (phi, value) == (written(below, 6), written(z * below, 6))
        assert float(relu) == max(z, 0)


def test_gelu_by_hand(text):
    assert "had the hidden values (1, 2, 3, −1)" in text
    for z in 2, 3:
        assert f"{z} · {written(mpmath.ncdf(z), 6)} = {written(gelu(z), 6)}" in text
    assert f"= {written(1 - mpmath.ncdf(1), 6)}, and times −1 this is {written(gelu(-1), 6)}" in text
    assert f"GELU(3) is {written(gelu(3), 6)}, so GELU(−3) must be {written(gelu(3) - 3, 6)}" in text


def test_silu_by_hand(article):
    rows = table(article, "SiLU", "GELU")
    assert [row[0] for row in rows] == ["1", "2", "3", "−1"]
    for z, factor, value, other in rows:
        z = mpmath.mpf(z.replace("−", "-"))
        assert [factor, value, other] == [written(v, 6) for v in (1 / (1 + mpmath.exp(-z)), silu(z), gelu(z))]


def test_swish_is_silu_to_another_scale(text):
    at = {beta: mpmath.findroot(lambda z, b=beta: mpmath.diff(lambda t: t / (1 + mpmath.exp(-b * t)), z), -1 / beta)
          for beta in (1, 2)}  # fmt: skip
    assert mpmath.almosteq(at[2], at[1] / 2, 1e-10)
    assert f"Swish, β = 2: {float(at[2] / (1 + mpmath.exp(-2 * at[2]))):.6f} at z = {float(at[2]):.6f}" in text
    assert f"of SiLU, halved: {float(silu(at[1]) / 2):.6f} at z = {float(at[1] / 2):.6f}" in text


def test_the_central_difference(text):
    places, errors = [1, 2, 3, -1], []
    exact = [mpmath.diff(gelu, z) for z in places]
    for step in "0.1", "0.01":
        h = mpmath.mpf(step)
        slopes = [(gelu(z + h) - gelu(z - h)) / (2 * h) for z in places]
        errors.append(max(abs(slope - right) for slope, right in zip(slopes, exact, strict=True)))
        printed = re.search(rf"step +{step} \[ ?([^]]*)\]", text).group(1).split()
        assert [float(number) for number in printed] == pytest.approx(list(map(float, slopes)), abs=1e-6)
    assert f"largest difference from the formula is {float(errors[0] / errors[1]):.2f} times smaller" in text


def test_the_dips(text):
    for name, f, start in ("GELU", gelu, -0.7), ("SiLU", silu, -1.2):
        at = mpmath.findroot(lambda z, f=f: mpmath.diff(f, z), start)
        assert all(f(at + step) > f(at) for step in (-0.01, 0.01))
        assert f"{name}: {float(f(at)):.6f} at z = {float(at):.6f}" in text
        assert re.search(rf"{written(f(at), 6)},? at (z = )?{written(at, 6)}", text)
    assert f"already on the way back: {written(gelu(-1), 6)}" in text
    left, right = (mpmath.findroot(lambda z: gelu(z) + mpmath.mpf("0.1"), start) for start in (-1.5, -0.25))
    assert f"It is −0.1, for example, at z = {written(left, 6)} and at z = {written(right, 6)}" in text


def test_the_steepest_place(text):
    at = mpmath.findroot(lambda z: mpmath.diff(gelu, z, 2), 1.4)
    assert mpmath.almosteq(at, mpmath.sqrt(2), 1e-10)
    slopes = [mpmath.diff(gelu, z) for z in (at, -at)]
    assert f"largest slope of GELU is {written(slopes[0], 4)}, the lowest {written(slopes[1], 4)}" in text
    assert "at 0 0.5" in text and "steps agree True" in text


def test_the_dead_units(text):
    rows = re.search(r"bias fires dead ((?:-?\d+ +[\d.]+% +[\d.]+% ?)+)", text).group(1).split()
    for bias, fires, dead in zip(*[iter(rows)] * 3, strict=True):
        alone = 0.5 * math.erfc(-int(bias) / math.sqrt(2))
        assert float(fires[:-1]) / 100 == pytest.approx(alone, abs=0.002)
        assert float(dead[:-1]) / 100 == pytest.approx((1 - alone) ** 1000, abs=0.04)
    half = mpmath.findroot(lambda b: mpmath.ncdf(-b) ** 1000 - 0.5, -3)
    assert f"With 1,000 tokens half of the units are dead at a bias of {written(half, 2)}" in text
    assert "ReLU leaves 100 without any gradient, GELU 0" in text


def test_the_errors_of_the_approximations(text):
    shown = []
    for f, start, digits in (gelu_tanh, 2.7, 3), (gelu_sigmoid, 2.3, 2):
        at = mpmath.findroot(lambda z, f=f: mpmath.diff(lambda t: f(t) - gelu(t), z), start)
        error = abs(f(at) - gelu(at))
        assert all(abs(f(z) - gelu(z)) <= error for z in mpmath.linspace(0, 8, 801))
        power = math.floor(math.log10(error))
        digit = "⁰¹²³⁴⁵⁶⁷⁸⁹"[-power]
        shown.append(f"{float(error / mpmath.mpf(10) ** power):.2f} · 10⁻{digit}, at |z| = {float(at):.{digits}f}")
    assert shown[0].startswith("4.73 · 10⁻⁴, at |z| = 2.699") and shown[1].startswith("2.03 · 10⁻², at |z| = 2.27")
    for error in shown:
        assert error in text.replace("∣", "|").replace("| z |", "|z|")


def test_the_best_betas(text):
    """At the best β the two largest errors, one of each sign, balance: move β and one of them grows."""
    z = np.linspace(0.001, 8, 4000)
    cdf = 0.5 * np.frompyfunc(math.erfc, 1, 1)(-z / math.sqrt(2)).astype(float)
    shown = re.search(
        r"within (\d\.\d+) of Φ\(z\), for β = (\d\.\d+).*?at β = (\d\.\d+) Swish is within (\d\.\d+)", text
    )
    for error, beta, weight in (shown[1], shown[2], 1), (shown[4], shown[3], z):
        beta, error = float(beta), float(error)
        largest = [np.abs(weight * (1 / (1 + np.exp(-b * z)) - cdf)).max() for b in (beta - 0.01, beta, beta + 0.01)]
        assert largest[1] == pytest.approx(error, abs=1e-4)
        assert largest[1] < min(largest[0], largest[2])


@pytest.fixture(scope="module")
def minilm():
    """Hidden values and what each formula gives in the real layer, with math.erfc one by one, in float64."""
    layer = minilm_layer(dtype=np.float64)
    h_pre = layer.x @ layer.W1 + layer.b1
    below = 0.5 * np.frompyfunc(math.erfc, 1, 1)(-h_pre / math.sqrt(2)).astype(float)
    return layer, h_pre, h_pre * below


def worst(layer, h):
    off = np.abs(h @ layer.W2 + layer.b2 - layer.y).max(axis=1)
    return off / np.abs(layer.y).max(axis=1)


def test_which_gelu_the_real_layer_uses(text, minilm):
    layer, z, h = minilm
    tanh = z / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (z + 0.044715 * z * z * z)))
    assert worst(layer, h).max() < 1e-12
    least, most = worst(layer, tanh).min(), worst(layer, tanh).max()
    digit = {-4: "⁴", -3: "³"}
    low, high = (f"{v:.0e}".split("e") for v in (least, most))
    assert f"misses by {low[0]} · 10⁻{digit[int(low[1])]} to {high[0]} · 10⁻{digit[int(high[1])]}" in text
    exact = re.search(r"Exact GELU agrees within (\d) · 10⁻(.) on all 143 tokens", text)
    assert int(exact[1]) * 10.0 ** -"⁰¹²³⁴⁵⁶⁷⁸⁹".index(exact[2]) < 1e-5


def test_the_real_hidden_values(text, minilm):
    layer, _, h = minilm
    share = (h > 0).mean(axis=1)
    assert f"Only {np.mean(h > 0):.1%} of the values are positive" in text
    assert f"between {share.min():.1%} and {share.max():.1%} for a single token" in text
    assert f"just {np.mean(np.abs(h) < 0.01):.1%} are within 0.01 of zero" in text
    assert f"{np.mean(h > 0.6):.1%} of them beyond the right edge" in text and f"reach up to {h.max():.2f}." in text
    assert f"{np.mean(h < -0.1):.1%} are below −0.1" in text
    assert 0.18 < np.mean(h > 0) < 0.23  # the quiz says "about a fifth"
    cut = np.where(h > 0, h, 0) @ layer.W2 + layer.b2
    lost = np.median(np.linalg.norm(cut - layer.y, axis=1) / np.linalg.norm(layer.y, axis=1))
    assert f"changes by {lost:.2f} of its length" in text


def test_two_tokens_of_the_real_layer(article, minilm):
    layer, z, h = minilm
    length = np.linalg.norm(layer.y, axis=1)
    tanh = z / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (z + 0.044715 * z * z * z)))
    outputs = (hidden @ layer.W2 + layer.b2 for hidden in (np.where(h > 0, h, 0), tanh))
    changed = [np.linalg.norm(out - layer.y, axis=1) / length for out in outputs]
    rows = table(article, "negatives dropped", "tanh form")
    assert [row[0] for row in rows] == ["6", "48"]
    for row, sentence, positive, near_zero, dropped, off in rows:
        k = int(row)
        assert layer.tokens[k] == "bank" and sentence == layer.sentences[layer.sentence[k]]
        assert int(positive) == sum(v > 0 for v in h[k])
        assert int(near_zero) == sum(abs(v) < 0.01 for v in h[k]) and dropped == f"{changed[0][k]:.0%}"
        assert off.replace("\N{NO-BREAK SPACE}", " ") == f"{changed[1][k] * 1e4:.2f} · 10⁻⁴"


def test_no_overflow(article, text):
    rows = table(article, "float32", "float64", "warning")
    right = {"−10,000": "0", "10,000": "1"}
    assert [row[0] for row in rows] == ["naive", "naive", "other", "other", "stable", "stable"]
    for name, z, single, double, warned in rows:
        broken = (name, z) == ("other", "10,000")
        assert {single, double} == ({"nan"} if broken else {right[z]})
        quiet = name == "stable" or (name, z) in {("naive", "10,000"), ("other", "−10,000")}
        assert (warned == "none") == quiet
    assert text.count("agrees with expit True") == 2
    assert len(re.findall(r"warnings: sigmoid none SiLU none naive SiLU overflow", text)) == 2


def test_the_two_banks(text):
    layer = smollm2_layer(dtype=np.float64)
    strongest = {"money": [], "river": []}
    for row, token in enumerate(layer.tokens):
        topic = layer.topics[layer.sentence[row]]
        if token.strip() == "bank" and topic in strongest:
            gate, up = layer.x[row] @ layer.W_gate, layer.x[row] @ layer.W_up
            size = sorted((-abs(g / (1 + math.exp(-g)) * u), k) for k, (g, u) in enumerate(zip(gate, up, strict=True)))
            strongest[topic].append({k for _, k in size[:20]})
    money, river = strongest["money"], strongest["river"]
    assert len(money) == len(river) == 5
    within = {t: [len(s[i] & s[j]) for i in range(5) for j in range(i)] for t, s in strongest.items()}
    across = [len(a & b) for a in money for b in river]
    means = [np.mean(v) for v in (within["money"], within["river"], across)]
    assert "share {:.1f} of the 20 on average, two about a river {:.1f}, one of each {:.1f}".format(*means) in text
    least = min(within["money"] + within["river"])
    assert f"least within a group is {least}, the most across is {max(across)}" in text
    assert least > max(across)
    only = [sorted(set.intersection(*a) - set.union(*b)) for a, b in ((money, river), (river, money))]
    assert f"The units {', '.join(map(str, only[0]))} are among" in text
    assert f"the units {', '.join(map(str, only[1]))} the other way round" in text
