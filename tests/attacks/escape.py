"""Out of the sandbox: the network, other processes, more rights."""

from .attack import Attack

CALL = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    result = libc.syscall(number, *args)
    print(number, "DONE" if result >= 0 else os.strerror(ctypes.get_errno()))
    return result
"""

ESCAPE = {
    "network by socket": Attack(
        """
import socket
for where in (("127.0.0.1", 22), ("1.1.1.1", 53), ("8.8.8.8", 443), ("169.254.169.254", 80), ("::1", 8888)):
    try: socket.create_connection(where, timeout=1); print("CONNECTED", where)
    except OSError as error: print(error)
for kind in (socket.SOCK_RAW, socket.SOCK_DGRAM):
    try: socket.socket(socket.AF_INET, kind, 17).sendto(b"x", ("8.8.8.8", 53)); print("CONNECTED")
    except OSError as error: print(error)
try: print("CONNECTED", socket.getaddrinfo("example.org", 80))
except OSError as error: print(error)
"""
    ),
    "network by programs": Attack(
        "!timeout 2 curl -s http://example.org && echo CONNECTED\n"
        "!timeout 2 wget -q -O- http://example.org && echo CONNECTED\n"
        "!timeout 2 ping -c1 127.0.0.1 && echo CONNECTED\n!ip link set lo up && echo CONNECTED"
    ),
    "kill everybody": Attack(
        """
import os, signal
assert os.path.exists("/sandbox"), "not where this does no harm"
for pid in (-1, 1, os.getppid(), 0):
    for number in (signal.SIGCONT, signal.SIGHUP):
        try: os.kill(pid, number)
        except OSError as error: print(error)
for pid in range(2, 400):
    if pid != os.getpid():
        try: os.kill(pid, signal.SIGKILL)
        except OSError: pass
os.kill(-1, signal.SIGKILL)
"""
    ),
    "user namespaces": Attack(
        CALL
        + """
print([libc.unshare(flag) for flag in (0x10000000, 0x10020000, 0x20000000, 0x40000000, 0x02000000, 0x80)])
call(56, 0x10000000 | 17, 0, 0, 0, 0); call(435, 0, 0); call(308, 0, 0)
!unshare -Urm id; unshare -r id; nsenter -t 1 -a id; bwrap --ro-bind / / id
"""
    ),
    "mounts": Attack(
        CALL
        + """
print(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None), libc.mount(b"/proc/1/root", b"/tmp", None, 4096, None),
      libc.mount(None, b"/", None, 32 | 4096, None),
      libc.umount2(b"/sandbox/lib/ffn_check", 2), libc.umount2(b"/proc", 2))
for number in (155, 428, 429, 430, 432, 442): call(number, 0, 0, 0, 0, 0)
os.chdir("/tmp"); print(libc.chroot(b"/tmp"))
"""
    ),
    "system calls that reach outside": Attack(
        CALL
        + "for number in (101, 310, 311, 434, 438, 248, 249, 250, 298, 319, 321, 323, 425, 447, 304, 29, 169, 175):"
        " call(number, 0, 0, 0, 0, 0)"
    ),
    "programs that make root": Attack(
        """
import os, subprocess
options = dict(capture_output=True, text=True, timeout=2, stdin=subprocess.DEVNULL)
for command in ("su -c id", "sudo -n id", "pkexec id", "newgrp", "newuidmap 1 0 0 1", "chsh -s /bin/sh"):
    try: done = subprocess.run(command.split(), **options); print(done.returncode, done.stdout, done.stderr[:80])
    except Exception as error: print(type(error).__name__)
for act in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgroups([0]), lambda: os.seteuid(0)):
    try: act(); print("ROOT")
    except OSError as error: print(error)
"""
    ),
    "a debugger on the first process": Attack(
        CALL
        + """
for request in (16, 0x4206, 0x4207): print(libc.ptrace(request, 1, 0, 0))
for path in ("/proc/1/mem", "/proc/1/fd/2", "/proc/1/attr/current", "/proc/1/cwd/x"):
    try: open(path, "r+b", 0).write(b"x"); print("WROTE", path)
    except OSError as error: print(error)
"""
    ),
    "keys typed into the terminal": Attack(
        """
import fcntl, os
for path in ("/dev/tty", "/dev/console", "/dev/ptmx", "/proc/1/fd/0", "/dev/pts/0"):
    try:
        fd = os.open(path, os.O_RDWR)
        for letter in b"touch /tmp/attack-was-here\\n": fcntl.ioctl(fd, 0x5412, bytes([letter]))
        print("TYPED", path)
    except OSError as error: print(error)
"""
    ),
    "a daemon that stays": Attack(
        """
import os, signal, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 65):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
!nohup setsid sleep 600 >/dev/null 2>&1 & disown
!(while :; do sleep 1; done) >/dev/null 2>&1 &
"""
    ),
    "Python without isolation": Attack(
        "import os, sys\n"
        "!PYTHONPATH=/:/srv:/root {sys.executable} -c 'import ffn_ref; print(ffn_ref.__file__)'\n"
        "!LD_PRELOAD=/tmp/x.so python3 -c 'print(1)'; gdb -p 1; strace -p 1"
    ),
}
