"""Code that takes more than it may: stopped, told why in words, and the cells around it unharmed."""

import dataclasses
import time

import pytest

from tests.sandbox.cells import SHORT, printed, raised

BEFORE, AFTER = "kept = 41", "print(kept + 1)"


def stopped(run, source, **options):
    """The result of a cell between two innocent ones."""
    before, result, after = run(BEFORE, source, AFTER, **options)
    assert before.status == "ok"
    assert (after.status, printed(after)) == ("ok", "42\n"), (result, after)
    return result


def test_an_endless_loop_is_interrupted(run):
    result = stopped(run, "while True: pass")
    assert result.status == "cpu" and raised(result) == "KeyboardInterrupt"
    assert result.words.startswith("The cell used more than 1 second of CPU time.")
    assert 1 <= result.cpu_seconds < 6


def test_a_loop_that_swallows_the_interrupt_is_ended(run):
    result = stopped(run, "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass")
    assert result.status == "cpu" and "could not be interrupted" in result.words


def test_cpu_time_of_child_processes_counts(run):
    source = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'while True: pass'])"
    assert stopped(run, source).status == "cpu"


def test_cpu_time_of_children_that_nobody_waits_for_counts(run):
    source = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        end = time.process_time() + 0.3
        while time.process_time() < end: pass
        os._exit(0)
    time.sleep(0.35)
"""
    assert stopped(run, source).status == "cpu"


def test_threads_that_a_stopped_cell_left_do_not_harm_the_next(run):
    source = """
import threading
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
spin()
"""
    assert stopped(run, source).status == "cpu"


def test_waiting_for_ever_ends(run):
    limits = dataclasses.replace(SHORT, wall_cell=2)
    result = stopped(run, "import time; time.sleep(1000)", limits=limits)
    assert result.status == "timeout" and "after 2 seconds" in result.words
    assert result.cpu_seconds < 1


def test_many_cells_that_wait_end_together(run):
    limits = dataclasses.replace(SHORT, wall_total=10)
    wait = "import time; time.sleep(6)"
    results = run(wait, wait, wait, "print(1)", limits=limits)
    assert [result.status for result in results] == ["ok", "timeout", "timeout", "timeout"]
    assert "after 10 seconds in all" in results[1].words


LEAVES = """
import os
if os.fork() == 0:
    while True: pass
"""


def test_the_time_to_end_what_cells_left_counts(run):
    limits = dataclasses.replace(SHORT, wall_total=4)
    start = time.monotonic()
    *_, last = run(*[LEAVES] * 30, limits=limits)
    assert last.status == "timeout" and time.monotonic() - start < 3 * limits.wall_total


def test_fresh_kernels_and_second_tries_end_with_the_notebooks_time(run):
    limits = dataclasses.replace(SHORT, wall_total=5)
    start = time.monotonic()
    *_, last = run(*[LEAVES] * 6, *["import os; os._exit(1)"] * 9, limits=limits)
    assert last.words == "The cell was not run: the notebook has used all its time."
    assert time.monotonic() - start < 3 * limits.wall_total


def test_the_whole_notebook_has_a_limit_too(run):
    limits = dataclasses.replace(SHORT, cpu_total=1)
    burn = "import time\nend = time.process_time() + 0.45\nwhile time.process_time() < end: pass"
    results = run(burn, burn, burn, "print(1)", limits=limits)
    assert [result.status for result in results[:2]] == ["ok", "ok"]
    assert results[2].status == "cpu" and "in all" in results[2].words
    assert results[3].status == "cpu"


@pytest.mark.parametrize(
    "source",
    [
        "held = []\nwhile True: held.append(bytearray(10**7))",
        "import numpy as np\nheld = [np.ones(10**7) for _ in range(100)]",
        "import os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        held = bytearray(10**8); time.sleep(60); os._exit(0)\n"
        "time.sleep(60)",
    ],
    ids=["list", "arrays", "shared out to children"],
)
def test_a_memory_bomb_is_ended(run, source):
    result = stopped(run, source)
    assert result.status == "memory" and result.words == "The cell used more than 400 MB of memory."


def test_an_impossible_array_is_an_ordinary_error(run):
    result = stopped(run, "import numpy as np\nnp.ones(10**12)")
    assert result.status == "error" and "Memory" in raised(result)


def test_memory_shared_between_processes_counts_once(run):
    source = """
import os, time
held = bytearray(2 * 10**8)
for _ in range(4):
    if os.fork() == 0:
        time.sleep(0.5); os._exit(0)
for _ in range(4): os.wait()
"""
    assert stopped(run, source).status == "ok"


FORK_BOMB = """
import os, time
children = 0
try:
    while children < 1000:
        if os.fork() == 0:
            time.sleep(60); os._exit(0)
        children += 1
except OSError as error:
    print(children, error.strerror)
