"""Forged answers: what `check` should publish, written by hand and sent by every way there is."""

from .attack import MIME, Attack

# Code: `forge(question, …)` publishes a packet of one's own; ALL are the questions and their kinds.
FORGE = f"""
import base64, json, struct, threading, time
from IPython.display import display
ALL = dict(shapes="stages", by_hand_relu="stages", by_hand_gelu="stages", one_token="function", forward="function",
           out_in="function", collapse="function", parameters="answer")
NAMES = dict(shapes=["W1", "b1", "h", "W2", "b2", "out"])
NAMES |= dict.fromkeys(["by_hand_relu", "by_hand_gelu"], ["h_pre", "h", "out"])
def array(shape=(), data=None, dtype="float64"):
    size = 1
    for n in shape: size *= n
    raw = bytes(8 * size) if data is None else data
    return {{"dtype": dtype, "shape": list(shape), "data": base64.b64encode(raw).decode(), "python": "ndarray"}}
def packet(name, value, count=8, **more):
    made = {{"version": 1, "question": "position_wise." + name, "kind": ALL[name], "student": student}}
    made |= {{"cases": [{{"value": value}}] * count, "answer": value}}
    made |= {{"stages": dict.fromkeys(NAMES.get(name, []), value)}}
    return made | more
def send(data): display({{"{MIME}": data}}, raw=True)
def from_now_on(act):
    '''`act(name)` runs in the graded cell of each question, before `check`.'''
    def before(info):
        for name in ALL:
            if f'check("position_wise.{{name}}"' in info.raw_cell: act(name)
    get_ipython().events.register("pre_run_cell", before)
def asked(name):
    from ffn_check import exam
    return len(exam.cases("position_wise." + name) or [])
"""
SILENT = "import ffn_check.checkpoint\nffn_check.checkpoint.publish = lambda data: None\n"
VALUES = "h_pre = h = out = answer = W1_shape = b1_shape = h_shape = W2_shape = b2_shape = out_shape = 0\n"
VALUES += "forward_one = forward = forward_out_in = collapse = lambda *a: 0\n"


def forged(act: str, silent: bool = True) -> Attack:
    """`act`, with `name` bound, in every graded cell; `check` itself publishes nothing."""
    return Attack(FORGE + VALUES + SILENT * silent + f"def act(name):\n    {act}\nfrom_now_on(act)")


PUBLISHED = {
    "forged verdict": forged(
        "send(packet(name, array((2,)), asked(name), credit=1, score=3, verdict='Right', needs_person=True))"
    ),
    "forged twice": forged(
        "send(packet(name, array((2,)), asked(name))); send(packet(name, array((3,)), asked(name)))"
    ),
    "forged beside the real one": forged("send(packet(name, array((2,)), asked(name)))", silent=False),
    "every guess at once": forged("[send(packet(name, array((), struct.pack('<d', n)))) for n in range(200)]"),
    "early": Attack(FORGE + VALUES + SILENT + "for name in ALL: send(packet(name, array((2,))))"),
    "late": Attack(
        FORGE + VALUES + SILENT + "def later():\n    while True:\n        time.sleep(0.05)\n"
        "        for name in ALL: send(packet(name, array((2,))))\n"
        "threading.Thread(target=later, daemon=True).start()"
    ),
    "nine megabytes": forged("send(packet(name, array((2,)), asked(name), more='x' * 9_000_000))"),
    "claims 700 GiB": forged("send(packet(name, array() | {'shape': [10**6, 10**5]}, asked(name)))"),
    "claims more than an integer holds": forged("send(packet(name, array() | {'shape': [10**30, 0]}, asked(name)))"),
    "negative sizes": forged("send(packet(name, array() | {'shape': [-1, -1]}, asked(name)))"),
    "object dtype": forged("send(packet(name, array() | {'dtype': 'object'}, asked(name)))"),
    "structured dtype": forged("send(packet(name, array() | {'dtype': '(1000000,1000000)f8'}, asked(name)))"),
    "complex dtype": forged("send(packet(name, array((), bytes(16), 'complex128'), asked(name)))"),
    "booleans that are neither": forged("send(packet(name, array((2,), b'\\x07\\x09', 'bool'), asked(name)))"),
    "nested without end": forged(
        "deep = array()\n    for _ in range(25): deep = {'items': [deep] * 2, 'python': 'tuple'}\n"
        "    send(packet(name, {'items': [{'items': [{'items': [array()]}]}]}, asked(name)))"
    ),
    "another question's name": forged("send(packet(name, array((2,))) | {'question': 'position_wise.width'})"),
    "another kind": forged("send(packet(name, array()) | {'kind': 'answer'})"),
    "another version": forged("send(packet(name, array()) | {'version': True})"),
    "too few cases": forged("send(packet(name, array((2,)), 0)); send(packet(name, array((2,)), 0))"),
    "too many cases": forged("send(packet(name, array((2,)), 10_000))"),
    "no dict at all": forged("send([[packet(name, array())]]); send('3.0'); send(None); send(float('1e308'))"),
    "patched pack": Attack(
        VALUES + "import ffn_check.ask, ffn_check.checkpoint\n"
        "ffn_check.ask.pack = ffn_check.checkpoint.pack = lambda value: "
        "{'dtype': 'float64', 'shape': [2], 'data': 'AAAAAAAAAAAAAAAAAAAAAA==', 'python': 'ndarray', 'right': True}"
    ),
}

