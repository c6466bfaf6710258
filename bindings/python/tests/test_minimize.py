# SPDX-License-Identifier: MIT
"""minimize() and run(): results, callbacks, failures, and exceptions that lose nothing."""
import copy
import pickle
import threading
import time

import numpy as np
import pytest
from support import METHODS, Trouble, bits, start_of, weighted

import nes


def sphere(x):
    return float(np.dot(x, x))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gets_better(method):
    x0 = [1.0, 0.0, 1.0, 1.0] if method == "bernoulli" else start_of(method)
    result = nes.minimize(weighted, x0, method=method, max_evals=2000)
    assert result.fun < weighted(x0) / 3 and result.fun == weighted(result.x)


def test_a_result_is_a_dict_with_attributes():
    result = nes.minimize(sphere, [3.0, 4.0], target=1e-6, seed=2)
    assert isinstance(result, dict) and result.x is result["x"]
    assert result.success and result.status == 1 and result.stop == "target"
    assert "target" in result.message and result.fun <= 1e-6 and result.seed == 2
    assert result.nfev >= result.best_evaluation > 0 and result.nit > 0 and result.failed == 0
    assert result.mean.shape == result.std.shape == (2,) and result.sigma > 0
    assert result.method == "dd-xnes" and "dd-xnes" in result.choice and result.condition >= 1
    assert {"x", "fun", "nfev", "nit", "success", "status", "message"} <= set(dir(result))
    result.note = "mine"
    assert result["note"] == "mine"
    del result.note
    for wrong in (lambda: result.nonsense, lambda: delattr(result, "nonsense")):
        with pytest.raises(AttributeError, match="nonsense"):
            wrong()
    assert "fun" in repr(result) and "<table" in result._repr_html_()


def test_a_result_can_be_pickled_and_copied():
    result = nes.minimize(sphere, [3.0, 4.0], max_evals=100)
    for twin in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert type(twin) is nes.Result and twin.keys() == result.keys()
        assert bits(twin.x) == bits(result.x) and twin.fun == result.fun
        assert np.array_equal(twin.history.sigma, result.history.sigma)


def test_success_is_not_a_used_budget():
    result = nes.minimize(sphere, [3.0, 4.0], max_evals=30, model="off")
    assert not result.success and result.stop == "max_evals" and result.nfev == 30
    assert result.trust == "budget" and result.trust_text


def test_a_local_optimum_is_no_success():
    def griewank(x):
        return (x @ x) / 4000 - np.prod(np.cos(x / np.sqrt(np.arange(1, len(x) + 1)))) + 1

    for seed in range(1, 4):
        result = nes.minimize(griewank, np.full(5, 21.0), seed=seed)
        assert result.fun < 1e-6 or (result.trust == "local" and not result.success)


def test_what_cannot_be_reached_does_not_keep_the_search_alive():
    def lifted(x):
        return 1 + x @ x

    result = nes.minimize(lifted, [3.0, 2.0], target=0.5, max_evals=float("inf"))
    assert result.stop == "restart_agree" and "the target 0.5 was not reached" in result.trust_text
    assert "begun up to about 100 times the initial step size away" in result.trust_text
    for options, remedy in (({"max_evals": 0}, "'off' for no limit"), ({"restarts": 5}, "max_runs 6"),
                            ({"restarts": 0}, "restarts 'none'")):
        with pytest.raises(ValueError, match=remedy):
            nes.minimize(lifted, [3.0, 2.0], **options)


def test_the_same_call_gives_the_same_result():
    a, b = (nes.minimize(sphere, [3.0, 4.0], max_evals=200) for _ in range(2))
    assert bits(a.x) == bits(b.x) and a.fun == b.fun
    assert a.fun != nes.minimize(sphere, [3.0, 4.0], max_evals=200, seed=2).fun


def test_vectorised_is_the_same_run():
    one = nes.minimize(weighted, [3.0, 4.0, 5.0], max_evals=300, model="off")
    shapes = []

    def rows(points):
        shapes.append(points.shape)
        return np.array([weighted(x) for x in points])
    all_at_once = nes.minimize(rows, [3.0, 4.0, 5.0], max_evals=300, vectorized=True, model="off")
    assert bits(one.x) == bits(all_at_once.x) and len(shapes) == one.nit or len(shapes) == one.nit + 1
    assert sum(n for n, _ in shapes) == 300 and {d for _, d in shapes} == {3}


