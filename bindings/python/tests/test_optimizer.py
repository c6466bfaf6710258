# SPDX-License-Identifier: MIT
"""Asking and telling by hand: no copies, ids, order, stopping, contexts, the course of a run."""
import copy
import gc
import pickle
import time
import tracemalloc
import weakref

import numpy as np
import pytest
from support import ENDLESS, METHODS, bits, start_of, weighted, weighted_rows

import nes
from nes.history import Record


def address(array):
    return array.__array_interface__["data"][0]


def test_points_are_a_window_not_a_copy():
    opt = nes.Optimizer(np.zeros(50))
    a, b = opt.ask(), opt.ask()
    assert a.shape == (opt.settings["popsize"] + 1, 50) and a.dtype == np.float64
    assert address(a) == address(b) and not a.flags.writeable and not a.flags.owndata
    assert a.flags.c_contiguous


def test_no_point_is_copied_by_ask_and_tell():
    """Values are, since another thread may change them meanwhile."""
    opt = nes.Optimizer(np.zeros(20), method="snes", popsize=100_000, eval_start="no")
    f = np.arange(100_000.0)
    tracemalloc.start()
    try:
        opt.ask()
        opt.tell(f)
        assert tracemalloc.get_traced_memory()[1] < 1.1 * f.nbytes
    finally:
        tracemalloc.stop()


def test_points_outlive_the_optimiser():
    opt = nes.Optimizer([1.0, 2.0, 3.0])
    points, ids = opt.ask(), opt.ids
    expected, expected_ids = points.copy(), ids.copy()
    gone = weakref.ref(opt)
    del opt
    gc.collect()
    assert gone() is None
    others = [nes.Optimizer(np.ones(3), seed=k) for k in range(50)]
    for other in others:
        other.ask()
    assert np.array_equal(points, expected) and np.array_equal(ids, expected_ids)


def test_points_of_earlier_generations_can_be_read():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, restarts="bipop", max_evals=4000)
    kept = []
    for points in opt:
        kept.append(points)
        opt.tell(weighted_rows(points))
    assert all(np.isfinite(points).all() for points in kept)


@pytest.mark.parametrize("method", METHODS)
def test_any_order_of_tell_is_the_same_run(method):
    rng = np.random.default_rng(1)
    whole, parts = (nes.Optimizer(start_of(method), method=method) for _ in range(2))
    for _ in range(6):
        whole.tell(weighted_rows(whole.ask()))
        points, ids = parts.ask().copy(), parts.ids.copy()
        order = rng.permutation(len(ids))
        for some in np.array_split(order, 3):
            if len(some):
                parts.tell(ids[some], weighted_rows(points[some]))
    assert whole.fingerprint == parts.fingerprint


def test_one_by_one_and_from_a_list():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    points, ids = opt.ask().copy(), [int(i) for i in opt.ids]
    for i in reversed(range(6)):
        opt.tell([ids[i]], [weighted(points[i])])
    opt.ask()
    assert opt.result.nit == 1 and not set(ids) & set(opt.ids.tolist())
    opt.tell(int(opt.ids[0]), 1.5)
    assert opt.result.nfev == 7


def test_closing_a_generation():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    points, ids = opt.ask().copy(), opt.ids.copy()
    opt.tell(ids[:4], weighted_rows(points[:4]))
    opt.close()
    assert opt.result.nit == 1 and len(opt.history.records) == 1
    opt.ask()
    opt.tell(ids[4:], weighted_rows(points[4:]))  # too late, which is no error
    assert opt.result.nfev == 4


def test_failed_values():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    opt.ask()
    opt.tell([1.0, None, 2.0, float("nan"), 3.0, None])
    assert opt.result.failed == 2 and opt.result.nonfinite == 1 and opt.result.fun == 1


def test_a_loop_ends_by_itself():
    opt = nes.Optimizer([1.0, 2.0], max_evals=50)
    count = 0
    for points in opt:
        count += len(points)
        opt.tell(weighted_rows(points))
    assert count == 50 and opt.stopped and opt.stop_reason == "max_evals"
    assert list(opt) == []


def test_stop_and_go_on():
    opt = nes.Optimizer([1.0, 2.0])
    assert not opt.stopped and opt.stop_reason == "running"
    opt.stop()
    assert opt.stopped and opt.stop_reason == "user"
    opt.go_on()
    assert not opt.stopped


