"""The trusted end of the wire: starts a kernel, sends it one request at a time, believes nothing it says."""

import contextlib
import logging
import time

import psutil
import zmq
from zmq.utils.monitor import recv_monitor_message

from ffn_grader.sandbox.execution import Execution
from ffn_grader.sandbox.leftovers import Traces, computes
from ffn_grader.sandbox.options import SandboxError, SandboxOptions
from ffn_grader.sandbox.stops import (
    Stop,
    Totals,
    budget,
    cut_off,
    ended,
    hung_up,
    not_interrupted,
    too_many_files,
    too_many_processes,
    too_much_memory,
    too_much_sent,
)
from ffn_grader.sandbox.wire import TICK, GuardedManager, messages

LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())  # what goes wrong is raised, or a cell's result
LOG.propagate = False
LOST = 30  # seconds to wait, after the answer, for a message that may have been dropped


class Kernel:
    """One student's kernel in its sandbox. A context manager: leaving it ends every process."""

    def __init__(self, options: SandboxOptions, totals: Totals | None = None) -> None:
        self.limits, self.totals = options.limits, totals or Totals.of(options.limits)
        start = time.monotonic()
        self._myself = psutil.Process()
        self._memory = self._own_memory()
        self.manager = GuardedManager(kernel_name="ffn-sandbox", log=LOG)
        self.manager.options = options
        self.dead = self.cut = False
        self.sockets = []
        try:
            self.manager.start_kernel()
            self.box = self.manager.provisioner.box
            self.session = self.manager.session
            self.iopub = self.manager.connect_iopub()
            self.shell = self.manager.connect_shell(identity=self.session.bsession)
            self.sockets = [self.iopub, self.shell]
            self.monitors = [socket.get_monitor_socket(zmq.EVENT_DISCONNECTED) for socket in self.sockets]
            self.poller = zmq.Poller()
            for socket in (*self.sockets, *self.monitors):
                self.poller.register(socket, zmq.POLLIN)
            self._wait_until_heard()
        except BaseException:
            self.close()
            raise
        self.totals.wall += time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        self.dead = True
        # Not `shutdown_kernel`, which would first ask the kernel politely.
        for socket in self.sockets:
            socket.disable_monitor()
        if self.manager.provisioner:
            self.manager.cleanup_resources()
        self.manager.context.destroy(linger=0)

    def _wait_until_heard(self) -> None:
        """Repeat a harmless request until its answer comes on iopub: the subscription then works."""
        deadline = time.monotonic() + self.limits.wall_start
        while time.monotonic() < deadline:
            request = self.session.send(self.shell, "kernel_info_request", content={})["header"]["msg_id"]
            until = time.monotonic() + 1
            while time.monotonic() < until:
                self.poller.poll(50)
                for kind, content in self._receive(self.iopub, request):
                    if kind == "status" and content.get("execution_state") == "idle":
                        return
                if self.box.process.poll() is not None:
                    raise SandboxError("The student's kernel ended while it started.")
        raise SandboxError(f"The student's kernel did not answer within {self.limits.wall_start:g} seconds.")

    def execute(self, code: str, *, silent: bool = False) -> Execution:
        """Run `code`. silent: it leaves no trace in the kernel's history, and its outputs are dropped.

        All time counts, that for ending what the code left too.
        """
        done = Execution()
        start, cpu, before = time.monotonic(), self.box.meter.read().cpu, self.box.leftovers.traces()
        try:
            request = self._ask(code, silent)
        except zmq.ZMQError:
            self._end(done, hung_up())
        else:
            self._follow(done, request, start, cpu)
            if not done.fatal:
                self._tidy(done, before)
        done.cpu, done.wall = self.box.meter.read().cpu - cpu, time.monotonic() - start
        self.totals.cpu += done.cpu
        self.totals.wall += done.wall
        self.totals.kept += 0 if silent else min(done.printed, self.limits.output_cell)
        return done

    def _follow(self, done: Execution, request: str, start: float, cpu: float) -> None:
        """Read what a request comes to until it is answered, or until a limit ends it. start, cpu: what the clock and
        the meter showed before."""
        replied = kill_at = None
        idle = False
        while True:
            self.poller.poll(1000 * TICK)
            for kind, content in self._receive(self.shell, request):
                if kind == "execute_reply" and replied is None:
                    replied = time.monotonic()
                    done.status = "ok" if content.get("status") == "ok" else "error"
            for kind, content in self._receive(self.iopub, request):
                if idle:
                    continue  # late or forged
                idle = kind == "status" and content.get("execution_state") == "idle"
                done.messages += 1
                done.keep(kind, content, self.limits, self.totals)
            used, now = self.box.meter.read(), time.monotonic()
            done.cpu, done.wall = used.cpu - cpu, now - start
            if not self.alive():
                self._end(done, self._why())
                break
            if used.memory > self.limits.memory and self.box.meter.proportional_memory() > self.limits.memory:
                self._end(done, too_much_memory(self.limits))  # an interrupt would leave the memory taken
                break
            if self.box.files_made() > self.limits.files:
                self._end(done, too_many_files(self.limits))
                break
            if self._own_memory() - self._memory > self.limits.received:
                self._end(done, too_much_sent(self.limits))
                break
            if done.stop is None and (stop := budget(self.limits, done, self.totals)):
                done.stop = stop
                if replied is None:
                    kill_at = now + self.limits.grace
                    with contextlib.suppress(zmq.ZMQError):
                        self.manager.interrupt_kernel()
            if replied is not None:
                if idle or now > replied + LOST:
                    break
            elif kill_at and now > kill_at:
                self._end(done, not_interrupted(done.stop))
                break

    def _ask(self, code: str, silent: bool) -> str:
        content = {"code": code, "silent": silent, "store_history": not silent, "user_expressions": {}}
        content |= {"allow_stdin": False, "stop_on_error": False}
        return self.session.send(self.shell, "execute_request", content=content)["header"]["msg_id"]

    def _receive(self, socket, request: str):
        return messages(socket, request, self.limits.message)

    def alive(self) -> bool:
        """False when the kernel has ended, or has cut the wire."""
        for monitor in self.monitors:
            while monitor.poll(0):
                recv_monitor_message(monitor)
                self.cut = True
        return not (self.dead or self.cut or self.box.process.poll() is not None)

    def _why(self) -> Stop:
        """Why the kernel is no longer alive."""
        until = time.monotonic() + 2  # mostly the wire is cut because the kernel ends: let it
        while (code := self.box.process.poll()) is None and time.monotonic() < until:
            time.sleep(0.01)
        if self.box.group and self.box.group.out_of_memory():
            return too_much_memory(self.limits)
        return cut_off(self.limits) if code is None else ended(code)

    def _end(self, done: Execution, stop: Stop) -> None:
        done.stop, done.fatal, self.dead = stop, True, True
        self.box.kill()

    def _tidy(self, done: Execution, before: Traces) -> None:
        """Note what the cell left, and end what must not go on. Threads cannot be ended alone: if a stopped cell's
        compute on, the next cell would pay for them, so the kernel ends."""
        leftovers = self.box.leftovers
        done.left = leftovers.traces().more_than(before)
        if not leftovers.end(everything=done.stop is not None):
            self._end(done, done.stop or too_many_processes())
        elif done.stop and computes(self.box.meter):
            self._end(done, done.stop)

    def _own_memory(self) -> int:
        return self._myself.memory_info().rss
