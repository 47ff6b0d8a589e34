"""The questions of `gating`: right answers in many styles, slips, parts that count by themselves, the real layer."""

import math
import re

import numpy as np
import pytest
from scipy.special import erf, expit

from ffn_data import rows, smollm2_layer
from ffn_grader.questions import get_question
from ffn_grader.questions.gating.real_layer import TOKENS
from ffn_ref import ffn, glu_stages, silu, swiglu
from tests.grader.answers import verdict_on


def loops(x, G, U, D):
    """Python numbers only; the stable sigmoid, since math.exp raises where NumPy warns."""
    x = np.asarray(x)
    flat, out = x.reshape(-1, x.shape[-1]), []
    for row in flat.tolist():
        h = []
        for k in range(G.shape[1]):
            z = sum(row[j] * float(G[j, k]) for j in range(len(row)))
            u = sum(row[j] * float(U[j, k]) for j in range(len(row)))
            sigmoid = 1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z))
            h.append(z * sigmoid * u)
        out.append([sum(h[k] * float(D[k, j]) for k in range(len(h))) for j in range(D.shape[1])])
    return np.reshape(out, (*x.shape[:-1], D.shape[1]))


def einsum(x, G, U, D):
    a = np.einsum("...d,dk->...k", x, G)
    return np.einsum("...k,...k,kj->...j", a * expit(a), np.einsum("...d,dk->...k", x, U), D)


def single_precision(x, G, U, D):
    x, G, U, D = (np.asarray(value, dtype=np.float32) for value in (x, G, U, D))
    return (expit(x @ G) * (x @ G) * (x @ U)) @ D


def nested_lists(x, G, U, D):
    return loops(x, G, U, D).tolist()


def one_product(x, G, U, D):
    a, b = np.split(x @ np.hstack([G, U]), 2, axis=-1)
    return (a * b / 2 * (1 + np.tanh(a / 2))) @ D


def sum_over_units(x, G, U, D):
    units = [np.multiply.outer(silu(x @ g) * (x @ u), d) for g, u, d in zip(G.T, U.T, D, strict=True)]
    return sum(reversed(units))


STYLES = [loops, einsum, single_precision, nested_lists, one_product, sum_over_units]


@pytest.mark.parametrize("style", STYLES)
def test_right_swiglu_in_all_styles(style):
    for seed in range(3):
        verdict = verdict_on("gating.swiglu", style, seed=seed)
        assert verdict.credit == 1, str(verdict)


def test_a_sigmoid_that_overflows_costs_half():
    verdict = verdict_on("gating.swiglu", lambda x, G, U, D: (x @ G / (1 + np.exp(-(x @ G))) * (x @ U)) @ D)
    assert (verdict.credit, verdict.misconception) == (0.5, "overflow_warning")
    assert verdict.section == "SwiGLU in code that does not overflow"


def gated_with(product):
    """A family made of `product(x, G, U, D, activation)`."""
    gates = (expit, lambda z: z, lambda z: z * (z > 0), lambda z: z * (1 + erf(z / 2**0.5)) / 2, lambda z: z * expit(z))
    return lambda x, G, U, D: tuple(product(x, G, U, D, gate) for gate in gates)


FAMILIES = {
    "vectorised": gated_with(lambda x, G, U, D, f: (f(x @ G) * (x @ U)) @ D),
    "einsum": gated_with(lambda x, G, U, D, f: np.einsum("...k,...k,kj->...j", f(x @ G), x @ U, D)),
    "float32": gated_with(lambda x, G, U, D, f: ((f(x @ G) * (x @ U)) @ D).astype(np.float32)),
    "lists": gated_with(lambda x, G, U, D, f: ((f(x @ G) * (x @ U)) @ D).tolist()),
    "list of arrays": lambda *layer: list(FAMILIES["vectorised"](*layer)),
    "unit by unit": gated_with(
        lambda x, G, U, D, f: sum(
            np.multiply.outer(f(x @ G[:, k]) * (x @ U[:, k]), D[k]) for k in reversed(range(len(D)))
        )
    ),
}


