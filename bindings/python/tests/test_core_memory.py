# SPDX-License-Identifier: MIT
"""nes._core: arrays look into the memory of a handle, which lives as long as they do, and no longer."""
import gc
import os
import subprocess
import sys

import numpy as np
import pytest
from support import handle_points, resident, spheres

from nes import _core


def test_points_are_seen_where_they_are():
    handle = _core.Handle(1000, np.zeros(1000), {"method": "snes"})
    first, again = handle_points(handle), handle_points(handle)
    assert first.ctypes.data == again.ctypes.data and not first.flags.writeable
    n, view = handle.ask()
    whole = memoryview(view)
    assert (whole.shape, whole.format, whole.readonly, whole.contiguous) == ((n, 1000), "d", True, True)
    assert np.asarray(view).ctypes.data == first.ctypes.data
    ids = memoryview(handle.ids())
    assert (ids.shape, ids.format) == ((n,), "Q")


def test_arrays_outlive_the_optimiser():
    handle = _core.Handle(5, np.ones(5), {})
    x = handle_points(handle)
    ids = np.frombuffer(handle.ids(), dtype=np.uint64)
    kept, kept_ids = x.copy(), ids.copy()
    del handle
    gc.collect()
    others = [_core.Handle(5, np.zeros(5), {}) for _ in range(100)]  # they would take its place
    assert len(others) == 100 and (x == kept).all() and (ids == kept_ids).all()


OUTLIVE = """
import numpy as np
from nes import _core
handle = _core.Handle(2, np.ones(2), {"restarts": "ipop", "max_runs": "7", "method": "xnes", "tolfun": "1e-3",
                                      "restart_agree": "off"})
kept = []
while not handle.stopped():
    n, view = handle.ask()
    x = np.frombuffer(view).reshape(n, 2)
    kept.append(x)
    handle.tell(np.abs(x).max(axis=1))
assert len({len(x) for x in kept}) > 4, "populations did not grow"
assert len({x.ctypes.data for x in kept}) >= 7, "runs share their memory"
del handle, view
for x in kept:
    assert np.isfinite(x).all() and (np.abs(x) < 1e6).all(), "an array looks at freed memory"
"""


def test_arrays_outlive_runs_that_grow():
    """Freed memory is filled with a pattern, which is no number near 1."""
    subprocess.run([sys.executable, "-c", OUTLIVE], check=True, timeout=60,
                   env=os.environ | {"MALLOC_PERTURB_": "90"})


def test_memory_of_runs_that_ended_is_freed():
    """In the usual loop the last array is held while the next is made, through all restarts."""
    options = {"restarts": "ipop", "restart_factor": "1", "method": "snes", "popsize": "200", "tolfun": "1e300",
               "restart_agree": "off"}
    handle = _core.Handle(60, np.ones(60), options)

    def restarts(count):
        goal = handle.count("restarts") + count
        while handle.count("restarts") < goal:
            x = handle_points(handle)
            handle.tell(spheres(x))

    restarts(10)
    before = resident()
    restarts(40)  # each has points of 96 kB
    assert resident() - before < 1e6


def test_many_optimisers_leave_nothing_behind():
    def many(count):
        for _ in range(count):
            handle = _core.Handle(2, start, options)
            view = handle.ask()[1]
            del handle, view

    start, options = np.ones(2), {"seed": "3", "lower": -np.ones(2) * 9}
    many(5_000)
    before, references = resident(), sys.getrefcount(_core.Handle) + sys.getrefcount(_core.View)
    many(100_000)
    more = sys.getrefcount(_core.Handle) + sys.getrefcount(_core.View) - references
    assert resident() - before < 1e6 and more == 0


@pytest.mark.parametrize("misuse", [
    lambda h: h.tell([1.0]), lambda h: h.tell(np.ones(2)), lambda h: _core.Handle(2, None, {"sigm": "1"}),
    lambda h: _core.Handle(2, None, {"sigma": "-1"}), lambda h: _core.Handle.load(b"x", {}),
    lambda h: _core.Handle(3, np.ones(2), {}), lambda h: h.real("no"), lambda h: _core.Problem("no"),
    lambda h: h.go_on({"sigma": "3"}), lambda h: h.tell_some(np.zeros(1, "u8"), np.ones(2)),
])
def test_errors_leave_nothing_behind(misuse):
    handle = _core.Handle(4, None, {})
    handle.ask()

    def many(count):
        for _ in range(count):
            try:
                misuse(handle)
            except (TypeError, ValueError):
                pass

    many(500)
    before, references = resident(), sys.getrefcount(_core.Handle)
    many(5_000)
    more = sys.getrefcount(_core.Handle) - references
    assert resident() - before < 5e5 and more == 0
