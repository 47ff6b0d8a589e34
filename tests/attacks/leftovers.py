"""Careless code that leaves something running: it costs nothing, neither its own question nor a later one."""

from .mistake import Careless, first, inside

LEFT = {
    "leaves a pool": Careless(
        first(
            "import time\nfrom multiprocessing import get_context\nworkers = get_context('fork').Pool(3)\n"
            "workers.map(abs, [1]); pending = workers.map_async(time.sleep, [600] * 3)",
            forward="pools = [get_context('fork').Pool(2) for _ in range(3)]",
        )
    ),
    "leaves a pool whose workers die": Careless(
        first(
            "import os\nfrom multiprocessing import get_context\n"
            "workers = get_context('fork').Pool(4, initializer=os._exit, initargs=(1,))"
        )
    ),
    "works with a pool": Careless(
        inside(
            "global pool\nfrom multiprocessing.dummy import Pool\npool = Pool(4)\n"
            "return np.maximum(x @ W1 + b1, 0) @ W2 + pool.map(abs, [0])[0] + b2"
        )
    ),
    "leaves an executor": Careless(
        first(
            "import multiprocessing, time\nfrom concurrent.futures import ProcessPoolExecutor\n"
            "workers = ProcessPoolExecutor(3, mp_context=multiprocessing.get_context('fork'))\n"
            "pending = [workers.submit(time.sleep, 600) for _ in range(3)]"
        )
    ),
    "leaves a timer that ends Python": Careless(
        first(
            "import os, threading\nthreading.Timer(1, os._exit, (0,)).start()",
            collapse="import time\ntime.sleep(1.2)",
        )
    ),
    "leaves an alarm": Careless(first("import signal\nsignal.alarm(1)", collapse="import time\ntime.sleep(1.2)")),
    "leaves a handler that raises": Careless(
        first(
            "import signal, time\ndef late(*_): raise TimeoutError\nsignal.signal(signal.SIGALRM, late)\n"
            "signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)",
            forward="time.sleep(1)",
        )
    ),
    "leaves work for the end": Careless(
        first("import atexit, os, time\natexit.register(os._exit, 1); atexit.register(time.sleep, 600)")
    ),
    "leaves a daemon that computes": Careless(
        first(
            "import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
            "        while True: pass\n    os._exit(0)"
        )
    ),
    "leaves a daemon that kills": Careless(
        first(
            "import os, time\nme = os.getpid()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
            "        time.sleep(1); os.kill(me, 9)\n    os._exit(0)",
            collapse="import time\ntime.sleep(1.2)",
        )
    ),
    "leaves a thread that computes": Careless(
        first("import threading\ndef spin():\n    while True: pass\nthreading.Thread(target=spin, daemon=True).start()")
    ),
}
