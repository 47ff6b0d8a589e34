"""Why a cell was stopped, in words for the student."""

import signal
import time
from dataclasses import dataclass

from ffn_grader.sandbox.limits import Limits, seconds, size


@dataclass(frozen=True)
class Stop:
    """status: "timeout", "cpu", "memory", "output" or "died". words: one sentence for the student."""

    status: str
    words: str


@dataclass
class Totals:
    """What the notebook has used so far, over all its kernels: CPU seconds, wall seconds, characters kept, and the
    size of the pictures and answers that are kept.

    deadline: when `time.monotonic` shows this, nothing more of the notebook is run, no second try either.
    """

    deadline: float
    cpu: float = 0.0
    wall: float = 0.0
    kept: int = 0
    data: int = 0

    @classmethod
    def of(cls, limits: Limits) -> "Totals":
        """Those of a notebook that starts now."""
        return cls(time.monotonic() + 2 * limits.wall_total)


def budget(limits: Limits, done, totals: Totals) -> Stop | None:
    """The first limit that an execution has passed. Memory is looked at apart."""
    if done.cpu > limits.cpu_cell:
        return Stop(
            "cpu",
            f"The cell used more than {seconds(limits.cpu_cell)} of CPU time. Is there a loop without end?",
        )
    if totals.cpu + done.cpu > limits.cpu_total:
        return Stop("cpu", f"The notebook used more than {seconds(limits.cpu_total)} of CPU time in all.")
    if done.printed > limits.output_cell:
        return Stop("output", f"The cell printed more than {size(limits.output_cell)}.")
    if done.data > limits.data_cell:
        return Stop("output", f"The cell showed more than {size(limits.data_cell)} of pictures and answers.")
    if totals.data + done.data > limits.data_total:
        return Stop(
            "output", f"The notebook showed more than {size(limits.data_total)} of pictures and answers in all."
        )
    if done.messages > limits.messages_cell:
        return Stop("output", f"The cell sent more than {limits.messages_cell} outputs.")
    if done.wall > limits.wall_cell:
        return Stop("timeout", f"The cell was still waiting for something after {seconds(limits.wall_cell)}.")
    if totals.wall + done.wall > limits.wall_total or time.monotonic() > totals.deadline:
        return Stop("timeout", f"The notebook was still running after {seconds(limits.wall_total)} in all.")
    return None


def spent(limits: Limits, totals: Totals) -> Stop | None:
    """Why no further cell can be run."""
    if totals.cpu > limits.cpu_total:
        return Stop("cpu", "The cell was not run: the notebook has used all its CPU time.")
    if totals.wall > limits.wall_total or time.monotonic() > totals.deadline:
        return Stop("timeout", "The cell was not run: the notebook has used all its time.")
    return None


def too_many_processes() -> Stop:
    return Stop("died", "The cell left too many processes running.")


def too_much_memory(limits: Limits) -> Stop:
    return Stop("memory", f"The cell used more than {size(limits.memory)} of memory.")


def too_many_files(limits: Limits) -> Stop:
    return Stop("memory", f"The notebook made more than {limits.files} files.")


def too_much_sent(limits: Limits) -> Stop:
    return Stop("output", f"The cell printed or sent more than {size(limits.output_cell)}.")


def not_interrupted(stop: Stop) -> Stop:
    return Stop(stop.status, f"{stop.words} It could not be interrupted, so Python was ended.")


def cut_off(limits: Limits) -> Stop:
    """The wire sees only that it was cut, not why."""
    limit = size(limits.output_cell)
    return Stop("output", f"The cell printed more than {limit} at once, or broke Python's connection.")


def hung_up() -> Stop:
    return Stop("died", "Python no longer listens: an earlier cell broke its connection.")


def ended(code: int) -> Stop:
    """Why Python is gone, from bubblewrap's exit code: 128 + signal, or the code of the process."""
    number = -code if code < 0 else code - 128
    if number == signal.SIGXCPU:
        return Stop("cpu", "The notebook used more CPU time than it may.")
    if number == signal.SIGSEGV:
        return Stop("died", "The cell crashed Python (segmentation fault).")
    if number == signal.SIGKILL:
        return Stop("died", "Python was killed while the cell ran; mostly this means too much memory.")
    if number in {item.value for item in signal.Signals}:
        return Stop("died", f"The cell ended Python with the signal {signal.Signals(number).name}.")
    return Stop("died", f"The cell ended Python itself (exit code {code}).")


NOT_RUN = Stop("died", "The cell was not run: earlier cells ended Python too many times.")
NOT_ASKED = Stop("died", "Python ended before the cell could run.")
