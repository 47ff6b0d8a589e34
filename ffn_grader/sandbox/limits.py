"""What a student's code may use, and the words that say it used too much."""

from dataclasses import dataclass

KB, MB, GB = 1000, 1000**2, 1000**3


@dataclass(frozen=True)
class Limits:
    """Limits of one sandbox. Sizes in bytes, times in seconds.

    CPU time is counted over all processes of the sandbox, so a loaded machine changes no grade. Wall time
    catches only what waits for ever, and is generous.
    """

    cpu_cell: float = 30  # CPU time of one cell
    cpu_total: float = 300  # CPU time of the whole notebook, repeated cells included
    wall_cell: float = 300  # wall time of one cell
    wall_total: float = 900  # wall time of the whole notebook, so that many sleeping cells hold up nobody for long
    wall_start: float = 120  # wall time until the kernel answers
    memory: int = 1 * GB  # memory of all processes together
    processes: int = 64  # processes and threads together; a kernel itself needs about 15
    open_files: int = 256
    file_size: int = 32 * MB  # one file
    disk: int = 64 * MB  # the home folder; the same again for /tmp
    files: int = 20_000  # files and folders in these, which take memory even when empty
    output_cell: int = 1 * MB  # text that one cell prints
    output_total: int = 10 * MB  # text that is kept of the notebook; what it prints after that is dropped
    data_cell: int = 8 * MB  # pictures and published answers of one cell
    data_total: int = 50 * MB  # those that are kept of the notebook
    messages_cell: int = 2000  # messages of one cell, of any kind
    message: int = 16 * MB  # one message on the wire; a longer one ends the connection
    received: int = 512 * MB  # what the grader's own memory may grow by while a kernel lives
    nesting: int = 32  # depth of published JSON
    grace: float = 3  # wall time between the interrupt and the kill
    restarts: int = 10  # fresh kernels after those that cells have ended; as many again for second tries

    @property
    def address_space(self) -> int:
        """Room for one process's mappings. Libraries and thread stacks reserve far more than they touch."""
        return self.memory + 2 * GB


def seconds(value: float) -> str:
    """3 → "3 seconds", 0.5 → "0.5 seconds", 1 → "1 second"."""
    return f"{value:g} second" + ("" if value == 1 else "s")


def size(value: int) -> str:
    """1000000 → "1 MB"; 2500000000 → "2.5 GB"."""
    for unit, name in ((GB, "GB"), (MB, "MB"), (KB, "kB")):
        if value >= unit:
            return f"{round(value / unit, 1):g} {name}"
    return f"{value} bytes"
