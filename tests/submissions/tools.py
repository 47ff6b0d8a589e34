"""A notebook as the tools that students use write it: which metadata, which ids, which form of the source."""

import hashlib

LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3.12.3",
}


def jupyterlab(notebook: dict) -> dict:
    """JupyterLab: all metadata kept, execution counts, the source as a list of lines."""
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": LANGUAGE,
    }
    for number, cell in enumerate(_code(notebook), start=1):
        cell["execution_count"] = number
    return _as_lines(notebook)


def vscode(notebook: dict) -> dict:
    """VS Code: its own kernel name; a cell whose language was chosen by hand carries it."""
    notebook["metadata"] = {
        "kernelspec": {"display_name": ".venv", "language": "python", "name": "python3"},
        "language_info": LANGUAGE,
    }
    for number, cell in enumerate(_code(notebook), start=1):
        cell["execution_count"] = number
        cell["metadata"] = {**cell["metadata"], "vscode": {"languageId": "python"}}
    return _as_lines(notebook)


def vscode_stripped(notebook: dict) -> dict:
    """An editor that drops all metadata of the cells and gives them other ids (seen with VS Code)."""
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] = {}
        cell["id"] = hashlib.sha256(str(number).encode()).hexdigest()[:8]
    notebook["metadata"] = {"language_info": {"name": "python"}}
    return _as_lines(notebook)


def colab(notebook: dict) -> dict:
    """Colab: format 4.0, so no cell ids; an id of its own in the metadata of each cell."""
    notebook["nbformat_minor"] = 0
    notebook["metadata"] = {
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook["cells"]):
        del cell["id"]
        cell["metadata"]["id"] = hashlib.sha256(f"colab {number}".encode()).hexdigest()[:12]
        if cell["cell_type"] == "code":
            cell["metadata"]["colab"] = {"base_uri": "https://localhost:8080/"}
            cell["metadata"]["outputId"] = hashlib.sha256(f"output {number}".encode()).hexdigest()[:36]
            cell["execution_count"] = number
    return _as_lines(notebook)


def browser(notebook: dict) -> dict:
    """JupyterLite in the browser: Pyodide's kernel name."""
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"},
        "language_info": {**LANGUAGE, "codemirror_mode": {"name": "python", "version": 3}, "version": "3.12.7"},
    }
    return _as_lines(notebook)


def _code(notebook: dict) -> list[dict]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def _as_lines(notebook: dict) -> dict:
    for cell in notebook["cells"]:
        if isinstance(cell["source"], str):
            cell["source"] = cell["source"].splitlines(keepends=True)
    return notebook
