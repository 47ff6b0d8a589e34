"""The arithmetic of the figures, run in the browser over many random settings, is that of ffn_ref."""

import math

import numpy as np
import pytest

import ffn_ref
from ffn_ref import ACTIVATIONS, ffn, ffn_stages

SEED = 20
CLOSE = dict(rtol=1e-11, atol=1e-12)


@pytest.fixture
def rng():
    return np.random.default_rng(SEED)


def test_erf_and_erfc_are_exact_to_1e_14(open_page):
    x = np.concatenate([np.linspace(-8, 8, 4001), [2.5, -2.5, np.nextafter(2.5, 3), 0.0]])
    erf, erfc = open_page("activations").evaluate(
        "xs => [xs.map(ffn.activations.erf), xs.map(ffn.activations.erfc)]", x.tolist()
    )
    assert np.max(np.abs(np.array(erf) - [math.erf(v) for v in x])) < 1e-14
    assert np.max(np.abs(np.array(erfc) - [math.erfc(v) for v in x])) < 1e-14


def test_activations_and_slopes_agree(open_page, rng):
    z = np.concatenate([rng.normal(0, 4, 500), rng.uniform(-40, 40, 200), [0, 1e4, -1e4]])
    got = open_page("activations").evaluate(
        "zs => Object.fromEntries(Object.entries(ffn.activations.table).map("
        "([name, [f, slope]]) => [name, [zs.map(z => f(z)), zs.map(z => slope(z))]]))",
        z.tolist(),
    )
    assert set(got) == set(ACTIVATIONS)
    for name, (value, slope) in got.items():
        f, f_grad = ACTIVATIONS[name]
        np.testing.assert_allclose(value, f(z), **CLOSE, err_msg=name)
        np.testing.assert_allclose(slope, f_grad(z), **CLOSE, err_msg=name)


def test_swish_agrees_for_every_beta(open_page, rng):
    z, beta = rng.normal(0, 5, 500), rng.uniform(0, 10, 500)
    value, slope = open_page("activations").evaluate(
        "([zs, betas]) => ffn.activations.table.swish.map(f => zs.map((z, k) => f(z, betas[k])))",
        [z.tolist(), beta.tolist()],
    )
    np.testing.assert_allclose(value, [ffn_ref.swish(a, beta=b) for a, b in zip(z, beta, strict=True)], **CLOSE)
    np.testing.assert_allclose(slope, [ffn_ref.swish_grad(a, beta=b) for a, b in zip(z, beta, strict=True)], **CLOSE)


@pytest.mark.parametrize(("name", "error", "at"), [("gelu_tanh", 4.73e-4, 2.699), ("gelu_sigmoid", 2.03e-2, 2.27)])
def test_largest_error_is_the_published_one(open_page, name, error, at):
    worst = open_page("activations").evaluate("n => ffn.activations.largestError(ffn.activations.table[n][0])", name)
    assert abs(worst["error"]) == pytest.approx(error, rel=5e-3)
    assert abs(worst["at"]) == pytest.approx(at, abs=2e-2)


def random_layer(rng, d_in, d_out):
    m = int(rng.integers(1, 9))
    shapes = dict(x=(d_in,), W1=(d_in, m), b1=(m,), W2=(m, d_out), b2=(d_out,))
    return {name: rng.normal(0, 1.5, shape) for name, shape in shapes.items()}


def plain(layer):
    return {name: array.tolist() for name, array in layer.items()}


def test_stages_agree_for_many_layers(open_page, rng):
    names = [name for name in ACTIVATIONS if name != "swish"]
    layers = [random_layer(rng, *rng.integers(1, 6, 2)) | {"activation": str(rng.choice(names))} for _ in range(300)]
    sent = [plain({k: v for k, v in s.items() if k != "activation"}) | {"activation": s["activation"]} for s in layers]
    got = open_page("stepper").evaluate(
        "all => all.map(s => ffn.layer.stages(s.x, s.W1, s.b1, s.W2, s.b2, ffn.activations.table[s.activation][0]))",
        sent,
    )
    for stages, layer in zip(got, layers, strict=True):
        activation = ACTIVATIONS[layer.pop("activation")][0]
        for name, value in ffn_stages(**layer, activation=activation)._asdict().items():
            np.testing.assert_allclose(stages[name], value, **CLOSE)


def test_the_local_map_is_the_layer(open_page, rng):
    layers = [random_layer(rng, 2, 1) for _ in range(300)]
    got = open_page("regions").evaluate(
        "all => all.map(s => ffn.layer.localMap(s.x, s.W1, s.b1, s.W2, s.b2))", [plain(layer) for layer in layers]
    )
    for here, layer in zip(got, layers, strict=True):
        near = layer["x"] + 1e-6 * np.array([[0, 0], [1, 0], [0, 1]])
        np.testing.assert_allclose(near @ here["W"] + here["b"], ffn(**layer | {"x": near}), **CLOSE)
        assert here["active"] == (ffn_stages(**layer).h_pre > 0).tolist()


def test_regions_tile_the_window_and_know_what_fires(open_page, rng):
    layers = [random_layer(rng, 2, 1) for _ in range(60)]
    got = open_page("regions").evaluate(
        "all => all.map(s => [ffn.layer.regions(s.W1, s.b1, 4), ffn.layer.mostRegions(s.b1.length)])",
        [plain(layer) for layer in layers],
    )
    for (pieces, most), layer in zip(got, layers, strict=True):
        corners = [np.array(piece["polygon"]) for piece in pieces]
        assert sum(map(area, corners)) == pytest.approx(64)
        inside = np.array([polygon.mean(axis=0) for polygon in corners])
        patterns = [tuple(piece["active"]) for piece in pieces]
        assert len(set(patterns)) == len(patterns) <= most
        fires = ffn_stages(**layer | {"x": inside}).h_pre > 0
        assert patterns == [tuple(row) for row in fires.tolist()]
        points = ffn_stages(**layer | {"x": rng.uniform(-4, 4, (2000, 2))}).h_pre > 0
        assert {tuple(row) for row in points.tolist()} <= set(patterns)


def area(polygon):
    x, y = polygon.T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
