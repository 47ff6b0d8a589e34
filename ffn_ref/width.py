"""Hidden widths: how wide a gated layer is when it may cost as much as an ungated one."""

import math

from .inputs import whole


def round_up(width, multiple_of):
    """⌈width / multiple_of⌉ · multiple_of: the smallest multiple that is at least `width`."""
    width, multiple_of = whole(width=width, multiple_of=multiple_of)
    return -(-width // multiple_of) * multiple_of


def matched_width(d_model, *, ratio=4, multiplier=1.0, multiple_of=1):
    """The d_ff of a gated layer with the parameters of an ungated one of width ratio · d_model.

    Three matrices for two: 3 · d · d_ff = 2 · d · (ratio · d), so d_ff = ⌊2 · ratio · d / 3⌋, 8d/3 for the
    usual ratio of 4. Then, as LLaMA does: ⌊multiplier · d_ff⌋, rounded up to a multiple of `multiple_of`.
    `ratio` and `multiplier` must be positive (ValueError). Biases are not counted.
    Source: Shazeer 2020, §3; the LLaMA 2 and Llama 3 model code.
    """
    (d_model,) = whole(d_model=d_model)
    for name, factor in (("ratio", ratio), ("multiplier", multiplier)):
        if not 0 < factor < math.inf:
            raise ValueError(f"{name} must be a positive number, but it is {factor!r}.")
    width = math.floor(2 * ratio * d_model / 3)
    return round_up(math.floor(multiplier * width), multiple_of)
