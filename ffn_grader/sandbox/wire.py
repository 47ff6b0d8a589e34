"""The wire to a student's kernel. Nothing that comes over it is believed."""

import zmq
from jupyter_client import KernelManager
from jupyter_client.connect import channel_socket_types
from jupyter_client.kernelspec import KernelSpec

from ffn_grader.sandbox.options import SandboxOptions

BATCH = 200  # messages read at once
MAX_PARTS = 64  # parts of one message


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


def messages(session, socket, limit: int):
    """The well-formed messages that wait on a socket, each (type, id of the request it answers, content)."""
    for _ in range(BATCH):
        try:
            parts = socket.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return
        if len(parts) > MAX_PARTS or sum(map(len, parts)) > limit:
            continue
        try:
            message = session.deserialize(session.feed_identities(parts)[1])
            kind, content = message["header"]["msg_type"], message["content"]
            parent = message["parent_header"].get("msg_id")
        except Exception:  # whatever a hostile kernel can make fail here is no message
            continue
        if isinstance(kind, str) and isinstance(content, dict):
            yield kind, parent, content
