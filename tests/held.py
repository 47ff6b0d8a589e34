"""At the end of a run: of each kind of fault, how many cases were tried, how many held and how many did not."""

from collections import Counter

#: The kinds, and the tests that try their cases: the beginning of a test's id.
KINDS = {
    "mangled submissions": ("tests/intake/",),
    "careless code": ("tests/attacks/test_careless.py::test_it_costs", "tests/sandbox/test_leftovers.py::"),
    "hostile code": ("tests/attacks/test_hostile.py::test_no_point", "tests/attacks/test_stock_commands.py::"),
    "the run itself": (
        "tests/grading/test_interrupted_run.py::",
        "tests/grading/test_power_loss.py::",
        "tests/grading/test_judgement.py::",
    ),
}


def counts(reports) -> dict[str, Counter]:
    """{kind: how many "held", and how many did "not"}, of the tests that ran."""
    found = {kind: Counter() for kind in KINDS}
    for report in reports:
        for kind, tests in KINDS.items():
            if report.nodeid.startswith(tests) and (report.when == "call" or report.outcome == "failed"):
                found[kind]["held" if report.outcome == "passed" else "not"] += 1
    return {kind: count for kind, count in found.items() if count}


def pytest_terminal_summary(terminalreporter):
    stats = terminalreporter.stats
    reports = [report for outcome in ("passed", "failed", "error") for report in stats.get(outcome, [])]
    if found := counts(report for report in reports if hasattr(report, "when")):
        terminalreporter.section("faults")
        terminalreporter.write_line(f"{'':24}{'cases':>7}{'held':>7}{'not held':>10}")
        for kind, count in found.items():
            terminalreporter.write_line(f"{kind:24}{count.total():>7}{count['held']:>7}{count['not']:>10}")
