# SPDX-License-Identifier: MIT
"""Points that are known: not evaluated twice, results of the user, and designs."""
import copy
import pickle

import numpy as np
import pytest

import nes

WHOLE = {"bounds": [(-6, 6)] * 2, "integer": True, "x0": [4, -5]}


class Counting:
    """Remembers the points that it was called with."""

    def __init__(self, fails=()):
        self.calls, self.fails = [], set(fails)

    def __call__(self, x):
        self.calls.append(tuple(x))
        if tuple(x) in self.fails:
            self.fails.remove(tuple(x))
            return None
        return float((np.asarray(x) ** 2).sum())

    @property
    def distinct(self):
        return len(set(self.calls))


@pytest.mark.parametrize("how", [{}, {"vectorized": True}, {"workers": map}])
def test_no_point_is_evaluated_twice(how):
    f = Counting()
    whole = (lambda X: [f(x) for x in X]) if how.get("vectorized") else f
    result = nes.minimize(whole, cache=True, max_evals=40, restarts="ipop", **WHOLE, **how)
    assert len(f.calls) == f.distinct == 40 == result.nfev
    assert result["known"] > 0
    assert result.stop == "max_evals"


def test_the_course_is_the_same():
    with_cache, without = Counting(), Counting()
    a = nes.minimize(with_cache, cache=True, max_gens=30, restarts="none", settled="off", **WHOLE)
    b = nes.minimize(without, max_gens=30, restarts="none", settled="off", **WHOLE)
    assert with_cache.distinct == without.distinct == a.nfev
    assert a.nfev + a["known"] == b.nfev == len(without.calls)
    assert a.fun == b.fun and (a.mean == b.mean).all()


FAILING = (-4.0, 1.0)  # a point that the search comes back to


def test_failures_are_not_known():
    f = Counting(fails=[FAILING])
    result = nes.minimize(f, cache=True, max_evals=30, **WHOLE)
    assert f.calls.count(FAILING) == 2  # it failed, and an equal point was evaluated

    assert result.failed >= 1
    assert len(f.calls) == 30


def test_an_exception_loses_nothing():
    plain, broken = Counting(), Counting()
    opt = nes.Optimizer(cache=True, max_evals=30, **WHOLE)

    def once(x):
        if len(broken.calls) == 11 and not hasattr(broken, "raised"):
            broken.raised = True
            raise KeyError("disk")
        return broken(x)

    with pytest.raises(KeyError):
        opt.run(once)
    later = pickle.loads(pickle.dumps(opt))
    also = copy.copy(opt)
    result = opt.run(once)
    whole = nes.Optimizer(cache=True, max_evals=30, **WHOLE).run(plain)
    assert broken.calls == plain.calls
    assert result.fun == whole.fun and result.nfev == whole.nfev == 30
    for other in (later, also):
        rest = Counting()
        assert other.run(rest).nfev == 30
        assert rest.calls == plain.calls[11:]


def test_known_results():
    f = Counting()
    X = [[1, 1], [0, 1], [5, 5]]
    result = nes.minimize(f, bounds=[(-6, 6)] * 2, integer=True, known=(X, [2.0, 0.5, 50.0]),
                          max_evals=20, restarts="none")
    assert not set(f.calls) & {(1.0, 1.0), (0.0, 1.0), (5.0, 5.0)}
    assert len(f.calls) == f.distinct == result.nfev
    assert result.fun <= 0.5
    worse = nes.minimize(lambda x: 7 + f(x), known=([[3, 4]], [1.0]), max_evals=12)
    assert worse.fun == 1 and list(worse.x) == [3, 4]  # the answer is never worse than what is known


def test_known_results_with_names_constraints_and_maximum():
    space = {"n": nes.Integer(1, 9), "r": nes.Real(0.0, 2.0)}
    points = [{"n": 3, "r": 1.0}, {"n": 8, "r": 0.5}]
    seen = []

    def f(p):
        seen.append((p["n"], p["r"]))
        return p["n"] * p["r"], [p["n"] - 7]

    result = nes.minimize(f, space, known=(points, [(3.0, [-4]), (4.0, [1])]), constraints=1,
                          maximize=True, max_evals=30)
    assert (3, 1.0) not in seen
    assert result.fun >= 3 and result.feasible


@pytest.mark.parametrize("known, sentence", [
    (([[1, 2, 3]], [1.0]), "rows of 2 numbers"),
    (([[1, 2]], [1.0, 2.0]), "1 point and 2 values"),
    (([[1, np.nan]], [1.0]), "point 1"),
    (([[1, 9]], [1.0]), "outside its bounds"),
    (([[1, 2], [1, 2]], [1.0, 2.0]), "twice"),
    (([[1, 2]], [None]), "value 1 is None"),
    ([[1, 2]], "pair"),
])
def test_wrong_results_are_refused(known, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        nes.minimize(sum, bounds=[(-6, 6)] * 2, known=known)


def test_noise_is_refused():
    for how in ({"cache": True}, {"known": ([[1, 2]], [3.0])}):
        with pytest.raises(ValueError, match="noisy"):
            nes.minimize(sum, [1, 2], noisy=True, **how)


def test_designs():
    f = Counting()
    bounds = [(1e-3, 1e3), (0, 9)]
    result = nes.minimize(f, bounds=bounds, log=[True, False], integer=[False, True], design=20,
                          max_evals=40, seed=3)
    first = np.array(f.calls[:20])
    parts = np.floor((np.log10(first[:, 0]) + 3) / 6 * 20)
    assert sorted(parts) == list(range(20))
    assert np.bincount(first[:, 1].astype(int)).tolist() == [2] * 10
    assert len(f.calls) == 40 == result.nfev
    again = Counting()
    nes.minimize(again, bounds=bounds, log=[True, False], integer=[False, True], design=20,
                 max_evals=40, seed=3)
    assert f.calls == again.calls
    both = Counting()
    nes.minimize(both, bounds=bounds, design=5, inject=[[1, 1], [2, 2]], max_evals=20, cache=True)
    assert both.calls[:2] == [(1.0, 1.0), (2.0, 2.0)]
    assert len(both.calls) == both.distinct == 20


@pytest.mark.parametrize("how, sentence", [
    ({"design": 0, "bounds": [(0, 1)]}, "1 or more"),
    ({"design": True, "bounds": [(0, 1)]}, "1 or more"),
    ({"design": 5, "x0": [1.0]}, "no finite lower bound"),
    ({"design": 5, "bounds": [(0, None)]}, "no finite upper bound"),
])
def test_wrong_designs_are_refused(how, sentence):
    with pytest.raises(ValueError, match=sentence):
        nes.minimize(sum, **how)
