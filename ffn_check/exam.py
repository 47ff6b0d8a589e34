"""When a notebook is graded, the trusted side hands in the cases here, silently, before a graded cell runs.

`check` then asks exactly these cases and only publishes what came back. Without `receive`, `check` looks for
the judge on this machine instead.
"""

import json

_received: dict[str, list] = {}


def receive(message: str) -> None:
    """Take the cases of one question: '{"question": "position_wise.forward", "cases": [{"args": […]}, …]}'.

    A question without a function to try has an empty list of cases.
    """
    data = json.loads(message)
    _received[data["question"]] = data.get("cases") or []


def cases(question: str) -> list | None:
    """The cases received for `question`, or None when nobody is grading."""
    return _received.get(question)
