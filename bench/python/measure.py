#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the Python package costs: beside C, beside other packages.

    measure.py LOOP [--quick]

LOOP is the program of loop.c. Ask and tell are timed in turns with it, in slices of some
milliseconds, and the best slice of each counts. Then minimize is timed on a trivial vectorised
function beside SciPy's differential evolution and pycma's fmin, where they are installed. Figures
above their limits are marked with !, and the exit status is then 1.
"""
from __future__ import annotations

import copy
import platform
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import nes

ADDED = 3.0  # microseconds that a generation may cost more than in C
SCATTER = 0.05  # of the time of a generation, from one process to the other
PYCMA = 20.0  # times that an evaluation must be faster than pycma's
SLICE = 0.004  # seconds
LATE = 2000  # generations after which a run counts as long
# As loop.c: no test ends the run.
OFF = dict.fromkeys(("tolfun", "tolx", "tolx_abs", "max_condition", "flat", "stagnation",
                     "max_growth"), "off") | {"noeffect": "no"}
VALUES = np.arange(1000) * 7919.0 % 1009

GENERATIONS = (("xnes", 10), ("snes", 10), ("1+1-nes", 10), ("1+1-nes", 1000),
               ("1+1-nes", 100_000), ("snes", 1000))


class InC:
    """The loop of loop.c in a process of its own."""

    def __init__(self, program: str, method: str, dim: int) -> None:
        self.process = subprocess.Popen([program, method, str(dim)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def run(self, count: int) -> float:
        assert self.process.stdin and self.process.stdout
        print(count, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class InPython:
    """The same loop with an Optimizer, from a later generation on: the history then has a record
    now and then, whereas all of the first generations are recorded."""

    def __init__(self, method: str, dim: int, first: int) -> None:
        self.start = nes.Optimizer(np.zeros(dim), method=method, eval_start="no", **OFF)
        self.values = VALUES[: len(self.start.ask())].copy()
        self.loop(self.start, first)

    def loop(self, opt: nes.Optimizer, count: int) -> float:
        ask, tell, values = opt.ask, opt.tell, self.values
        begin = time.thread_time()
        for _ in range(count):
            ask()
            tell(values)
            if opt.stopped:
                raise RuntimeError(opt.stop_reason)
        return time.thread_time() - begin

    def run(self, count: int) -> float:
        opt = copy.copy(self.start)
        self.loop(opt, 1)  # touches the memory
        return self.loop(opt, count)


def least(runs: list[Callable[[int], float]], seconds: float) -> list[float]:
    """Microseconds of one generation of each, in turns; the best slice of each counts."""
    count = 1
    while runs[0](count) < SLICE:
        count *= 2
    best = [float("inf")] * len(runs)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for i, run in enumerate(runs):
            best[i] = min(best[i], 1e6 * run(count) / count)
    return best


def measure_generations(program: str, seconds: float) -> bool:
    print("one generation, ask and tell, in microseconds; added: by Python, in a long run and in the "
          "first\n500 generations, of which the history records a third\n")
    print(f"{'method':>10} {'d':>7} {'n':>4} {'C':>9} {'Python':>9} {'added':>7} {'first':>7}")
    good = True
    for method, dim in GENERATIONS:
        in_c, late, early = InC(program, method, dim), InPython(method, dim, LATE), InPython(
            method, dim, 0)
        c, python = least([in_c.run, late.run], seconds)
        first = min(1e6 * early.run(500) / 500 for _ in range(5))
        in_c.end()
        # Beside a long generation the difference is within the scatter of the machine.
        over = python - c > ADDED + SCATTER * c
        good &= not over
        print(f"{method:>10} {dim:>7} {len(late.values):>4} {c:>9.2f} {python:>9.2f} "
              f"{python - c:>7.2f} {first - c:>7.2f}{' !' if over else ''}")
    return good


def spheres(points: np.ndarray) -> np.ndarray:
    """A point per row."""
    return np.einsum("ij,ij->i", points, points)


def spheres_by_column(points: np.ndarray) -> np.ndarray:
    """A point per column, as SciPy passes them."""
    return np.einsum("ij,ij->j", points, points)


def timed(run: Callable[[], int], repeats: int) -> float:
    """Least microseconds of processor time per evaluation; run returns how many there were."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        evaluations = run()
        best = min(best, 1e6 * (time.process_time() - begin) / evaluations)
    return best


def with_nes(dim: int, evaluations: int, popsize: int | None) -> int:
    options = {} if popsize is None else {"popsize": popsize}
    return int(nes.minimize(spheres, np.full(dim, 3.0), 1.0, vectorized=True, method="xnes",
                            max_evals=evaluations, **options, **OFF).nfev)


def with_scipy(dim: int, evaluations: int, vectorized: bool) -> int:
    from scipy.optimize import differential_evolution

    calls = 0

    def one(x: np.ndarray) -> float:
        nonlocal calls
        calls += 1
        return float(x @ x)

    def many(points: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += points.shape[1]
        return spheres_by_column(points)

    way = dict(vectorized=True, updating="deferred") if vectorized else {}
    differential_evolution(many if vectorized else one, [(-5, 5)] * dim, tol=0, polish=False, seed=1,
                           maxiter=evaluations // (15 * dim) - 1, **way)
    return calls


def with_pycma(dim: int, evaluations: int) -> int:
    import cma

    found = cma.fmin(lambda x: float(np.dot(x, x)), np.full(dim, 3.0), 1.0,
                     {"maxfevals": evaluations, "verbose": -9, "tolfun": 0, "tolx": 0})
    return int(found[3])


def measure_evaluations(quick: bool) -> bool:
    dim, evaluations = 10, 6_000 if quick else 30_000
    repeats = 2 if quick else 5
    print(f"\none evaluation of a sum of squares, d = {dim}, in microseconds; "
          f"about {evaluations} of them\n")
    ours = timed(lambda: with_nes(dim, evaluations, None), repeats)
    rows = [("nes.minimize, xnes, vectorized", ours),
            ("nes.minimize, the same with popsize 150",
             timed(lambda: with_nes(dim, evaluations, 150), repeats))]
    good = True
    try:
        rows += [("scipy differential_evolution, vectorized, popsize 150",
                  timed(lambda: with_scipy(dim, evaluations, True), repeats)),
                 ("scipy differential_evolution, popsize 150",
                  timed(lambda: with_scipy(dim, evaluations, False), repeats))]
        good &= ours < min(time for _, time in rows[2:])
    except ImportError:
        print("SciPy is not installed: left out")
    try:
        pycma = timed(lambda: with_pycma(dim, evaluations // 10), repeats)
        rows.append(("cma.fmin", pycma))
        good &= pycma >= PYCMA * ours
    except ImportError:
        print("pycma is not installed (Debian has no package of it): left out")
    for name, time_ in rows:
        print(f"{name:>55} {time_:>8.2f} {time_ / ours:>7.1f}")
    return good


def main() -> int:
    quick = "--quick" in sys.argv[2:]
    print(f"nes {nes.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, "
          f"{platform.machine()}\n")
    good = measure_generations(sys.argv[1], 0.5 if quick else 3.0)
    return 0 if measure_evaluations(quick) & good else 1


if __name__ == "__main__":
    sys.exit(main())