@pytest.mark.parametrize("style", FAMILIES.values(), ids=FAMILIES)
def test_right_families_in_all_styles(style):
    for seed in range(3):
        verdict = verdict_on("gating.family", style, seed=seed)
        assert verdict.credit == 1, str(verdict)


def test_each_layer_of_the_family_counts_by_itself():
    """Two that are wrong in a way that nobody foresaw leave three fifths."""

    def family(*layer):
        glu, bilinear, reglu, geglu, swi = FAMILIES["vectorised"](*layer)
        return glu, 3 * bilinear, reglu, geglu + 1, swi

    verdict = verdict_on("gating.family", family)
    assert verdict.credit == pytest.approx(3 / 5) and verdict.misconception is None
    assert "Right in all cases: glu, reglu, swiglu." in verdict.details


def test_results_in_another_order_are_told_so():
    def by_letter(*layer):
        glu, bilinear, reglu, geglu, swi = FAMILIES["vectorised"](*layer)
        return bilinear, geglu, glu, reglu, swi

    verdict = verdict_on("gating.family", by_letter)
    wanted = "(glu, bilinear, reglu, geglu, swiglu)"
    assert verdict.sentence == f"The right results, but in another order: give {wanted}."

    def by_one_entry(x, y, A, B, D):
        return (A, B) if A[0, 0] > B[0, 0] else (B, A)

    sentence = verdict_on("gating.told_apart", by_one_entry).sentence
    assert re.fullmatch(r"In [1-7] of 8 files you took the wrong matrix for the gate\.", sentence)


@pytest.mark.parametrize(
    "family",
    [
        lambda x, G, U, D: swiglu(x, G, U, D),
        lambda *a: FAMILIES["vectorised"](*a)[:4],
        lambda *a: None,
        lambda *a: 1 / 0,
    ],
    ids=["one", "four", "nothing", "an error"],
)
def test_a_family_that_cannot_be_read_part_by_part_earns_nothing(family):
    assert verdict_on("gating.family", family).credit == 0


TELLERS = {
    "largest error": lambda x, y, A, B, D: (
        (A, B) if abs(swiglu(x, A, B, D) - y).max() < abs(swiglu(x, B, A, D) - y).max() else (B, A)
    ),
    "allclose": lambda x, y, A, B, D: (A, B) if np.allclose(swiglu(x, A, B, D), y, atol=1e-5) else (B, A),
    "squares, in a list": lambda x, y, A, B, D: min(
        ([A, B], [B, A]), key=lambda pair: float(((swiglu(x, *pair, D) - y) ** 2).sum())
    ),
    "loops, as lists": lambda x, y, A, B, D: (
        (A.tolist(), B.tolist())
        if sum(abs(p - q) for p, q in zip(loops(x, A, B, D).flat, y.flat, strict=True)) < 0.1
        else (B.tolist(), A.tolist())
    ),
    "float32": lambda x, y, A, B, D: (
        (A.astype("f4"), B.astype("f4"))
        if np.linalg.norm(single_precision(x, A, B, D) - y) < np.linalg.norm(single_precision(x, B, A, D) - y)
        else (B.astype("f4"), A.astype("f4"))
    ),
}


@pytest.mark.parametrize("teller", TELLERS.values(), ids=TELLERS)
def test_right_ways_to_tell_gate_and_up_apart(teller):
    for seed in range(5):
        verdict = verdict_on("gating.told_apart", teller, seed=seed)
        assert verdict.credit == 1, str(verdict)


