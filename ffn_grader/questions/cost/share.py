"""The FFN's share of a block, with shared keys and values."""

from ffn_ref import attention_parameters, ffn_parameters, ffn_share_of_block

from ...question import FunctionQuestion, Misconception


def share(d_model, d_ff, gated, n_heads, n_kv_heads):
    return ffn_share_of_block(d_model, d_ff, gated=gated, n_heads=n_heads, n_kv_heads=n_kv_heads)


def draw_blocks(rng):
    """The textbook's block, a gated one, two with shared keys and values, one of random width with all heads."""

    def block(gated, n_heads, n_kv_heads):
        d_model = n_heads * int(rng.integers(3, 17))
        return d_model, int(d_model * rng.uniform(1.5, 5)), gated, n_heads, n_kv_heads

    return [
        (4, 16, False, 2, 2),
        block(True, 2, 2),
        block(False, 6, 2),
        block(True, *((9, 3), (8, 1), (12, 4))[rng.integers(3)]),
        block(False, 5, 5),
    ]


def _against(attention):
    """The share against another count of attention's weights: (d_model, head width, n_heads, n_kv_heads) -> int."""

    def wrong(d, m, gated, heads, kv_heads):
        ffn = ffn_parameters(d, m, gated=gated)
        return ffn / (ffn + attention(d, d // heads, heads, kv_heads))

    return wrong


def _both(d, m, gated, heads, kv_heads):
    return ffn_parameters(d, m, gated=gated), attention_parameters(d, n_heads=heads, n_kv_heads=kv_heads)


def _ratio(*block):
    ffn, attention = _both(*block)
    return ffn / attention


SHARE = FunctionQuestion(
    id="cost.share",
    title="The FFN's share of a block",
    points=2,
    section="Two thirds of a block",
    arguments=("d_model", "d_ff", "gated", "n_heads", "n_kv_heads"),
    hints=(
        "The share is FFN / (FFN + attention). Your function from part 2 gives the first count.",
        "W_q and W_o have d_model² entries each. How many columns has W_k? As many as its heads together are wide.",
        "So W_k has d_model rows and n_kv_heads · d_model / n_heads columns, and W_v has the same.",
    ),
    reference=share,
    draw=draw_blocks,
    why="A share lies between 0 and 1, so 1e-4 is absolute: far above float32's 1e-7, a tenth of the nearest mistake.",
    misconceptions=(
        Misconception(
            "shared_heads_ignored",
            "n_kv_heads changes nothing in your result. Fewer key and value heads make W_k and W_v smaller.",
            _against(lambda d, head, heads, kv: 4 * d * d),
        ),
        Misconception(
            "all_four_shrunk",
            "You shrink all four matrices. Queries and the output keep all n_heads heads: only W_k and W_v shrink.",
            _against(lambda d, head, heads, kv: 4 * d * head * kv),
        ),
        Misconception(
            "only_keys_shrunk",
            "Keys and values are shared alike: W_v shrinks as W_k does.",
            _against(lambda d, head, heads, kv: 3 * d * d + d * head * kv),
        ),
        Misconception(
            "divided_by_the_shared_heads",
            "You divide by n_kv_heads. With n_kv_heads heads of width d_model / n_heads, multiply by it.",
            _against(lambda d, head, heads, kv: 2 * d * d + 2 * d * d / kv),
        ),
        Misconception(
            "values_left_out",
            "W_v is missing. Attention has queries, keys, values, and the matrix that mixes its result.",
            _against(lambda d, head, heads, kv: 2 * d * d + d * head * kv),
        ),
        Misconception(
            "head_width_forgotten",
            "Your W_k has a column for each head. A head is d_model / n_heads columns wide.",
            _against(lambda d, head, heads, kv: 2 * d * d + 2 * d * kv),
        ),
        Misconception(
            "output_matrix_left_out",
            "Attention has a fourth matrix, W_o, which mixes its result.",
            _against(lambda d, head, heads, kv: d * d + 2 * d * head * kv),
        ),
        Misconception(
            "gate_ignored",
            "`gated` changes nothing in your result. It adds a third matrix to the FFN.",
            lambda d, m, gated, heads, kv: share(d, m, False, heads, kv),
        ),
        Misconception(
            "d_ff_ignored",
            "This takes d_ff as 4 · d_model. Use the d_ff that is given.",
            lambda d, m, gated, heads, kv: share(d, 4 * d, gated, heads, kv),
        ),
        Misconception(
            "two_thirds_always",
            "Two thirds hold for one kind of block only. Compute the share from the widths.",
            lambda d, m, gated, heads, kv: 2 / 3,
        ),
        Misconception(
            "ratio_for_share",
            "This is FFN against attention. A share is one part of the whole: FFN / (FFN + attention).",
            _ratio,
        ),
        Misconception(
            "share_of_attention",
            "This is attention's share. The rest is the FFN's.",
            lambda *block: 1 - share(*block),
        ),
        Misconception("percent", "This is in per cent. Give a number from 0 to 1.", lambda *block: 100 * share(*block)),
    ),
)