def test_a_context_leaves_result_and_history():
    with nes.Optimizer([1.0, 2.0], max_evals=60) as opt:
        opt.run(weighted)
        inside = opt.result
    assert opt.result.fun == inside.fun and opt.stopped and opt.stop_reason == "max_evals"
    assert len(opt.history.records) == len(inside.history.records)
    for call in (opt.ask, lambda: opt.tell([1.0]), opt.close, opt.stop, opt.go_on, lambda: opt.ids,
                 lambda: opt.run(weighted), lambda: opt.save("x"), lambda: opt.fingerprint):
        with pytest.raises(RuntimeError, match="`with` block"):
            call()
    assert "60 evaluations" in repr(opt)


def test_what_maximising_gives():
    opt = nes.Optimizer([1.0, 2.0], maximize=True, max_evals=200, target=-1e-3)
    result = opt.run(lambda x: -weighted(x))
    assert result.success and result.stop == "target" and -1e-3 <= result.fun <= 0


def test_the_course_of_a_short_run_has_every_generation():
    opt = nes.Optimizer([1.0, 2.0, 3.0], max_gens=40)
    best = []
    for points in opt:
        opt.tell(weighted_rows(points))
        best.append(opt.result.fun)
    h = opt.history
    assert h.generation.tolist() == list(range(1, 41))
    assert h.best_f.tolist() == best and np.all(np.diff(h.evaluations) > 0)
    assert h.mean.shape == h.std.shape == h.axes.shape == (40, 3)
    assert bits(h.mean[-1]) == bits(opt.result.mean) and bits(h.std[-1]) == bits(opt.result.std)
    known = [*range(0, 40, 4), 39]
    assert np.flatnonzero(~np.isnan(h.condition)).tolist() == known
    assert h.condition[known] == pytest.approx((h.axes[known, -1] / h.axes[known, 0]) ** 2)
    assert h.sigma[-1] == opt.result.sigma and len(h.records) == 40
    for name in Record._fields:
        assert len(getattr(h, name)) == 40
    with pytest.raises(AttributeError, match="evaluations"):
        h.nonsense


