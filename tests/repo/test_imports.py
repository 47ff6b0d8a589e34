"""Imports run one way: numpy <- ffn_ref, numpy <- ffn_check, and ffn_ref, ffn_check <- ffn_grader."""

import re

import pytest

from tests.repo.imports import OURS, Import, foreign, imports, modules_of, notebooks, ours_in, reached, top

JUDGE = {"question", "questions", "judge", "verdict", "compare", "seeds", "local"}  # parts of ffn_grader


def test_the_reference_needs_numpy_alone(root):
    found = [i for module in modules_of(root / "ffn_ref").values() for i in module]
    assert foreign(i.module for i in found if i.place != "optional") == {"numpy", "ffn_ref"}
    assert foreign(i.module for i in found if i.place == "optional") <= {"scipy"}


def test_the_real_layers_need_numpy_alone(root):
    found = [i for module in modules_of(root / "ffn_data").values() for i in module]
    assert foreign(i.module for i in found) == {"numpy", "ffn_data"}


def test_the_check_needs_numpy_and_one_late_import_of_the_judge(root):
    found = [i for module in modules_of(root / "ffn_check").values() for i in module]
    graded = {i for i in found if top(i.module) == "ffn_grader"}
    assert foreign(i.module for i in found if i not in graded) - {"IPython"} == {"numpy", "ffn_check"}
    statements = {i.module for i in graded if i.module.count(".") <= 1}
    assert statements - {"ffn_grader"} == {"ffn_grader.local"}
    assert {i.place for i in graded} == {"function"}


def test_questions_and_judge_need_neither_nbgrader_nor_jupyter(root):
    graph = {name: found for package in OURS for name, found in modules_of(root / package).items()}
    start = {name: name.split(".")[1] for name in graph if re.match(r"ffn_grader\.", name)}
    start = {name: part for name, part in start.items() if part in JUDGE}
    assert set(start.values()) == JUDGE
    needed = {i.module for module in reached(start, graph).values() for i in module if i.place != "optional"}
    assert foreign(needed) - {"IPython"} <= OURS | {"numpy"}  # IPython shows a verdict, in the browser too


def test_the_book_imports_the_reference_and_the_real_layers_alone(root):
    found = ours_in(notebooks(root / "book", "*.md", "*.py", "*.ipynb"))
    assert set().union(*found.values()) - {"ffn_data"} == {"ffn_ref"}, found


def test_solutions_and_exercises_import_the_check_and_the_real_layers_alone(root):
    paths = notebooks(root / "solutions", "*.md") + notebooks(root / "exercises", "*.ipynb")
    found = ours_in(paths)
    assert set().union(*found.values()) - {"ffn_data"} == {"ffn_check"}, found


def test_nothing_but_its_own_side_imports_the_grader(root, tracked):
    free = {"ffn_grader", "tests", "benchmarks", "nbgrader_config.py", "ffn_check"}  # ffn_check: tested above
    outside = [p for p in tracked if p.suffix == ".py" and p.relative_to(root).parts[0] not in free]
    importing = {path for path, packages in ours_in(outside).items() if "ffn_grader" in packages}
    assert importing == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import numpy.linalg", {("numpy.linalg", "top")}),
        ("from . import judge", {("pkg.sub", "top"), ("pkg.sub.judge", "top")}),
        ("from ..a import b", {("pkg.a", "top"), ("pkg.a.b", "top")}),
        ("def f():\n    import ffn_grader", {("ffn_grader", "function")}),
        ("try:\n    import scipy\nexcept ImportError:\n    pass", {("scipy", "optional")}),
        ("if True:\n    import nbgrader", {("nbgrader", "top")}),
    ],
)
def test_an_import_is_seen_wherever_it_stands(source, expected):
    assert set(imports(source, "pkg.sub")) == expected


def test_a_hidden_path_to_nbgrader_is_found():
    graph = {"g": [], "g.judge": [Import("g.table", "top")], "g.table": [Import("nbgrader.api", "function")]}
    assert {i.module for m in reached(["g.judge"], graph).values() for i in m} == {"g.table", "nbgrader.api"}