CUTS = {
    "split": lambda x, W: tuple(np.split(x @ W, 2, axis=-1)),
    "slices": lambda x, W: ((x @ W)[..., : W.shape[1] // 2], (x @ W)[..., W.shape[1] // 2 :]),
    "einsum on halves": lambda x, W: [np.einsum("...d,dk->...k", x, half) for half in np.hsplit(W, 2)],
    "reshape": lambda x, W: tuple(np.moveaxis((x @ W).reshape(*x.shape[:-1], 2, -1), -2, 0)),
    "float32": lambda x, W: tuple(np.split((x @ W).astype("f4"), 2, -1)),
    "lists": lambda x, W: [half.tolist() for half in np.split(x @ W, 2, -1)],
    "one array": lambda x, W: np.moveaxis((x @ W).reshape(*x.shape[:-1], 2, -1), -2, 0).tolist(),
}


@pytest.mark.parametrize("at", [lambda x, W: len(W) + 1, lambda x, W: 4, lambda x, W: W.shape[1] // 2 - 1])
def test_a_cut_anywhere_else_is_said_to_be_in_the_wrong_place(at):
    verdict = verdict_on("gating.fused", lambda x, W: np.split(x @ W, [at(x, W)], axis=-1))
    assert verdict.sentence.startswith("The cut is in the wrong place."), str(verdict)


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
def test_right_cuts_of_a_fused_weight(cut):
    verdict = verdict_on("gating.fused", cut)
    assert verdict.credit == 1, str(verdict)


def by_the_rules(dout, x, G, U, D):
    a, b, dh = x @ G, x @ U, dout @ D.T
    s = expit(a)
    da, db = dh * b * (s + a * s * (1 - s)), dh * a * s
    return da @ G.T + db @ U.T, x.T @ da, x.T @ db, (a * s * b).T @ dout


def by_einsum(dout, x, G, U, D):
    a, b, dh = x @ G, x @ U, np.einsum("nj,kj->nk", dout, D)
    da, db = dh * b * expit(a) * (1 + a * expit(-a)), dh * silu(a)
    dx = np.einsum("nk,dk->nd", db, U) + np.einsum("nk,dk->nd", da, G)
    return [dx, *(np.einsum("nd,nk->dk", x, d) for d in (da, db)), np.einsum("nk,nj->kj", silu(a) * b, dout)]


def by_token(dout, x, G, U, D):
    """One token at a time, with outer products added up."""
    dx, dG, dU, dD = np.zeros(x.shape), np.zeros(G.shape), np.zeros(U.shape), np.zeros(D.shape)
    for i, (row, d) in enumerate(zip(x, dout, strict=True)):
        (dx[i],), *dWs = by_the_rules(d[None], row[None], G, U, D)
        for total, dW in zip((dG, dU, dD), dWs, strict=True):
            total += dW
    return dx, dG, dU, dD


def by_differences(dout, x, G, U, D, step=1e-5):
    """No calculus: every entry a little up and a little down."""
    point = [np.asarray(value, dtype=float) for value in (x, G, U, D)]
    slopes = [np.empty(value.shape) for value in point]
    for value, slope in zip(point, slopes, strict=True):
        for k in np.ndindex(value.shape):
            kept, ends = value[k], []
            for value[k] in (kept + step, kept - step):
                ends.append((dout * swiglu(*point)).sum())
            value[k], slope[k] = kept, (ends[0] - ends[1]) / (2 * step)
    return tuple(slopes)


BACKWARDS = [
    by_the_rules,
    by_einsum,
    by_token,
    by_differences,
    lambda *layer: tuple(part.tolist() for part in by_the_rules(*layer)),
    lambda *layer: by_the_rules(*(value.astype("f4") for value in layer)),
]


@pytest.mark.parametrize("backward", BACKWARDS)
def test_right_backward_passes_in_all_styles(backward):
    for seed in range(2):
        verdict = verdict_on("gating.backward", backward, seed=seed)
        assert verdict.credit == 1, str(verdict)


def test_a_slip_in_one_gradient_costs_one_gradient():
    def backward(*layer):
        dx, dG, dU, dD = by_the_rules(*layer)
        return dx, dG, -2 * dU, dD

    verdict = verdict_on("gating.backward", backward)
    assert verdict.credit == 0.75
    assert "Right in all cases: dx, dW_gate, dW_down." in verdict.details


@pytest.mark.parametrize(
    ("slip", "off", "words"),
    [
        (lambda da, db: (3 * da, db), "dW_gate", "dW_gate: Every value is 3 times the right one, in all cases."),
        (lambda da, db: (da, -db), "dW_up", "dW_up: Every sign is flipped, in all cases."),
    ],
)
def test_a_slip_in_one_branch_costs_one_gradient_though_it_spoils_dx(slip, off, words):
    def backward(dout, x, G, U, D):
        a, b, dh = x @ G, x @ U, dout @ D.T
        s = expit(a)
        da, db = slip(dh * b * (s + a * s * (1 - s)), dh * a * s)
        return da @ G.T + db @ U.T, x.T @ da, x.T @ db, (a * s * b).T @ dout

    verdict = verdict_on("gating.backward", backward)
    assert verdict.credit == 0.75 and verdict.misconception is None
    assert verdict.sentence == words
    assert "Not charged: dx. It only follows from what is off." in verdict.details


@pytest.mark.parametrize("made_up", [lambda value: 0 * value, lambda value: value * np.nan], ids=["zero", "NaN"])
def test_two_gradients_that_are_made_up_cost_two(made_up):
    def backward(*layer):
        dx, dG, dU, dD = by_the_rules(*layer)
        return made_up(dx), made_up(dG), dU, dD

    assert verdict_on("gating.backward", backward).credit == 0.5


def test_the_empty_student_practises_on_the_numbers_of_the_book():
    n = get_question("gating.by_hand").numbers("")
    assert n.x.tolist() == [2, -1]
    stages = glu_stages(n.x, n.W_gate, n.W_up, n.W_down)._asdict()
    assert verdict_on("gating.by_hand", student="", **stages).credit == 1
    assert verdict_on("gating.width", student="", plain=134217728, width=11008, gated_count=135266304).credit == 1
    layer, r = smollm2_layer(), get_question("gating.real_layer").numbers("")
    assert r.first in rows(layer, "bank", "money") and r.second in rows(layer, "bank", "river")


@pytest.mark.parametrize("decimals", [3, 4, 9])
def test_rounding_on_the_way_or_at_the_end_costs_nothing(decimals):
    for student in ("ann", "Bob", "Čeněk (2)", *map(str, range(60))):
        n = get_question("gating.by_hand").numbers(student)
        stages = glu_stages(n.x, n.W_gate, n.W_up, n.W_down)._asdict()
        at_the_end = {name: np.round(value, decimals) for name, value in stages.items()}
        assert verdict_on("gating.by_hand", student=student, **at_the_end).credit == 1
        sigmoid = np.round(expit(stages["gate_pre"]), 3)
        gate = np.round(stages["gate_pre"] * sigmoid, decimals)
        h = np.round(gate * stages["up"], decimals)
        on_the_way = stages | {"gate": gate, "h": h, "out": h @ n.W_down}
        assert verdict_on("gating.by_hand", student=student, **on_the_way).credit == 1


def test_a_slip_in_the_gate_is_carried_forward():
    n = get_question("gating.by_hand").numbers("ann")
    gate_pre, up = n.x @ n.W_gate, n.x @ n.W_up
    gate = silu(gate_pre) + np.array([0, 0.5, 0])
    slip = dict(gate_pre=gate_pre, gate=gate, up=up, h=gate * up, out=(gate * up) @ n.W_down)
    verdict = verdict_on("gating.by_hand", student="ann", **slip)
    assert verdict.credit == pytest.approx(4 / 5)


@pytest.mark.parametrize(
    ("slip", "known"),
    [
        (lambda n: (n.x @ n.W_up, n.x @ n.W_gate), "up_for_gate"),
        (lambda n: (n.x[::-1] @ n.W_gate, n.x[::-1] @ n.W_up), "input_reversed"),
    ],
)
def test_one_slip_that_shows_in_both_branches_costs_one_stage(slip, known):
    n = get_question("gating.by_hand").numbers("ann")
    gate_pre, up = slip(n)
    h = silu(gate_pre) * up
    answers = dict(gate_pre=gate_pre, gate=silu(gate_pre), up=up, h=h, out=h @ n.W_down)
    verdict = verdict_on("gating.by_hand", student="ann", **answers)
    assert verdict.credit == pytest.approx(4 / 5) and verdict.misconception == known


def test_the_wrong_width_costs_the_width_alone():
    n = get_question("gating.width").numbers("ann")
    verdict = verdict_on(
        "gating.width", student="ann", plain=2 * n.d_model * n.d_ff, width=n.d_ff, gated_count=3 * n.d_model * n.d_ff
    )
    assert verdict.credit == pytest.approx(2 / 3) and verdict.misconception == "plain_width_kept"


def real_answers(student, dtype, keep=lambda value: value):
    layer, r = smollm2_layer(dtype), get_question("gating.real_layer").numbers(student)
    x = layer.x[r.first] + r.times * layer.x[r.second]
    gate = x @ layer.W_gate * expit(x @ layer.W_gate)
    norm = np.sqrt(((gate * (x @ layer.W_up) @ layer.W_down) ** 2).sum())
    return dict(student=student, mixture=x, negative=int((gate < 0).sum()), total=keep(gate.sum()), norm=keep(norm))


@pytest.mark.parametrize("student", ["", "ann", "Bob"])
def test_the_real_layer_in_either_precision_and_rounded(student):
    for dtype in (np.float32, np.float64):
        for keep in (float, lambda value: round(float(value), 2)):
            verdict = verdict_on("gating.real_layer", **real_answers(student, dtype, keep))
            assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize("gate", [expit, lambda a: np.maximum(a, 0)], ids=["sigmoid", "relu"])
def test_a_gate_that_is_never_negative_costs_one_part_of_the_real_layer(gate):
    layer, r = smollm2_layer(), get_question("gating.real_layer").numbers("ann")
    x = layer.x[r.first] + r.times * layer.x[r.second]
    g = gate(x @ layer.W_gate)
    norm = np.linalg.norm((g * (x @ layer.W_up)) @ layer.W_down)
    answers = dict(mixture=x, negative=(g < 0).sum(), total=g.sum(), norm=norm)
    verdict = verdict_on("gating.real_layer", student="ann", **answers)
    assert verdict.credit == pytest.approx(3 / 4) and verdict.misconception == "gate_that_is_never_negative"


MIXTURES = {
    "first_token_alone": lambda x, r: x[r.first],
    "tokens_swapped": lambda x, r: r.times * x[r.first] + x[r.second],
    "outputs_mixed": lambda x, r: smollm2_layer().y[r.first] + r.times * smollm2_layer().y[r.second],
    None: lambda x, r: x[r.first] - 7 * x[r.second] + 1,
}


@pytest.mark.parametrize(("known", "mix"), MIXTURES.items())
def test_a_wrong_mixture_known_or_not_costs_one_part_of_the_real_layer(known, mix):
    layer, r = smollm2_layer(), get_question("gating.real_layer").numbers("ann")
    x = mix(layer.x, r)
    stages = glu_stages(x, layer.W_gate, layer.W_up, layer.W_down)
    found = dict(negative=(stages.gate < 0).sum(), total=stages.gate.sum(), norm=np.linalg.norm(stages.out))
    verdict = verdict_on("gating.real_layer", student="ann", mixture=x, **found)
    assert verdict.credit == pytest.approx(3 / 4), str(verdict)
    assert verdict.misconception == known


def test_the_stored_outputs_of_the_real_layer_answer_nothing():
    layer, r = smollm2_layer(), get_question("gating.real_layer").numbers("ann")
    assert len(layer.x) == TOKENS
    for y in (layer.y[r.first], layer.y[r.second], layer.y[r.first] + r.times * layer.y[r.second]):
        answers = dict(mixture=y, negative=1, total=1, norm=np.linalg.norm(y))
        assert verdict_on("gating.real_layer", student="ann", **answers).credit == 0


def test_a_plain_layer_with_silu_is_told_from_a_gated_one():
    verdict = verdict_on("gating.swiglu", lambda x, G, U, D: ffn(x, G, D, activation=silu))
    assert verdict.misconception == "up_forgotten"
