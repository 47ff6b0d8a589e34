"""What holds for every public function at once."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import ffn_ref

PUBLIC = {name: value for name, value in vars(ffn_ref).items() if inspect.isfunction(value)}
SIZES = {"d_model": 4, "d_ff": 6, "n": 3, "n_experts": 4, "n_active": 2, "width": 5, "multiple_of": 4}
NUMBERS = SIZES | {"macs": 8, "forward_macs": 8, "intensity": 1.0, "peak_flops": 2.0, "bandwidth": 3.0}


def arrays():
    """An array that fits, for the name of any array parameter: d_model = 4, d_ff = 6, 3 positions."""
    rng = np.random.default_rng(1)
    shapes = {
        "z": (3, 4), "x": (2, 3, 4), "points": (2, 3, 4), "point": (4,),
        "dout": (2, 3, 4), "W1": (4, 6), "W2": (6, 4), "b1": (6,), "b2": (4,),
        "W_gate": (4, 6), "W_up": (4, 6), "W_down": (6, 4), "W_gate_up": (4, 12), "weights": (3, 3),
        "Q": (3, 4), "K": (3, 4), "V": (3, 4), "W_q": (4, 4), "W_k": (4, 4), "W_v": (4, 4), "W_o": (4, 4),
    }  # fmt: skip
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_function_says_what_it_does_and_leaves_its_arguments_alone(name):
    function = PUBLIC[name]
    assert inspect.getdoc(function)
    known, positional, kwargs = arrays(), [], {}
    for array in known.values():
        array.flags.writeable = False
    before = {key: array.tobytes() for key, array in known.items()}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.append(known[parameter.name])
        elif parameter.name in known:
            kwargs[parameter.name] = known[parameter.name]
        elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD:
            kwargs[parameter.name] = NUMBERS[parameter.name]
    results = function(*positional, **kwargs)
    assert {key: array.tobytes() for key, array in known.items()} == before
    for result in results if isinstance(results, tuple) else (results,):
        if isinstance(result, np.ndarray):
            assert not any(np.shares_memory(result, array) for array in known.values())


def test_importing_it_is_quiet_and_changes_no_global_setting():
    code = """
import numpy as np
before = np.geterr(), np.get_printoptions(), np.random.get_state()[1].tolist()
import ffn_ref
assert before == (np.geterr(), np.get_printoptions(), np.random.get_state()[1].tolist())
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""
