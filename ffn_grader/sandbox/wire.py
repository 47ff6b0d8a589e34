"""The wire to a student's kernel. Nothing that comes over it is believed."""

import json
import time

import zmq
from jupyter_client import KernelManager
from jupyter_client.connect import channel_socket_types
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.session import DELIM

from ffn_grader.sandbox.limits import KB
from ffn_grader.sandbox.options import SandboxOptions

BATCH = 200  # messages read at once
MAX_PARTS = 64  # parts of one message
TICK = 0.05  # seconds after which reading pauses, for a look at the limits
ENVELOPE = 64 * KB  # header, parent's header and metadata of a message, each; an honest one has a few hundred bytes


class GuardedManager(KernelManager):
    """Starts its kernel in the sandbox. Its sockets refuse huge messages, never connect a second time, and
    never wait for a kernel that hung up."""

    options = SandboxOptions()

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(
            argv=["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
            language="python",
            interrupt_mode="message",
            metadata={
                "kernel_provisioner": {
                    "provisioner_name": "ffn-bubblewrap",
                    "config": {"options": self.options},
                }
            },
        )

    def _create_connected_socket(self, channel, identity=None):
        socket = self.context.socket(channel_socket_types[channel])
        socket.linger = 0
        socket.maxmsgsize = self.options.limits.message
        socket.reconnect_ivl = -1
        socket.sndtimeo = 1000
        if identity:
            socket.identity = identity
        socket.connect(f"ipc://{self.ip}-{getattr(self, channel + '_port')}")
        return socket


def messages(socket, request: str, limit: int):
    """The well-formed messages that wait on a socket and answer `request`, each (type, content).

    It pauses after `BATCH` messages, `limit` bytes or `TICK` seconds, so that the caller can look at the limits.
    """
    size, end = 0, time.monotonic() + TICK
    for _ in range(BATCH):
        if size > limit or time.monotonic() > end:
            return
        try:
            parts = socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return
        size += sum(map(len, parts))
        if len(parts) > MAX_PARTS or sum(map(len, parts)) > limit:
            continue
        try:
            if message := _answer(parts, request):
                yield message
        except Exception:
            continue  # whatever a hostile kernel can make fail here is no message


def _answer(parts: list[bytes], request: str) -> tuple[str, dict] | None:
    """(type, content) of a message that answers `request`; of others the content is not even parsed.

    Not `Session.deserialize`: it turns each date in a header into an object, for seconds if there are many. Signatures
    tell nothing, the kernel's code has the key.
    """
    start = parts.index(DELIM) + 2  # past the signature
    header, parent, metadata, content = parts[start : start + 4]
    if max(len(header), len(parent), len(metadata)) > ENVELOPE or _json(parent).get("msg_id") != request:
        return None
    kind, content = _json(header)["msg_type"], _json(content)
    return (kind, content) if isinstance(kind, str) and isinstance(content, dict) else None


def _json(part: bytes):
    return json.loads(part.decode("utf-8", "replace"))
