# SPDX-License-Identifier: MIT
"""Memory stays flat: many optimisers, many generations, and errors on the way."""
import gc
import pickle
import sys
import tracemalloc

import numpy as np
import pytest
from support import ENDLESS, resident, weighted

import nes

def growth(work, first, then):
    """By how many bytes memory grows in `then` further calls, after so many to warm up."""
    for _ in range(first):
        work()
    before = resident()
    for _ in range(then):
        work()
    return resident() - before


def endless():
    """An optimiser that takes any values without coming to an end."""
    return nes.Optimizer(np.ones(2), method="snes", popsize=4, eval_start="no", **ENDLESS)


def test_optimisers_made_and_dropped():
    """test_core_memory.py makes more of them, of the C part alone."""
    x0, f = np.ones(2), np.arange(5.0)

    def work():
        opt = nes.Optimizer(x0, method="snes", popsize=4)
        opt.ask()
        opt.tell(f)
    assert growth(work, 500, 5000) < 2e6


def test_many_generations():
    opt = endless()
    ask, tell, f = opt.ask, opt.tell, np.random.default_rng(1).random((1000, 4))

    def work():
        for values in f:
            ask()
            tell(values)
    assert growth(work, 100, 900) < 2e6
    assert opt.result.nit == 10**6


def test_constraints_and_outputs():
    opt = nes.Optimizer(np.ones(2), method="snes", popsize=4, eval_start="no", constraints=2, outputs=3,
                        **ENDLESS)
    values = np.random.default_rng(1).random((500, 4))
    rows = np.random.default_rng(2).random((500, 4, 3)) - 0.5

    def work():
        for f, g in zip(values, rows):
            ids = opt.ask() is None or opt.ids
            opt.tell(ids[:2], f[:2], g=g[:2])
            with pytest.raises(TypeError):
                opt.tell(ids[2:], f[2:])
            opt.tell(ids[2:], [None, f[3]], g=g[2:])
    assert growth(work, 4, 12) < 2e6


def errors(opt):
    for call in (lambda: nes.Optimizer([1, 2], nonsense=1), lambda: nes.Optimizer([1, np.nan]),
                 lambda: opt.tell([1.0]), lambda: opt.tell([99], [1.0]), lambda: opt.go_on(popsize=3),
                 lambda: nes.Optimizer([1, 2], bounds=[(1, 0)] * 2), lambda: opt.tell("x"),
                 lambda: nes.minimize(lambda x: "a", [1, 2])):
        with pytest.raises((TypeError, ValueError, LookupError)):
            call()


def visit_everything(opt):
    opt.ask(), opt.ids, opt.result, opt.history.axes, opt.settings, opt.fingerprint, repr(opt)
    pickle.loads(pickle.dumps(opt)).ask()
    nes.minimize(weighted, [1.0, 2.0], max_evals=30, callback=lambda r: r.fun)
    with nes.Optimizer([1.0, 2.0]) as other:
        other.ask()


def traced():
    """Bytes in use, less what the interpreter keeps for itself: attributes that were looked up."""
    gc.collect()
    sys._clear_type_cache()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.parametrize("visit", [errors, visit_everything])
def test_python_objects(visit):
    opt = nes.Optimizer([1.0, 2.0])
    opt.tell([weighted(x) for x in opt.ask()])
    opt.ask()
    for _ in range(20):
        visit(opt)
    tracemalloc.start()
    try:
        visit(opt)
        before = traced()
        for _ in range(100):
            visit(opt)
        assert traced() - before < 5_000
    finally:
        tracemalloc.stop()


def test_reference_counts():
    opt = endless()
    handle, f, ids = opt._handle, np.arange(4.0), np.arange(2**50, 2**50 + 4, dtype=np.uint64)
    x0, options = np.ones(2), {"method": "xnes"}
    watched = [handle, f, ids, x0, options, None, True, False, type(handle), "best_f"]
    out = np.empty(2)

    def work():
        opt.ask()
        handle.tell(f)  # and not the recorder, whose records have None in them
        handle.ask(), handle.ids(), handle.real("best_f"), handle.array("mean_x", out)
        handle.stop_reason(), handle.trust(), handle.method(), handle.setting("seed")
        nes._core.Handle(2, x0, options)
        nes._core.Handle.load(handle.save(), {})
        for wrong in (lambda: handle.tell_some(ids, f), lambda: handle.real("nonsense"),
                      lambda: handle.tell(ids), lambda: nes._core.Handle(2, x0, {"a": x0})):
            with pytest.raises((LookupError, TypeError)):
                wrong()
    work()
    gc.collect()
    before = [sys.getrefcount(o) for o in watched]
    for _ in range(1000):
        work()
    gc.collect()
    after = [sys.getrefcount(o) for o in watched]
    # One that is lost in each round makes 1000; None and others are used by the tests' own tools.
    assert max(abs(a - b) for a, b in zip(after, before)) < 500