def test_arguments_are_passed_on():
    f = lambda x, a, b: float(((x - a) ** 2).sum()) + b  # noqa: E731
    result = nes.minimize(f, [0.0, 0.0], args=(2.0, 7.0))
    assert result.x == pytest.approx([2, 2], abs=1e-4) and result.fun == pytest.approx(7)
    rows = lambda p, a: ((p - a) ** 2).sum(axis=1)  # noqa: E731
    assert nes.minimize(rows, [0.0, 0.0], args=(2.0,), vectorized=True, workers=2,
                        max_evals=400).x == pytest.approx([2, 2], abs=0.1)


def test_one_argument_needs_no_tuple():
    shift = np.array([1.0, 2.0])
    one = nes.minimize(lambda x, a: sphere(x - a), [3.0, 4.0], max_evals=50, args=shift)
    assert one.fun == nes.minimize(lambda x: sphere(x - shift), [3.0, 4.0], max_evals=50).fun


def test_bounds_are_enough():
    result = nes.minimize(sphere, bounds=[(-3, 5), (-1, 1)], max_evals=50)
    assert result.fun == nes.minimize(sphere, None, bounds=[(-3, 5), (-1, 1)], max_evals=50).fun


def test_a_function_may_keep_and_change_what_it_gets():
    kept = []

    def f(x):
        kept.append(x)
        value = weighted(x)
        x[:] = x + 1  # of no consequence
        return value
    result = nes.minimize(f, [1.0, 2.0], max_evals=100)
    assert bits(result.x) == bits(nes.minimize(weighted, [1.0, 2.0], max_evals=100).x)
    assert len({bits(x) for x in kept}) == 100
    assert min(weighted(x - 1) for x in kept) == pytest.approx(result.fun, rel=1e-9, abs=1e-12)


def test_named_variables():
    def f(p):
        assert type(p["n"]) is int and p["w"].shape == (2, 2) and p["fixed"] == 3
        return abs(np.log10(p["rate"]) + 2) + (p["n"] - 4) ** 2 + (p["w"] ** 2).sum()
    space = {"rate": nes.Log(1e-5, 1), "n": nes.Integer(1, 8), "w": nes.Real(-1, 1, shape=(2, 2)),
             "fixed": 3}
    result = nes.minimize(f, space, max_evals=3000)
    assert result.params["n"] == 4 and result.params["rate"] == pytest.approx(0.01, rel=0.05)
    assert result.x.shape == (7,) and result.params["w"].shape == (2, 2)
    assert result.mean_params.keys() == space.keys()
    assert result.history.about["names"][0] == "rate"
    again = nes.minimize(f, nes.Space(space), max_evals=3000, workers=2)
    assert bits(again.x) == bits(result.x)


def test_named_variables_by_rows():
    def rows(p):
        return p["a"] ** 2 + p["n"]
    result = nes.minimize(rows, {"a": nes.Real(-1, 1), "n": nes.Integer(0, 5)}, vectorized=True,
                          max_evals=400)
    assert result.params["n"] == 0 and abs(result.params["a"]) < 1e-3


# ---- failures

@pytest.mark.parametrize("workers", [None, 2])
def test_failed_evaluations(workers):
    def f(x):
        if x[0] > 1.2:
            raise nes.EvaluationFailed("diverged")
        return None if x[1] > 2.2 else weighted(x)
    result = nes.minimize(f, [1.0, 2.0], max_evals=200, model="off", workers=workers)
    assert result.failed > 0 and result.nonfinite == 0 and result.fun < 0.1
    assert bits(result.x) == bits(nes.minimize(f, [1.0, 2.0], max_evals=200, model="off").x)


def test_a_model_keeps_all_workers_busy():
    one = nes.minimize(weighted, [1.0, 2.0], max_evals=40, workers=3)
    assert bits(one.x) == bits(nes.minimize(weighted, [1.0, 2.0], max_evals=40, batch=3).x)
    assert bits(one.x) != bits(nes.minimize(weighted, [1.0, 2.0], max_evals=40).x)
    named = nes.minimize(weighted, [1.0, 2.0], max_evals=40, workers=3, batch=2)
    assert bits(named.x) == bits(nes.minimize(weighted, [1.0, 2.0], max_evals=40, batch=2).x)


def test_nan_is_a_bad_value_not_a_failure():
    result = nes.minimize(lambda x: weighted(x) if x[0] < 1.2 else np.nan, [1.0, 2.0], max_evals=200)
    assert result.failed == 0 and result.nonfinite > 0


def test_a_vectorised_function_can_fail():
    def rows(points):
        if len(rows.calls) == 0:
            rows.calls.append(1)
            raise nes.EvaluationFailed
        return [None, *(weighted(x) for x in points[1:])]
    rows.calls = []
    result = nes.minimize(rows, [1.0, 2.0], max_evals=100, vectorized=True)
    assert 10 < result.failed < 100


