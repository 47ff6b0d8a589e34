"""The counts against arrays that are really made, loops that are really run, and the published numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ffn_ref
from ffn_ref import (
    attention_macs,
    attention_parameters,
    crossover_length,
    ffn_flops,
    ffn_macs,
    ffn_parameters,
    ffn_share_of_block,
    flops,
    matched_width,
    moe_parameters,
    round_up,
    saved_activations,
    training_macs,
)

small = st.integers(1, 9)


def size(*shapes):
    """How many numbers arrays of these shapes hold."""
    return sum(np.zeros(shape).size for shape in shapes)


def multiplications(a, b):
    """How many products a matrix product of these shapes takes: counted by using numbers that count."""
    ones_a, ones_b = np.ones(a, int), np.ones(b, int)
    return int((ones_a @ ones_b).sum())  # each entry is the number of its products


@given(small, small, st.booleans())
def test_parameters_are_the_sizes_of_the_arrays(d, m, biases):
    plain = size((d, m), (m, d)) + biases * size((m,), (d,))
    gated = size((d, m), (d, m), (m, d)) + biases * size((m,), (m,), (d,))
    assert ffn_parameters(d, m, biases=biases) == plain
    assert ffn_parameters(d, m, gated=True, biases=biases) == gated


@given(small, small, small, small, st.booleans())
def test_attention_parameters_are_the_sizes_of_the_arrays(d, heads, kv_heads, head_dim, biases):
    q, kv = heads * head_dim, kv_heads * head_dim
    wanted = size((d, q), (d, kv), (d, kv), (q, d)) + biases * size((q,), (kv,), (kv,), (d,))
    got = attention_parameters(d, n_heads=heads, n_kv_heads=kv_heads, head_dim=head_dim, biases=biases)
    assert got == wanted


def test_the_small_layers_by_hand():
    assert ffn_parameters(2, 3) == 12 and ffn_parameters(2, 3, biases=True) == 17
    assert ffn_parameters(2, 4) == 16 and ffn_parameters(2, 4, biases=True) == 16 + 6 == 22


def test_equal_width_costs_a_gated_layer_half_as_much_again():
    d = 768
    assert ffn_parameters(d, 4 * d) == 8 * d**2
    assert ffn_parameters(d, 4 * d, gated=True) == 12 * d**2


def test_matched_width_gives_both_designs_the_same_count():
    assert matched_width(768) == 2048
    assert ffn_parameters(768, 4 * 768) == ffn_parameters(768, 2048, gated=True) == 4_718_592
    assert matched_width(576) == 1536 == 8 * 576 / 3


def test_published_widths_come_out_of_the_rounding():
    assert matched_width(4096) == 10922  # int(2 · 16384 / 3)
    assert matched_width(4096, multiple_of=256) == 11008
    assert matched_width(4096, multiplier=1.3) == 14198  # int(1.3 · 10922)
    assert matched_width(4096, multiplier=1.3, multiple_of=1024) == 14336
    # LLaMA 65B and Llama 2 70B, from their published shapes
    assert matched_width(8192, multiple_of=256) == 22016
    assert matched_width(8192, multiplier=1.3, multiple_of=4096) == 28672


@given(st.integers(3, 10_000), st.sampled_from([1, 8, 64, 256]))
def test_a_matched_width_is_at_most_one_step_off_the_budget(d, multiple_of):
    m = matched_width(d, multiple_of=multiple_of)
    assert m % multiple_of == 0
    assert m - multiple_of < 8 * d / 3 < m + 1
    assert matched_width(d, ratio=3) == 2 * d


@given(st.integers(1, 10_000), st.integers(1, 300))
def test_rounding_up_takes_the_next_multiple(width, multiple_of):
    got = round_up(width, multiple_of)
    assert got == next(k for k in range(width, width + multiple_of) if k % multiple_of == 0)


@given(small, small, small, small)
def test_macs_are_the_multiplications_of_the_matrix_products(n, d, m, batch):
    x, w, h, v = (batch * n, d), (d, m), (batch * n, m), (m, d)
    assert ffn_macs(n, d, m, batch=batch) == multiplications(x, w) + multiplications(h, v)
    gated = 2 * multiplications(x, w) + multiplications(h, v)
    assert ffn_macs(n, d, m, gated=True, batch=batch) == gated
    assert ffn_flops(n, d, m, gated=True, batch=batch) == flops(gated) == 2 * gated
    projections = 4 * multiplications(x, (d, d))
    mixing = batch * (multiplications((n, d), (d, n)) + multiplications((n, n), (n, d)))
    assert attention_macs(n, d, batch=batch) == projections + mixing


@given(small, small, small, small, small, small)
def test_macs_of_heads_that_share_keys_or_have_a_width_of_their_own(n, d, heads, kv_heads, head_dim, batch):
    """The shared heads of keys and values are read by several query heads: fewer products make them, not use them."""
    sizes = dict(n_heads=heads, n_kv_heads=kv_heads, head_dim=head_dim)
    x, q, kv = (batch * n, d), heads * head_dim, kv_heads * head_dim
    projections = 2 * multiplications(x, (d, kv)) + multiplications(x, (d, q)) + multiplications((batch * n, q), (q, d))
    mixing = multiplications((n, head_dim), (head_dim, n)) + multiplications((n, n), (n, head_dim))
    assert attention_macs(n, d, batch=batch, **sizes) == projections + batch * heads * mixing
    meet = crossover_length(d, 6 * n, gated=True, **sizes)
    attention = meet * attention_parameters(d, **sizes) + 2 * meet**2 * q
    assert attention == pytest.approx(meet * ffn_parameters(d, 6 * n, gated=True), abs=1e-6)


def test_gemma_is_counted_with_its_own_heads():
    """16 heads of width 256 are 4,096 columns on a width of 3,072."""
    heads = dict(n_heads=16, head_dim=256)
    weights = 4 * 3072 * 4096
    assert attention_parameters(3072, **heads) == weights == 50_331_648
    assert attention_macs(1024, 3072, **heads) == 1024 * weights + 2 * 1024**2 * 4096 == 60_129_542_144
    assert crossover_length(3072, 24576, gated=True, **heads) == 21_504
    assert attention_macs(21_504, 3072, **heads) == ffn_macs(21_504, 3072, 24576, gated=True)


@given(st.integers(1, 64), st.integers(1, 300), st.booleans())
def test_the_crossover_is_where_attention_and_ffn_cost_the_same(d, m, gated):
    n = crossover_length(d, m, gated=gated)
    k = 3 if gated else 2
    assert k * n * d * m == pytest.approx(4 * n * d**2 + 2 * n**2 * d)
    if n > 0 and n == int(n):
        assert ffn_macs(int(n), d, m, gated=gated) == attention_macs(int(n), d)


def test_for_four_times_the_width_they_meet_at_twice_the_width():
    for d in (64, 512, 768):
        assert crossover_length(d, 4 * d) == 2 * d
        assert ffn_macs(2 * d, d, 4 * d) == attention_macs(2 * d, d)
        assert ffn_macs(2 * d + 1, d, 4 * d) < attention_macs(2 * d + 1, d)


def test_the_ffn_holds_two_thirds_of_a_block_only_under_its_conditions():
    assert ffn_share_of_block(512, 2048) == 2 / 3
    assert ffn_share_of_block(512, 2048, n_heads=8) == 2 / 3
    assert ffn_share_of_block(512, 2048, biases=True) != 2 / 3
    assert ffn_share_of_block(512, 2048, n_heads=8, n_kv_heads=2) > 2 / 3
    assert ffn_share_of_block(512, 1024) == 0.5
    assert ffn_share_of_block(576, 1536, gated=True, n_heads=9, n_kv_heads=3) == 0.75


@given(small, small)
def test_saved_activations_are_the_arrays_that_backward_reads(d, m):
    x, W, V = np.ones(d), np.ones((d, m)), np.ones((m, d))
    plain, gated = ffn_ref.ffn_stages(x, W, V), ffn_ref.glu_stages(x, W, W, V)
    kept = x.size + gated.gate_pre.size + gated.up.size + gated.h.size
    assert saved_activations(d, m) == x.size + plain.h_pre.size + plain.h.size
    assert saved_activations(d, m, gated=True) == kept
    assert saved_activations(d, m, gated=True, recompute_gate=False) == kept + gated.gate.size
    assert saved_activations(d, m, checkpointing=True) == x.size
    assert saved_activations(d, m, gated=True, checkpointing=True) == x.size


def test_both_designs_save_nine_widths():
    assert saved_activations(768, 3072) == saved_activations(768, 2048, gated=True) == 9 * 768


@given(small, small, small, st.booleans())
def test_training_takes_three_forward_passes_and_checkpointing_a_fourth(n, d, m, gated):
    x, w, h = (n, d), (d, m), (n, m)
    forward = ffn_macs(n, d, m, gated=gated)
    # each projection of the forward pass needs two products in the backward pass: for its input, its weight
    up = multiplications(h, (m, d)) + multiplications((d, n), h)
    down = multiplications(x, w) + multiplications((m, n), x)
    assert training_macs(forward) == forward + (2 if gated else 1) * up + down
    assert training_macs(forward, checkpointing=True) == training_macs(forward) + forward


def test_a_mixture_stores_all_experts_and_uses_a_few():
    total, active = moe_parameters(4, 6, 8, 2)
    assert total == size(*[(4, 6), (4, 6), (6, 4)] * 8, (4, 8))
    assert active == size(*[(4, 6), (4, 6), (6, 4)] * 2, (4, 8))
    assert moe_parameters(4, 6, 8, 2, router=False) == (8 * 72, 2 * 72)
    assert moe_parameters(4, 6, 1, 1, gated=False, biases=True, router=False) == (58, 58)
    with pytest.raises(ValueError, match="n_active = 3 is more than n_experts = 2"):
        moe_parameters(4, 6, 2, 3)


def test_numpy_integers_are_welcome_and_do_not_overflow():
    assert ffn_parameters(np.int16(4096), np.int32(14336), gated=True) == 176_160_768
    assert attention_macs(np.int32(2**20), np.int32(4096)) == 4 * 2**20 * 4096**2 + 2 * 2**40 * 4096


@pytest.mark.parametrize("bad", [0, -3])
@pytest.mark.parametrize("name", ["d_model", "d_ff", "n", "batch"])
def test_a_size_below_one_is_refused_by_name(name, bad):
    sizes = {"n": 1, "d_model": 2, "d_ff": 4, "batch": 1} | {name: bad}
    with pytest.raises(ValueError, match=f"{name} must be at least 1, but it is {bad}"):
        ffn_macs(**sizes)


@pytest.mark.parametrize("bad", [2.0, "2", None, [2], 2j])
def test_a_size_that_is_no_whole_number_is_refused_by_name(bad):
    for run in (
        lambda: ffn_parameters(bad, 4),
        lambda: attention_parameters(bad),
        lambda: saved_activations(bad, 4),
        lambda: matched_width(bad),
        lambda: attention_macs(3, bad),
    ):
        with pytest.raises(TypeError, match="d_model must be a whole number"):
            run()


def test_widths_that_make_no_sense_are_refused():
    for refused in (attention_parameters, lambda *d, **heads: attention_macs(3, *d, **heads),
                    lambda d, **heads: crossover_length(d, 40, **heads)):  # fmt: skip
        with pytest.raises(ValueError, match=r"d_model = 10 does not divide by n_heads = 3"):
            refused(10, n_heads=3)
    for options in ({"ratio": 0}, {"ratio": float("nan")}, {"multiplier": -1}, {"multiplier": float("inf")}):
        with pytest.raises(ValueError, match=f"{next(iter(options))} must be a positive number"):
            matched_width(8, **options)
