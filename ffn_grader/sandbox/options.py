"""How a sandbox is to be set up, and the errors it can answer with."""

from dataclasses import dataclass, field
from pathlib import Path

from ffn_grader.sandbox.limits import Limits


class SandboxError(Exception):
    """The sandbox itself failed: not the student's fault."""


class SandboxUnavailable(SandboxError):
    """No sandbox can be had on this machine. The message says what to install."""


@dataclass(frozen=True)
class SandboxOptions:
    """limits: what the code may use.
    folder: the submission's own files; regular files are copied in, notebooks and symlinks are not.
    unsafe: run without any sandbox. The code can then read and change all that you can.
    bwrap: the bubblewrap program; found by itself when None.
    contained: we are in a container for this submission alone, as its root: no bubblewrap, but another user and limits.
    """

    limits: Limits = field(default_factory=Limits)
    folder: Path | None = None
    unsafe: bool = False
    bwrap: Path | None = None
    contained: bool = False
