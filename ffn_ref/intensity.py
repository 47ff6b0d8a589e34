"""Whether a layer waits for arithmetic or for memory. Source: Williams et al. 2009 (roofline)."""

from .cost import ffn_flops, ffn_parameters
from .inputs import whole


def ffn_bytes(n, d_model, d_ff, *, gated=False, bytes_per_value=2):
    """Bytes that one forward pass over n tokens moves between memory and processor.

    Every weight is read once; x is read, h written and read, the output written: n · 2 · (d_model + d_ff).
    Taken as fused, so not moved: biases, activation, and the gate's product. 2 bytes a value is float16.
    """
    n, size = whole(n=n, bytes_per_value=bytes_per_value)
    return size * (ffn_parameters(d_model, d_ff, gated=gated) + 2 * n * (d_model + d_ff))


def ffn_intensity(n, d_model, d_ff, *, gated=False, bytes_per_value=2):
    """Arithmetic intensity: FLOPs for each byte moved.

    About 2n / bytes_per_value for few tokens, because the weights are all the traffic; for many tokens it
    levels off, at d_model · d_ff / (d_model + d_ff) FLOPs a byte for 2-byte values, ungated.
    """
    work = ffn_flops(n, d_model, d_ff, gated=gated)
    return work / ffn_bytes(n, d_model, d_ff, gated=gated, bytes_per_value=bytes_per_value)


def roofline(intensity, peak_flops, bandwidth):
    """Attainable FLOPs a second: min(peak, intensity · bandwidth), bandwidth in bytes a second.

    Below the ridge, intensity = peak / bandwidth, memory is the limit; above it, arithmetic.
    """
    if not (intensity > 0 and peak_flops > 0 and bandwidth > 0):
        raise ValueError(
            f"intensity, peak_flops and bandwidth must be positive, but they are {intensity!r}, "
            f"{peak_flops!r} and {bandwidth!r}."
        )
    return min(peak_flops, intensity * bandwidth)
