"""The numbers of the chapter, computed again by other means than the page's: mpmath, Fraction, loops, counting."""

import math
import re
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from ffn_data import smollm2_layer

mpmath.mp.dps = 30

X, W_GATE = [2, -1], [[1, 0, 1], [0, 1, 1]]
W_UP, W_DOWN = [[1, 1, 1], [1, 0, -1]], [[1, 0], [0, 1], [0, 1]]


@pytest.fixture(scope="module")
def article(pages):
    return pages["book/gating.html"].select_one("article")


@pytest.fixture(scope="module")
def text(article):
    return " ".join(article.get_text().replace("\N{NO-BREAK SPACE}", " ").split())


def written(value, digits):
    return f"{float(value):.{digits}f}".replace("-", "−")


def tuple_of(values, digits):
    return "(" + ", ".join(written(v, digits) for v in values) + ")"


def printed(text, name):
    """The numbers of the array that a cell printed after `name`."""
    return [float(v) for v in re.search(rf"{name} +\[([^\]]*)\]", text)[1].split()]


def silu(z):
    return z / (1 + mpmath.exp(-z))


def gelu(z):
    return z * mpmath.ncdf(z)


def times(row, matrix):
    return [sum(v * line[k] for v, line in zip(row, matrix, strict=True)) for k in range(len(matrix[0]))]


def gated(f, x=X, gate=W_GATE, up=W_UP, down=W_DOWN):
    """Every stage of one pass, term by term."""
    g, u = [f(mpmath.mpf(z)) for z in times(x, gate)], times(x, up)
    h = [a * b for a, b in zip(g, u, strict=True)]
    return g, u, h, times(h, down)


def test_the_pass_by_hand(text):
    g, u, h, out = gated(silu)
    assert u == [1, 2, 3] and times(X, W_GATE) == [2, -1, 1]
    assert printed(text, "gate") == [round(float(v), 4) for v in g]
    assert f"1 · {written(g[0], 6)} = {written(h[0], 6)}, then 2 · ({written(g[1], 6)}) = {written(h[1], 6)}" in text
    assert f"and 3 · {written(g[2], 6)} = {written(h[2], 6)}" in text
    assert f"{written(h[1], 6)} + {written(h[2], 6)} = {written(out[1], 6)}" in text
    plain = times([silu(mpmath.mpf(z)) for z in times(X, W_GATE)], W_DOWN)
    assert f"So (2, −1) becomes {tuple_of(out, 6)}. The layer has {6 + 6 + 6} weights" in text
    assert f"would have ended at {tuple_of(plain, 6)}" in text


@pytest.mark.parametrize(
    "name, gate",
    [
        ("glu", lambda z: 1 / (1 + mpmath.exp(-z))),
        ("bilinear", lambda z: z),
        ("reglu", lambda z: max(z, 0)),
        ("geglu", gelu),
        ("swiglu", silu),
    ],
)
def test_the_family(text, name, gate):
    assert printed(text, f"{name}") == pytest.approx([float(v) for v in gated(gate)[3]], abs=5.1e-7)


def test_the_lowest_gates(article):
    for name, f, start in ("GEGLU", gelu, -0.7), ("SwiGLU", silu, -1.2):
        low = f(mpmath.findroot(lambda z, f=f: mpmath.diff(f, z), start))
        cells = next(
            line for line in article.find_all("tr") if line.td and line.td.get_text(strip=True) == name
        ).find_all("td")
        assert [cell.get_text(" ", strip=True) for cell in cells[2:]] == [f"from {written(low, 3)} upward", "3"]


def test_a_product_of_two_units(text):
    assert "array([ 12., -10., -3.])" in text  # 3 · 4, -2 · 5, 0.5 · -6


def test_keeping_and_growing(text):
    keep, grow = 1 / (1 + mpmath.exp(-1.5)), silu(mpmath.mpf(1.5))
    assert f"sigmoid(1.5) = {written(keep, 2)} a stored 1 fades to {written(keep**8, 2)} in 8 steps" in text
    assert f"SiLU(1.5) = {written(grow, 2)} would blow it up to {written(grow**8, 2)}" in text


def test_swapped_and_wrong_halves(text):
    right, swapped = gated(silu)[3], gated(silu, gate=W_UP, up=W_GATE)[3]
    assert f"The result is {tuple_of(swapped, 6)} instead of {tuple_of(right, 6)}" in text
    assert "up scaled True gate scaled False" in text
    fused = times(X, [a + b for a, b in zip(W_GATE, W_UP, strict=True)])
    other = times([silu(mpmath.mpf(g)) * u for g, u in zip(fused[::2], fused[1::2], strict=True)], W_DOWN)
    for name, value in ("first half", right), ("second half", swapped), ("every other", other):
        assert printed(text, name) == pytest.approx([float(v) for v in value], abs=5.1e-7)


