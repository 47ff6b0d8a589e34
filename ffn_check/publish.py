"""Publish the answers of one cell: plain JSON, sent as a display that only the grader reads."""

import sys

MIME = "application/vnd.ffn-check+json"
VERSION = 1


def packet(question: str, kind: str, **content) -> dict:
    """What is published for one cell. `kind` is "function", "answer" or "stages"."""
    return {"version": VERSION, "question": question, "kind": kind, **content}


def publish(data: dict) -> None:
    """Send `data` to whoever runs this notebook. Outside a notebook nobody listens, and nothing happens."""
    if shell() is not None:
        from IPython.display import display

        display({MIME: data, "text/plain": f"The answers to {data['question']} are handed in."}, raw=True)


def show(message) -> None:
    """Show a verdict or a sentence: as rich output in a notebook, else as text."""
    if shell() is not None and not isinstance(message, str):
        from IPython.display import display

        display(message)
    else:
        print(message)


def shell():
    """The running IPython shell, or None. IPython is not imported for this: a notebook has done so."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None
