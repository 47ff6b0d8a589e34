"""The numbers of the chapter, counted again by other means than ffn_ref: loops, fractions, published totals.

What was measured differs from machine to machine; there the page must agree with itself.
"""

import re
from fractions import Fraction
from itertools import product
from math import comb, isclose, log

import numpy as np
import pytest

from ffn_data import parameter_shapes

from .conftest import ROOT


@pytest.fixture(scope="module")
def article(pages):
    return pages["book/cost.html"].select_one("article")


@pytest.fixture(scope="module")
def text(article):
    return " ".join(article.get_text().replace("\N{NO-BREAK SPACE}", " ").split())


def table(article, *head):
    """The rows of the table whose headings begin so, as texts."""
    for found in article.find_all("table"):
        lines = [[cell.get_text(strip=True) for cell in line.find_all(["th", "td"])] for line in found.find_all("tr")]
        if [cell.replace(" ", "") for cell in lines[0][: len(head)]] == [word.replace(" ", "") for word in head]:
            return lines[1:]
    pytest.fail(f"There is no table with the headings {head}.")


def layer(d, m, gated, biases):
    """Parameters of a layer, array by array."""
    shapes = [(d, m), (d, m), (m, d)] if gated else [(d, m), (m, d)]
    entries = sum(1 for rows, columns in shapes for _ in range(rows) for _ in range(columns)) if d * m < 1000 else None
    weights = sum(a * b for a, b in shapes)
    assert entries in (None, weights)
    return weights + (sum(columns for _, columns in shapes) if biases else 0)


def test_the_table_of_2_4_2(article, text):
    rows = table(article, "array", "shape", "weights", "biases")
    assert [row[1:] for row in rows[:4]] == [["2 × 4", "8", ""], ["4", "", "4"], ["4 × 2", "8", ""], ["2", "", "2"]]
    assert rows[4] == ["sum", "", "16", "6"]
    assert f"16 + 6 = {layer(2, 4, False, True)} parameters" in text


def test_the_counts_at_gpt2_width(text):
    plain, both, gated = layer(768, 3072, False, False), layer(768, 3072, False, True), layer(768, 3072, True, False)
    assert f"Without a gate there are {plain:,} weights" in text
    assert f"The {both - plain:,} biases add {(both - plain) / plain:.2%}" in text
    assert f"make it {gated:,}, half as much again" in text and 2 * gated == 3 * plain
    assert layer(768, 2048, True, False) == plain and f"back to {plain:,}" in text


