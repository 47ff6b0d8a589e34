"""What a check says when the cell above it had stopped: that first, in the student's words and not the kernel's."""

import nbformat
import pytest

from ffn_grader import examine as examining
from ffn_grader.sandbox import CellResult, SandboxOptions

from .conftest import ROOT

RELEASE = ROOT / "exercises" / "position_wise" / "position_wise.ipynb"
SYNTAX = ("SyntaxError", "invalid syntax (3754715533.py, line 2)")


def error(name: str, text: str) -> CellResult:
    output = {"output_type": "error", "ename": name, "evalue": text, "traceback": []}
    return CellResult("error", [output], "", 0.0, 0.0)


def examined(monkeypatch, above: CellResult, below: CellResult):
    """The graded notebook and its parts, where `forward` ended as `above` and its check as `below`."""

    class Ran:
        def __init__(self, options):
            pass

        def run(self, cells, hooks):
            ends = {"forward": above, "check_forward": below}
            return [ends.get(cell.id, CellResult("ok", [], "", 0.0, 0.0)) for cell in cells]

    monkeypatch.setattr(examining, "SandboxRunner", Ran)
    notebook = nbformat.read(RELEASE, as_version=4)
    parts = examining.examine(notebook, "position_wise", "ann", b"secret" * 4, SandboxOptions())
    shown = next(cell for cell in notebook.cells if cell.id == "check_forward").outputs[0].data["text/plain"]
    return {part.grade_id: part for part in parts}, shown


def test_the_cell_above_comes_first_on_the_page_and_without_the_kernels_file_name(monkeypatch):
    parts, shown = examined(monkeypatch, error(*SYNTAX), error("NameError", "name 'forward' is not defined"))
    said = "The cell above had stopped: SyntaxError: invalid syntax (line 2)."
    assert parts["check_forward"].sentence.startswith(said) and parts["check_forward"].reason == said
    assert shown.startswith(f"Not yet. {said}") and "NameError: name 'forward'" in shown
    assert not any(said in part.sentence for name, part in parts.items() if name != "check_forward")


@pytest.mark.parametrize("text", ["see (notes.py, line 3) for more", "(a, line 3)"])
def test_an_error_that_only_looks_like_it_keeps_its_text(monkeypatch, text):
    parts, _ = examined(monkeypatch, error("ValueError", text), error("NameError", "name 'forward' is not defined"))
    assert text in parts["check_forward"].sentence
