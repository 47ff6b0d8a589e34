"""The questions of `motivation`: right answers in many styles, other solutions, what the verdicts say."""

import math

import numpy as np
import pytest

from ffn_grader.questions import get_question
from ffn_ref import gelu, self_attention
from tests.grader.answers import verdict_on


def softmax(z):
    return np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)


def vectorised(X, W_q, W_k, W_v):
    return softmax((X @ W_q) @ (X @ W_k).T / np.sqrt(W_k.shape[-1])) @ (X @ W_v)


def loops(X, W_q, W_k, W_v):
    Q, K, V = np.asarray(X) @ W_q, np.asarray(X) @ W_k, np.asarray(X) @ W_v
    out = np.zeros((len(Q), V.shape[1]))
    for i, query in enumerate(Q):
        weights = [math.exp(float(query @ key) / math.sqrt(len(key))) for key in K]
        for weight, value in zip(weights, V, strict=True):
            out[i] += weight / sum(weights) * value
    return out


def einsum(X, W_q, W_k, W_v):
    scores = np.einsum("id,dk,je,ek->ij", X, W_q, X, W_k) / W_q.shape[1] ** 0.5
    return np.einsum("ij,jd,dv->iv", softmax(scores), X, W_v)


def single_precision(X, W_q, W_k, W_v):
    return vectorised(*(np.asarray(value, dtype=np.float32) for value in (X, W_q, W_k, W_v)))


def nested_lists(X, W_q, W_k, W_v):
    return loops(X, W_q, W_k, W_v).tolist()


def values_last(X, W_q, W_k, W_v):
    """Another order: average the tokens, then project; scores from one joint matrix, shifted."""
    scores = X @ (W_q @ W_k.T) @ X.T / np.sqrt(W_q.shape[1])
    return (softmax(scores - scores.max(axis=-1, keepdims=True)) @ X) @ W_v


ATTENTION = [vectorised, loops, einsum, single_precision, nested_lists, values_last]


@pytest.mark.parametrize("style", ATTENTION)
def test_right_attention_in_all_styles(style):
    for seed in range(3):
        verdict = verdict_on("motivation.attention", style, seed=seed)
        assert verdict.credit == 1, str(verdict)


def slip(softmax_of, scale=lambda X, W_q: np.sqrt(W_q.shape[1])):
    """Attention with another softmax or another divisor."""
    return lambda X, W_q, W_k, W_v: softmax_of((X @ W_q) @ (X @ W_k).T / scale(X, W_q)) @ (X @ W_v)


def sum_without_keepdims(z):
    return np.exp(z) / np.exp(z).sum(axis=-1)


def one_of_two_without_keepdims(z):
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1)


def twice_without_keepdims(z):
    powers = np.exp(z - z.max(axis=-1))
    return powers / powers.sum(axis=-1)


def maximum_without_keepdims(z):
    return softmax(z - z.max(axis=-1))


@pytest.mark.parametrize(
    ("wrong", "mistake"),
    [
        (slip(sum_without_keepdims), "keepdims_forgotten"),
        (slip(one_of_two_without_keepdims), "keepdims_forgotten_in_the_sum"),
        (slip(twice_without_keepdims), "keepdims_forgotten_twice"),
        (slip(maximum_without_keepdims), "keepdims_forgotten_in_the_maximum"),
        (slip(softmax, lambda X, W_q: np.sqrt(len(X))), "scaled_by_the_positions"),
        (slip(softmax, lambda X, W_q: np.sqrt(X.shape[1])), "scaled_by_d_model"),
        (slip(lambda z: z), "no_softmax"),
        (slip(lambda z: z, lambda X, W_q: 1), "no_softmax_and_not_scaled"),
        (slip(lambda z: z / z.sum(axis=-1, keepdims=True)), "scores_divided_by_their_sum"),
        (slip(lambda z: np.exp(z) / np.exp(z).sum()), "one_softmax_for_the_whole_table"),
        (slip(lambda z: softmax(z.T).T), "softmax_over_the_wrong_axis"),
        (slip(lambda z: softmax(z).T), "table_transposed"),
        (slip(softmax, lambda X, W_q: 1), "not_scaled"),
        (lambda *args: args[0] + vectorised(*args), "input_added"),
        (lambda X, W_q, W_k, W_v: softmax(X @ W_q @ (X @ W_k).T / np.sqrt(W_q.shape[1])), "weights_for_output"),
    ],
)
def test_slips_in_attention_are_named_as_students_write_them(wrong, mistake):
    for seed in range(3):
        verdict = verdict_on("motivation.attention", wrong, seed=seed)
        assert (verdict.credit, verdict.misconception) == (0, mistake), str(verdict)


