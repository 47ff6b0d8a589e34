"""Runs inside the sandbox, before the student's code: gives up rights, sets limits, starts the kernel.

It must not import the grader, which does not exist here. Settings come as JSON on standard input; the word
READY, or what went wrong, goes to standard error.
"""

import json
import os
import resource
import shutil
import signal
import sys
import traceback

READY = "\nREADY\n"


def give_up_rights(user):
    """Become `user`, an ordinary user, for ever. None: we are one already."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def limit(limits):
    """Soft and hard limits of this process and all that come from it."""
    for name, value in limits.items():
        kind = getattr(resource, "RLIMIT_" + name, None)
        if kind is not None:
            hard = resource.getrlimit(kind)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            try:
                resource.setrlimit(kind, (value, value))
            except (OSError, ValueError):
                if sys.platform.startswith("linux"):
                    raise


def stop_timers(*_):
    """An alarm that a cell has set would end Python, or raise, in a later one."""
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)


def listen_on(sockets):
    """Let ZeroMQ take the sockets that are bound already, {address: descriptor}, instead of making its own: there is
    no folder here that the other side can see, so nothing can be put into one."""
    import zmq

    def bind(self, address):
        if address in sockets:
            self.setsockopt(zmq.USE_FD, sockets.pop(address))
        return plain_bind(self, address)

    plain_bind, zmq.Socket.bind = zmq.Socket.bind, bind


def kernel(connection):
    """An ipykernel application, bound to its sockets and ready to run."""
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False  # no database
    config.InteractiveShellApp.ignore_cwd = True  # a file numpy.py beside the notebook hides nothing
    app = IPKernelApp.instance(config=config)
    app.initialize(["-f", connection])
    app.debug_shell_socket.disconnect(app.shell_socket.LAST_ENDPOINT)  # a path of the other side, tried for ever
    app.shell.ask_exit = lambda: None  # quit() in a cell ends the cell's work, not the notebook's kernel
    app.shell.events.register("post_run_cell", stop_timers)
    return app


def main():
    settings = json.load(sys.stdin)
    status = os.fdopen(os.dup(2), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    try:
        if os.getpgrp() != os.getpid():
            os.setpgid(0, 0)  # an interrupt then reaches the processes that a cell waits for
        give_up_rights(settings["user"])
        limit(settings["limits"])
        home = os.getcwd()
        connection = os.path.join(home, ".connection.json")
        with open(connection, "w") as file:
            json.dump(settings["connection"], file)
        os.chdir(shutil.copytree(settings["files"], os.path.join(home, "notebook"), symlinks=True))
        sys.path.insert(0, settings["library"])
        listen_on(settings["sockets"])
        app = kernel(connection)
        sys.path.append(os.getcwd())  # last: the submission's own modules can be imported
    except BaseException:
        status.write(traceback.format_exc())
        raise
    status.write(READY)
    status.close()
    app.start()


if __name__ == "__main__":
    main()
