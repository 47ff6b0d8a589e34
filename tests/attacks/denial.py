"""Stopping the run, or making it slow, large or unreadable for all."""

from .attack import Attack, everywhere

DENIAL = {
    "fork bomb": Attack("import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"),
    "thread bomb": Attack(
        "import threading, time\nwhile True:\n    try: threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "    except RuntimeError: break"
    ),
    "memory": Attack("held = []\nwhile True: held.append(bytearray(10**7))"),
    "memory in a function": Attack(everywhere("np.zeros(10**6)", "lambda *a: np.ones((10**5, 10**5)).cumsum()")),
    "disk": Attack(
        "import os\nfor place in ('/tmp', '/home/student', '/dev/shm'):\n    try:\n"
        "        for n in range(12): open(f'{place}/{n}', 'wb').write(bytes(8 * 10**6))\n"
        "    except OSError as error: print(place, error)"
    ),
    "output": Attack("while True: print('x' * 10000)"),
    "messages": Attack("from IPython.display import display\nwhile True: display({'a/b': 1}, raw=True)"),
    "one huge message": Attack("print('x' * 60_000_000)"),
    "a picture of nothing": Attack(
        "from IPython.display import display\nimport base64\n"
        "display({'image/png': base64.b64encode(b'\\x89PNG\\r\\n\\x1a\\n' + bytes(7_000_000)).decode()}, raw=True)"
    ),
    "ends Python in every cell": Attack(
        {name: "import os; os._exit(0)" for name in ("shapes", "by_hand_relu", "one_token", "forward", "collapse")}
    ),
    "ends Python when asked": Attack(everywhere("0", "lambda *a: __import__('os').kill(__import__('os').getpid(), 9)")),
    "ends Python later": Attack("import os, threading\nthreading.Timer(0.3, os._exit, (0,)).start()"),
    "loop that hides from interrupts": Attack(
        "import signal\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except Exception: pass\n"
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    "stops itself": Attack("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)"),
    "closes its sockets": Attack(
        "import os\nfor fd in range(3, 256):\n    try: os.close(fd)\n    except OSError: pass"
    ),
    "crash": Attack("import ctypes\nctypes.string_at(0)"),
    "endless recursion": Attack(
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(*a): return f(*a)\ng = eval('(' * 80 + ')' * 80)\n"
        + everywhere("0", "f")
    ),
    "expression nested a thousand deep": Attack(
        {"shapes": "x = " + "(" * 5000 + ")" * 5000, "forward": "-" * 60000 + "1"}
    ),
    "exception that cannot be shown": Attack(
        """
class Mean(Exception):
    def __str__(self): raise Mean()
    __repr__ = __str__
def fail(*a): raise Mean("x" * 10**6) from ExceptionGroup("y" * 10**5, [Mean()] * 1000)
"""
        + everywhere("0", "fail")
    ),
    "half characters and control characters": Attack(
        "print('\\ud800\\x00\\x1b[2J\\x1b]0;owned\\x07\\u202e\\u2066' * 50)\nclass E(Exception): pass\n"
        "E.__name__ = '\\x1b[31m\\u202eE'\ndef fail(*a): raise E('\\ud800\\x1b]8;;http://attacker.invalid\\x07x\\r\\n')\n"
        + everywhere("0", "fail")
    ),
}
