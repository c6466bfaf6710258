# SPDX-License-Identifier: MIT
"""Threads: different optimisers at the same time, one optimiser for one thread at a time."""
import sys
import threading
import time

import numpy as np
import pytest
from support import bits, weighted

import nes


def in_threads(*calls):
    """Runs functions at the same time; their results, or the exceptions they raised."""
    results = [None] * len(calls)

    def run(i):
        try:
            results[i] = calls[i]()
        except BaseException as error:
            results[i] = error
    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_different_optimisers_do_not_disturb_each_other():
    def run(seed, workers=None):
        return nes.minimize(weighted, [1.0, 2.0, 3.0], max_evals=600, seed=seed, workers=workers,
                            model="off")
    expected = [run(seed).x for seed in range(6)]
    got = in_threads(*(lambda s=s: run(s) for s in range(6)))
    assert [bits(r.x) for r in got] == [bits(x) for x in expected]
    got = in_threads(*(lambda s=s: run(s, 2) for s in range(4)))
    assert [bits(r.x) for r in got] == [bits(x) for x in expected[:4]]


def test_other_threads_run_while_the_library_works():
    """With this interval a thread gives up the interpreter only of its own free will."""
    interval = sys.getswitchinterval()
    opt = nes.Optimizer(np.zeros(400), method="xnes")
    ticks, done = [0], threading.Event()

    def tick():
        while not done.is_set():
            ticks[0] += 1
            time.sleep(0)
    other = threading.Thread(target=tick)
    sys.setswitchinterval(100)
    try:
        other.start()
        gained, end = 0, time.monotonic() + 20  # a busy machine may let the other thread wait
        while gained == 0 and time.monotonic() < end and not opt.stopped:
            values = (opt.ask() ** 2).sum(axis=1)
            before = ticks[0]
            opt.tell(values)
            gained = ticks[0] - before
    finally:
        done.set()
        sys.setswitchinterval(interval)
        other.join()
    assert gained > 0


def test_two_threads_in_one_optimiser_are_told_so():
    opt = nes.Optimizer(np.zeros(150), method="xnes")
    refused, wrong, end = [], [], time.monotonic() + 60

    def use():
        while time.monotonic() < end and not refused:
            try:
                opt.tell((opt.ask() ** 2).sum(axis=1))
            except RuntimeError as error:
                # The other thread may be inside, or may just have told the values of these points.
                (refused if "another thread" in str(error) else wrong).append(str(error))
            except (ValueError, LookupError) as error:
                wrong.append(str(error))
    in_threads(use, use, use)
    assert refused and "one optimiser in each thread" in refused[0]
    assert all("asked" in text or "ask()" in text or "number of values" in text for text in wrong)
    opt.tell((opt.ask() ** 2).sum(axis=1))  # it has come to no harm
    assert opt.result.nit > 0


def test_an_optimiser_can_move_from_thread_to_thread():
    opt = nes.Optimizer([1.0, 2.0], max_evals=60)
    for _ in range(3):
        in_threads(lambda: opt.tell([weighted(x) for x in opt.ask()]))
    opt.run(weighted)
    whole = nes.Optimizer([1.0, 2.0], max_evals=60)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_inside_the_library_change_nothing(threads):
    opt = nes.Optimizer(np.ones(200), method="xnes", threads=threads, max_gens=3)
    opt.run(lambda p: (p ** 2).sum(axis=1), vectorized=True)
    alone = nes.Optimizer(np.ones(200), method="xnes", max_gens=3)
    alone.run(lambda p: (p ** 2).sum(axis=1), vectorized=True)
    assert opt.fingerprint == alone.fingerprint
