"""The table of faults counts what ran, each case once."""

from types import SimpleNamespace

from tests.held import counts


def report(nodeid: str, outcome: str, when: str = "call"):
    return SimpleNamespace(nodeid=nodeid, outcome=outcome, when=when)


def test_each_case_counts_once_by_its_kind():
    reports = [
        report("tests/intake/test_json.py::test_a[x]", "passed"),
        report("tests/intake/test_json.py::test_a[x]", "passed", "teardown"),
        report("tests/intake/test_json.py::test_b", "failed"),
        report("tests/attacks/test_hostile.py::test_no_point_is_gained[y]", "failed", "setup"),
        report("tests/book/test_html.py::test_c", "failed"),
    ]
    assert {kind: dict(count) for kind, count in counts(reports).items()} == {
        "mangled submissions": {"held": 1, "not": 1},
        "hostile code": {"not": 1},
    }
