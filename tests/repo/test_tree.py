"""What may lie in the repository: no path of one machine, no registry, nothing large."""

import re

import pytest

PRIVATE = re.compile(r"(?<![\w.~$}])/(?:tmp|root|work|home|Users)/[A-Za-z0-9_.-]+")
REGISTRY = re.compile(r"(?:pypi\.org|pythonhosted\.org|npmjs\.org|debian\.org|ubuntu\.com|anaconda\.org)")
MEANT = {"user", "student", "you", "me"}  # a home folder that stands for anybody's
BINARY = {".png", ".jpg", ".npz", ".npy", ".woff2", ".zip", ".pdf", ".db", ".gz", ".wasm", ".whl"}
SANDBOX = ("tests/sandbox/", "tests/attacks/")  # in there /tmp is the sandbox's own
LIMIT = 500_000  # bytes
LARGE = {  # a larger file: why
    "ffn_data/minilm_layer5.npz": "the weights of a real layer",
    "ffn_data/smollm2_layer8.npz": "the weights of a real layer",
}


def private_paths(text: str) -> list[str]:
    found = [match.group() for match in PRIVATE.finditer(text)]
    return [path for path in found if path.split("/")[2] not in MEANT]


def texts(tracked):
    for path in tracked:
        if path.suffix not in BINARY:
            yield path, path.read_text(encoding="utf-8", errors="replace")


def test_no_path_of_one_machine(root, tracked):
    found = [(str(p.relative_to(root)), path) for p, text in texts(tracked) for path in private_paths(text)]
    assert [(name, path) for name, path in found if not (name.startswith(SANDBOX) and path.startswith("/tmp/"))] == []


def test_no_registry_is_named(root, tracked):
    found = {str(p.relative_to(root)): m.group() for p, text in texts(tracked) if (m := REGISTRY.search(text))}
    assert found == {}


def test_no_file_is_large_without_a_reason(root, tracked):
    found = {str(p.relative_to(root)): p.stat().st_size for p in tracked if p.stat().st_size > LIMIT}
    assert found.keys() <= LARGE.keys()


def test_every_file_that_may_be_large_is_there(root):
    assert [name for name in LARGE if not (root / name).is_file()] == []


def test_no_work_of_a_student_or_built_file_is_tracked(root, tracked):
    folders = {path.relative_to(root).parts[0] for path in tracked}
    assert not folders & {"grading", "_build", ".venv", ".jupyter_cache"}


@pytest.mark.parametrize("folder", ["tmp", "root", "work", "home", "Users"])
def test_a_private_path_is_found(folder):
    assert private_paths(f"open('/{folder}/anna/x.db')") == [f"/{folder}/anna"]


@pytest.mark.parametrize("text", ["/home/student/x", "src/work/it", "https://a.b/c/work/x", "--tmpfs /tmp"])
def test_an_ordinary_path_is_not(text):
    assert private_paths(text) == []
