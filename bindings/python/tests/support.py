# SPDX-License-Identifier: MIT
"""What several tests need: the table of methods, a function, the program, other processes."""
import gc
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import nes

ROOT = Path(__file__).resolve().parents[3]
METHODS = ["auto", *(method["name"] for method in nes.methods())]
OPTIONS = {option["name"]: option for option in nes.options()}


def weighted(x):
    """A sum of weighted squares, the same additions in the same order as in other languages."""
    total = 0.0
    for i, v in enumerate(x):
        total += (i + 1) * float(v) * float(v)
    return total


def weighted_rows(points):
    return np.array([weighted(x) for x in points])


class Trouble(Exception):
    """What functions of tests raise."""


def start_of(method, dim=4):
    """A start that suits a method."""
    return [float(i % 2) for i in range(dim)] if method in ("bernoulli", "categorical") else [
        2.0 - 1.5 * i for i in range(dim)]


# No test of the library ends such a run.
ENDLESS = {name: "off" for name in ("tolx", "tolx_abs", "tolfun", "flat", "stagnation",
                                    "max_condition", "max_growth")} | {
    "noeffect": "no", "restarts": "none"}


def handle_points(handle):
    """The points of a handle of nes._core as an array."""
    n, view = handle.ask()
    return np.frombuffer(view).reshape(n, handle.dim)


def spheres(points):
    return (points * points).sum(axis=1)


def generations(handle, count):
    """Moves a handle by so many generations of a sum of squares, and returns it."""
    for _ in range(count):
        handle.tell(spheres(handle_points(handle)))
    return handle


def newest(name, variable=None):
    """A file of a build: the one that is named by a variable of the environment, or the newest."""
    if variable and os.environ.get(variable):
        return Path(os.environ[variable])
    depths = ["build*", "build*/*", "build*/*/*"]
    found = [p for depth in depths for p in ROOT.glob(f"{depth}/{name}") if p.is_file()]
    return max(found, key=lambda p: p.stat().st_mtime, default=None)


def program():
    """The program `nes`, or None."""
    found = newest("nes", "NES_PROGRAM") or shutil.which("nes")
    return str(found) if found else None


def python(code, *arguments, **how):
    """Runs a program text in a new interpreter that finds the same package."""
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], timeout=60,
                          env=environment(), capture_output=True, text=True, **how)


def environment():
    paths = [str(Path(nes.__file__).parents[1]), str(Path(__file__).parent)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def alive(pid):
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(condition, seconds=60.0):
    """Waits for something that happens elsewhere; returns whether it has."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return bool(condition())


def resident():
    """Bytes of this process in memory."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def children():
    """The processes that this one has, zombies too."""
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return file.read().split()


def bits(array):
    """The bytes of numbers, to compare them to the last bit."""
    return np.ascontiguousarray(array).tobytes()
