"""requirements.lock: pins everything that pyproject.toml asks for; our code imports nothing else."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo.imports import OURS, foreign, modules_of


@pytest.fixture(scope="module")
def asked(root) -> list[Requirement]:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    return [Requirement(line) for line in [*project["dependencies"], *(r for extra in extras for r in extra)]]


@pytest.fixture(scope="module")
def locked(root) -> list[Requirement]:
    return [Requirement(line) for line in (root / "requirements.lock").read_text().splitlines() if line]


@pytest.mark.parametrize("python", ["3.11.9", "3.12.0", "3.13.0"])
@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_the_lock_satisfies_the_project(asked, locked, python, system):
    machine = default_environment() | {
        "sys_platform": system,
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
    }
    applying = [r for r in locked if r.marker is None or r.marker.evaluate(machine)]
    pins = {canonicalize_name(r.name): next(iter(r.specifier)).version for r in applying}
    assert len(pins) == len(applying)
    for need in asked:
        if need.marker is None or need.marker.evaluate(machine):
            assert need.specifier.contains(pins[canonicalize_name(need.name)], prereleases=True), need


def test_every_line_is_one_exact_version_and_no_address(root, locked):
    assert [str(r) for r in locked if [s.operator for s in r.specifier] != ["=="] or r.url] == []
    assert not re.search(r"https?:|file:|--", (root / "requirements.lock").read_text())


def test_what_is_installed_is_what_is_locked(locked):
    from importlib.metadata import version

    here = [r for r in locked if r.marker is None or r.marker.evaluate()]
    assert [str(r) for r in here if not r.specifier.contains(version(r.name), prereleases=True)] == []


def test_the_project_asks_for_everything_that_our_code_imports(root, asked):
    names = {canonicalize_name(need.name) for need in asked}
    used = foreign(i.module for package in OURS for m in modules_of(root / package).values() for i in m) - OURS
    brings = packages_distributions()
    missing = {m for m in used if not names & {canonicalize_name(d) for d in brings.get(m, [])}}
    assert missing == set(), f"imported, but not in pyproject.toml (Python {sys.version_info[:2]})"
