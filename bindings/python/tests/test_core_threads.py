# SPDX-License-Identifier: MIT
"""nes._core: the C part in several threads and processes."""
import multiprocessing
import subprocess
import sys
import threading

import numpy as np
from support import ENDLESS, generations, handle_points, spheres, wait_until

from nes import _core


class Worker(threading.Thread):
    """Moves a large run until it is told to end."""

    def __init__(self):
        super().__init__(daemon=True)
        self.handle = _core.Handle(400, np.ones(400), ENDLESS | {"method": "xnes"})
        self.ending = False
        self.start()

    def run(self):
        while not self.ending:
            try:
                generations(self.handle, 1)
            except RuntimeError:  # the other thread was faster
                pass

    def busy(self):
        try:
            self.handle.stopped()
        except RuntimeError as error:
            assert "in use by another thread" in str(error)
            return True
        return False


def test_one_optimiser_in_two_threads_is_refused():
    """To see it, this thread must run while the library works: the interpreter lock is released."""
    worker = Worker()
    seen = wait_until(worker.busy)
    worker.ending = True
    worker.join()
    assert seen and not worker.busy()


def test_two_optimisers_work_at_the_same_time():
    workers = Worker(), Worker()
    seen = wait_until(lambda: all(worker.busy() for worker in workers))
    for worker in workers:
        worker.ending = True
        worker.join()
    assert seen


def test_ids_may_change_while_they_are_told():
    """The other thread changes half of the ids as fast as it can, to ids that there are not. What is
    told is a state of the array, or a mixture, which is refused and changes nothing."""
    handle = _core.Handle(8, np.ones(8), ENDLESS | {"method": "snes", "popsize": "3000",
                                                   "eval_start": "no"})
    ids = np.zeros(3000, "u8")
    ended = threading.Event()

    def change():
        while not ended.is_set():
            np.bitwise_xor(ids[1500:], np.uint64(1 << 40), out=ids[1500:])

    changer = threading.Thread(target=change)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    changer.start()
    told = 0
    try:
        for _ in range(300):
            x = handle_points(handle)
            ids[:] = np.frombuffer(handle.ids(), "u8")
            before = handle.fingerprint()
            try:
                handle.tell_some(ids, spheres(x))
                told += 1
            except LookupError:
                assert handle.fingerprint() == before
    finally:
        ended.set()
        changer.join()
        sys.setswitchinterval(interval)
    assert handle.count("generations") == told


def test_arrays_may_be_dropped_while_the_library_works():
    """Pins are taken away by one thread while another ends runs."""
    handle = _core.Handle(80, np.ones(80), {"restarts": "ipop", "restart_factor": "1", "method": "snes",
                                            "tolfun": "1e300", "restart_agree": "off", "popsize": "60"})
    kept = []
    ended = threading.Event()

    def drop():
        while not ended.is_set() or kept:
            if kept:
                kept.pop(0)

    dropper = threading.Thread(target=drop)
    dropper.start()
    for _ in range(1500):
        x = handle_points(handle)
        kept.append(x)
        handle.tell(spheres(x))
    ended.set()
    dropper.join()
    assert handle.count("restarts") > 20


def test_a_process_ends_while_the_library_works():
    code = """
import threading, numpy as np
from nes import _core
handle = _core.Handle(300, np.ones(300), {"method": "xnes"})
def work():
    while True:
        n, view = handle.ask()
        handle.tell(np.zeros(n))
threading.Thread(target=work, daemon=True).start()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_a_forked_process_goes_on():
    handle = generations(_core.Handle(20, np.ones(20), {"threads": "2"}), 5)
    fork = multiprocessing.get_context("fork")
    mine, theirs = fork.Pipe()
    child = fork.Process(target=lambda: theirs.send(generations(handle, 5).fingerprint()))
    child.start()
    assert mine.poll(300)
    fingerprint = mine.recv()
    child.join()
    assert generations(handle, 5).fingerprint() == fingerprint
