"""What a reader sees in the stepper and the explorer is what ffn_ref computes; the keyboard reaches everything."""

import re

import numpy as np
import pytest

from ffn_ref import ACTIVATIONS, ffn, ffn_stages, gelu, gelu_tanh, swish, swish_grad

from .reading import figure, numbers

# ---- stepper ----


def fill(fig, name, array):
    """Types a vector or a matrix into its boxes, found by their labels."""
    array = np.asarray(array)
    for index, value in np.ndenumerate(array):
        words = ("row", "column") if array.ndim == 2 else ("entry",)
        label = ", ".join([name, *(f"{word} {k + 1}" for word, k in zip(words, index, strict=True))])
        fig.get_by_label(label, exact=True).fill(repr(float(value)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("example", ["2-3-2", "2-4-2"])
def test_every_stage_is_the_readers_own(open_page, example, seed):
    rng = np.random.default_rng(seed)
    fig = figure(open_page("stepper"), "stepper")
    fig.get_by_label("Example").select_option(example)
    m = int(example[2])
    layer = {name: rng.normal(0, 2, shape).round(2) for name, shape in
             dict(x=2, W1=(2, m), b1=m, W2=(m, 2), b2=2).items()}  # fmt: skip
    for name, array in layer.items():
        fill(fig, name, array)
    activation = str(rng.choice(["relu", "gelu", "gelu_tanh", "silu", "relu_squared", "identity"]))
    fig.get_by_label("Activation").select_option(activation)
    stages = fig.locator(".stages > li")
    expected = [layer["x"], *ffn_stages(**layer, activation=ACTIVATIONS[activation][0])]
    for k, values in enumerate(expected):
        assert [stages.nth(j).is_visible() for j in range(4)] == [j <= k for j in range(4)]
        shown = stages.nth(k).locator("> .number").inner_text()
        np.testing.assert_allclose(numbers(shown), values, atol=5.1e-5)
        fig.get_by_role("button", name="Next stage").press("Enter")
    bare = ffn(**layer, activation=ACTIVATIONS["identity"][0])
    np.testing.assert_allclose(numbers(fig.locator(".bare").inner_text()), bare, atol=5.1e-5)


def test_stepper_goes_back_and_keeps_the_focus(open_page):
    page = open_page("stepper")
    fig = figure(page, "stepper")
    fig.get_by_role("button", name="Next stage").focus()
    for _ in range(5):
        page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.textContent") == "Next stage"
    assert fig.locator("[aria-current=step]").inner_text().startswith("Contract")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert fig.locator("[aria-current=step]").inner_text().startswith("Transform")
    page.wait_for_function("document.querySelector('.figure-status').textContent.startsWith('Transform: h')")


def test_a_box_without_a_number_is_marked_and_changes_nothing(open_page):
    fig = figure(open_page("stepper"), "stepper")
    box, stage = fig.get_by_label("x, entry 1"), fig.locator(".stages > li").first
    box.fill("")
    assert box.get_attribute("aria-invalid") == "true"
    note = fig.locator(".fault:not(:empty)")
    assert note.inner_text() == "x, entry 1: write a number. Still counted: 2"
    assert numbers(stage.locator("> .number").inner_text()) == [2, -1]
    box.fill("7")
    assert box.get_attribute("aria-invalid") == "false" and note.count() == 0
    assert numbers(stage.locator("> .number").inner_text()) == [7, -1]


# ---- activations ----


def row(fig, name):
    return [cell.inner_text() for cell in fig.locator(f'tr[data-curve="{name}"] td').all()]


def test_readings_follow_z_and_beta_by_keyboard(open_page):
    page = open_page("activations")
    fig = figure(page, "activations")
    fig.get_by_label("Swish-β", exact=True).press("Space")
    fig.get_by_label("GELU, tanh form").press("Space")
    z, beta = fig.get_by_label("z", exact=True), fig.get_by_label("β of Swish")
    for _ in range(9):
        z.press("ArrowLeft")
    for _ in range(4):
        beta.press("ArrowRight")
    at = float(z.input_value())
    assert (at, float(beta.input_value())) == pytest.approx((0.55, 1.04))
    expected = [swish(at, beta=1.04), swish_grad(at, beta=1.04), swish(at, beta=1.04) - gelu(at)]
    np.testing.assert_allclose([numbers(text)[0] for text in row(fig, "swish")[:3]], expected, atol=6e-5)
    tanh = numbers(row(fig, "gelu_tanh")[2])[0]
    assert tanh == pytest.approx(gelu_tanh(at) - gelu(at), rel=5e-3)
    page.wait_for_function("document.querySelector('.figure-status').textContent.startsWith('z = 0.55.')")


@pytest.mark.parametrize("view", ["value", "slope", "error"])
def test_curves_pass_through_their_values(open_page, view):
    fig = figure(open_page("activations"), "activations")
    for label in ("ReLU", "SiLU", "GELU, exact"):
        fig.get_by_label(label, exact=True).uncheck()
    fig.get_by_label("Swish-β", exact=True).check()
    fig.get_by_label("Show").select_option(view)
    path = fig.locator('[data-curve="swish"]').first.get_attribute("d")
    points = np.array([point.split() for point in re.split("[ML]", path)[1:]], float)
    z = np.linspace(-4, 4, len(points))
    f = {"value": swish(z), "slope": swish_grad(z), "error": swish(z) - gelu(z)}[view]
    # The drawing is a stretch and a shift of the curve: the pixels fit a straight line in the values.
    slope, shift = np.polyfit(f, points[:, 1], 1)
    assert slope < 0
    assert np.max(np.abs(slope * f + shift - points[:, 1])) < 0.11  # one decimal of a pixel
