"""What one request to a kernel came to."""

from dataclasses import dataclass, field

from ffn_grader.sandbox import outputs
from ffn_grader.sandbox.limits import Limits
from ffn_grader.sandbox.stops import Stop


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
    data: int = 0
    messages: int = 0

    def keep(self, kind: str, content: dict, limits: Limits, room: int) -> None:
        """Record an output within the limits; `room` is what may be printed. Pieces become one output."""
        if kind in ("display_data", "execute_result") and self.data > limits.data_cell:
            return  # to read what is dropped anyway would take time
        try:
            made = outputs.output(kind, content, limits.nesting)
        except outputs.Malformed:
            return
        if made is None:
            return
        left = max(room - self.printed, 0)
        self.printed += outputs.printed(made)
        self.data += outputs.carried(made)
        if made["output_type"] == "stream":
            made["text"] = made["text"][:left]
            last = self.outputs[-1] if self.outputs else {}
            if last.get("output_type") == "stream" and last["name"] == made["name"]:
                last["text"] += made["text"]
            else:
                self.outputs.append(made)
        elif self.data <= limits.data_cell and outputs.printed(made) <= left:
            self.outputs.append(made)
