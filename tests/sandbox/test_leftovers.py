"""Whatever a cell leaves, the cells after it come to what they come to without it."""

import dataclasses
import time

import pytest

from ffn_grader.sandbox import Hooks
from tests.sandbox.cells import SHORT, printed, run_cells

LIMITS = dataclasses.replace(SHORT, cpu_cell=2, wall_cell=4)
IMPORTS = """
import _thread, atexit, os, signal, subprocess, threading, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
fork = get_context("fork")
def spin(*_):
    while True: pass
def daemon(act):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            act()
        os._exit(0)
def thread(act):
    threading.Thread(target=act, daemon=True).start()
"""
LEFT = {
    "a pool": "pool = fork.Pool(8); pending = pool.map_async(time.sleep, [600] * 8)",
    "a pool whose workers die": "pool = fork.Pool(8, initializer=os._exit, initargs=(1,))",
    "a pool that computes": "pool = fork.Pool(2); pending = pool.map_async(spin, range(8))",
    "an executor": "pool = ProcessPoolExecutor(3, mp_context=fork); pending = pool.submit(time.sleep, 600)",
    "workers that come back": """
def employ():
    while True:
        fork.Process(target=time.sleep, args=(0.3,)).start(); time.sleep(0.05)
thread(employ)""",
    "a timer that ends Python": "threading.Timer(0.8, os._exit, (0,)).start()",
    "an alarm": "signal.alarm(1)",
    "an alarm that raises": """
def ring(*_): raise TimeoutError("too late")
signal.signal(signal.SIGALRM, ring); signal.setitimer(signal.ITIMER_REAL, 0.8, 0.2)""",
    "a thread that interrupts": """
def interrupt():
    while True: time.sleep(0.3); _thread.interrupt_main()
thread(interrupt)""",
    "a thread that computes": "thread(spin)",
    "many threads": "for _ in range(44): thread(lambda: time.sleep(600))",
    "a daemon that kills": "me = os.getpid(); daemon(lambda: (time.sleep(0.7), os.kill(me, signal.SIGKILL)))",
    "a daemon that stops Python": "me = os.getpid(); daemon(lambda: (time.sleep(0.7), os.kill(me, signal.SIGSTOP)))",
    "a daemon that computes": "daemon(spin)",
    "much memory": "held = bytearray(300_000_000)",
    "work for the end": "atexit.register(os._exit, 3); atexit.register(time.sleep, 600)",
}
LATER = """
import subprocess, threading, time
x += 1
time.sleep(0.35)
threads = [threading.Thread(target=len, args=("",)) for _ in range(12)]
for one in threads: one.start()
for one in threads: one.join()
needed = bytearray(150_000_000); del needed
assert subprocess.run(["true"]).returncode == 0
print(x)
"""


class Busy(Hooks):
    """Hands something in before each cell, and takes a while after it, like the grader."""

    def before(self, cell):
        return "handed_in = 1"

    def after(self, cell, result):
        time.sleep(0.1)


@pytest.mark.parametrize("name", LEFT)
def test_the_cells_after_it_do_not_feel_it(sandbox_needed, name):
    results = run_cells("x = 1", IMPORTS + LEFT[name], *[LATER] * 2, hooks=Busy(), limits=LIMITS)
    assert [(result.status, result.words) for result in results] == [("ok", "")] * 4
    assert [printed(result).split()[-1] for result in results[2:]] == ["2", "3"]


def test_a_pool_can_be_used_by_later_cells(run):
    results = run(IMPORTS + "pool = fork.Pool(3)", "print(pool.map(abs, [-1, -2]))", "print(pool.map(abs, [-3]))")
    assert [printed(result) for result in results] == ["", "[1, 2]\n", "[3]\n"]


def test_what_computes_on_is_ended(run):
    living = "print([p for p in os.listdir('/proc') if p.isdigit() and open(f'/proc/{p}/stat').read().split()[2] == 'R'"
    results = run(IMPORTS + "daemon(spin)", living + " and int(p) != os.getpid()])")
    assert printed(results[1]) == "[]\n"


def test_a_cell_that_fails_by_itself_is_not_excused(sandbox_needed):
    seen = []

    class Watch(Hooks):
        def before(self, cell):
            seen.append(cell.id)

    own = "raise ValueError('mine')"
    results = run_cells(
        IMPORTS + "thread(lambda: time.sleep(600))", own, "spin()", "print(2)", hooks=Watch(), limits=SHORT
    )
    assert [result.status for result in results] == ["ok", "error", "cpu", "ok"]
    assert seen == ["0", "1", "1", "1", "2", "2", "2", "3"], "with and without the thread, and no more"


def test_second_tries_have_an_end(run):
    limits = dataclasses.replace(SHORT, restarts=2)
    results = run(IMPORTS + "thread(lambda: time.sleep(600))", *["1 / 0"] * 5, "print(2)", limits=limits)
    assert [result.status for result in results] == ["ok", *["error"] * 5, "ok"]


def test_second_tries_take_nothing_from_the_notebooks_time(run):
    limits = dataclasses.replace(SHORT, cpu_total=3)
    spin = "import time\nend = time.process_time() + 1.05\nwhile time.process_time() < end: pass"
    results = run(IMPORTS + "thread(lambda: time.sleep(600))", spin, spin, "print(2)", limits=limits)
    assert [result.status for result in results] == ["ok", "cpu", "cpu", "ok"]
