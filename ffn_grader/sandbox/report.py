"""Which layers of protection this machine offers."""

from dataclasses import dataclass

from ffn_grader.sandbox import bubblewrap, seccomp
from ffn_grader.sandbox.options import SandboxUnavailable


@dataclass(frozen=True)
class Layer:
    """A layer of protection: whether it is there, and what to do if not."""

    name: str
    present: bool
    advice: str = ""


def report() -> list[Layer]:
    """The layers, the one that all others need first."""
    try:
        bwrap = bubblewrap.require()
    except SandboxUnavailable as error:
        return [Layer("bubblewrap: own files, processes and network", False, str(error))]
    layers = [Layer(f"bubblewrap ({bwrap}): own files, processes and network", True)]
    missing = seccomp.available()
    layers.append(Layer("seccomp: dangerous system calls refused", missing is None, missing or ""))
    if bubblewrap.is_root():
        layers.append(Layer("no new user namespaces (by seccomp)", missing is None, missing or ""))
    else:
        known = "--disable-userns" in bubblewrap.flags(bwrap)
        advice = "" if known or not missing else "bubblewrap 0.8 or later refuses them; or " + missing
        layers.append(Layer("no new user namespaces", known or missing is None, advice))
    return layers