def test_gradients_of_the_pass(text):
    """The sum of the outputs differentiated by mpmath in each gate pre-activation and each value."""
    gate_pre, up = [mpmath.mpf(z) for z in times(X, W_GATE)], times(X, W_UP)
    reach = [sum(line) for line in W_DOWN]  # what a unit adds to the sum of the outputs
    du = [mpmath.diff(lambda u, a=a, r=r: silu(a) * u * r, b) for a, b, r in zip(gate_pre, up, reach, strict=True)]
    dgate = [mpmath.diff(lambda a, b=b, r=r: silu(a) * b * r, a) for a, b, r in zip(gate_pre, up, reach, strict=True)]
    assert printed(text, "du") == pytest.approx([float(v) for v in du], abs=5.1e-7)
    assert printed(text, "dgate_pre") == pytest.approx([float(v) for v in dgate], abs=5.1e-7)
    assert printed(text, "dh") == reach
    assert "True True True True" in text  # dW_down, dW_up, dW_gate, dx
    assert [name in text for name in ("dx (5, 4) agrees: True", "dW_gate (4, 6) agrees: True")] == [True, True]
    assert [name in text for name in ("dW_up (4, 6) agrees: True", "dW_down (6, 4) agrees: True")] == [True, True]


def test_the_budget(text):
    d, m = 768, 2048
    plain, match, kept = (sum(a * b for a, b in shapes) for shapes in (
        [(d, 4 * d), (4 * d, d)], [(d, m), (d, m), (m, d)], [(d, 4 * d), (d, 4 * d), (4 * d, d)]))  # fmt: skip
    assert plain == match == 4_718_592
    assert (
        "For d = 768 both have exactly 4,718,592 parameters, the plain layer at 3,072 and the gated one at 2,048"
        in text
    )
    assert f"With 4d kept it would be {kept:,}, 50% more" in text.replace("4 d", "4d")
    assert f"biases ({plain + 4 * d + d:,} against {match + 2 * m + d:,} here" in text


def test_two_thirds_of_any_width(text):
    plain = sum(1 for _ in range(512) for _ in range(1536)) * 2
    assert plain == 3 * 512 * 1024 and f"matched by m = 1024: {plain:,} parameters in both" in text
    assert f"would give {round(Fraction(8 * 512, 3))} and be too wide" in text


def test_the_widths(article, text):
    two_thirds = Fraction(8 * 4096, 3)
    seven, eight = math.floor(two_thirds), math.floor(Fraction(13, 10) * math.floor(two_thirds))
    assert (seven, eight) == (10922, 14198)
    assert "LLaMA-2-7B (10922, 11008) Llama-3-8B (14198, 14336)" in text
    assert 11008 % 256 == 0 <= 11008 - seven < 256 and 14336 % 1024 == 0 <= 14336 - eight < 1024
    assert f"is {float(two_thirds):,.2f}, cut to 10,922 and rounded up to a multiple of 256: 11,008" in text.replace(
        "8 d / 3", "8d/3"
    )
    assert "14,198, rounded up to 14,336" in text
    shown = {}
    for line in article.find_all("tr"):
        cells = [cell.get_text(strip=True) for cell in line.find_all("td")]
        if len(cells) == 6:
            shown[cells[0]] = cells[1:]
    published = {"LLaMA-2-7B": (4096, 11008), "Llama-3-8B": (4096, 14336), "Gemma-7B": (3072, 24576),
                 "SmolLM2-135M": (576, 1536), "Mixtral 8x7B": (4096, 14336)}  # fmt: skip
    for name, (d, m) in published.items():
        share = Fraction(3 * d * m, 8 * d * d)
        assert shown[name] == [f"{d:,}", f"{8 * d / 3:,.1f}", f"{m:,}", f"{m / d:.2f}", f"{float(share):.1%}"]
    assert "(0.8% above" in text and "Llama-3-8B is 31% above" in text and "Gemma-7B spends 3 times" in text


@pytest.fixture(scope="module")
def real():
    """The real layer in float64, its gate with tanh: sigmoid(z) = (1 + tanh(z/2)) / 2."""
    layer = smollm2_layer(dtype=np.float64)
    gate_pre, up = layer.x @ layer.W_gate, layer.x @ layer.W_up
    return layer, gate_pre, up, gate_pre * (1 + np.tanh(gate_pre / 2)) / 2


def median_error(layer, h):
    off = np.abs(h @ layer.W_down - layer.y).max(axis=1) / np.abs(layer.y).max(axis=1)
    return np.median(off)


