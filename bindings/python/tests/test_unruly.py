# SPDX-License-Identifier: MIT
"""Functions that misbehave in a worker process, and Ctrl-C at any moment."""
import multiprocessing
import os
import random
import signal
import threading
import time

import pytest
from support import children, wait_until, weighted

import nes

X0 = [1.0, 2.0, 3.0]


def value_of(f, **how):
    """What a short run with two workers comes to; it must not hang."""
    def late(number, frame):
        raise TimeoutError("the run hangs")
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(200)
    try:
        return nes.minimize(f, X0, max_evals=40, workers=2, **how)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fork_and_die(x):
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)


def start_and_die(x):
    multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,)).start()
    os._exit(1)


@pytest.mark.parametrize("end", [fork_and_die, start_and_die])
def test_a_worker_that_dies_and_leaves_a_child_is_a_failed_evaluation(end):
    before = children()
    result = value_of(lambda x: end(x) if x[0] > 1 else weighted(x))
    assert result.nfev == 40 and 0 < result.failed < 40
    assert wait_until(lambda: set(children()) <= set(before))


def test_the_copy_of_a_worker_that_goes_on_does_not_answer():
    def twice(x):
        os.fork()
        return weighted(x)
    result = value_of(twice)
    assert result.fun == nes.minimize(weighted, X0, max_evals=40, batch=2).fun and result.failed == 0


class NoText(Exception):
    def __str__(self):
        raise ValueError("no text")

    def __reduce__(self):
        raise ValueError("no pickle")


class NoNotes(Exception):
    def add_note(self, note):
        raise ValueError("no notes")


@pytest.mark.parametrize("kind", [NoText, NoNotes])
def test_an_exception_that_cannot_be_sent_is_not_taken_for_a_failed_evaluation(kind):
    def f(x):
        raise kind
    with pytest.raises(RuntimeError, match=kind.__name__) as caught:
        value_of(f)
    assert "in f" in "".join(caught.value.__notes__)


@pytest.mark.parametrize("workers, times", [(None, 60), (2, 30)])
def test_an_interrupt_at_any_moment_loses_nothing(workers, times):
    def fresh():
        return nes.Optimizer(X0, max_evals=400)
    whole, moments = fresh(), random.Random(5)
    whole.run(weighted)
    begin = time.monotonic()
    fresh().run(weighted, workers=workers)
    length, before = time.monotonic() - begin, children()
    for _ in range(times):
        opt = fresh()
        # The signal goes to the thread that sends it, if the main one blocks it at that moment.
        timer = threading.Timer(moments.random() * length / 2,
                                lambda: os.kill(os.getpid(), signal.SIGINT))
        try:
            timer.start()
            opt.run(weighted, workers=workers)
            timer.join()
            time.sleep(1)  # the run was faster
        except KeyboardInterrupt:
            timer.join()
        assert set(children()) <= set(before)
        opt.run(weighted)
        assert opt.fingerprint == whole.fingerprint