"""
THREAD_BOMB = """
import threading, time
threads = 0
try:
    while threads < 1000:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        threads += 1
except RuntimeError:
    print(threads)
"""


def test_a_fork_bomb_meets_its_limit(who):
    (status, text), (after, kept) = who(FORK_BOMB, "print(42)")
    count, _, reason = text.partition(" ")
    assert 10 < int(count) < SHORT.processes and "unavailable" in reason
    assert status == "died" and (after, kept) == ("ok", "42\n")


def test_a_thread_bomb_meets_its_limit(who):
    ((_, text),) = who(THREAD_BOMB)
    assert 10 < int(text) < SHORT.processes


def test_a_wild_fork_bomb_ends(run):
    result = stopped(run, "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass")
    assert result.status in ("cpu", "memory", "died", "output")


def test_endless_output_is_stopped(run):
    result = stopped(run, "while True: print('x' * 1000)")
    assert result.status == "output" and "more than 1 MB" in result.words
    assert len(printed(result)) <= SHORT.output_cell


def test_a_hundred_megabytes_in_one_piece(run):
    result = stopped(run, "print('x' * 10**8)", limits=dataclasses.replace(SHORT, memory=10**9))
    assert result.status == "output" and "more than 1 MB" in result.words


def test_output_of_a_finished_cell_counts_as_well(run):
    result = stopped(run, "print('x' * 2 * 10**6)")
    assert result.status == "output" and len(printed(result)) == SHORT.output_cell


def test_too_many_outputs(run):
    limits = dataclasses.replace(SHORT, messages_cell=50)
    result = stopped(run, "for i in range(10**5): display(i)", limits=limits)
    assert result.status == "output" and len(result.outputs) < 2000


def test_text_past_the_total_is_dropped_and_costs_nothing(run):
    limits = dataclasses.replace(SHORT, output_total=1000)
    first, second = run("print('x' * 900)", "print('y' * 900)", limits=limits)
    assert (first.status, second.status) == ("ok", "ok")
    assert len(printed(first)) + len(printed(second)) == 1000


def test_pictures_of_the_whole_notebook_are_bounded(run):
    """Those of a cell that is repeated count once, and what is small still finds room."""
    limits = dataclasses.replace(SHORT, data_cell=3000, data_total=8000)
    picture = (
        "from base64 import b64encode\n"
        "data = b64encode(b'\\x89PNG\\r\\n\\x1a\\n' + bytes({})).decode()\n"
        "display({{'image/png': data}}, raw=True)"
    )
    sizes = (1500, 1500, 0, 1500, 1500, 300)  # 0: Python ends, and the cells before it are repeated
    results = run(*[picture.format(size) if size else "import os; os._exit(1)" for size in sizes], limits=limits)
    assert [result.status for result in results] == ["ok", "ok", "died", "ok", "output", "ok"], results
    assert results[4].words.startswith("The notebook showed more than 8 kB of pictures and answers in all.")
    assert [len(result.outputs) for result in results] == [1, 1, 0, 1, 0, 1]


def test_files_and_folders_are_bounded(run):
    source = """
import errno
for path in ("/tmp/big", "big", "/dev/shm/big"):
    written = 0
    try:
        while written < 10**9:
            with open(f"{path}{written}", "wb") as file:
                file.write(bytes(10**6))
            written += 10**6
    except OSError as error:
        print(written <= 21 * 10**6, errno.errorcode[error.errno])
"""
    assert printed(stopped(run, source)) == "True ENOSPC\n" * 3


EMPTY_FILES = """
import os
try:
    for number in range(10**6): os.mkdir(f"{place}/{number}")
except OSError as error: print(error)
"""


@pytest.mark.parametrize("place", ["/tmp", "/home/student", "/dev/shm"])
def test_the_number_of_files_is_bounded(who, place):
    """An empty file has no size, but takes memory that belongs to no process."""
    (status, _), after = who(f"place = {place!r}\n" + EMPTY_FILES, "print(42)")
    assert status == "memory" and after == ("ok", "42\n")


def test_one_file_is_bounded(run):
    limits = dataclasses.replace(SHORT, file_size=10**6)
    result = stopped(run, "open('big', 'wb').write(bytes(2 * 10**6))", limits=limits)
    assert result.status in ("ok", "error")
    result = stopped(run, "import os\nwith open('big','wb') as f:\n  f.seek(10**6-1); f.write(b'xx')", limits=limits)
    assert result.status == "error" and raised(result) == "OSError"


def test_open_files_are_bounded(run):
    result = stopped(run, "held = [open('/dev/null') for _ in range(10**4)]")
    assert raised(result) == "OSError"


def test_memory_that_belongs_to_no_process_is_refused(run):
    result = stopped(run, "import os\nos.memfd_create('hidden')")
    assert raised(result) in ("PermissionError", "OSError")
