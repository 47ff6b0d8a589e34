"""What a reader sees in a moving figure is what ffn_ref computes, and the keyboard reaches everything."""

import re

import numpy as np
import pytest

from ffn_ref import ACTIVATIONS, MODELS, ffn, ffn_stages, gelu, gelu_tanh, swish, swish_grad


def numbers(text):
    """The numbers in a text that the figures wrote."""
    plain = text.replace("−", "-").replace(",", "" if re.search(r"\d,\d{3}", text) else " ")
    return [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", plain)]


def figure(page, name):
    return page.locator(f'[data-figure="{name}"]')


def reading(fig, key):
    return fig.locator(f'[data-key="{key}"]').inner_text()


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
    assert fig.locator("[aria-current=step]").inner_text().startswith("Activate")
    page.wait_for_function("document.querySelector('.figure-status').textContent.startsWith('Activate: h')")


def test_a_box_without_a_number_is_marked_and_changes_nothing(open_page):
    fig = figure(open_page("stepper"), "stepper")
    box, stage = fig.get_by_label("x, entry 1"), fig.locator(".stages > li").first
    box.fill("")
    assert box.get_attribute("aria-invalid") == "true"
    assert numbers(stage.locator("> .number").inner_text()) == [2, -1]
    box.fill("7")
    assert box.get_attribute("aria-invalid") == "false"
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
    assert (at, float(beta.input_value())) == pytest.approx((0.55, 1.4))
    expected = [swish(at, beta=1.4), swish_grad(at, beta=1.4), swish(at, beta=1.4) - gelu(at)]
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


# ---- calculator ----


@pytest.mark.parametrize("name", MODELS)
def test_presets_show_the_counts_of_the_model(open_page, name):
    fig = figure(open_page("calculator"), "calculator")
    fig.get_by_label("Model", exact=True).select_option(name)
    model = MODELS[name]
    assert reading(fig, "ffn") == f"{model.ffn_parameters:,}"
    assert reading(fig, "attention") == f"{model.attention_parameters:,}"
    assert reading(fig, "parameters") == f"{model.parameters:,}"
    assert reading(fig, "share") == f"{100 * model.ffn_share:.1f} %"
    if model.n_experts > 1:
        assert reading(fig, "active") == f"{model.active_parameters:,}"


def test_own_settings_count_and_contradictions_are_told(open_page):
    page = open_page("calculator")
    fig = figure(page, "calculator")
    fig.get_by_label("Model", exact=True).select_option("LLaMA-2-7B")
    fig.get_by_label("dff, of one expert").fill("100")  # ff is a subscript
    assert fig.get_by_label("Model", exact=True).input_value() == "your own"
    assert reading(fig, "ffn") == f"{3 * 4096 * 100:,}"
    fig.get_by_label("Gated (three matrices)").press("Space")
    assert reading(fig, "ffn") == f"{2 * 4096 * 100:,}"
    fig.get_by_label("Bytes a number").select_option("4")
    assert reading(fig, "ffn_bytes") == "3.28 MB"
    fig.get_by_label("Experts a token uses").fill("3")
    assert fig.locator(".fault").inner_text() == "A token cannot use 3 of 1 experts."
    page.wait_for_function("document.querySelector('.figure-status').textContent.startsWith('A token cannot')")


# ---- regions ----


def test_regions_tell_the_map_at_the_point(open_page):
    page = open_page("regions")
    fig = figure(page, "regions")
    data = page.evaluate("JSON.parse(document.querySelector('[data-figure] script').textContent)")
    fig.get_by_label("Hidden units").press("End")
    for label, key, times in (("Point, x1", "ArrowLeft", 23), ("Point, x2", "ArrowDown", 12)):
        for _ in range(times):
            fig.get_by_label(label).press(key)
    layer = {name: np.array(data[name], float) for name in ("W1", "b1", "W2", "b2")}
    stages = ffn_stages(np.array([-1.3, -0.2]), layer["W1"], layer["W2"], layer["b1"], layer["b2"])
    facts = dict(zip(fig.locator("dt").all_inner_texts(), fig.locator("dd").all_inner_texts(), strict=True))
    assert facts["Units that fire at the point"] == ", ".join(str(k + 1) for k in np.flatnonzero(stages.h_pre > 0))
    assert numbers(facts["out at the point"]) == pytest.approx(stages.out, abs=5e-4)
    assert int(facts["Regions in the window"]) == fig.locator(".region").count()
    assert facts["The most that 8 lines can cut"] == "37"
    assert fig.locator(".at-point").get_attribute("data-active") == "".join(str(int(v > 0)) for v in stages.h_pre)


def test_regions_follow_a_click_a_turned_unit_and_new_units(open_page):
    fig = figure(open_page("regions"), "regions")
    before = fig.locator("dd").all_inner_texts()
    plane = fig.locator("svg.plane")
    box = plane.bounding_box()
    plane.click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.75})
    assert float(fig.get_by_label("Point, x1").input_value()) == pytest.approx(-2, abs=0.1)
    assert float(fig.get_by_label("Point, x2").input_value()) == pytest.approx(-2, abs=0.1)
    clicked = fig.locator("dd").all_inner_texts()
    assert clicked != before
    fig.get_by_label("Its angle, degrees").press("Home")
    folds = fig.locator(".fold").evaluate_all("all => all.map(f => f.getAttribute('d'))")
    fig.get_by_role("button", name="New random units").press("Enter")
    assert fig.locator(".fold").evaluate_all("all => all.map(f => f.getAttribute('d'))") != folds
