"""The data files are the ones that were made, of the stated origin; a later difference is noticed."""

import hashlib
import json

import numpy as np
import pytest

from scripts.real_layers.differences import differences

LIMIT = 5_500_000  # bytes, all data files together


@pytest.fixture
def data(root):
    return root / "ffn_data"


def test_every_data_file_has_its_checksum(data):
    listed = dict(reversed(line.split("  ")) for line in (data / "SHA256SUMS").read_text().splitlines())
    files = [path for path in data.iterdir() if path.suffix in {".npz", ".json"}]
    made = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    assert made == listed
    assert len(made) == 3


def test_the_data_stay_small(data):
    assert sum(path.stat().st_size for path in data.iterdir() if path.is_file()) < LIMIT


def test_the_readme_names_the_origin_of_both_models(data, root):
    readme, pins = (data / "README.md").read_text(), (root / "scripts/real_layers/models.txt").read_text()
    for model in json.loads((data / "models.json").read_text()).values():
        package = f"{model['package']}=={model['version']}"
        assert package in pins
        for fact in (package, model["file"], model["sha256"], model["licence"]):
            assert fact in readme


def test_the_licence_is_whole(data):
    text = (data / "LICENSE-APACHE-2.0").read_text()
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_the_sentences_are_those_of_the_script(data, root):
    lines = (root / "scripts/real_layers/sentences.tsv").read_text().splitlines()
    for path in data.glob("*.npz"):
        with np.load(path) as stored:
            assert [*map("\t".join, zip(stored["topics"], stored["sentences"], strict=True))] == lines


def arrays():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(3, 4)).astype(np.float32)
    return {
        "W1": x.astype(np.float16),
        "tokens": np.array(["a", "b", "c"]),
        "x": x,
        "y": x.astype(float) * 1e4,
    }


def test_what_another_machine_rounds_differently_is_no_difference():
    fresh = arrays()
    fresh["x"] *= np.float32(1 + 3e-6)
    fresh["y"] += 1e-3  # small beside entries of 1e4
    assert differences(arrays(), fresh) == []


def changed(name, change):
    fresh = arrays()
    fresh[name] = change(fresh[name])
    return fresh


@pytest.mark.parametrize(
    ("fresh", "says"),
    [
        (changed("x", lambda x: x + np.float32(1e-3)), "x differs by"),
        (changed("y", lambda y: y * [[1], [1], [1 + 3e-5]]), "y differs by 3.0e-05"),
        (changed("y", lambda y: y * np.nan), "y differs by nan"),
        (changed("W1", lambda W: np.nextafter(W, np.float16(9))), "W1 differs"),
        (changed("tokens", lambda t: t[::-1]), "tokens differs"),
        (changed("x", lambda x: x[:2]), r"x is float32(2, 4), shipped float32(3, 4)"),
        (changed("x", lambda x: x.astype(float)), "x is float64"),
    ],
)
def test_a_difference_is_named(fresh, says):
    (line,) = differences(arrays(), fresh)
    assert line.startswith(says)


def test_a_missing_array_is_named():
    fresh = arrays()
    del fresh["W1"]
    assert "['W1', 'tokens', 'x', 'y'] shipped" in differences(arrays(), fresh)[0]
