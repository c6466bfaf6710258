# SPDX-License-Identifier: MIT
"""workers as a number: forked processes, deaths that are failures, and nothing left behind."""
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from support import (Trouble, alive, bits, children, environment, wait_until, weighted,
                     weighted_rows)

import nes

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")

X0 = [1.0, 2.0, 3.0, 4.0]


def test_points_are_evaluated_at_the_same_time(tmp_path):
    def meet(x):
        (tmp_path / str(os.getpid())).touch()
        return weighted(x) if wait_until(lambda: len(list(tmp_path.iterdir())) == 8) else None
    assert nes.minimize(meet, X0, workers=8, popsize=8, eval_start="no", max_evals=16,
                        model="off").failed == 0


def test_no_more_processes_than_points():
    pids = []

    def callback(result):
        pids.append(len(children()))
    before = len(children())
    nes.minimize(weighted, X0, workers=32, popsize=4, eval_start="no", max_evals=12, model="off",
                 callback=callback)
    assert max(pids) - before <= 4


def test_rows_are_split_among_processes():
    def count(points):
        return np.full(len(points), float(len(points)))
    opt = nes.Optimizer(X0, popsize=10, eval_start="no", max_evals=10, model="off")
    result = opt.run(count, workers=3, vectorized=True)
    assert result.fun == 3


def test_closures_and_local_things():
    weights = np.arange(1.0, 5.0)

    class Local:
        def __call__(self, x):
            return float((weights * x * x).sum())
    for f in (Local(), lambda x: float((weights * x * x).sum())):
        assert nes.minimize(f, X0, workers=2, max_evals=50).nfev == 50


def test_points_of_many_variables():
    x0 = np.ones(40_000)
    f = lambda x: float(x @ x)  # noqa: E731
    options = dict(method="snes", max_evals=24)
    assert nes.minimize(f, x0, workers=2, **options).fun == nes.minimize(f, x0, **options).fun


def test_what_workers_print_is_not_lost(capfd):
    def f(x):
        print("evaluated", flush=False)
        return weighted(x)
    print("before", end="")
    nes.minimize(f, X0, workers=2, max_evals=20)
    out = capfd.readouterr().out
    assert out.count("evaluated") == 20 and out.count("before") == 1


def test_random_numbers_differ_between_processes():
    told = []

    class Watched(nes.Optimizer):
        def tell(self, values):
            told.extend(values)
            self.stop()

    def nap(x):
        time.sleep(0.02)  # so that each process has one point
        return float(np.random.random())
    Watched(X0, popsize=4, eval_start="no").run(nap, workers=4)
    assert len(set(told)) == 4


# ---- deaths

def test_a_worker_that_leaves_is_a_failed_evaluation():
    def f(x):
        if x[0] > 1.5:
            os._exit(3)
        return weighted(x)

    def as_failure(x):
        return None if x[0] > 1.5 else weighted(x)
    opts = [nes.Optimizer(X0, max_evals=100) for _ in range(2)]
    a, b = opts[0].run(f, workers=3), opts[1].run(as_failure)
    assert a.failed == b.failed > 0 and opts[0].fingerprint == opts[1].fingerprint


def test_workers_that_always_die_end_the_search():
    result = nes.minimize(lambda x: os._exit(1), X0, workers=2)
    assert result.stop == "all_failed" and result.x is None


def test_a_worker_that_is_killed():
    def f(x):
        if x[0] > 1.5:
            os.kill(os.getpid(), signal.SIGKILL)
        return weighted(x)
    result = nes.minimize(f, X0, workers=2, max_evals=60)
    assert 0 < result.failed < 60 and result.nfev == 60


def test_a_worker_that_is_killed_from_outside(tmp_path):
    """It sleeps in its first evaluation until somebody kills it."""
    note = tmp_path / "pid"

    def f(x):
        if not note.exists():
            note.write_text(str(os.getpid()))
            time.sleep(60)
        return weighted(x)

    def kill():
        wait_until(lambda: note.exists() and note.read_text())
        os.kill(int(note.read_text()), signal.SIGKILL)
    killer = threading.Thread(target=kill)
    killer.start()
    result = nes.minimize(f, X0, workers=2, max_evals=40)
    killer.join()
    assert result.failed in (1, 2) and result.nfev == 40


