"""A kernel that attacks whoever listens to it: the trusted side reads on, bounded, and follows nothing."""

import dataclasses
import threading

import psutil

from ffn_grader.sandbox import Hooks
from tests.sandbox.cells import SHORT, printed, run_cells

# Code for a cell: sends raw messages on the kernel's own iopub socket, with the kernel's own key.
SEND = """
import json
shell = get_ipython().kernel
session, parent = shell.session, shell.get_parent()
def send(kind, content, parent=parent):
    session.send(shell.iopub_socket, kind, content, parent=parent)
"""
ROOM = dataclasses.replace(SHORT, memory=10**9, cpu_cell=10, received=200_000_000)


def test_malformed_messages_are_ignored(run):
    source = (
        SEND
        + """
for kind in ("stream", "error", "display_data", "execute_result", "status", "clear_output", "comm_open", "nonsense"):
    for content in ({}, {"text": 5, "name": 7}, {"data": [1]}, {"data": {"text/plain": ["a"]}, "metadata": 3},
                    {"execution_state": {}}, {"ename": None, "traceback": "x"}):
        send(kind, content)
deep = "[" * 100_000 + "]" * 100_000
def raw(*parts):
    shell.iopub_socket.send_multipart([b"<IDS|MSG>", session.sign(list(parts)), *parts])
header = json.dumps({"msg_id": "x", "msg_type": "stream"}).encode()
raw(header, json.dumps({"msg_id": parent["header"]["msg_id"]}).encode(), b"{}", deep.encode())
raw(header, b"[]", b"{}", b"{}")
raw(b"5", b"null", b"\\xff\\xfe", b"7")
raw(header)
shell.iopub_socket.send_multipart([b"x"] * 500)
shell.iopub_socket.send_multipart([b""])
print("here")
"""
    )
    result, after = run(source, "print(1)", limits=ROOM)
    assert result.status == "ok" and "here" in printed(result) and printed(after) == "1\n"
    assert {output["output_type"] for output in result.outputs} == {"stream"}


def test_a_message_for_another_cell_does_not_count(run):
    source = (
        SEND
        + """
import threading, time
def late():
    time.sleep(0.3)
    send("stream", {"name": "stdout", "text": "late"})
    send("status", {"execution_state": "idle"})
    send("stream", {"name": "stdout", "text": "forged"}, parent={"header": {"msg_id": "another"}})
threading.Thread(target=late).start()
"""
    )
    _, result = run(source, "import time; time.sleep(1); print('own')")
    assert printed(result) == "own\n"


def test_published_answers_arrive_and_monsters_do_not(run):
    source = (
        SEND
        + """
kind = "application/vnd.ffn-check+json"
send("display_data", {"data": {kind: {"version": 1, "kept": [1.5, None, True]}}, "metadata": {"width": "<script>"}})
nested = []
for _ in range(500): nested = [nested]
send("display_data", {"data": {kind: nested, "text/html": "<script>alert(1)</script>"}})
send("display_data", {"data": {kind: {"text": "x" * 10**7}}})
"""
    )
    (result,) = run(source, limits=ROOM)
    assert [output.get("data") for output in result.outputs if output["output_type"] == "display_data"] == [
        {"application/vnd.ffn-check+json": {"version": 1, "kept": [1.5, None, True]}}
    ]
    assert result.status == "output" and "8 MB" in result.words


def test_a_huge_message_ends_the_kernel_not_the_grader(run):
    before = psutil.Process().memory_info().rss
    result, after = run(SEND + "send('stream', {'name': 'stdout', 'text': 'x' * 10**8})", "print(1)", limits=ROOM)
    assert result.status == "output" and printed(after) == "1\n"
    assert psutil.Process().memory_info().rss - before < 150_000_000


# A header full of dates: jupyter_client makes an object of each, which takes half a minute for these.
DATES = (
    SEND
    + """
header = json.dumps({"msg_id": "x", "msg_type": "stream", "dates": ["2020-01-01T00:00:00"] * 400_000}).encode()
parts = [header, json.dumps({"msg_id": parent["header"]["msg_id"]}).encode(), b"{}", b'{"name": "stdout", "text": "a"}']
for _ in range(3):
    shell.iopub_socket.send_multipart([b"<IDS|MSG>", session.sign(parts), *parts])
"""
)


def test_a_header_that_is_slow_to_read_hides_nothing_from_the_limits(run):
    """While the trusted side read it, the children would hold more than they may, for as long as they like."""
    source = DATES + (
        "import os, time; time.sleep(1)\n"
        "for _ in range(3):\n"
        "    if os.fork() == 0: held = b'x' * (2 * 10**8); time.sleep(5); os._exit(0)\n"
        "for _ in range(3): os.wait()"
    )
    result, after = run(source, "print(1)", limits=dataclasses.replace(ROOM, memory=SHORT.memory))
    assert result.status == "memory" and result.wall_seconds < 5 and printed(after) == "1\n"


