# SPDX-License-Identifier: MIT
"""nes._core: what the C part offers, its errors, its memory and its threads."""
import ast
import gc
import importlib.resources
import multiprocessing
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from nes import _core

ENDLESS = {name: "off" for name in ("tolx", "tolx_abs", "tolfun", "flat", "stagnation", "max_condition",
                                    "max_growth")} | {"noeffect": "no", "restarts": "none"}


def points(handle):
    n, view = handle.ask()
    return np.frombuffer(view).reshape(n, handle.dim)


def sphere(x):
    return (x * x).sum(axis=1)


def generations(handle, count, f=sphere):
    for _ in range(count):
        handle.tell(f(points(handle)))
    return handle


def resident():
    """Bytes of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


# ---- the surface ---------------------------------------------------------------------------------


def test_the_module_is_as_its_description_says():
    tree = ast.parse(importlib.resources.files("nes").joinpath("_core.pyi").read_text("utf-8"))
    described = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    present = {name for name in dir(_core) if not name.startswith("__")}
    assert described - {"Buffer"} == present
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in present:
            members = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            members |= {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
            theirs = {name for name in vars(getattr(_core, node.name)) if not name.startswith("__")}
            assert members - {"__new__"} == theirs


def test_tables_have_what_the_library_has():
    options = {option["name"]: option for option in _core.options()}
    assert options["sigma"]["type"] == "real" and options["sigma"]["automatic"]
    assert options["factor"]["length"] == "pair" and options["sigma"]["length"] is None
    assert set(options["ties"]["words"]) == {"average", "index"} and not options["sigma"]["words"]
    assert {option["type"] for option in options.values()} == {"real", "count", "flag", "choice", "array"}
    assert "xnes" in [method["name"] for method in _core.methods()]
    assert {entry["type"] for entry in _core.entries()} == {"real", "count", "array"}
    assert _core.stops()[0] == (0, "running", "the run goes on")
    assert [number for number, _, _ in _core.trusts()] == list(range(5))
    assert "bbob" in [suite["name"] for suite in _core.suites()]
    assert any("rosenbrock" in kind["pattern"] for kind in _core.problem_kinds())


def test_every_entry_can_be_read():
    handle = generations(_core.Handle(3, np.ones(3), {}), 3)
    for entry in _core.entries():
        name = entry["name"]
        if entry["type"] == "real":
            assert isinstance(handle.real(name), float)
        elif entry["type"] == "count":
            assert handle.count(name) >= 0
        elif name != "theta":  # for densities of one's own
            out = np.full(handle.length(name), np.nan)
            handle.array(name, out)
            assert np.isfinite(out).all(), name
    assert handle.method() in [method["name"] for method in _core.methods()]
    assert handle.choice() and handle.setting("seed") == "1"
    assert handle.stop_reason() == (0, "running", "the run goes on") and handle.trust() == ("open", "")


def test_failed_is_one_particular_nan():
    assert _core.is_eval_failed(_core.eval_failed())
    assert not _core.is_eval_failed(float("nan")) and not _core.is_eval_failed(1.0)


def test_a_run_is_saved_and_goes_on():
    first = generations(_core.Handle(4, np.ones(4), {"seed": "7", "max_gens": "30"}), 10)
    second = _core.Handle.load(first.save(), {"threads": "2"})
    assert second.dim == 4 and second.fingerprint() == first.fingerprint()
    generations(first, 20), generations(second, 20)
    assert first.fingerprint() == second.fingerprint()
    assert first.stopped() == 3 and first.stop_reason()[1] == "max_gens"
    assert "max_gens" in first.go_on({"max_gens": "40"}) and first.stopped() == 0
    first.stop()
    assert first.stop_reason()[1] == "user"


def test_values_are_told_by_id():
    handle = _core.Handle(3, np.ones(3), {"eval_start": "no", "popsize": "6"})
    x = points(handle)
    ids = np.frombuffer(handle.ids(), dtype=np.uint64)
    assert not handle.tell_some(ids[[4, 1]], sphere(x)[[4, 1]])
    late = ids[[0]].copy()
    handle.close()
    points(handle)
    assert handle.tell_some(late, np.zeros(1))
    assert handle.count("evaluations") == 2


def test_problems():
    problem = _core.Problem(_core.suite_id("bbob", 8, 3, 5))
    assert (problem.id, problem.dim, problem.noisy, problem.bits) == ("bbob_f008_i03_d05", 5, False, False)
    best, f = np.empty(5), np.empty(1)
    assert problem.solution(best)
    problem.values(best, f)
    assert f[0] == pytest.approx(problem.optimum, abs=1e-9)
    assert problem.start_law()[0] in ("point", "uniform", "normal")
    problem.start(best)
    noisy = _core.Problem(_core.suite_id("bbob-noisy", 101, 1, 2))
    x, first, second = np.ones((3, 2)), np.empty(3), np.empty(3)
    assert noisy.noisy_values(x, first, 0, 1, 0) == 3
    assert noisy.noisy_values(x[1:], second[1:], 0, 1, 1) == 3
    assert first[1:].tolist() == second[1:].tolist() and len(set(first)) == 3


# ---- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("error, sentence, call", [
    (TypeError, "no option 'sigm'; did you mean sigma", lambda: _core.Handle(2, None, {"sigm": "1"})),
    (TypeError, "sigma: an array is needed, not 3", lambda: _core.Handle(2, None, {"sigma": 3})),
    (TypeError, "name of an option must be a str", lambda: _core.Handle(2, None, {3: "1"})),
    (ValueError, "null character", lambda: _core.Handle(2, None, {"sigma\0": "1"})),
    (ValueError, "null character", lambda: _core.Handle(2, None, {"sigma": "1\0"})),
    (ValueError, "'sigma' is -1", lambda: _core.Handle(2, None, {"sigma": "-1"})),
    (ValueError, "no method 'xns'; did you mean xnes", lambda: _core.Handle(2, None, {"method": "xns"})),
    (ValueError, "dimension is 0", lambda: _core.Handle(0, None, {})),
    (ValueError, "dimension is -1", lambda: _core.Handle(-1, None, {})),
    (OverflowError, "", lambda: _core.Handle(2**64, None, {})),
    (ValueError, "start: 3 numbers are needed, not 2", lambda: _core.Handle(3, np.ones(2), {})),
    (ValueError, "inf", lambda: _core.Handle(2, np.array([1, np.inf]), {})),
    (ValueError, "lower bound 1 and upper bound 0",
     lambda: _core.Handle(1, None, {"lower": np.ones(1), "upper": np.zeros(1)})),
    (MemoryError, "needs", lambda: _core.Handle(10**9, None, {"method": "xnes"})),
    (ValueError, "not a saved run", lambda: _core.Handle.load(b"no run", {})),
    (TypeError, "", lambda: _core.Handle.load("no bytes", {})),
    (TypeError, "cannot create", lambda: _core.View()),
    (ValueError, "no problem 'spher_d3'", lambda: _core.Problem("spher_d3")),
    (ValueError, "no suite 'bob'", lambda: _core.suite_id("bob", 1, 1, 2)),
    (ValueError, "not negative", lambda: _core.suite_id("bbob", 1, -1, 2)),
])
def test_what_cannot_be_made(error, sentence, call):
    with pytest.raises(error, match=sentence):
        call()


@pytest.mark.parametrize("error, sentence, call", [
    (TypeError, "values: an array is needed, not \\[1.0\\]", lambda h: h.tell([1.0])),
    (TypeError, "values: the numbers must be of type float64", lambda h: h.tell(np.ones(6, "f4"))),
    (TypeError, "float64", lambda h: h.tell(np.ones(6, ">f8"))),
    (TypeError, "float64", lambda h: h.tell(np.ones(6, "i8"))),
    (TypeError, "float64", lambda h: h.tell(bytes(48))),
    (TypeError, "uint64", lambda h: h.tell_some(np.ones(1, "i8"), np.ones(1))),
    (ValueError, "must be contiguous", lambda h: h.tell(np.ones(12)[::2])),
    (ValueError, "6", lambda h: h.tell(np.ones(5))),
    (ValueError, "2 ids, but 1 values", lambda h: h.tell_some(np.ones(2, "u8"), np.ones(1))),
    (LookupError, "999", lambda h: h.tell_some(np.array([999], "u8"), np.ones(1))),
    (TypeError, "no result 'best'; did you mean best_f", lambda h: h.real("best")),
    (ValueError, "", lambda h: h.real("evaluations")),
    (RuntimeError, "", lambda h: h.array("best_x", np.ones(3))),
    (ValueError, "3 numbers, not 2", lambda h: h.array("mean_x", np.ones(2))),
    (ValueError, "read-only", lambda h: h.array("mean_x", np.frombuffer(bytes(24)))),
    (TypeError, "no option 'sigm'", lambda h: h.setting("sigm")),
    (TypeError, "no option 'max_eval'", lambda h: h.go_on({"max_eval": "3"})),
    (ValueError, "'sigma' is 1 and cannot change", lambda h: h.go_on({"sigma": "3"})),
])
def test_what_a_handle_refuses(error, sentence, call):
    handle = _core.Handle(3, None, {"popsize": "6", "eval_start": "no"})
    handle.ask()
    with pytest.raises(error, match=sentence):
        call(handle)
    generations(handle, 2)  # it goes on all the same


def test_order_of_calls():
    handle = _core.Handle(3, np.ones(3), {"max_gens": "1"})
    with pytest.raises(RuntimeError, match="asked"):
        handle.tell(np.ones(3))
    with pytest.raises(RuntimeError, match="before the first ask"):
        handle.ids()
    with pytest.raises(RuntimeError):
        handle.close()
    generations(handle, 1)
    with pytest.raises(RuntimeError, match="stopped"):
        handle.ask()


# ---- memory --------------------------------------------------------------------------------------


def test_points_are_seen_where_they_are():
    handle = _core.Handle(1000, np.zeros(1000), {"method": "snes"})
    first, again = points(handle), points(handle)
    assert first.ctypes.data == again.ctypes.data and not first.flags.writeable
    n, view = handle.ask()
    whole = memoryview(view)
    assert (whole.shape, whole.format, whole.readonly, whole.contiguous) == ((n, 1000), "d", True, True)
    assert np.asarray(view).ctypes.data == first.ctypes.data
    ids = memoryview(handle.ids())
    assert (ids.shape, ids.format) == ((n,), "Q")


def test_arrays_outlive_the_optimiser():
    handle = _core.Handle(5, np.ones(5), {})
    x = points(handle)
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
            x = points(handle)
            handle.tell(sphere(x))

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


def test_many_generations_leave_nothing_behind():
    handle = _core.Handle(2, np.ones(2), ENDLESS | {"method": "snes"})
    f = np.zeros(10)
    ask, tell = handle.ask, handle.tell
    handle.tell(np.zeros(handle.ask()[0]))
    n = handle.ask()[0]
    f = f[:n]

    def many(count):
        for _ in range(count):
            ask()
            tell(f)

    many(10_000)
    before, references = resident(), sys.getrefcount(f)
    many(500_000)
    more = sys.getrefcount(f) - references
    assert resident() - before < 5e5 and more == 0


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


# ---- threads and processes -----------------------------------------------------------------------


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


def within(seconds, condition):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
    return False


def test_one_optimiser_in_two_threads_is_refused():
    """To see it, this thread must run while the library works: the interpreter lock is released."""
    worker = Worker()
    seen = within(30, worker.busy)
    worker.ending = True
    worker.join()
    assert seen and not worker.busy()


def test_two_optimisers_work_at_the_same_time():
    workers = Worker(), Worker()
    seen = within(30, lambda: all(worker.busy() for worker in workers))
    for worker in workers:
        worker.ending = True
        worker.join()
    assert seen


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
        x = points(handle)
        kept.append(x)
        handle.tell(sphere(x))
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
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)


def test_a_forked_process_goes_on():
    handle = generations(_core.Handle(20, np.ones(20), {"threads": "2"}), 5)
    fork = multiprocessing.get_context("fork")
    mine, theirs = fork.Pipe()
    child = fork.Process(target=lambda: theirs.send(generations(handle, 5).fingerprint()))
    child.start()
    assert mine.poll(30)
    fingerprint = mine.recv()
    child.join()
    assert generations(handle, 5).fingerprint() == fingerprint