# ---- callbacks

def test_a_callback_sees_every_generation():
    seen = []
    result = nes.minimize(sphere, [3.0, 4.0], max_evals=100, callback=seen.append, model="off")
    assert [r.nit for r in seen][:3] == [1, 2, 3] and seen[-1].nfev == 100
    assert [r.nfev for r in seen] == sorted({r.nfev for r in seen})
    assert all(type(r["x"]) is np.ndarray and r.fun == sphere(r.x) for r in seen)
    assert seen[-1].keys() == result.keys() and bits(seen[-1].x) == bits(result.x)
    assert [len(r.history.records) for r in seen] == list(range(1, len(seen) + 1))
    assert type(pickle.loads(pickle.dumps(seen[0]))) is nes.Result
    assert dict(seen[0])["nit"] == 1 and "stop" in seen[0] and seen[0].get("nothing") is None


def test_a_result_that_is_kept_does_not_change():
    kept = []

    def callback(result):
        if result.nit == 2:
            kept.append((result, result.x.copy(), result.fun))
    nes.minimize(sphere, [3.0, 4.0], max_evals=200, callback=callback)
    result, x, fun = kept[0]
    assert bits(result.x) == bits(x) and result.fun == fun and result.nit == 2
    assert result.sigma > 0 and len(result) > 20


def stop_by_true(result):
    return result.nfev >= 50


def stop_by_iteration(result):
    if result.nfev >= 50:
        raise StopIteration


def stop_by_numpy(result):
    return np.float64(result.nfev) >= 50


@pytest.mark.parametrize("callback", [stop_by_true, stop_by_iteration, stop_by_numpy])
def test_a_callback_can_stop(callback):
    result = nes.minimize(sphere, [3.0, 4.0], callback=callback)
    assert result.stop == "user" and 50 <= result.nfev < 65 and not result.success


def test_other_answers_of_a_callback_mean_nothing():
    assert nes.minimize(sphere, [3.0, 4.0], max_evals=60, callback=lambda r: r.x).nfev == 60
    assert nes.minimize(sphere, [3.0, 4.0], max_evals=60, callback=lambda r: 1).nfev == 60


# ---- exceptions

def troubled(at, f=weighted, error=Trouble):
    """A function that raises once, in its evaluation number at."""
    count = [0]

    def call(x):
        count[0] += 1
        if count[0] == at:
            raise error("trouble")
        return f(x)
    call.count = count
    return call


@pytest.mark.parametrize("at", [1, 2, 5, 9, 10, 57, 100])
@pytest.mark.parametrize("error", [Trouble, KeyboardInterrupt, SystemExit])
def test_an_exception_loses_nothing(at, error):
    f = troubled(at, error=error)
    with pytest.raises(error) as caught:
        nes.minimize(f, [1.0, 2.0, 3.0], max_evals=100)
    opt = caught.value.optimizer
    assert opt.result.nfev == at - 1 and not opt.stopped
    assert "can go on" in caught.value.__notes__[0]
    result = opt.run(f)
    assert f.count[0] == 101  # no evaluation was repeated but the one that failed
    whole = nes.Optimizer([1.0, 2.0, 3.0], max_evals=100)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint and bits(result.x) == bits(whole.result.x)


def test_an_exception_of_a_vectorised_function():
    opt = nes.Optimizer([1.0, 2.0], max_evals=60)
    f = troubled(3, lambda points: [weighted(x) for x in points])
    with pytest.raises(Trouble):
        opt.run(f, vectorized=True)
    opt.run(f, vectorized=True)
    whole = nes.Optimizer([1.0, 2.0], max_evals=60)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint


def test_an_exception_of_a_callback():
    def callback(result):
        if result.nit == 3:
            raise Trouble
    with pytest.raises(Trouble) as caught:
        nes.minimize(sphere, [1.0, 2.0], callback=callback)
    assert caught.value.optimizer.result.nit == 3


def test_an_interrupt_stops_a_run_at_once():
    import _thread
    started = threading.Event()

    def slow(x):
        started.set()
        time.sleep(0.01)
        return sphere(x)

    def interrupt():
        started.wait()
        _thread.interrupt_main()
    threading.Thread(target=interrupt).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        nes.minimize(slow, [1.0] * 10, max_evals=10**6)
    assert time.monotonic() - begin < 60
    assert caught.value.optimizer.result.nfev < 500


def test_a_run_that_has_stopped_gives_its_result():
    opt = nes.Optimizer([1.0, 2.0], max_evals=20)
    opt.run(sphere)
    assert opt.run(None or sphere).nfev == 20
