"""Careless code: a whole right submission but for one or a few cells. What each costs, and the words for it.

Every row of the table of careless code has at least two cases.
"""

from tests.submissions.answers import RIGHT

from .leftovers import LEFT
from .mistake import Careless, first, inside, stopped

ENDLESS = "2 seconds of CPU time"
ROWS = {
    "warnings": {
        "warns": Careless(
            first(
                "import warnings, sys\nwarnings.warn('old'); print('careful', file=sys.stderr); np.array([1.0]) / 0",
                forward="import logging\nlogging.warning('a log'); np.log(np.zeros(1))",
                collapse="import warnings\nwarnings.warn('x', DeprecationWarning); 'a' is 'a'",
            )
        ),
        "warns inside": Careless(
            inside("import warnings\nwarnings.warn('x')\nnp.exp(1000.0)\nreturn np.maximum(x @ W1 + b1, 0) @ W2 + b2")
        ),
    },
    "infinite loop": {
        "loops": stopped(inside("while True:\n    x = x + 1"), ENDLESS, "loop without end"),
        "loops in NumPy": stopped(inside("a = np.ones((600, 600))\nwhile True:\n    a = a @ a / 600"), ENDLESS),
        "loops in the answer": Careless({"parameters": "while True: pass"}, {"parameters": ("not defined", ENDLESS)}),
    },
    "swallowed interrupt, endless output": {
        "swallows the interrupt": stopped(
            inside("while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass"), ENDLESS
        ),
        "ignores the signal": stopped(
            inside("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass"), ENDLESS
        ),
        "prints for ever": stopped(inside("while True: print('still here' * 200)"), "printed more than 1 MB"),
        "shows for ever": stopped(inside("while True: display(1)"), "more than 300 outputs"),
    },
    "memory bomb, end of Python": {
        "fills the memory": stopped(inside("held = []\nwhile True: held.append(np.ones(10**6))"), "400 MB of memory"),
        "asks for too much": stopped(inside("return np.ones((10**6, 10**6))"), "MemoryError"),
        "ends Python": stopped(inside("import os\nos._exit(1)"), "ended Python itself (exit code 1)"),
        "crashes": stopped(inside("import ctypes\nctypes.string_at(0)"), "segmentation fault"),
        "aborts": stopped(inside("import os\nos.abort()"), "SIGABRT"),
    },
    "sys.exit, quit, input": {
        "leaves in its cells": Careless(
            {
                "one_token": RIGHT["one_token"] + "\nquit()",
                "forward": RIGHT["forward"] + "\nimport sys\nsys.exit(1)",
                "collapse": RIGHT["collapse"] + "\nname = input('Your name? ')",
            }
        ),
        "leaves when called": stopped(inside("import sys\nsys.exit('done')"), "SystemExit: done"),
        "asks when called": stopped(inside("return input('?')"), "StdinNotImplementedError"),
    },
    "processes and threads left": {
        "leaves processes": Careless(
            first(
                "import subprocess\nsubprocess.Popen(['sleep', '600'])", forward="import os\nos.system('sleep 600 &')"
            )
        ),
        "leaves threads": Careless(
            first(
                "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()",
                forward="from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(4)\n"
                "pool.submit(time.sleep, 600)",
            )
        ),
        "leaves three workers": Careless(
            first(
                "import time\nfrom multiprocessing import get_context\n"
                "fork = get_context('fork')\n"
                "for _ in range(3):\n    fork.Process(target=time.sleep, args=(600,), daemon=True).start()"
            )
        ),
    },
    "processes, threads and timers that disturb later cells": LEFT,
    "plots, magics, pip": {
        "plots and prints": Careless(
            first(
                "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()",
                forward="print('hello'); display({'a': 1})\n%matplotlib inline",
                collapse="import asyncio\nawait asyncio.sleep(0)",
            )
        ),
        "magics": Careless(
            first(
                "%timeit -n1 -r1 sum(range(10))",
                forward="%precision 3\n!echo hello",
                collapse="%load_ext autoreload\n%autoreload 2",
            )
        ),
        "installs": Careless(first("%pip install --quiet --disable-pip-version-check tinyarray")),
    },
    "changed global state": {
        "NumPy's state": Careless(
            first(
                "np.seterr(all='raise'); np.random.seed(0); np.set_printoptions(precision=0, threshold=1)",
                forward="import warnings\nwarnings.simplefilter('error')",
                collapse="np.float128 = np.float64",
            )
        ),
        "the process's state": Careless(
            first(
                "import os\nos.chdir('/'); os.environ.clear(); os.umask(0o777)",
                forward="import sys\nsys.setrecursionlimit(500); sys.stdout = open('/dev/null', 'w')",
                collapse="import matplotlib\nmatplotlib.use('Agg'); import locale, random; random.seed(1)",
            )
        ),
        "names of the language": Careless(
            first("list = [1]; str = 'a'; type = 5; dict = print = sum = 0; x = W1 = b1 = None")
        ),
    },
    "kinds of values": {
        "lists and integers": Careless(
            {
                "one_token": RIGHT["one_token"].replace("return h @ W2 + b2", "return list(h @ W2 + b2)"),
                "forward": RIGHT["forward"].replace("return h @ W2 + b2", "return (h @ W2 + b2).tolist()"),
                "parameters": RIGHT["parameters"] + "\nanswer = np.array(answer)",
                "by_hand_relu": RIGHT["by_hand_relu"] + "\nh_pre, h = tuple(h_pre), [int(v) for v in h]",
            }
        ),
        "single precision": Careless(
            {
                "forward": RIGHT["forward"].replace("return h @ W2 + b2", "return (h @ W2 + b2).astype('float32')"),
                "parameters": RIGHT["parameters"] + "\nanswer = np.int32(answer)",
                "by_hand_gelu": RIGHT["by_hand_gelu"] + "\nh = np.float32(h)",
            }
        ),
        "changes the caller's array": Careless(
            {"forward": RIGHT["forward"].replace("    h =", "    b2 += 0\n    b1 *= 1\n    h =")}
        ),
    },
    "waiting for ever": {
        "sleeps": stopped(inside("import time\ntime.sleep(10**6)"), "still waiting for something"),
        "waits for a lock": stopped(
            inside("import threading\nlock = threading.Lock(); lock.acquire(); lock.acquire()"), "still waiting"
        ),
    },
    "processes, files": {
        "too many processes": stopped(
            inside("import os, time\nfor _ in range(1000):\n    if os.fork() == 0: time.sleep(600); os._exit(0)"), ""
        ),
        "too many files": stopped(inside("held = [open('/dev/null') for _ in range(10**4)]"), "Too many open files"),
        "too large a file": stopped(
            inside("with open('big', 'wb') as file:\n    for _ in range(100): file.write(bytes(10**6))"), "OSError"
        ),
    },
}
CARELESS = {name: case for row in ROWS.values() for name, case in row.items()}
