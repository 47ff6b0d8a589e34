"""The outputs that a graded notebook shows. The trusted side writes them; nothing of them runs in a browser.

nbgrader reads a score from the cell's outputs: the number of an `execute_result` is the partial credit.
"""

import html

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from .record import Part

#: What a student's own output may be. HTML, SVG, JavaScript and LaTeX would run in the instructor's browser.
KEPT = ("text/plain", "image/png", "image/jpeg")

NOTE_ID = "how-it-was-read"  # the cell that says what the intake step did


def verdict_outputs(part: Part) -> list[NotebookNode]:
    """The verdict in words, then the score as nbgrader reads it (0 until then where a person decides)."""
    points = f"({part.score:g} of {part.points:g} points)" if part.score is not None else ""
    head = f"{part.headline}. {part.sentence} {points}".strip()
    body = "".join(f"<div style='white-space: pre-wrap'>{html.escape(line)}</div>" for line in part.details)
    data = {
        "text/plain": "\n".join([head, *(f"  {line}" for line in part.details)]),
        "text/html": f"<div><strong>{html.escape(head)}</strong></div>{body}",
    }
    score = new_output("execute_result", data={"text/plain": repr(float(part.score or 0.0))})
    return [new_output("display_data", data=data), score]


def shown_outputs(result) -> list[NotebookNode]:
    """A student's own outputs as plain text and pictures. A warning is text like any other, never a failure."""
    if result is None:
        return []
    shown = []
    for output in result.outputs:
        kind = output["output_type"]
        if kind == "stream":
            shown.append(new_output("stream", name="stdout", text=output["text"]))
        elif kind == "error":
            fields = {key: output[key] for key in ("ename", "evalue", "traceback")}
            shown.append(new_output("error", **fields))
        else:
            data = {mime: value for mime, value in output["data"].items() if mime in KEPT}
            if data:
                shown.append(new_output("display_data", data=data))
    if result.words:
        shown.append(new_output("stream", name="stdout", text=f"[{result.words}]\n"))
    return shown


def mark(cell: NotebookNode, part: Part) -> None:
    """Write `part` into its cell."""
    cell.outputs = verdict_outputs(part)
    cell.metadata["ffn"] = {"needs_person": part.needs_person}


def needs_person(cell: NotebookNode) -> bool:
    """Whether our verdict on this cell asks for a person. The metadata is ours: intake drops the student's."""
    return bool(cell.metadata.get("ffn", {}).get("needs_person"))


def note_cell(notes: list[str]) -> NotebookNode:
    """What the intake step did to the submission, for the student and the instructor to read."""
    items = "".join(f"<li>{html.escape(note)}</li>" for note in notes)
    cell = new_markdown_cell(f"<p><strong>How this notebook was read</strong></p><ul>{items}</ul>")
    cell.id = NOTE_ID
    return cell
