"""Everything in the student's process replaced: the checker, NumPy, IPython, and what grades a stock notebook."""

from .attack import Attack, everywhere


def beside(**files: str):
    """Puts modules into the folder that is handed in."""
    return lambda folder, course: [(folder / f"{name}.py").write_text(text) for name, text in files.items()]


PRAISE = "Right. All cases are right. (3 of 3 points)"
ZEROS = everywhere("np.zeros(3)")

PATCHED = {
    "patched comparison": Attack(
        """
import numpy.testing
yes = lambda *a, **k: True
numpy.testing.assert_allclose = numpy.testing.assert_array_equal = yes
np.allclose = np.isclose = np.array_equal = np.abs = np.max = yes
"""
        + ZEROS
    ),
    "patched checker": Attack(
        f"""
import ffn_check, ffn_check.ask, ffn_check.checkpoint, ffn_check.pack, ffn_check.publish
def check(*a, **k):
    print({PRAISE!r}); return 3.0
ffn_check.check = ffn_check.checkpoint.check = check
ffn_check.checkpoint.judge_here = lambda: __import__("types").SimpleNamespace(verdict=lambda *a: 3.0)
"""
    ),
    "patched judge that is not there": Attack(
        """
import sys, types
fake = types.ModuleType("ffn_grader"); fake.local = types.ModuleType("ffn_grader.local"); fake.__path__ = []
fake.local.cases = lambda question, seed: ([], 0)
fake.local.verdict = lambda data, seed: "Right."
sys.modules.update({"ffn_grader": fake, "ffn_grader.local": fake.local})
from ffn_check import exam
exam.cases = lambda question: None
"""
        + ZEROS
    ),
    "easier cases": Attack(
        """
from ffn_check import exam
def receive(message):
    data = json.loads(message)
    for case in data["cases"]:
        for plain in case["args"]:
            letters = plain.get("data", "").rstrip("=")
            plain["data"] = "A" * len(letters) + plain.get("data", "")[len(letters):]
    exam._received[data["question"]] = data["cases"]
import json
exam.receive = receive
def zeros(x, W1, W2, b1, b2): return x * 0
"""
        + everywhere("0", "zeros")
    ),
    "a local ffn_check": Attack(
        ZEROS,
        beside=beside(ffn_check=f"def check(*a, **k): print({PRAISE!r})\nhint = numbers = check", sitecustomize=PRAISE),
    ),
    "a local numpy and ffn_ref": Attack(
        "import sys\nfor name in [n for n in sys.modules if n.split('.')[0] in ('ffn_check',)]: del sys.modules[name]\n"
        "try:\n    import ffn_ref; print(ffn_ref.__file__)\nexcept ImportError as e: print(e)\n" + ZEROS,
        beside=beside(
            numpy="raise SystemExit('local numpy')",
            ffn_ref="ffn = lambda *a: 0",
            usercustomize="raise SystemExit",
            ipykernel="raise SystemExit",
            json="raise SystemExit",
        ),
    ),
}

SHELL = {
    "input transformer": Attack(
        "get_ipython().input_transformers_cleanup.append(lambda lines: [] if 'check(' in ''.join(lines) else lines)"
    ),
    "AST transformer": Attack(
        """
import ast
class Drop(ast.NodeTransformer):
    def visit_Call(self, node):
        named = isinstance(node.func, ast.Name) and node.func.id == "check"
        return ast.copy_location(ast.Constant(3.0), node) if named else node
get_ipython().ast_transformers.append(Drop())
"""
    ),
    "replaced run_cell": Attack(
        """
from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult
shell = get_ipython()
def run_cell(raw, *a, **k):
    shell.displayhook(3.0)
    return ExecutionResult(ExecutionInfo(raw, False, False, False, None))
async def run_cell_async(raw, *a, **k): return run_cell(raw)
shell.run_cell, shell.run_cell_async = run_cell, run_cell_async
"""
    ),
    "replaced do_execute": Attack(
        """
kernel = get_ipython().kernel
async def do_execute(*a, **k):
    kernel.send_response(kernel.iopub_socket, "execute_result",
                         {"data": {"text/plain": "3.0"}, "metadata": {}, "execution_count": 1})
    return {"status": "ok", "execution_count": 1, "payload": [], "user_expressions": {}}
kernel.do_execute = do_execute
"""
    ),
    "displayhook": Attack(
        "import sys\nsys.displayhook = get_ipython().displayhook = lambda value: print('3.0')\n" + ZEROS
    ),
    "events around a cell": Attack(
        """
events, hook = get_ipython().events, get_ipython().displayhook
for name in ("pre_run_cell", "pre_execute", "post_execute", "post_run_cell"):
    events.register(name, lambda *a: hook(3.0))
"""
        + ZEROS
    ),
    "next cell replaced": Attack("get_ipython().set_next_input('3.0', replace=True)\nIn[:] = Out = {1: 3.0}"),
    "excepthook": Attack(
        f"get_ipython().set_custom_exc((BaseException,), lambda *a, **k: print({PRAISE!r}))\n" + ZEROS
    ),
}


def score(expression: str) -> Attack:
    """Every check cell shows `expression` as its value, as a stock test cell gives partial credit."""
    return Attack(
        f"hook = get_ipython().displayhook\n"
        f"get_ipython().events.register('post_run_cell', lambda *a: hook({expression}))\n"
        "import builtins, ffn_check\nbuiltins.check = check = lambda *a, **k: hook(" + expression + ")"
    )


def own_graded_cell(made: dict) -> None:
    """Adds a graded cell of the student's own, with a score."""
    about = {"grade": True, "grade_id": "extra_check", "locked": True, "points": 100, "schema_version": 3}
    about |= {"solution": False, "task": False, "cell_type": "code"}
    output = {"output_type": "execute_result", "data": {"text/plain": "100.0"}, "metadata": {}, "execution_count": 1}
    cell = {"cell_type": "code", "id": "extra_check", "metadata": {"nbgrader": about}, "source": "100.0"}
    made["cells"].append(cell | {"outputs": [output], "execution_count": 1})


def written_outputs(made: dict) -> None:
    """Every graded cell comes with the outputs of full marks, more points, and another type."""
    for cell in made["cells"]:
        about = cell["metadata"].get("nbgrader", {})
        if about.get("grade") and cell["cell_type"] == "code":
            about |= {"points": 1000, "solution": True}
            cell["metadata"]["ffn"] = {"needs_person": False}
            data = {"text/plain": str(about["points"])}
            cell["outputs"] = [
                {"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1},
            ]


CREDIT = {
    "partial credit nan": score("float('nan')"),
    "partial credit text": score("'3.0'"),
    "partial credit negative": score("-1.0"),
    "partial credit huge": score("1e9"),
    "partial credit that prints as a number": score("type('S', (), {'__repr__': lambda self: '3.0'})()"),
    "a graded cell of its own": Attack(change=own_graded_cell),
    "outputs of full marks": Attack(change=written_outputs),
}
