"""A function that runs for long is said to be running, and how to stop it."""

import contextlib
import threading

from .publish import show

SECONDS = 10
STILL = (
    "Your function has been running for {} seconds. If a loop in it never ends, stop it with ■ (Kernel, Interrupt): "
    "nothing that you wrote is lost."
)


@contextlib.contextmanager
def patience(seconds: float = SECONDS):
    """Show a sentence once `seconds` have passed inside. Where no thread can start (a browser), nothing is shown."""
    timer = threading.Timer(seconds, show, [STILL.format(f"{seconds:g}")])
    timer.daemon = True
    with contextlib.suppress(RuntimeError):
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
