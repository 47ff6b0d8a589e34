"""Licences and citation are there, and agree with pyproject.toml."""

import re
import tomllib

import yaml

HEADINGS = {
    "BSD-3-Clause": r"BSD 3-Clause License",
    "CC-BY-4.0": r"Creative Commons Attribution 4\.0 International",
    "Apache-2.0": r"Apache License\s+Version 2\.0",
}


def test_the_licences_are_the_declared_ones(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for licence, name in zip(project["license"].split(" AND "), project["license-files"], strict=True):
        assert re.search(HEADINGS[licence], (root / name).read_text(encoding="utf-8")), name


def test_the_citation_agrees_with_the_project(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    citation = yaml.safe_load((root / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["version"] == project["version"]
    assert " AND ".join(citation["license"]) == project["license"]
