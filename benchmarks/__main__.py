"""`make bench`: prints each ratio with its spread."""

import importlib
import os
import pkgutil
import platform

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # threads that wait for a core would be measured

import numpy as np

from benchmarks import __path__
from benchmarks.timing import ratio

TOOLS = {"__main__", "faults", "timing"}


def main():
    machine = f"{os.cpu_count()} cores, {platform.machine()}"
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {machine}, one BLAS thread")
    print(f"{'time of one / time of the other':48} {'median':>8}   smallest – largest")
    for module in pkgutil.iter_modules(__path__):
        if module.name not in TOOLS:
            for name, slow, fast, *clock in importlib.import_module(f"benchmarks.{module.name}").cases():
                middle, least, most = ratio(slow, fast, *clock)
                print(f"{name:48} {middle:8.2f}   {least:.2f} – {most:.2f}", flush=True)


if __name__ == "__main__":
    main()