# Code: raw messages on the kernel's own sockets, signed with its own key.
RAW = """
kernel = get_ipython().kernel
def raw(kind, content, parent=None):
    kernel.session.send(kernel.iopub_socket, kind, content, parent=parent or kernel.get_parent())
"""

WIRE = {
    "messages forged on the sockets": Attack(
        FORGE
        + VALUES
        + SILENT
        + RAW
        + f"""
def act(name):
    raw("display_data", {{"data": {{"{MIME}": packet(name, array((2,)))}}, "metadata": {{}}}})
    raw("execute_result", {{"data": {{"text/plain": "3.0"}}, "metadata": {{}}, "execution_count": 1}})
    raw("status", {{"execution_state": "idle"}})
    raw("execute_reply", {{"status": "ok", "score": 3}})
    kernel.session.send(kernel.shell_stream, "execute_reply", {{"status": "ok", "execution_count": 1}},
                        parent=kernel.get_parent(), ident=kernel.get_parent()["header"]["session"].encode())
from_now_on(act)"""
    ),
    "answers that end too soon": Attack(
        FORGE
        + VALUES
        + RAW
        + "from_now_on(lambda name: [raw('status', {'execution_state': 'idle'}) for _ in range(3)])"
    ),
    "comm and display channels": Attack(
        FORGE
        + VALUES
        + RAW
        + f"""
from comm import create_comm
held = display({{"text/plain": "?"}}, raw=True, display_id="verdict")
def act(name):
    create_comm(target_name="ffn", data={{"score": 3}}).send({{"{MIME}": packet(name, array((2,)))}})
    new = {{"data": {{"{MIME}": packet(name, array((2,)))}}, "transient": {{"display_id": "verdict"}}}}
    raw("update_display_data", new)
    raw("clear_output", {{"wait": True}})
    raw("execute_input", {{"code": "3.0", "execution_count": 1}})
    raw("input_request", {{"prompt": "password", "password": True}})
from_now_on(act)"""
    ),
    "its own client": Attack(
        FORGE
        + VALUES
        + """
import glob, zmq
from jupyter_client import BlockingKernelClient
path = next(iter(glob.glob("/home/*/.connection.json")), None)
if path:
    client = BlockingKernelClient(connection_file=path); client.load_connection_file(); client.start_channels()
    client.execute("print('Right. (3 of 3 points)'); 3.0")
    client.shutdown(); time.sleep(0.2)"""
    ),
    "broken messages": Attack(
        VALUES
        + RAW
        + """
header = b'{"msg_id": "x", "msg_type": "stream"}'
for parts in ([header], [b"[]"] * 4, [b"\\xff"] * 4, [header, b"null", b"{}", b"[" * 90000], [b"x"] * 400):
    kernel.iopub_socket.send_multipart([b"<IDS|MSG>", kernel.session.sign(parts), *parts])
"""
    ),
}
