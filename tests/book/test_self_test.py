"""The numbers of the page that answers the four questions, from another oracle than ffn_ref."""

import mpmath
import pytest


@pytest.fixture(scope="module")
def text(pages):
    return " ".join(pages["book/self_test.html"].select_one("article").get_text(" ").split())


def gelu(z):
    return z * mpmath.ncdf(z)


def six(value):
    return f"{float(value):.6f}".replace("-", "−")


def test_the_pass_of_the_self_test(text):
    for z in 1, 2, 3, -1:
        assert f"{six(mpmath.ncdf(z))} {six(gelu(z))}" in text
    assert f"{six(gelu(1))} + {six(gelu(3))} = {six(gelu(1) + gelu(3))}" in text
    assert f"{six(gelu(2))} − {six(-gelu(-1))} = {six(gelu(2) + gelu(-1))}" in text


def test_the_curve_from_its_values(text):
    for z in -4, -2, -1, -0.75, -0.5, 0.5, 1, 2, 4:
        assert f"{z:g} ".replace("-", "−") + f"{six(gelu(z))} {six(z - gelu(z))}" in text
    lowest = mpmath.findroot(lambda z: mpmath.ncdf(z) + z * mpmath.npdf(z), -0.75)
    assert f"the lowest value is {six(gelu(lowest))} at z = {six(lowest)}" in text


@pytest.mark.parametrize(
    ("name", "d", "m", "maps"),
    [("2→4→2", 2, 4, 1), ("512→2048→512", 512, 2048, 1), ("768→3072→768", 768, 3072, 1),
     ("gated, 768→2048→768", 768, 2048, 2)],
)  # fmt: skip
def test_the_counts_of_the_self_test(text, name, d, m, maps):
    weights = maps * d * m + m * d
    assert f"{name} {weights:,} {weights + maps * m + d:,}" in text
