"""Every test here runs code in a real sandbox and looks at what it reached."""

import os

import pytest

from ffn_grader.sandbox import SandboxUnavailable, bubblewrap
from tests.sandbox import cells


@pytest.fixture(scope="session")
def sandbox_needed():
    """Skips the test where no sandbox can be had."""
    try:
        bubblewrap.require()
    except SandboxUnavailable as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def run(sandbox_needed):
    """run(*sources): the results of these cells in one fresh sandbox."""
    return cells.run_cells


@pytest.fixture(scope="session", params=["root", "user"] if os.geteuid() == 0 else ["user"])
def who(request, sandbox_needed):
    """who(*sources): (status, text printed) of these cells in a sandbox started by root, or by another."""
    if os.geteuid() == 0 and request.param == "user":
        return cells.as_user
    return cells.as_ourselves