def by_slices(J, n):
    d = len(J) // n
    return [
        [bool(np.abs(J[i * d : (i + 1) * d, j * d : (j + 1) * d]).max() > 1e-8) for j in range(n)] for i in range(n)
    ]


def by_norms(J, n):
    return np.sqrt(np.einsum("iajb,iajb->ij", *[J.reshape(n, len(J) // n, n, -1)] * 2)) > 1e-8


def by_split(J, n):
    return np.array([[abs(block).sum() > 1e-7 for block in np.hsplit(rows, n)] for rows in np.vsplit(J, n)])


def by_kron(J, n):
    gather = np.kron(np.eye(n), np.ones(len(J) // n))
    return (gather @ (np.abs(J) > 1e-8) @ gather.T > 0).astype(np.float32)


@pytest.mark.parametrize(
    "style",
    [by_slices, by_norms, by_split, by_kron, lambda J, n: np.array(by_slices(J, n), dtype=int)],
    ids=["loops and lists", "einsum", "split", "products, float32", "ones and zeros"],
)
def test_right_block_patterns_in_all_styles(style):
    for seed in range(3):
        verdict = verdict_on("motivation.block_pattern", style, seed=seed)
        assert verdict.credit == 1, str(verdict)


def with_matrix(Y, order, Z):
    return np.allclose(Z, np.eye(len(order))[order] @ Y)


def undone(Y, order, Z):
    return np.linalg.norm(Z[np.argsort(order)] - Y) < 1e-8


def row_by_row(Y, order, Z):
    return all(abs(float(a) - float(b)) < 1e-8 for i, j in enumerate(order) for a, b in zip(Z[i], Y[j], strict=True))


def in_single_precision(Y, order, Z):
    return np.float32(np.abs(Z.astype("f4") - Y.astype("f4")[order]).max()) < 1e-5


@pytest.mark.parametrize("style", [with_matrix, undone, row_by_row, in_single_precision, lambda *a: int(undone(*a))])
def test_right_tests_of_equivariance_in_all_styles(style):
    for seed in range(3):
        verdict = verdict_on("motivation.equivariant", style, seed=seed)
        assert verdict.credit == 1, str(verdict)


def test_the_data_for_equivariance_come_from_layers_of_both_kinds():
    question = get_question("motivation.equivariant")
    for seed in range(20):
        said = [question.reference(*case.args) for case in question.cases(seed)]
        assert 3 <= sum(said) <= len(said) - 3
        assert said[-3:] == [True, False, True]  # attention, causal attention, a feed-forward network


def test_the_books_numbers():
    n = get_question("motivation.xor").numbers("")
    assert n.t.tolist() == [0, 1, 1, 0]
    net = dict(W1=[[1, 1], [1, 1]], b1=[0, -1], W2=[[1], [-2]], b2=[0])
    assert verdict_on("motivation.xor", student="", **net).credit == 1
    average = dict(out=[3, 4.5], out_sum=[5, 0.5])
    assert verdict_on("motivation.fixed_weights", student="", **average).credit == 1
    saved = 99 * 2_099_712  # 512 → 2048 → 512 with biases, 100 positions
    assert verdict_on("motivation.sharing", student="", answer=saved).credit == 1


def curve(student):
    n = get_question("motivation.fit").numbers(student)
    return lambda t: (n.a * np.sin(2 * t) + n.b * np.cos(3 * t) + n.c * t + n.d * t**2) / 4


def least_squares(student, bends, signs=1.0):
    t = np.linspace(-2, 2, 161)
    W1 = np.ones((1, len(bends))) * signs
    b1 = -W1[0] * bends
    H = np.column_stack([np.maximum(t[:, None] * W1 + b1, 0), np.ones(len(t))])
    readout = np.linalg.lstsq(H, curve(student)(t), rcond=None)[0]
    return dict(W1=W1, b1=b1, W2=readout[:-1, None], b2=readout[-1:])


@pytest.mark.parametrize("student", ["ann", "bob", "cy"])
@pytest.mark.parametrize("signs", [1.0, 2.0, np.tile([1.0, -1.0], 8)])
def test_evenly_spaced_bends_are_enough_for_the_fit(student, signs):
    bends = np.linspace(-2, 2, 18)[1:-1] if np.ndim(signs) else np.linspace(-2, 2, 16, endpoint=False)
    verdict = verdict_on("motivation.fit", student=student, **least_squares(student, bends, signs))
    assert verdict.credit == 1, str(verdict)


@pytest.mark.parametrize("student", ["", "ann", "bob", "cy"])
def test_of_first_layers_drawn_as_in_the_book_some_are_good_enough_and_some_are_not(student):
    rng = np.random.default_rng(0)
    verdicts = []
    for _ in range(30):
        bends, signs = -2 + 4 * (np.arange(16) + rng.uniform(size=16)) / 16, rng.choice([-1.0, 1.0], 16)
        verdicts.append(verdict_on("motivation.fit", student=student, **least_squares(student, bends, signs)))
    assert 0 < sum(verdict.credit == 1 for verdict in verdicts) < 30
    missed = next(verdict for verdict in verdicts if verdict.credit < 1)
    assert "The largest error is" in missed.text() and "It bends in 16 places between −2 and 2" in missed.text()


def on_fit(student="ann", **weights):
    return verdict_on("motivation.fit", student=student, **weights)


def test_units_that_all_bend_in_one_place_are_no_praise():
    verdict = on_fit(**least_squares("ann", np.zeros(16)))
    assert "It bends in 1 place between −2 and 2, and in none between −2 and 0." in verdict.text()


def test_a_stretch_without_a_bend_is_named():
    bends = np.linspace(-2, 2, 16, endpoint=False)
    verdict = on_fit(**least_squares("ann", bends[(bends < 0) | (bends > 1.3)]))
    assert "and in none between −0.25 and 1.5. You have 10 units, 16 are allowed." in verdict.text()


def test_a_constant_is_blamed_only_when_it_is_one():
    """A residual that some constant would squeeze under the bound, but whose average is nothing."""
    weights = least_squares("ann", np.linspace(-2, 2, 16, endpoint=False))
    assert on_fit(**weights | {"b2": weights["b2"] + 0.5}).misconception == "second_bias_forgotten"
    moved = on_fit(**weights | {"b2": weights["b2"] + 0.09})
    assert (moved.credit, moved.misconception) == (0.5, "small_on_average_only")


def test_a_better_network_earns_no_less():
    weights = least_squares("bob", np.linspace(-2, 2, 16, endpoint=False))
    credits = [on_fit("bob", **weights | {"b2": weights["b2"] + shift}).credit for shift in (0, 0.06, 0.12, 0.3, 1)]
    assert credits == sorted(credits, reverse=True) and credits[0] == 1 and credits[-1] == 0


def test_the_error_is_judged_between_the_points_of_a_coarse_grid():
    """A narrow peak of height 0.2 between two points that are 0.01 apart."""
    weights = least_squares("ann", np.linspace(-2, 2, 13, endpoint=False))
    peak = dict(W1=[[1.0] * 3], b1=[-0.501, -0.505, -0.509], W2=[[50.0], [-100.0], [50.0]])
    joined = {name: np.concatenate([weights[name], peak[name]], axis=-1) for name in ("W1", "b1")}
    joined |= {"W2": np.concatenate([weights["W2"], peak["W2"]]), "b2": weights["b2"]}
    assert on_fit(**joined).credit < 1


@pytest.mark.parametrize(("largest", "credit"), [(0.0999, 1), (0.1001, 0.5)])
def test_the_largest_error_decides_to_the_third_place(largest, credit):
    """A good fit, moved up until its largest error, by an evaluation of our own, is the one wanted."""
    weights = least_squares("ann", np.linspace(-2, 2, 16, endpoint=False))
    t = np.linspace(-2, 2, 8001)
    out = np.maximum(t[:, None] * weights["W1"] + weights["b1"], 0) @ weights["W2"][:, 0] + weights["b2"]
    moved = weights | {"b2": weights["b2"] + largest - (out - curve("ann")(t)).max()}
    assert verdict_on("motivation.fit", student="ann", **moved).credit == credit


def test_counter_examples_of_any_length_count():
    n = get_question("motivation.counter_example").numbers("ann")
    rng = np.random.default_rng(1)

    def f(X):
        return self_attention(X, n.W_q, np.eye(2), n.W_v)

    for length in (2, 3, 7):
        X, Y = max(
            (rng.integers(-3, 4, (2, length, 2)) for _ in range(50)),
            key=lambda pair: np.abs(f(pair[0] + pair[1]) - f(pair[0]) - f(pair[1])).max(),
        )
        for give in (np.asarray, np.ndarray.tolist, np.float32):
            assert verdict_on("motivation.counter_example", student="ann", X=give(X), Y=give(Y)).credit == 1


def test_without_an_activation_no_weights_solve_xor():
    rng = np.random.default_rng(0)
    for _ in range(20):
        W1, W2 = rng.normal(size=(2, 2)), rng.normal(size=(2, 1))
        verdict = verdict_on("motivation.xor", student="ann", W1=W1, b1=[50, 50], W2=W2, b2=rng.normal(size=1))
        assert verdict.misconception == "no_unit_switches"
        assert "(0, 0) gives" in verdict.text()


def test_a_gap_too_small_is_not_blamed_on_the_size_of_the_entries():
    verdict = verdict_on("motivation.counter_example", student="ann", X=[[0.01, 0], [0, 0]], Y=[[0, 0.01], [0, 0]])
    assert (verdict.credit, verdict.misconception) == (0.5, "difference_too_small")
    assert "Larger entries" not in verdict.text()


def test_entries_that_are_too_large_are_told_whatever_the_gap():
    verdict = verdict_on("motivation.counter_example", student="ann", X=[[7, 7], [7, 7]], Y=[[4, 4], [4, 4]])
    assert verdict.credit == 0 and "Your entries go up to 7 in size; 3 is allowed." in verdict.text()


def overwriting(Y, order, Z):
    for i, j in enumerate(order):
        same = np.allclose(Z[i], Y[j])
    return same


@pytest.mark.parametrize(
    ("wrong", "mistake"),
    [
        (overwriting, "last_row_only"),
        (lambda Y, order, Z: np.isclose(Z, Y[order]).any(), "any_is_enough"),
        (lambda Y, order, Z: np.allclose(Z[1:], Y[order][1:]), None),
        (lambda Y, order, Z: np.allclose(Z[:, 1:], Y[order][:, 1:]), None),
        (lambda Y, order, Z: np.allclose(Z[:, :-1], Y[order][:, :-1]), None),
        (lambda Y, order, Z: np.isclose(Z, Y[order])[-1, -1], None),
    ],
)
def test_a_test_of_equivariance_that_does_not_look_everywhere_fails(wrong, mistake):
    for seed in range(20):
        verdict = verdict_on("motivation.equivariant", wrong, seed=seed)
        assert (verdict.credit, verdict.misconception) == (0, mistake), str(verdict)


def test_a_loop_that_keeps_only_the_last_entry_of_a_block_is_named():
    def last_wins(J, n):
        found, d = np.zeros((n, n), bool), len(J) // n
        for row in range(len(J)):
            for column in range(len(J)):
                found[row // d, column // d] = abs(J[row, column]) > 1e-8
        return found

    assert verdict_on("motivation.block_pattern", last_wins).misconception == "last_entry_only"


def test_a_unit_that_never_fires_is_named_and_counted():
    first, second, third, fourth = get_question("motivation.xor").numbers("ann").t.tolist()
    p, q = third - first, second - first
    net = dict(W1=[[p, 1], [q, 1]], b1=[50, -7], W2=[[1], [fourth - third - q]], b2=[first - 50])
    verdict = verdict_on("motivation.xor", student="ann", **net)
    assert verdict.misconception == "dead_unit"
    assert "Off at (1, 1). Unit 2 is 0 in all four." in verdict.text()


@pytest.mark.parametrize("student", ["ann", "bob", "cy"])
def test_slopes_from_the_outputs_themselves_are_named(student):
    first, second, third, fourth = get_question("motivation.xor").numbers(student).t.tolist()
    net = dict(W1=[[third, 1], [second, 1]], b1=[50, -1], W2=[[1], [fourth - third - second]], b2=[first - 50])
    assert verdict_on("motivation.xor", student=student, **net).misconception == "start_not_subtracted"


def test_three_right_corners_earn_half():
    t = get_question("motivation.xor").numbers("ann").t
    first, second, third, fourth = t.tolist()
    p, q = third - first, second - first
    net = dict(W1=[[p, 1], [q, 1]], b1=[50, -1], W2=[[1], [fourth - third - q + 1]], b2=[first - 50])
    verdict = verdict_on("motivation.xor", student="ann", **net)
    assert (verdict.credit, verdict.misconception) == (0.5, "wrong_at_one_corner")


def test_gelu_in_place_of_relu_is_not_near_enough_for_xor():
    t = get_question("motivation.xor").numbers("ann").t
    for weights in get_question("motivation.xor").solutions(get_question("motivation.xor").numbers("ann")):
        corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
        out = gelu(corners @ weights["W1"] + weights["b1"]) @ weights["W2"][:, 0] + weights["b2"]
        assert np.abs(out - t).max() > 0.1


def test_a_slip_costs_its_stage_only():
    question = get_question("motivation.fixed_weights")
    n = question.numbers("ann")
    out = np.round(n.quarters @ n.V / 4 + [0, 1], 2)
    verdict = verdict_on("motivation.fixed_weights", student="ann", out=out, out_sum=out + 2 * n.out_Y)
    assert verdict.credit == 0.5 and "Entry 2 is off" in verdict.text()