def test_the_shares_of_a_block(article):
    d = 576
    full, grouped = 4 * d * d, 2 * d * d + 2 * d * (d // 3)
    wanted = [
        Fraction(8 * d * d, 8 * d * d + full),
        Fraction(8 * d * d + 5 * d, 8 * d * d + 5 * d + full + 4 * d),
        Fraction(12, 16),
        Fraction(8, 12),
        Fraction(8 * d * d, 8 * d * d + grouped),
        Fraction(4, 8),
    ]
    rows = table(article, "block, d = 576")
    assert [row[1] for row in rows] == [f"{float(share):.2%}" for share in wanted]
    assert [row[2] for row in rows] == ["2/3", "", "3/4", "2/3", "3/4", "1/2"]
    assert [str(share) for share in wanted if share.denominator < 100] == ["2/3", "3/4", "2/3", "3/4", "1/2"]


def test_the_shapes_of_grouped_heads(text):
    width = 576 // 9
    assert f"9 query heads on d = 576 are {width} wide each. 3 heads of keys" in text
    assert f"make 3 · {width} = {3 * width} columns" in text
    assert f"have the shape (576, {3 * width}), while Wq and Wo stay (576, 576)" in text


# name: (d, m, gated, biases, parameters as published with the weights or by others, None where nobody counted)
PUBLISHED = {
    "Transformer base": (512, 2048, False, True, None),
    "GPT-2": (768, 3072, False, True, 124_439_808),
    "GPT-2 XL": (1600, 6400, False, True, 1_557_611_200),
    "LLaMA-2-7B": (4096, 11008, True, False, 6_738_415_616),
    "Llama-3-8B": (4096, 14336, True, False, 8_030_261_248),
    "Gemma-7B": (3072, 24576, True, False, 8_537_680_896),
    "all-MiniLM-L6-v2": (384, 1536, False, True, 22_713_216),
    "SmolLM2-135M": (576, 1536, True, False, 134_515_008),
}
LAYERS = dict(zip(PUBLISHED, (12, 12, 48, 32, 32, 28, 6, 30), strict=True))


def test_the_table_of_real_models(article):
    rows = {row[0]: row[1:] for row in table(article, "model", "d", "m", "m/d")}
    totals = {row[0]: row[1:] for row in table(article, "model", "all parameters")}
    assert list(rows) == list(totals) == list(PUBLISHED)
    for name, (d, m, gated, biases, published) in PUBLISHED.items():
        one = layer(d, m, gated, biases)
        assert rows[name] == [f"{d:,}", f"{m:,}", f"{m / d:.3g}", "yes" if gated else "no", f"{one:,}"]
        total = published or int(totals[name][0].replace(",", ""))
        assert totals[name][0] == f"{total:,}"
        assert totals[name][2] == f"{LAYERS[name] * one / total:.1%}"


@pytest.mark.parametrize(
    "model, words",
    [
        ("minilm", {"ffn": ("intermediate", "layer.0.output.dense"), "attention": ("attention",)}),
        ("smollm2", {"ffn": ("ffn_gate.", "ffn_up.", "ffn_down."), "attention": ("_q.", "_k.", "_v.", "attn_output.")}),
    ],
)
def test_where_the_parameters_are(text, model, words):
    sizes = {name: int(np.prod(shape)) for name, shape in parameter_shapes(model).items()}
    layers = LAYERS["all-MiniLM-L6-v2" if model == "minilm" else "SmolLM2-135M"]
    first = {name: size for name, size in sizes.items() if re.search(r"(layer|blk)\.0\.", name) and "orm" not in name}
    found = {part: layers * sum(s for n, s in first.items() if any(w in n for w in ws)) for part, ws in words.items()}
    if model == "minilm":  # attention.output.dense belongs to attention alone
        assert not any("attention" in n and "layer.0.output.dense" in n for n in first)
    total = sum(sizes.values())
    for part, count in found.items():
        assert f"{part} {count:,} {count / total:.1%}" in text
    assert f"{found['ffn'] / (found['ffn'] + found['attention']):.2%} of FFN and attention" in text


def test_the_wide_heads_of_gemma(text):
    d, columns, ffn = 3072, 16 * 256, 3 * 3072 * 24576
    assert f"16 of width 256 make {columns:,} columns beside d = {d:,}" in text
    assert f"attention has {4 * d * columns:,} weights and not 4 d 2 = {4 * d * d:,}" in text.replace("4d2", "4 d 2")
    shares = [f"{ffn / (ffn + 4 * d * c):.1%}" for c in (d, columns)]
    assert "would come out as {} instead of {}".format(*shares) in text


def test_two_models_changed(text):
    ffn = 12 * 3 * 576 * 2048
    total = ffn + 12 * (2 * 576 * 576 + 2 * 576 * 192 + 2 * 576) + 49152 * 576 + 576
    assert f"SmolLM2: {ffn:,} of {total:,} parameters, {ffn / total:.3f}" in text
    d, one = 384, layer(384, 1536, False, True)
    outside = (20_000 + 512 + 2) * d + 2 * d + d * d + d  # words, positions, segments, a norm, the pooler
    rest = 6 * (4 * (d * d + d) + 4 * d) + outside
    assert f"MiniLM: {rest:,} of {rest + 6 * one:,} outside the FFNs" in text
    shares = [n * one / (n * (one + 4 * (d * d + d) + 4 * d) + outside) for n in range(1, 100)]
    blocks = next(n for n, share in enumerate(shares, start=1) if share > 0.5)
    assert f"MiniLM: {blocks} blocks, {shares[blocks - 1]:.3f}" in text


def product_macs(rows, inner, columns):
    """MACs of one matrix product, counted in the innermost loop."""
    return sum(1 for _ in product(range(rows), range(columns), range(inner)))


def ffn_macs(n, d, m):
    return product_macs(n, d, m) + product_macs(n, m, d)


def attention_macs(n, d, heads=2):
    projections = 4 * product_macs(n, d, d)
    return projections + heads * (product_macs(n, d // heads, n) + product_macs(n, n, d // heads))


def test_work_and_the_crossing(text):
    d = 4
    for n in 1, 3, 8, 9:
        assert attention_macs(n, d) == 4 * n * d**2 + 2 * n**2 * d and ffn_macs(n, d, 4 * d) == 8 * n * d**2
    assert attention_macs(2 * d, d) == ffn_macs(2 * d, d, 4 * d)
    one = 2 * 768 * 3072
    for words, count in [
        ("MACs, one token", one), ("weights", one), ("MACs, 1,024 tokens", 1024 * one),
        ("FLOPs, 1,024 tokens", 2 * 1024 * one), ("FLOPs, batch of 8", 16 * 1024 * one),
    ]:  # fmt: skip
        assert f"{words} {count:,}" in text
    llama = next(n for n in range(1, 20_000) if 4 * n * 4096**2 + 2 * n**2 * 4096 >= n * 3 * 4096 * 11008)
    assert "at most 1,024 tokens and its crossing is at 1,536" in text
    assert f"LLaMA-2-7B the crossing lies at {llama:,}" in text


def test_pairs_stay_inside_a_text(text):
    for texts, n in (2, 3), (2, 6), (1, 6):
        shown = re.search(rf"{texts} of {n}: FFN +(\d+) +attention +(\d+)", text).groups()
        assert [int(v) for v in shown] == [texts * ffn_macs(n, 2, 4), texts * attention_macs(n, 2)]
    grown = Fraction(attention_macs(6, 2), attention_macs(3, 2))
    assert f"FFN’s work grows by 2, attention’s by {float(grown):.2f}" in text


def slope(xs, ys):
    """Of the least-squares line, by its formula."""
    x0, y0 = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - x0) * (y - y0) for x, y in zip(xs, ys, strict=True)) / sum((x - x0) ** 2 for x in xs)


def test_the_exponents(article, text):
    rows = [[float(v.replace(",", "")) for v in row] for row in table(article, "tokens", "FFN, ms")]
    shown = dict((name, (float(took), float(counted))) for name, took, counted in
                 re.findall(r"(ffn|attention) measured (-?\d+\.\d+) by MACs (\d\.\d+)", text))  # fmt: skip
    lengths = [log(row[0]) for row in rows]
    counted = slope(lengths, [log(4 * row[0] * 256**2 + 2 * row[0] ** 2 * 256) for row in rows])
    assert shown["ffn"][1] == 1 and shown["attention"][1] == float(f"{counted:.2f}") and 1 < counted < 2
    for name, column in ("ffn", 1), ("attention", 2):  # the table has three decimals of a millisecond
        taken = [row[column] for row in rows]
        off = 0.0051 + 0.0005 / min(taken)
        assert isclose(shown[name][0], slope(lengths, list(map(log, taken))), abs_tol=off)


def test_the_stopwatch_agrees_with_itself(article, text):
    rows = [[float(v.replace(",", "")) for v in row] for row in table(article, "tokens", "FFN, ms")]
    assert [row[0] for row in rows] == [32, 64, 128, 256, 512, 1024, 2048]
    for n, ffn, attention, ratio, counted in rows:
        assert ffn > 0 and attention > 0
        assert isclose(ratio, attention / ffn, abs_tol=0.006 + ratio * 0.001 / min(ffn, attention))
        assert isclose(counted, (4 * n * 256**2 + 2 * n**2 * 256) / (8 * n * 256**2), abs_tol=0.0051)
    number = r"(\d+\.\d+)"
    growth = re.search(f"to 2,048 tokens the FFN’s time grew by a factor of {number}.*?grew by {number}", text)
    for column, grown in (1, growth[1]), (2, growth[2]):
        before, after = rows[-2][column], rows[-1][column]
        assert isclose(float(grown), after / before, abs_tol=0.006 + 0.001 * after / before**2)
    assert float(re.search(r"over that of our thread: (\d+\.\d+)", text)[1]) > 0


def cell(word):
    """The source of the chapter's one code cell that holds the word, without its options."""
    source = (ROOT / "book" / "cost.md").read_text(encoding="utf-8")
    cells = re.findall(r"^```\{code-cell\}\n(?:---\n.*?\n---\n|(?::[^\n]*\n)*)(.*?)^```$", source, re.S | re.M)
    (found,) = [code for code in cells if word in code]
    return found


def test_the_words_about_the_crossing_hold_for_any_outcome():
    code = cell("def crossing(")
    scope = {"np": np, "number": lambda value: f"{value:,}"}
    exec(code[code.index("def crossing(") : code.index("ratio = took")], scope)
    lengths = [100, 200, 400]
    words = lambda *ratio: scope["crossing"](lengths, np.array(ratio, float))  # noqa: E731
    assert words(2, 3, 4) == "attention took longer at every length that we tried, from 100 tokens on"
    assert words(0.5, 0.6, 0.9) == "the FFN took at least as long at our longest text, 400 tokens"
    assert words(0.5, 0.5, 2) == "attention took longer beyond about 283 tokens"
    assert words(2, 0.5, 2) == "attention took longer beyond about 283 tokens"  # a disturbed first line
    assert words(1, 1, 2) == "attention took longer beyond about 200 tokens"
    assert "at least as long" in words(1, 1, 1)


def test_the_stopwatch_ends_in_time():
    scope = {"np": np}
    exec(cell("def stopwatch("), scope)
    runs = []
    times = scope["stopwatch"]({"a": lambda: runs.append("a"), "b": lambda: runs.append("b")}, seconds=0)
    assert runs == ["a", "b"] * 4 and {name: len(each) for name, each in times.items()} == {"a": 3, "b": 3}
    times = scope["stopwatch"]({"a": lambda: None}, seconds=60, most=5)
    assert len(times["a"]) == 5 and (times["a"] > 0).all()


def test_the_roofline_agrees_with_itself(article, text):
    shown = re.search(r"bandwidth +([\d.]+) GB a second peak +([\d.]+) GFLOPs a second ridge +([\d.]+) FLOPs", text)
    bandwidth, peak, ridge = map(float, shown.groups())
    assert isclose(ridge, peak / bandwidth, rel_tol=0.01)
    rows = [[float(v.rstrip("%")) for v in row] for row in table(article, "tokens", "FLOPs a byte")]
    assert [row[0] for row in rows] == [2**k for k in range(10)]
    weights = 2 * 768 * 3072
    for n, intensity, micros, speed, share in rows:
        moved = 4 * (weights + n * (768 + 3072 + 3072 + 768))  # weights; x in, h out, h in, output out
        assert isclose(intensity, 2 * n * weights / moved, abs_tol=0.0051)
        assert isclose(speed, 2 * weights / micros / 1e3, rel_tol=0.02, abs_tol=0.06)
        assert isclose(share, 100 * speed / min(peak, intensity * bandwidth), rel_tol=0.04, abs_tol=0.6)
    reach = next((n for n in range(1, 10**5) if 2 * n * weights / (4 * (weights + n * 7680)) >= ridge), None)
    if reach and ridge < 250:  # where a rounded ridge still tells the batch
        written = int(re.search(r"this layer reaches it with ([\d,]+) tokens", text)[1].replace(",", ""))
        assert abs(written - reach) <= 1 + reach / 100


def test_intensity_levels_off(text):
    for n in 1, 8, 64, 512, 4096, 32768:
        weights = 2 * 768 * 3072
        assert re.search(rf"{n:,} {2 * n * weights / (2 * (weights + n * 7680)):.2f}\b", text)


def test_what_training_keeps(text):
    assert "True True True numbers kept, per token: 72" in text and "that makes 72, which is 9 d" in text
    assert text.count("(True, True)") == 2  # ReLU's two gradients, and what was recomputed
    assert f"keeps {2 + 4 + 4} numbers for each token, and a gated layer of the same widths {2 + 4 + 4 + 4}" in text
    assert f"keep 3 · 5 · 10 = {3 * 5 * 10}" in text and f"{3 * 5 * 2} numbers stay instead of {3 * 5 * 10}" in text
    each = 4096 + 3 * 11008
    saved = [each * 4096 * 2 * 32, 2 * 6_738_415_616, 4096 * 4096 * 2 * 32, (each - 4096) * 4096 * 2]
    gigabytes = [f"{size / 1e9:.2f} GB" for size in saved]
    assert f"keeps {each:,} numbers for each token" in text
    sentence = "keep {}, while the weights of the whole model take {}. With checkpointing the layers keep {}, plus {}"
    assert sentence.format(*gigabytes) in text
    # each of the two products of forward has two in backward: the weights' gradient and the input's
    assert "takes 3 times the MACs of the forward pass" in text
    layer, block = Fraction(1, 2), Fraction(1)  # shares of the forward pass that are done again
    assert f"That makes {float(3 + layer)} times, {layer / 3} more" in text
    assert f"Then a step takes {3 + block} times, {block / 3} more" in text


def test_a_small_mixture(text):
    expert, router = 2 * 4 + 2 * 4 + 4 * 2, 2 * 8
    assert f"3 · 2 · 4 = {expert} weights, and the router 2 · 8 = {router}" in text
    assert f"8 · {expert} + {router} = {8 * expert + router}, and a token uses" in text
    assert f"2 · {expert} + {router} = {2 * expert + router}." in text


def test_mixtral(text):
    d, m, layers, vocabulary, kv = 4096, 14336, 32, 32000, 1024
    expert = layers * 3 * d * m
    rest = layers * (2 * d * d + 2 * d * kv + 2 * d + 8 * d) + 2 * vocabulary * d + d
    total, active, single = 8 * expert + rest, 2 * expert + rest, expert + rest - layers * 8 * d
    for words, count in ("all experts", 8 * expert), ("everything else", rest), ("total", total), ("active", active):
        assert f"{words} {count:,}" in text
    assert f"with one expert {single:,}" in text
    assert f"has {total / 1e9:.2f} B parameters (billions), of which a token uses {active / 1e9:.2f} B" in text
    assert (round(total / 1e9), round(active / 1e9)) == (47, 13)  # as the paper rounds them
    assert f"would have {single / 1e9:.2f} B; eight such models would have {8 * single / 1e9:.1f} B" in text
    assert f"The router has {8 * d:,} weights in a block, beside {8 * 3 * d * m:,} in" in text
    assert f"the input embedding, {vocabulary * d / 1e6:.0f} million of them" in text
    missed = Fraction(comb(7, 2), comb(8, 2))  # a token passes a given expert by
    woken = [float(8 * (1 - missed**tokens)) for tokens in (1, 4, 16)]
    assert "wake {:.0f} experts, 4 tokens {:.1f} on average and 16 tokens {:.1f}".format(*woken) in text
