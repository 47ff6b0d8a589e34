"""How the programs that students use really write a notebook, and what they lose."""

import json

LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3.12.3",
}


def jupyterlab(notebook: dict) -> str:
    """Indent 1, sorted keys, run times and view state among the metadata, a line end at the end."""
    notebook["metadata"] |= {"language_info": LANGUAGE, "toc-showcode": False}
    for count, one in enumerate(notebook["cells"], start=1):
        one["metadata"] |= {"editable": True, "slideshow": {"slide_type": ""}, "tags": []}
        if one["cell_type"] == "code":
            one["execution_count"] = count
            one["metadata"] |= {
                "execution": {"iopub.execute_input": "2026-12-01T09:00:00.000000Z"},
                "scrolled": True,
                "jupyter": {"source_hidden": True},
            }
            one["outputs"] = [{"name": "stderr", "output_type": "stream", "text": ["careful\n"]}]
    empty = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": []}
    notebook["cells"].append(empty | {"id": "d1e2f3a4-0001"})
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def vs_code(notebook: dict) -> str:
    """Ids and labels kept, its own name for the kernel and the interpreter's hash."""
    notebook["metadata"] = {
        "kernelspec": {"display_name": ".venv (3.12.3)", "language": "python", "name": "python3"},
        "language_info": LANGUAGE,
        "orig_nbformat": 4,
        "vscode": {"interpreter": {"hash": "ab" * 32}},
    }
    for one in notebook["cells"]:
        one["metadata"]["vscode"] = {"languageId": "python"}
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def old_vs_code(notebook: dict) -> str:
    """Labels lost on every cell that was run, format 4.2, no ids (microsoft/vscode-jupyter#2325)."""
    for one in notebook["cells"]:
        one.pop("id")
        if one["cell_type"] == "code":
            one["metadata"] = {}
    return json.dumps(notebook | {"nbformat_minor": 2}, indent=4)


def colab(notebook: dict) -> str:
    """Format 4.0, ids among the metadata, an indent of 2, keys in an order of its own."""
    cells = []
    for one in notebook["cells"]:
        new = {"cell_type": one["cell_type"], "source": one["source"]}
        new["metadata"] = one["metadata"] | {"id": one["id"]}
        if one["cell_type"] == "code":
            new["metadata"] |= {"colab": {"base_uri": "https://localhost:8080/", "height": 34}, "outputId": "28b0"}
            new |= {"execution_count": 1, "outputs": []}
        cells.append(new)
    metadata = {
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
        "accelerator": "GPU",
    }
    whole = {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}
    return json.dumps(whole, indent=2, ensure_ascii=False)


def colab_without_labels(notebook: dict) -> str:
    """The cells pasted into a new Colab notebook: new ids, nothing else kept."""
    for number, one in enumerate(notebook["cells"]):
        one["metadata"] = {}
        one["id"] = f"l9kfAbzl-{number:03}"
    return colab(notebook)


def text_round_trip(notebook: dict) -> str:
    """Through a text editor's plug-in and back: labels and ids lost, last line ends lost, source as one text."""
    for one in notebook["cells"]:
        one["metadata"] = {}
        one.pop("id")
        one["source"] = "".join(one["source"]).strip("\n")
    return json.dumps(notebook, separators=(",", ":"))
