"""What the sandbox costs: one notebook of ten cells, in the sandbox and without it."""

from ffn_grader.sandbox import Cell, SandboxOptions, SandboxRunner, SandboxUnavailable

NOTEBOOK = [Cell("import", "import numpy as np")] + [
    Cell(f"cell {i}", "x = np.ones((64, 64)); y = (x @ x).sum()") for i in range(9)
]


def graded(**options):
    results = SandboxRunner(SandboxOptions(**options)).run(NOTEBOOK)
    assert [result.status for result in results] == ["ok"] * len(NOTEBOOK)


def cases():
    try:
        graded()
    except SandboxUnavailable as error:
        print(f"no sandbox here: {error}")
        return
    yield "ten cells in the sandbox / without it", graded, lambda: graded(unsafe=True)
