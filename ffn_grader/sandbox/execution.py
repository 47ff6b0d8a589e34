"""What one request to a kernel came to."""

from dataclasses import dataclass, field

from ffn_grader.sandbox import outputs
from ffn_grader.sandbox.limits import Limits
from ffn_grader.sandbox.stops import Stop, Totals


@dataclass
class Execution:
    """What one request came to. `stop` tells which limit ended it; `fatal` that the kernel is gone; `left` that
    something is there that was not there before: threads, processes, signal handlers, much memory."""

    status: str = "ok"  # the kernel's word: "ok" or "error"
    outputs: list[dict] = field(default_factory=list)
    stop: Stop | None = None
    fatal: bool = False
    left: bool = False
    cpu: float = 0.0
    wall: float = 0.0
    printed: int = 0
    data: int = 0  # size of the pictures and published answers; `shown`: of those that are kept
    shown: int = 0
    messages: int = 0

    def keep(self, kind: str, content: dict, limits: Limits, totals: Totals) -> None:
        """Record an output within the limits. Pieces become one output."""
        room = min(limits.data_cell, limits.data_total - totals.data)
        if kind in ("display_data", "execute_result") and self.data > room:
            return  # to read what is dropped anyway would take time
        try:
            made = outputs.output(kind, content, limits.nesting)
        except outputs.Malformed:
            return
        if made is None:
            return
        left = max(min(limits.output_cell, limits.output_total - totals.kept) - self.printed, 0)
        self.printed += outputs.printed(made)
        carried = outputs.carried(made)
        self.data += carried
        if made["output_type"] == "stream":
            made["text"] = made["text"][:left]
            last = self.outputs[-1] if self.outputs else {}
            if last.get("output_type") == "stream" and last["name"] == made["name"]:
                last["text"] += made["text"]
            else:
                self.outputs.append(made)
        elif self.data <= room and outputs.printed(made) <= left:
            self.outputs.append(made)
            self.shown += carried