def test_many_large_answers_are_not_all_read(run):
    """Between them the limits are looked at, and past those nothing is taken apart that is dropped anyway."""
    source = (
        DATES
        + """
answer = json.dumps({"data": {"application/vnd.ffn-check+json": [[]] * 500_000}}).encode()
kind = json.dumps({"msg_id": "x", "msg_type": "display_data"}).encode()
parts = [kind, parts[1], b"{}", answer]
for _ in range(20):
    shell.iopub_socket.send_multipart([b"<IDS|MSG>", session.sign(parts), *parts])
"""
    )
    result, after = run(source, "print(1)", limits=dataclasses.replace(ROOM, received=10**9))
    assert result.status == "output" and result.wall_seconds < 25 and printed(after) == "1\n"


# Speaks ZMTP 3.0 by itself on the iopub path, after closing the kernel's own socket is not possible: it waits
# for no connection, it uses the one that the trusted side has made.
ENDLESS = """
import ctypes, os, socket, stat
fds = [int(name) for name in os.listdir("/proc/self/fd")]
chunk = b"\\x03" + (10**6).to_bytes(8, "big") + bytes(10**6)  # a long frame with more to follow
connected = []
for fd in fds:
    try:
        sock = socket.socket(fileno=os.dup(fd))
        if sock.family == socket.AF_UNIX and "k-2" in str(sock.getsockname()) and not sock.getsockopt(
                socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            connected.append(sock)
    except OSError:
        pass
print(len(connected), flush=True)
import time; time.sleep(1)
sock = connected[0]
sock.setblocking(True)
while True:
    sock.sendall(chunk)
"""


def test_a_message_without_end_does_not_eat_the_graders_memory(run):
    limits = dataclasses.replace(ROOM, cpu_cell=60)
    peak = 0
    done = threading.Event()

    def watch():
        nonlocal peak
        while not done.wait(0.05):
            peak = max(peak, psutil.Process().memory_info().rss)

    before = psutil.Process().memory_info().rss
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        result, after = run(ENDLESS, "print(1)", limits=limits)
    finally:
        done.set()
        watcher.join()
    assert result.status == "output" and printed(after) == "1\n", result
    assert peak - before < 2_000_000_000


def test_a_kernel_that_hangs_up_holds_nobody(run):
    source = """
import os, socket
for name in os.listdir("/proc/self/fd"):
    try:
        if socket.socket(fileno=os.dup(int(name))).family == socket.AF_UNIX:
            os.close(int(name))
    except OSError:
        pass
"""
    result, after = run(source, "print(1)", limits=ROOM)
    assert result.status in ("died", "output", "cpu", "ok") and printed(after) == "1\n"


def test_a_kernel_replaced_by_another_program(run):
    result, after = run("import os; os.execv('/usr/bin/sleep', ['sleep', '1000'])", "print(1)")
    assert result.status in ("died", "output", "timeout") and printed(after) == "1\n"


def test_the_inputs_sent_before_a_cell_leave_no_trace_in_its_output(run):
    class Sender(Hooks):
        def before(self, cell):
            return "print('x' * 10**5); display(5); 1 / 0"

    (result,) = run("print('own')", hooks=Sender())
    assert result.outputs == [{"output_type": "stream", "name": "stdout", "text": "own\n"}]


def test_no_folder_of_the_trusted_side_can_be_written(run):
    """What can be written lies in memory, of bounded size. The sockets come open, from a folder that is not there."""
    look = (
        "lines = [line.split(' - ') for line in open('/proc/self/mountinfo')]\n"
        "kinds = {tail.split()[0] for head, tail in lines if 'rw' in head.split()[5].split(',')}\n"
        "print(sorted(kinds - {'proc', 'devpts', 'devtmpfs', 'mqueue'}), __import__('os').path.exists('/run'))"
    )
    (result,) = run(look)
    assert printed(result) == "['tmpfs'] False\n"


def test_the_sockets_that_the_kernel_got_open_take_no_second_client(sandbox_needed):
    """A student's process may listen on them; nobody but the trusted side has their address."""
    source = """
import os, socket
found = []
for name in os.listdir("/proc/self/fd"):
    try: one = socket.socket(fileno=os.dup(int(name)))
    except OSError: continue
    if one.family == socket.AF_UNIX and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        one.settimeout(0.2); found.append(one)
print(len(found))
for one in found:
    try: one.accept(); print("a client")
    except OSError: pass
"""
    first, after = run_cells(source, "print(1)")
    assert printed(first).split() == ["5"] and printed(after) == "1\n"
