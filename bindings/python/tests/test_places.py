# SPDX-License-Identifier: MIT
"""Asynchronous searches: points one at a time, places that never idle."""
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import nes


def sphere(x):
    return float((x**2).sum())


def options(**more):
    return {"asynchronous": True, "seed": 3, "eval_start": False, **more}


def test_waiting_for_generations_is_the_usual_search():
    one = nes.Optimizer([3, 4, 5], **options())
    other = nes.Optimizer([3, 4, 5], seed=3, eval_start=False)
    for _ in range(30):
        points = other.ask()
        mine = one.ask(len(points))
        assert np.array_equal(points, mine)
        ids = one.ids
        for i in np.argsort(mine[:, 0]):
            one.tell([ids[i]], [sphere(mine[i])])
        other.tell([sphere(x) for x in points])
    assert np.array_equal(one.mean, other.mean)


def test_points_out_are_handed_out_again():
    opt = nes.Optimizer([3, 4], **options())
    points, ids = opt.ask(5), opt.ids
    opt.tell(ids[1:2], [7.0])
    opt.drop(ids[2:3])
    again = pickle.loads(pickle.dumps(opt))
    assert np.array_equal(again.ask(), points[[0, 3, 4]])
    assert again.ids.tolist() == ids[[0, 3, 4]].tolist()
    assert opt.result.nfev == 2
    opt.tell(ids[2:3], [1.0])  # too late: left out
    assert opt.result.nfev == 2
    with pytest.raises(LookupError, match="never handed out"):
        opt.tell([99], [1.0])
    with pytest.raises(RuntimeError, match="nes_drop"):
        opt.close()


def test_budget():
    opt = nes.Optimizer([3, 4], **options(max_evals=7))
    assert len(opt.ask(5)) == 5
    assert len(opt.ask(5)) == 2
    assert len(opt.ask(5)) == 0
    opt.tell(np.arange(7), np.ones(7))
    assert opt.stopped
    with pytest.raises(RuntimeError, match="stopped"):
        opt.ask(1)


def test_iteration():
    opt = nes.Optimizer([3, 4], **options(max_evals=300))
    for points in opt:
        opt.tell((points**2).sum(axis=1))
    assert opt.result.nfev == 300
    assert opt.result.fun < 1e-6


@pytest.mark.parametrize("workers", [None, 4, "threads"])
@pytest.mark.parametrize("vectorized", [False, True])
def test_minimize(workers, vectorized):
    f = (lambda x: (x**2).sum(axis=1)) if vectorized else sphere
    with ThreadPoolExecutor(4) as pool:
        result = nes.minimize(f, [2, 2, 2, 2], workers=pool if workers == "threads" else workers,
                              vectorized=vectorized, max_evals=3000, target=1e-8, asynchronous=True)
    assert result.stop == "target"
    assert result.fun <= 1e-8


def test_one_place_is_repeatable():
    runs = [nes.minimize(sphere, [2, 2], asynchronous=True, max_evals=200) for _ in range(2)]
    assert runs[0].fun == runs[1].fun
    assert runs[0].nfev == 200


def test_places_do_not_wait_for_a_slow_point():
    """One evaluation lasts until a hundred others are done: with generations it would for ever."""
    done, lock, slow = threading.Semaphore(0), threading.Lock(), []

    def f(x):
        with lock:
            first = not slow
            slow.append(x)
        if first:
            for _ in range(100):
                done.acquire()
        else:
            done.release()
        return sphere(x)

    with ThreadPoolExecutor(4) as pool:
        result = nes.minimize(f, [2, 2], workers=pool, max_evals=200, asynchronous=True)
    assert result.nfev == 200


def test_failures_and_retries():
    calls = []

    def f(x):
        calls.append(x.copy())
        return None if len(calls) % 5 == 0 else sphere(x)

    result = nes.minimize(f, [2, 2], asynchronous=True, retries=1, max_evals=300)
    assert result.nfev == len(calls) == 300
    assert result.failed == 60
    assert np.array_equal(calls[4], calls[5])


@pytest.mark.parametrize("workers", [None, 3])
def test_an_exception_loses_nothing(workers):
    opt = nes.Optimizer([2, 2], **options(max_evals=200))

    def fragile(x):
        if sphere(x) < 1e-2:
            raise ZeroDivisionError("too near")
        return sphere(x)

    with pytest.raises(ZeroDivisionError):
        opt.run(fragile, workers=workers)
    before = opt.result.nfev
    assert before > 0
    result = opt.run(sphere, workers=workers)
    assert result.nfev == 200
    assert result.fun < 1e-3


def test_callback_after_updates():
    seen = []
    nes.minimize(sphere, [2, 2, 2], asynchronous=True, max_evals=70, eval_start=False, popsize=10,
                 callback=lambda result: seen.append(result.nfev))
    assert seen == [10, 20, 30, 40, 50, 60, 70]


def test_constraints_and_maps_are_refused():
    with pytest.raises(ValueError, match="constraints"):
        nes.Optimizer([2, 2], **options(constraints=1))
    with pytest.raises(TypeError, match="executor"):
        nes.minimize(sphere, [2, 2], workers=map, asynchronous=True, max_evals=100)


def test_names():
    space = {"rate": nes.Log(1e-5, 1), "width": (0.0, 10.0)}
    result = nes.minimize(lambda p: (np.log10(p["rate"]) + 3) ** 2 + (p["width"] - 4) ** 2, space,
                          workers=2, asynchronous=True, max_evals=600)
    assert result.fun < 1e-6
