"""A student's kernel in a sandbox: no network, no view of anything but Python and itself, and limits.

>>> runner = SandboxRunner(SandboxOptions(limits=Limits(cpu_cell=10)))
>>> [result.status for result in runner.run([Cell("a", "x = 6"), Cell("b", "print(7 * x)")])]
['ok', 'ok']
"""

from ffn_grader.sandbox.cells import Cell, CellResult, Hooks
from ffn_grader.sandbox.limits import Limits
from ffn_grader.sandbox.options import SandboxError, SandboxOptions, SandboxUnavailable
from ffn_grader.sandbox.report import Layer, report
from ffn_grader.sandbox.runner import SandboxRunner, require

__all__ = [
    "Cell",
    "CellResult",
    "Hooks",
    "Layer",
    "Limits",
    "SandboxError",
    "SandboxOptions",
    "SandboxRunner",
    "SandboxUnavailable",
    "report",
    "require",
]
