"""The commands that the documents name exist, and `make help` lists every target."""

import os
import re
import subprocess

import pytest

from ffn_grader.course import Course
from ffn_grader.sandbox.limits import seconds, size

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
CHAPTERS = {"motivation", "position_wise", "activations", "gating", "cost"}


def make(root, *arguments) -> str:
    result = subprocess.run(["make", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return result.stdout


@pytest.fixture(scope="module")
def targets(root) -> set[str]:
    phony = re.search(r"^\.PHONY: (all .*)$", (root / "Makefile").read_text(), re.M)
    return set(phony.group(1).split())


def code(text: str) -> str:
    """What stands in code: fenced blocks and `spans`."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return re.sub(r"#.*", "", "\n".join([*blocks, *spans]))


def test_help_lists_every_target(root, targets):
    listed = re.findall(r"^make ([\w-]+) +\S", make(root, "help"), re.M)
    assert sorted(listed) == sorted(targets)


def test_make_alone_is_the_main_job(root):
    assert (root / "Makefile").read_text().find("\nall:") < (root / "Makefile").read_text().find("\nsetup:")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_make_target_that_a_document_names_exists(root, targets, document):
    named = set(re.findall(r"\bmake ([a-z]+)\b", code((root / document).read_text())))
    assert named <= targets


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_program_that_a_document_names_is_installed(root, document):
    named = set(re.findall(r"\.venv/bin/([\w-]+)", (root / document).read_text()))
    assert {name for name in named if not os.access(root / ".venv" / "bin" / name, os.X_OK)} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_grading_command_that_a_document_names_exists(root, document):
    usage = subprocess.run([root / ".venv/bin/ffn-grade", "--help"], capture_output=True, text=True, check=True).stdout
    named = set(re.findall(r"\bffn-grade ([a-z]+)\b", code((root / document).read_text())))
    assert named <= set(re.findall(r"^ +([a-z]+) ", usage, re.M))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_file_that_a_document_names_exists(root, document):
    text = (root / document).read_text()
    linked = {link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link}
    named = {span for span in re.findall(r"`([\w./-]+/)`", text)} - {"grading/"}  # made by the first run
    assert {path for path in linked | named if not (root / path).exists()} == set()


def test_the_course_map_has_every_chapter_in_the_order_of_the_book(root):
    rows = re.findall(
        r"\]\(book/(\w+)\.md\).*exercises/(\w+)/\2\.ipynb.*questions/(\w+)\)",
        (root / "README.md").read_text(),
    )
    assert all(len(set(row)) == 1 for row in rows)
    entries = re.findall(r"file: *(?:book/)?(\w+)", (root / "_toc.yml").read_text())
    assert [row[0] for row in rows] == [name for name in entries if name in CHAPTERS]
    assert {row[0] for row in rows} == CHAPTERS


def test_continuous_integration_runs_the_test_command_of_the_readme(root):
    assert (root / ".ci" / "run").read_text().rstrip().endswith("make test")
    assert os.access(root / ".ci" / "run", os.X_OK)


def test_the_limits_that_security_states_are_those_of_the_course(root):
    stated = dict(re.findall(r"^\| `(\w+)` \|[^|]+\| ([^|]+) \|$", (root / "SECURITY.md").read_text(), re.M))
    limits = Course(root).limits
    assert stated.keys() >= {"cpu_cell", "memory", "disk"}
    for name, words in stated.items():
        value = getattr(limits, name)
        assert words in {str(value), seconds(value), size(value)}, name
