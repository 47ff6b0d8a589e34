"""SciPy's erfc, and the C library's where SciPy is missing, give the same values."""

import math
import subprocess
import sys

import numpy as np

from ffn_ref.gaussian import normal_cdf, normal_pdf

WITHOUT_SCIPY = """
import sys
sys.modules["scipy"] = None  # an import of scipy now fails
import numpy as np
import ffn_ref, ffn_ref.gaussian as gaussian
assert "scipy.special" not in sys.modules
z = np.array(eval(sys.stdin.read()))
for value in (gaussian.normal_cdf(z), ffn_ref.gelu(z), ffn_ref.gelu_grad(z)):
    print(" ".join(v.hex() for v in value.tolist()))
empty, number, single = (ffn_ref.gelu(v) for v in (np.zeros((0, 3), "f4"), 1.0, z.astype("f4")))
print(empty.shape, type(number).__name__, single.dtype)
"""


def test_without_scipy_the_values_are_the_same_to_a_few_units_in_the_last_place():
    import ffn_ref

    z = np.concatenate([np.linspace(-37, 9, 300), [0.0, -1e4, 1e4]])
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SCIPY],
        input=repr(z.tolist()), capture_output=True, text=True, check=True,
    )  # fmt: skip
    *rows, last = done.stdout.splitlines()
    cdf, gelu, slope = (np.array([float.fromhex(v) for v in row.split()]) for row in rows)
    assert last == "(0, 3) float64 float32"
    # erfc(u) falls like e^(-u²), so rounding u² once costs u² units in the last place of erfc(u)
    units = 4 * (1 + np.minimum(z, 0) ** 2 / 2)
    for alone, with_scipy in ((cdf, normal_cdf(z)), (gelu, ffn_ref.gelu(z))):
        assert (np.abs(alone - with_scipy) <= units * np.spacing(np.abs(with_scipy))).all()
        near = np.abs(z) < 1
        np.testing.assert_array_max_ulp(alone[near], with_scipy[near], maxulp=2)
    np.testing.assert_allclose(slope, ffn_ref.gelu_grad(z), rtol=1e-13, atol=1e-16)


def test_the_distribution_function_agrees_with_math_erf():
    z = np.linspace(-4, 4, 81)
    wanted = [(1 + math.erf(v / math.sqrt(2))) / 2 for v in z.tolist()]
    np.testing.assert_allclose(normal_cdf(z), wanted, rtol=0, atol=1e-15)


def test_the_density_integrates_to_the_distribution_function():
    z = np.linspace(-12, 1.3, 200001)
    area = np.trapezoid(normal_pdf(z), z)
    np.testing.assert_allclose(area, normal_cdf(1.3), rtol=1e-9)