def test_the_course_of_a_long_run_has_some_generations():
    opt = nes.Optimizer([1.0, 2.0], method="snes", popsize=4, eval_start="no", **ENDLESS)
    rng = np.random.default_rng(1)
    for _ in range(20000):
        opt.ask()
        opt.tell(rng.random(4))
    g = opt.history.generation
    assert g[0] == 1 and g[-1] == 20000 and len(g) < 500
    assert np.all(np.diff(g) <= np.maximum(1, g[:-1] // 48))


def test_many_variables_have_a_course_without_matrices():
    opt = nes.Optimizer(np.ones(1500), method="snes", max_gens=3)
    for points in opt:
        opt.tell((points ** 2).sum(axis=1))
    h = opt.history
    assert h.mean.shape == h.axes.shape == (3, 0) and np.isfinite(h.sigma).all()


def test_every_entry_of_the_library_is_there():
    """A new one in C is there without a change in Python."""
    opt = nes.Optimizer([1.0, 2.0, 3.0], max_gens=5)
    result = opt.run(weighted)
    for entry in nes.entries():
        found = opt.get(entry["name"])
        if entry["type"] == "array":
            assert found is None or found.size in (0, 3, 9)
        elif not entry["name"].startswith("run"):
            renamed = {"best_f": "fun", "evaluations": "nfev", "generations": "nit"}
            there = result[renamed.get(entry["name"], entry["name"])]
            assert bits(float(there)) == bits(float(found))
    assert bits(opt.get("best_x")) == bits(result.x) and opt.get("run_generations") == 5
    covariance = opt.get("covariance").reshape(3, 3)
    assert np.sqrt(covariance.diagonal()) == pytest.approx(result.std)
    assert nes.Optimizer([1.0, 2.0]).get("best_x") is None
    with pytest.raises(TypeError, match="no result 'sigm'; did you mean sigma"):
        opt.get("sigm")


def test_what_users_see_of_the_package():
    assert set(dir(nes)) == {*nes.__all__, "__version__", "optuna"}
    assert all(hasattr(nes, name) for name in nes.__all__)


def test_no_value_at_all():
    opt = nes.Optimizer([1.0, 2.0])
    result = opt.result
    assert result.x is None and np.isnan(result.fun) and result.nfev == 0 and not result.success
    assert len(opt.history.records) == 0 and opt.history.mean.shape == (0, 0)
    assert result.status == 0 and result.stop == "running" and result.trust == "open"
    assert "nothing is evaluated yet" in repr(opt)


def test_none_for_all_ids_is_failed_evaluations():
    opt = nes.Optimizer([1.0, 2.0])
    n = len(opt.ask())
    opt.tell([], [])
    opt.tell(opt.ids[:1], None)
    assert len(opt.ask()) == n - 1
    opt.tell(opt.ids, None)
    assert opt.result.failed == n and np.isnan(opt.result.fun)


class Derived(nes.Optimizer):
    """A class of the user's own, with something to remember."""


def test_a_derived_class_keeps_what_it_has_added():
    opt = Derived([1.0, 2.0])
    opt.notes = ["first"]
    for again in (copy.copy(opt), copy.deepcopy(opt), pickle.loads(pickle.dumps(opt))):
        assert type(again) is Derived and again.notes == ["first"]
        assert again.fingerprint == opt.fingerprint


def test_a_result_of_many_variables_is_quick():
    """Reading a result costs about what a few generations cost, also where the shape is a product."""
    opt = nes.Optimizer(np.ones(20_000), method="lm-ma-es", max_evals=10**6)
    before = time.process_time()
    for _ in range(20):
        opt.tell((opt.ask() ** 2).sum(axis=1))
    told = time.process_time()
    assert opt.result.method == "lm-ma-es"
    assert time.process_time() - told < 2 * (told - before)


@pytest.mark.parametrize("form", [iter, lambda values: (v for v in values), lambda values: map(float, values),
                                  lambda values: dict(enumerate(values)).values()])
def test_values_and_ids_from_anything_with_an_order(form):
    whole, other, parts = (nes.Optimizer([1.0, 2.0]) for _ in range(3))
    for _ in range(3):
        values = weighted_rows(whole.ask()).tolist()
        whole.tell(values)
        other.ask()
        other.tell(form(values))
        parts.ask()
        parts.tell((i for i in parts.ids.copy()), form(values))
    assert whole.fingerprint == other.fingerprint == parts.fingerprint


def test_an_exception_of_a_generator_is_its_own():
    opt = nes.Optimizer([1.0, 2.0])
    points = opt.ask()
    with pytest.raises(ValueError, match="^the simulation is ill$"):
        opt.tell(trouble(x) for x in points)
    assert opt.result.nfev == 0


def trouble(x):
    raise ValueError("the simulation is ill")


def test_values_without_an_order_are_refused():
    opt = nes.Optimizer([1.0, 2.0])
    n = len(opt.ask())
    for values in (set(range(n)), {i: 1.0 for i in range(n)}):
        with pytest.raises(TypeError, match="values must be real numbers in one row"):
            opt.tell(values)


def test_the_distribution_at_work():
    opt = nes.Optimizer([1.0, 2.0], [0.5, 2.0], restarts="ipop", tolx=1e-3, max_runs=2, popsize=6)
    assert opt.mean.tolist() == [1, 2] and opt.std.tolist() == [0.5, 2]
    assert opt.sigma == pytest.approx(1) and opt.popsize == 6
    for points in opt:
        opt.tell(weighted_rows(points))
        h = opt.history
        assert bits(opt.mean) == bits(h.mean[-1]) and bits(opt.std) == bits(h.std[-1])
        assert opt.sigma == h.sigma[-1]
        if opt.get("run") == 2 and not opt.stopped:
            assert opt.popsize > 6 and opt.get("run_popsize") == opt.popsize
    assert opt.result.restarts == 1


def test_stop_is_no_question():
    """`while not es.stop():` is a habit from pycma."""
    opt = nes.Optimizer([1.0, 2.0], max_evals=100)
    with pytest.raises(TypeError, match="while not opt.stopped:"):
        while not opt.stop():
            raise AssertionError
    assert not opt.stopped and len(opt.ask()) > 0  # nobody wanted it to stop
    opt.stop()
    with pytest.raises(TypeError, match="stopped"):
        bool(opt.stop())
    assert opt.stopped  # this one was wanted
    opt.go_on()
    opt.run(weighted)
    with pytest.raises(TypeError, match="stopped"):
        bool(opt.stop())
    assert opt.stop_reason == "max_evals"


@pytest.mark.parametrize("name, words", [
    ("optimize", r"write run\(f\)"), ("xbest", "write result.x"), ("countevals", "result.nfev"),
    ("C", "covariance"), ("nonsense", "has no attribute 'nonsense'$")])
def test_attributes_of_other_optimisers_are_answered(name, words):
    with pytest.raises(AttributeError, match=words):
        getattr(nes.Optimizer([1.0, 2.0]), name)


def test_attributes_of_other_results_are_answered():
    with pytest.raises(AttributeError, match="a result has no 'fbest'; write fun"):
        nes.Optimizer([1.0, 2.0]).result.fbest
