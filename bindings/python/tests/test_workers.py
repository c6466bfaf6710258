# SPDX-License-Identifier: MIT
"""Whoever evaluates, processes, executors or map functions: the same bytes as alone."""
import concurrent.futures
import multiprocessing
import os
import time

import numpy as np
import pytest
from support import Trouble, weighted, weighted_rows

import nes
from nes.workers import processors

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")

X0 = [1.0, 2.0, 3.0, 4.0]


def alone(**options):
    opt = nes.Optimizer(X0, max_evals=150, **options)
    opt.run(weighted)
    return opt


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 32, -1, np.int64(2)])
@pytest.mark.parametrize("vectorized", [False, True])
def test_the_same_bytes_as_alone(workers, vectorized):
    opt = nes.Optimizer(X0, max_evals=150)
    opt.run(weighted_rows if vectorized else weighted, workers=workers, vectorized=vectorized)
    assert opt.fingerprint == alone().fingerprint


def test_the_same_bytes_when_points_take_different_times():
    def uneven(x):
        time.sleep(0.003 * (hash(x.tobytes()) % 5))
        return weighted(x)
    opt = nes.Optimizer(X0, max_evals=60)
    opt.run(uneven, workers=4)
    whole = nes.Optimizer(X0, max_evals=60)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint


# ---- executors and map functions

def test_executors():
    for make in (concurrent.futures.ThreadPoolExecutor, concurrent.futures.ProcessPoolExecutor):
        with make(2) as executor:
            for f, vectorized in ((weighted, False), (weighted_rows, True)):
                opt = nes.Optimizer(X0, max_evals=150)
                opt.run(f, workers=executor, vectorized=vectorized)
                assert opt.fingerprint == alone().fingerprint


def fails_sometimes(x):
    if x[0] > 1.5:
        raise nes.EvaluationFailed
    return weighted(x)


def troubled(x):
    if x[0] > 1.5:
        raise Trouble("what")
    return weighted(x)


def test_failures_and_exceptions_in_an_executor():
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        assert nes.minimize(fails_sometimes, X0, workers=executor, max_evals=60).failed > 0
        with pytest.raises(Trouble) as caught:
            nes.minimize(troubled, X0, workers=executor, max_evals=60)
    opt = caught.value.optimizer
    opt.run(weighted)
    whole = nes.Optimizer(X0, max_evals=60, batch=2)
    whole.run(weighted)
    assert opt.fingerprint == whole.fingerprint


def test_an_executor_that_breaks():
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        with pytest.raises(concurrent.futures.process.BrokenProcessPool):
            nes.minimize(leave, X0, workers=executor)


def leave(x):
    os._exit(1)


def test_map_functions():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for workers in (map, pool.map, pool.imap, pool, lambda f, items: [f(x) for x in items]):
            for f, vectorized in ((weighted, False), (weighted_rows, True)):
                opt = nes.Optimizer(X0, max_evals=150)
                opt.run(f, workers=workers, vectorized=vectorized)
                assert opt.fingerprint == alone().fingerprint
        assert nes.minimize(fails_sometimes, X0, workers=pool.map, max_evals=60).failed > 0


def test_a_map_function_with_too_few_results():
    with pytest.raises(ValueError, match="has 1 results for"):
        nes.minimize(weighted, X0, workers=lambda f, items: [f(items[0])])


def test_processors():
    assert 1 <= processors() <= (os.cpu_count() or 1)