def test_the_real_layer_is_as_large_as_a_plain_one(text):
    assert 576 * 1536 * 3 == 2 * 576 * (4 * 576) == 2_654_208
    assert "8d/3 exactly: True parameters: 2654208" in text
    assert "576→1,536→576, with 2,654,208 parameters" in text


def test_the_mistakes_on_the_real_layer(text, real):
    layer, a, b, gate = real
    assert median_error(layer, gate * b) < 1e-12
    exact = float(re.search(r"SwiGLU (\de-\d\d)", text)[1])
    assert exact < 1e-5
    half = (1 + np.tanh(a / 2)) / 2
    below = 0.5 * np.frompyfunc(math.erfc, 1, 1)(-a / math.sqrt(2)).astype(float)
    expected = {
        "gate and up swapped": b * (1 + np.tanh(b / 2)) / 2 * a,
        "silu of the product": a * b * (1 + np.tanh(a * b / 2)) / 2,
        "silu on both": gate * b * (1 + np.tanh(b / 2)) / 2,
        "sigmoid gate (GLU)": half * b,
        "GELU gate (GEGLU)": a * below * b,
        "no gate": gate,
    }
    for name, h in expected.items():
        assert f"{name} {median_error(layer, h):.0e}" in text, name
    nearest = min(median_error(layer, h) for h in expected.values())
    assert f"is off by {nearest:.2f} of the row" in text
    assert f"swapping gate and up by {median_error(layer, expected['gate and up swapped']):.2f}" in text
    assert nearest == median_error(layer, expected["GELU gate (GEGLU)"])


def test_the_real_gates(text, real):
    layer, _, up, gate = real
    assert (
        f"Of {len(layer.x) * 1536:,} gates {np.mean(gate < 0):.1%} are negative and {np.mean(gate > 1):.2%} are above 1"
        in text
    )
    assert f"SiLU’s minimum, {written(gate.min(), 5)}, to {written(gate.max(), 2)}" in text.replace("'", "’")
    sums = gate.sum(axis=1)
    assert f"goes from {written(sums.min(), 1)} to {written(sums.max(), 1)}" in text
    assert f"positive in {np.mean(gate * up > 0):.1%} of the cases" in text
    assert np.mean(gate < 0) > 0.5  # a quiz answer says "more than half"


def test_a_mixture_of_two_inputs(text, real):
    layer, gate_pre, up, gate = real
    a, b = (array[5] + 2 * array[49] for array in (gate_pre, up))  # both maps are linear
    together, apart = a * (1 + np.tanh(a / 2)) / 2, gate[5] + 2 * gate[49]
    assert f"below 0 {sum(together < 0)} and {sum(apart < 0)} sum {together.sum():.2f} and {apart.sum():.2f}" in text
    assert f"length of the output {math.dist((together * b) @ layer.W_down, np.zeros(576)):.2f}" in text


def test_where_computes_both_branches(text):
    assert "[0. 1.] invalid value encountered overflow encountered" in text


def test_only_the_sketch_warns(text):
    assert text.count("same numbers: True") == 2
    lines = re.findall(r"(ordinary|times 1000), (sketch|robust): warnings (\d), finite (\w+) (\w+) \(2, 5, 576\)", text)
    assert lines == [(size, name, str(int((size, name) == ("times 1000", "sketch"))), "True", "float32")
                     for size in ("ordinary", "times 1000") for name in ("sketch", "robust")]  # fmt: skip


def test_the_evidence(text):
    """What the prose concludes from the two published tables."""
    plain, gate = ("ReLU", "GELU", "Swish"), ("GLU", "Bilinear", "ReGLU", "SwiGLU", "GEGLU")
    studies = [
        dict(re.findall(r'"(\w+)": (\d\.\d{3})', found))
        for found in re.findall(r"(?:shazeer|narang) = \{(.*?)\}", text)
    ]
    assert [len(study) for study in studies] == [8, 8]
    for study in studies:
        assert max(float(study[name]) for name in gate) < min(float(study[name]) for name in plain)
    gains = [Fraction(study["ReLU"]) - Fraction(study["SwiGLU"]) for study in studies]
    assert gains == [Fraction("0.041"), Fraction("0.049")]
    less = [f"{-math.expm1(-gain):.1%}" for gain in gains]
    assert f"0.041 and 0.049, or a perplexity {less[0]} and {less[1]} lower" in text
    apart = [Fraction(study["SwiGLU"]) - Fraction(study["GEGLU"]) for study in studies]
    assert apart == [Fraction("0.003"), Fraction("-0.003")]
    assert "differ by 0.003 in one study and by 0.003, the other way round" in text
