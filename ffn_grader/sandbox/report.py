"""Which layers of protection this machine offers."""

from dataclasses import dataclass

from ffn_grader.sandbox import bubblewrap, cgroup, container, seccomp
from ffn_grader.sandbox.limits import Limits
from ffn_grader.sandbox.options import SandboxUnavailable


@dataclass(frozen=True)
class Layer:
    """A layer of protection: whether it is there, and what to do if not. needed: grading is not as safe as it should
    be without; others come on top of one that does the same."""

    name: str
    present: bool
    advice: str = ""
    needed: bool = True


def report() -> list[Layer]:
    """The layers, the one that all others need first."""
    try:
        bwrap = bubblewrap.require()
    except SandboxUnavailable as error:
        return [Layer("bubblewrap: own files, processes and network", False, str(error), needed=False), _container()]
    layers = [Layer(f"bubblewrap ({bwrap}): own files, processes and network", True)]
    missing = seccomp.available()
    layers.append(Layer("seccomp: dangerous system calls refused", missing is None, missing or ""))
    if bubblewrap.is_root():
        layers.append(Layer("no new user namespaces (by seccomp)", missing is None, missing or ""))
    else:
        known = "--disable-userns" in bubblewrap.flags(bwrap)
        advice = "" if known or not missing else "bubblewrap 0.8 or later refuses them; or " + missing
        layers.append(Layer("no new user namespaces", known or missing is None, advice))
    return [*layers, _group()]


def _container() -> Layer:
    name = "a container for each submission, in the place of bubblewrap (tried with Podman on Linux only)"
    try:
        return Layer(f"{name}, by {container.engine().command[0]}", True)
    except SandboxUnavailable as error:
        return Layer(name, False, str(error))


def _group() -> Layer:
    folder, reason = cgroup.parent()
    name = "cgroup v2: the system too holds memory and processes of a sandbox"
    if folder is None and cgroup.through_systemd(Limits()):
        return Layer(f"{name} (through systemd-run)", True, needed=False)
    advice = f"{reason}. The grader holds them all the same: it looks every few hundredths of a second"
    return Layer(name, folder is not None, advice if folder is None else "", needed=False)
