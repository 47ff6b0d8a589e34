"""The kernel provisioner `ffn-bubblewrap`: any Jupyter client can start its kernel in the sandbox.

In a kernel.json:

    {"argv": ["python", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "interrupt_mode": "message",
     "metadata": {"kernel_provisioner": {"provisioner_name": "ffn-bubblewrap"}}, …}

The command and the environment of the spec are not used: the sandbox has its own. A signal SIGINT would end
bubblewrap, so `interrupt_mode` must be "message".
"""

import asyncio
import signal
import time

from jupyter_client.provisioning import LocalProvisioner
from traitlets import Instance

from ffn_grader.sandbox.box import Box
from ffn_grader.sandbox.options import SandboxError, SandboxOptions


class BubblewrapProvisioner(LocalProvisioner):
    """Starts a kernel in a `Box`, and ends all of it."""

    options = Instance(SandboxOptions, ())
    box: Box | None = None

    async def pre_launch(self, **kwargs):
        if self.box:  # a restart: nothing of the old sandbox is used again
            self.box.close()
            self.parent.cleanup_connection_file()
        self.box = Box(self.options)
        manager = self.parent
        manager.transport = "ipc"
        manager.ip = self.box.address
        manager.connection_file = str(self.box.root / "connection.json")
        manager.cache_ports = False
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd, **kwargs):
        info = {name: _text(value) for name, value in self.connection_info.items()}
        self.box.start(info)
        wait = self.options.limits.wall_start
        deadline = time.monotonic() + wait
        try:
            while not self.box.ready():
                if time.monotonic() > deadline:
                    raise SandboxError(f"The student's kernel did not start within {wait:g} seconds.")
                await asyncio.sleep(0.01)
        except BaseException:
            self.box.close()
            raise
        self.process = self.box.process
        self.pid = self.process.pid
        return self.connection_info

    async def send_signal(self, signum: int) -> None:
        if signum == signal.SIGINT:
            self.log.warning('SIGINT would end the sandbox; set "interrupt_mode": "message" in kernel.json')
        elif self.box:
            self.box.kill()

    async def kill(self, restart: bool = False) -> None:
        if self.box:
            self.box.kill()

    async def terminate(self, restart: bool = False) -> None:
        await self.kill(restart)

    async def cleanup(self, restart: bool = False) -> None:
        if self.box and not restart:
            self.box.close()
            self.box = None


def _text(value):
    return value.decode() if isinstance(value, bytes) else value
