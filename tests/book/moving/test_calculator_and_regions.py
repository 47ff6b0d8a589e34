"""What a reader sees in the calculator and the plane of regions is what ffn_ref computes."""

import numpy as np
import pytest

from ffn_ref import MODELS, attention_macs, crossover_length, ffn_stages

from .reading import figure, numbers, reading

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
    heads = dict(n_heads=model.n_heads, n_kv_heads=model.n_kv_heads, head_dim=model.head_dim)
    assert reading(fig, "attention_macs") == f"{attention_macs(1024, model.d_model, **heads):,} MACs"
    meet = crossover_length(model.d_model, model.n_active * model.d_ff, gated=model.gated, **heads)
    assert reading(fig, "crossover") == f"{round(meet, 1):,.1f} tokens".replace(".0 ", " ")
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
    width = fig.get_by_label("dff, of one expert")
    width.fill("1.5")
    note = fig.locator(f"#{width.get_attribute('aria-describedby')}")
    assert note.inner_text() == "Write a whole number of at least 1. Still counted: 100"
    assert reading(fig, "ffn") == f"{2 * 4096 * 100:,}"
    width.fill("200")
    assert note.inner_text() == "" and reading(fig, "ffn") == f"{2 * 4096 * 200:,}"
    width.fill("100")
    fig.get_by_label("Experts a token uses").fill("3")
    assert fig.locator(".fault:not(:empty)").inner_text() == "A token cannot use 3 of 1 experts."
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
    assert numbers(facts["Outgoing weights W2, unit by unit"]) == layer["W2"][:, 0].tolist()
    assert fig.locator(".plane text").all_text_contents().count("−3") == 2  # on either axis
    assert fig.locator(".at-point").get_attribute("data-active") == "".join(str(int(v > 0)) for v in stages.h_pre)


def test_strokes_point_to_the_side_where_a_unit_fires(open_page):
    page = open_page("regions")
    fig = figure(page, "regions")
    fig.get_by_label("Hidden units").press("Home")
    assert "The most that 1 line can cut" in fig.locator("dt").all_inner_texts()
    data = page.evaluate("JSON.parse(document.querySelector('[data-figure] script').textContent)")
    (strokes,) = [path.get_attribute("d") for path in fig.locator(".side").all()]
    for stroke in strokes.split("M")[1:]:
        start, step = (np.array(part.split(), float) * [1, -1] for part in stroke.split("l"))
        before, after = (np.dot(place, np.array(data["W1"])[:, 0]) + data["b1"][0] for place in (start, start + step))
        assert before == pytest.approx(0, abs=1e-9) and after > 0


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
    fig.get_by_label("Angle of its weights, degrees").press("Home")
    folds = fig.locator(".fold").evaluate_all("all => all.map(f => f.getAttribute('d'))")
    fig.get_by_role("button", name="New random units").press("Enter")
    assert fig.locator(".fold").evaluate_all("all => all.map(f => f.getAttribute('d'))") != folds
