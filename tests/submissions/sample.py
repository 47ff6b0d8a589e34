"""The sample class for position_wise: who hands in what. The name of each is its outcome."""

from .answers import EINSUM, FLOAT32, LISTS, LOOPS, RIGHT
from .tools import browser, colab, jupyterlab, vscode, vscode_stripped

HAND = ("shapes", "by_hand_relu", "by_hand_gelu", "which_fire", "parameters")
CODE = ("one_token", "forward", "out_in", "collapse", "count_regions")


def only(*names: str) -> dict[str, str]:
    return {name: RIGHT[name] for name in names}


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """A whole right submission but for one replacement, which must really replace something."""
    if old not in RIGHT[name]:
        raise ValueError(f"{old!r} is not in {name}")
    return RIGHT | {name: RIGHT[name].replace(old, new)}


def cheat(code: str) -> dict[str, str]:
    """`code` in the first cell, and nothing in the others: each point of it would be a point gained."""
    return {name: "pass" for name in RIGHT if name != "width"} | {"shapes": code}


ANSWERS = {
    "passes_all": RIGHT,
    "passes_all_loops": RIGHT | LOOPS,
    "passes_all_einsum": RIGHT | EINSUM,
    "passes_all_float32": RIGHT | FLOAT32,
    "passes_all_lists": RIGHT | LISTS,
    "passes_all_with_warnings": RIGHT
    | {
        "one_token": 'import warnings\nwarnings.warn("just a warning")\n' + RIGHT["one_token"],
        "forward": RIGHT["forward"].replace("    h =", "    np.array([1.0]) / np.array([0.0])\n    h ="),
    },
    "empty": {},
    "half_by_hand": only(*HAND),
    "half_in_code": only(*CODE),
    "slip_in_one_stage": changed("by_hand_relu", "n.x @ n.W1 + n.b1", "n.x @ n.W1 + n.b1 + [1, 0, 0]"),
    "no_activation": changed("forward", "np.maximum(x @ W1 + b1, 0)", "x @ W1 + b1"),
    "activation_after_second_layer": changed(
        "one_token",
        RIGHT["one_token"],
        """\
def forward_one(x, W1, W2, b1, b2):
    return np.maximum((x @ W1 + b1) @ W2 + b2, 0)""",
    ),
    "positions_summed": changed("forward", "    return h @", "    h = h.sum(axis=-2)\n    return h @"),
    "weights_not_transposed": changed(
        "out_in",
        RIGHT["out_in"],
        """\
def forward_out_in(x, w1, w2, b1, b2):
    return forward(x, w1, w2, b1, b2)""",
    ),
    "first_bias_lost": changed("collapse", "b1 @ W2 + b2", "b2"),
    "relu_for_gelu": changed("by_hand_gelu", "g = [", "g = np.maximum(g_pre, 0)\n_ = ["),
    "changes_the_callers_array": changed(
        "forward", "np.maximum(x @ W1 + b1, 0)", "np.maximum(x @ W1 + b1, 0)\n    W1 *= 0"
    ),
    "syntax_error": changed("forward", "h @ W2 + b2", "h @ W2 +"),
    "infinite_loop": changed("collapse", "    return", "    while True:\n        pass\n    return"),
    "ends_python": changed("collapse", "    return", "    import os\n    os._exit(0)\n    return"),
    "cheat_tampered_tests": {},
    "cheat_patched_checker": cheat(
        """\
import builtins, sys
import ffn_check, ffn_check.checkpoint, ffn_check.publish

def check(*args, **kwargs):
    print("Right. All cases are right. (3 of 3 points)")
    return 3.0

for module in (ffn_check, ffn_check.checkpoint, builtins):
    module.check = check
ffn_check.publish.publish = lambda data: None
np.testing.assert_allclose = np.allclose = lambda *args, **kwargs: True
get_ipython().set_next_input = lambda *a: None
forward_one = forward = forward_out_in = collapse = count_regions = lambda *a: None"""
    ),
    "cheat_imports_the_reference": cheat(
        """\
try:
    from ffn_ref import collapse, count_regions, ffn
except ImportError:
    from ffn_grader.questions import get_question
    ffn = get_question("position_wise.forward").reference
forward_one = forward = lambda x, W1, W2, b1, b2: ffn(x, W1, W2, b1, b2)
forward_out_in = lambda x, w1, w2, b1, b2: ffn(x, w1.T, w2.T, b1, b2)"""
    ),
    "cheat_equals_everything": cheat(
        """\
class Everything(np.ndarray):
    __array_priority__ = 1e9
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __sub__(self, other): return np.zeros(1)
    __rsub__ = __sub__
    def __array_function__(self, *args): return True
    def __array_ufunc__(self, *args, **kwargs): return np.zeros(1)

everything = np.zeros(3).view(Everything)
forward_one = forward = forward_out_in = count_regions = lambda *a: everything
collapse = lambda *a: (everything, everything)
h_pre = h = out = g_pre = g = g_out = fires = W = b = answer = everything
W1_shape = b1_shape = h_shape = W2_shape = b2_shape = out_shape = everything"""
    ),
    "cheat_nan_and_broadcast": cheat(
        """\
forward_one = lambda *a: float("nan")
forward = lambda *a: np.float64("nan")
forward_out_in = lambda x, *a: 0.0
collapse = lambda *a: (0.0, float("nan"))
count_regions = lambda *a: float("nan")
h_pre, h, out, answer = float("nan"), 0.0, float("inf"), float("nan")
g_pre = g = g_out = fires = W = b = float("nan")
W1_shape = b1_shape = h_shape = W2_shape = b2_shape = out_shape = float("nan")"""
    ),
    "cheat_forged_score": cheat(
        """\
import sys
from IPython.display import display

class Score(float):
    def __repr__(self): return "3.0"

forward_one = forward = forward_out_in = collapse = count_regions = lambda *a: Score(3)
get_ipython().events.register("post_run_cell", lambda *a: get_ipython().displayhook(3.0))
sys.displayhook = lambda value: display({"text/plain": "3.0"}, raw=True)"""
    ),
    "borrowed_id": RIGHT,
    "saved_by_jupyterlab": RIGHT,
    "saved_by_vscode": RIGHT,
    "saved_by_vscode_stripped": RIGHT,
    "saved_by_colab": RIGHT,
    "saved_by_browser": RIGHT,
}

#: What each types as their id, where it is not their own.
TYPED = {"borrowed_id": "passes_all", "empty": ""}

SAVED = {
    "saved_by_vscode": vscode,
    "saved_by_vscode_stripped": vscode_stripped,
    "saved_by_colab": colab,
    "saved_by_browser": browser,
}


def saved(name: str, notebook: dict) -> dict:
    """The notebook of `name` as its tool wrote it."""
    return SAVED.get(name, jupyterlab)(notebook)


def tampered(name: str, notebook: dict) -> dict:
    """The one who edits the graded cells: no test, more points, and the score as the cell's value."""
    if name == "cheat_tampered_tests":
        for cell in notebook["cells"]:
            about = cell["metadata"].get("nbgrader", {})
            if about.get("grade") and cell["cell_type"] == "code":
                about["points"] = 100
                cell["source"] = "100.0"
    return notebook