def test_an_idle_worker_that_is_killed_is_replaced():
    pids = set()

    def callback(result):
        for pid in map(int, children()):
            pids.add(pid)
            os.kill(pid, signal.SIGKILL)
            assert wait_until(lambda: not alive(pid))
    opt = nes.Optimizer(X0, max_evals=40)
    result = opt.run(weighted, workers=2, callback=callback)
    assert result.failed == 0 and len(pids) > 4


def test_rows_of_a_worker_that_dies():
    def f(points):
        if points[0, 0] > 1.5:
            os._exit(1)
        return weighted_rows(points)
    result = nes.minimize(f, X0, workers=2, vectorized=True, max_evals=80)
    assert 0 < result.failed < 80


# ---- exceptions and interrupts

def test_an_exception_travels_back():
    def f(x):
        if x[0] > 1.5:
            raise Trouble("what", 42)
        return weighted(x)
    with pytest.raises(Trouble) as caught:
        nes.minimize(f, X0, workers=2)
    assert caught.value.args == ("what", 42)
    assert "In a worker process" in caught.value.__notes__[0] and "raise Trouble" in str(
        caught.value.__notes__)
    opt = caught.value.optimizer
    opt.go_on(max_evals=100)
    opt.run(weighted, workers=3)
    whole = nes.Optimizer(X0, max_evals=100, model="off")
    whole.run(weighted)
    assert opt.fingerprint != 0 and bits(opt.result.x) == bits(whole.result.x)


def test_an_exception_that_cannot_be_pickled_is_told_as_text():
    class Local(Exception):
        def __init__(self, a, b):
            super().__init__(f"{a} and {b}")

    def f(x):
        raise Local(1, 2)
    with pytest.raises(RuntimeError, match="Local: 1 and 2"):
        nes.minimize(f, X0, workers=2)


def test_values_that_were_found_before_an_exception_are_kept(tmp_path):
    def f(x):
        if x[0] == fatal[0]:
            wait_until(lambda: len(list(tmp_path.iterdir())) == 7)
            time.sleep(0.3)  # the last value is on its way
            raise Trouble
        (tmp_path / str(x[0])).touch()
        return weighted(x)
    opt = nes.Optimizer(X0, popsize=8, eval_start="no", max_evals=80, model="off")
    fatal = opt.ask()[7].copy()
    with pytest.raises(Trouble):
        opt.run(f, workers=2)
    assert opt.result.nfev == 7 and len(opt.ask()) == 1
    opt.run(weighted, workers=2)
    whole = nes.Optimizer(X0, popsize=8, eval_start="no", max_evals=80, model="off")
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint


def test_an_interrupt_ends_workers_that_never_return():
    def for_ever(x):
        while True:
            time.sleep(60)

    def interrupt():
        wait_until(lambda: len(children()) >= 3)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        nes.minimize(for_ever, X0, workers=3)
    assert time.monotonic() - begin < 60
    assert children() == []


PARENT = """
import os, subprocess, sys, time, nes
def f(x):
    program = subprocess.Popen(["sleep", "60"])
    with open(sys.argv[1], "a") as file:
        print(os.getpid(), program.pid, file=file, flush=True)
    {wait}
nes.minimize(f, [1.0, 2.0], workers=3)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("wait", ["time.sleep(60)", "while True: pass"])
def test_a_parent_that_ends_leaves_nothing(tmp_path, how, wait):
    """Workers in the middle of an evaluation, and the programs that they have started."""
    note = tmp_path / "pids"
    note.write_text("")
    parent = subprocess.Popen([sys.executable, "-c", PARENT.format(wait=wait), str(note)],
                              env=environment(), stderr=subprocess.DEVNULL)
    try:
        assert wait_until(lambda: len(note.read_text().split()) == 6)
        pids = list(map(int, note.read_text().split()))
        assert all(map(alive, pids))
        parent.send_signal(how)
        parent.wait(timeout=60)
        assert wait_until(lambda: not any(map(alive, pids)))
    finally:
        parent.kill()
        parent.wait()


def test_workers_inside_workers():
    def outer(x):
        return nes.minimize(lambda y: float((x[0] - y[0]) ** 2), [0.0], workers=2, max_evals=12).fun
    assert nes.minimize(outer, [1.0, 2.0], workers=2, max_evals=12).failed == 0
