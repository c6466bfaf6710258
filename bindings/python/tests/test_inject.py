# SPDX-License-Identifier: MIT
"""Points that are evaluated before the search begins, which starts from the best of them."""
import copy
import json
import pickle
import subprocess

import numpy as np
import pytest
from support import bits, program, weighted

import nes

POINTS = [[1.0, 2.0], [0.5, 0.25], [3.0, 1.0]]


class Counted:
    """A function that remembers where it was called."""

    def __init__(self, f=weighted):
        self.f, self.points = f, []

    def __call__(self, x):
        self.points.append(np.array(x))
        return self.f(x)


def test_the_points_come_first_and_the_search_starts_from_the_best():
    f = Counted()
    result = nes.minimize(f, inject=POINTS, bounds=[(-5, 5)] * 2, max_gens=10)
    assert np.array_equal(f.points[:3], POINTS)
    assert len(f.points) == result.nfev == result.history.evaluations[-1]
    assert not any(np.array_equal(x, POINTS[1]) for x in f.points[3:])  # it is known
    search = nes.Optimizer(POINTS[1], bounds=[(-5, 5)] * 2, max_gens=10)
    alone = search.run(weighted)
    assert bits(result.x) == bits(alone.x) and bits(result.mean) == bits(alone.mean)
    assert result.nfev == alone.nfev - 1 + 3


def test_the_start_is_one_of_them():
    f = Counted()
    nes.minimize(f, [0.1, 0.1], inject=POINTS, max_gens=2)
    assert np.array_equal(f.points[:4], [[0.1, 0.1], *POINTS])
    assert np.array_equal(nes.Optimizer([0.1, 0.1], inject=POINTS[0]).ask(), [[0.1, 0.1], POINTS[0]])


def test_the_answer_is_never_worse_than_a_known_point():
    result = nes.minimize(weighted, inject=[[1e-9, 1e-9], [1, 1]], max_evals=20, bounds=[(-5, 5)] * 2,
                          model="off")
    assert result.fun <= weighted([1e-9, 1e-9]) and result.best_evaluation == 1
    better = nes.minimize(weighted, inject=POINTS, max_evals=200, bounds=[(-5, 5)] * 2)
    assert better.best_evaluation > 3


def test_it_is_the_search_of_the_program(tmp_path):
    if program() is None:
        pytest.skip("there is no program")
    (tmp_path / "points").write_text("\n".join(" ".join(map(str, p)) for p in POINTS))
    for options, words in (({}, []), ({"x0": [4.0, 4.0]}, ["--x0", "4,4"])):
        printed = subprocess.run([program(), "run", "--expr", "x1^2 + 2*x2^2", "--dim", "2", "--inject",
                                  tmp_path / "points", "--max-evals", "150", "--json", *words],
                                 check=True, capture_output=True, text=True).stdout
        expected = json.loads(printed)
        result = nes.minimize(lambda x: x[0] ** 2 + 2 * x[1] ** 2, options.get("x0"), inject=POINTS,
                              max_evals=150)
        assert result.x.tolist() == pytest.approx(expected["best_x"], rel=1e-9)
        assert result.nit == expected["generations"]


def test_the_budget_counts_them():
    f = Counted()
    result = nes.minimize(f, [1.0, 1.0], inject=POINTS, max_evals=50)
    assert len(f.points) == result.nfev <= 50 and result.stop == "max_evals"
    opt = nes.Optimizer([1.0, 1.0], inject=POINTS, max_evals=50)
    assert opt.settings["max_evals"] == 50
    opt.run(weighted)
    opt.go_on(max_evals=80)
    assert opt.settings["max_evals"] == 80 and 50 < opt.run(weighted).nfev <= 80
    whole = nes.minimize(weighted, [1.0, 1.0], inject=POINTS, max_evals=80)
    assert bits(whole.x) == bits(opt.result.x) and whole.nfev == opt.result.nfev
    with pytest.raises(ValueError, match="max_evals 4 leaves nothing beyond the 4 points"):
        nes.minimize(weighted, [1.0, 1.0], inject=POINTS, max_evals=4)
    with pytest.raises(ValueError, match="leaves nothing"):
        nes.Optimizer([1.0, 1.0], inject=POINTS).go_on(max_evals=3)


def test_named_variables():
    space = {"rate": nes.Log(1e-5, 1), "layers": nes.Integer(1, 8), "gravity": 9.81}
    seen = []

    def train(p):
        seen.append(p)
        return (np.log10(p["rate"]) + 2) ** 2 + abs(p["layers"] - 3)

    known = [{"rate": 0.1, "layers": 7}, {"rate": 0.01, "layers": 3}]
    result = nes.minimize(train, space, inject=known, max_evals=40)
    assert seen[:2] == [{**p, "gravity": 9.81} for p in known]
    assert result.params["layers"] == 3 and result.fun == 0
    assert len(nes.Optimizer(space, inject=known[0]).ask()) == 1


@pytest.mark.parametrize("how", [{"vectorized": True}, {"workers": 2}])
def test_any_way_to_evaluate(how):
    def f(x):
        return (np.asarray(x) ** 2).sum(axis=-1)

    given = {"inject": POINTS, "max_evals": 60, "bounds": [(-5, 5)] * 2, "model": "off"}
    plain, other = nes.minimize(f, **given), nes.minimize(f, **given, **how)
    assert plain.nfev == other.nfev and bits(plain.x) == bits(other.x)


def test_values_in_any_order_and_maximising():
    opts = [nes.Optimizer(inject=POINTS, bounds=[(-5, 5)] * 2, maximize=True) for _ in range(2)]
    points, ids = opts[1].ask().copy(), opts[1].ids.copy()
    assert len(opts[0].ask()) == 3 and opts[0].result.nfev == 0
    opts[0].tell([weighted(x) for x in points])
    for i in (2, 0, 1):
        assert opts[1].mean.tolist() == [0, 0]  # the search has not begun
        opts[1].tell(ids[i], weighted(points[i]))
    assert opts[0].fingerprint == opts[1].fingerprint
    assert opts[0].mean.tolist() == POINTS[2] and opts[0].result.fun == weighted(POINTS[2])


def test_parts_of_them():
    opt = nes.Optimizer(inject=POINTS, bounds=[(-5, 5)] * 2)
    first, second = opt.ask(2), opt.ask(2)
    assert len(first) == 2 and len(second) == 1 and len(opt.ask(2)) == 0


def test_failures():
    calls = []

    def f(x):
        calls.append(x)
        return None if len(calls) in (1, 2) else weighted(x)

    result = nes.minimize(f, [0.1, 0.1], inject=POINTS, max_gens=3)
    assert result.failed == 2 and np.array_equal(calls[4], calls[4]) and result.nfev == len(calls)
    opt = nes.Optimizer([2.0, 2.0], inject=POINTS)
    opt.ask()
    opt.tell([None, float("nan"), float("inf"), None])  # none of them is of use: x0 it is
    assert opt.mean.tolist() == [2, 2] and opt.result.failed == 2 and opt.result.nfev == 4


def test_points_that_never_come_back():
    opt = nes.Optimizer(inject=POINTS, bounds=[(-5, 5)] * 2)
    with pytest.raises(RuntimeError):
        opt.close()
    opt.ask()
    ids = opt.ids.copy()
    opt.tell(ids[2:], [weighted(POINTS[2])])
    opt.close()
    assert opt.mean.tolist() == POINTS[2] and opt.result.nfev == 1
    opt.tell(ids[:1], [0.0])  # too late, which is no error
    assert opt.result.nfev == 1 and opt.result.fun == weighted(POINTS[2])


def test_an_exception_loses_nothing():
    f = Counted()
    f.f = lambda x: 1 / 0 if len(f.points) == 3 else weighted(x)
    with pytest.raises(ZeroDivisionError) as caught:
        nes.minimize(f, [1.0, 1.0], inject=POINTS, max_evals=60)
    assert caught.value.optimizer.result.nfev == 2
    result = caught.value.optimizer.run(f)
    assert len(f.points) == result.nfev + 1
    assert bits(result.x) == bits(nes.minimize(weighted, [1.0, 1.0], inject=POINTS, max_evals=60).x)


@pytest.mark.parametrize("told", [0, 2, 4, 9])
def test_copies_and_pickles_at_any_time(told):
    opt = nes.Optimizer([1.0, 1.0], inject=POINTS, max_evals=60)
    for _ in range(told):
        x, i = opt.ask()[0].copy(), opt.ids[:1].copy()
        opt.tell(i, [weighted(x)])
    again = [pickle.loads(pickle.dumps(opt)), copy.copy(opt), copy.deepcopy(opt)]
    assert {o.fingerprint for o in again} == {opt.fingerprint}
    results = [o.run(weighted) for o in (*again, opt)]
    assert len({(r.nfev, bits(r.x)) for r in results}) == 1


def test_a_file_has_the_search_alone(tmp_path):
    opt = nes.Optimizer([1.0, 1.0], inject=POINTS, max_gens=9)
    with pytest.raises(RuntimeError, match="injected points wait for their values"):
        opt.save(tmp_path / "run")
    opt.ask()
    opt.tell([weighted(x) for x in opt.ask()])
    opt.save(tmp_path / "run")
    loaded = nes.Optimizer.load(tmp_path / "run")
    assert loaded.fingerprint == opt.fingerprint
    assert bits(loaded.run(weighted).x) == bits(opt.run(weighted).x)


def test_a_stop_before_the_search_holds():
    opt = nes.Optimizer([1.0, 1.0], inject=POINTS)
    points = opt.ask().copy()
    opt.stop()
    with pytest.raises(RuntimeError, match="has stopped"):
        opt.ask()
    opt.tell([weighted(x) for x in points])
    assert opt.stopped and opt.stop_reason == "user"
    opt.go_on()
    assert not opt.stopped and len(opt.ask()) > 0


@pytest.mark.parametrize("points, error, words", [
    ([[1, 2, 3]], ValueError, r"rows of 2 numbers, and their shape is \(1, 3\)"), ([], ValueError, "rows of 2"),
    ([[0.5, 0.5], [9, 9]], ValueError, "inject: point 2 cannot be a start"), ("ab", TypeError, "inject"),
    ([[0.5, float("nan")]], ValueError, "point 1 cannot be a start"), ([{"a": 1}], TypeError, "have names"),
    (3, ValueError, "rows of 2")])
def test_points_that_cannot_be_used(points, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(weighted, [0.5, 0.5], inject=points, bounds=[(0, 1)] * 2)


def test_names_that_are_missing():
    with pytest.raises(KeyError, match="'b' is missing"):
        nes.minimize(weighted, {"a": (0, 1), "b": (0, 1)}, inject=[{"a": 0.5}])


def test_ids_that_do_not_fit():
    opt = nes.Optimizer([1.0, 1.0], inject=POINTS)
    with pytest.raises(RuntimeError):
        opt.ids
    opt.ask()
    ids = opt.ids
    for wrong in ([ids[0], ids[0]], [int(ids[-1]) + 1]):
        with pytest.raises(LookupError):
            opt.tell(np.array(wrong, dtype=np.uint64), [1.0] * len(wrong))
    with pytest.raises(RuntimeError):
        opt.tell([5], [1.0])  # the search has not begun
    with pytest.raises(ValueError, match="1 value for 4 points"):
        opt.tell([1.0])
    with pytest.raises(ValueError, match="2 ids, but 1 value$"):
        opt.tell(ids[:2], [1.0])
    assert opt.result.nfev == 0
    opt.tell(ids, [1.0, 2.0, 3.0, 4.0])
    with pytest.raises(LookupError):
        opt.tell(ids[:1], [1.0])
    assert opt.result.nfev == 4


def test_several_starts():
    result = nes.minimize(weighted, inject=(p for p in POINTS))  # which tell how many variables there are
    assert result.success and bits(result.x) == bits(nes.minimize(weighted, inject=np.array(POINTS)).x)
    with pytest.raises(ValueError, match="how many variables"):
        nes.minimize(weighted, inject=POINTS[0])


def test_several_starts_are_answered():
    with pytest.raises(ValueError, match="several starts .*inject="):
        nes.minimize(weighted, [[1, 2, 3], [4, 5, 6]])
    with pytest.raises(TypeError, match="start_lower=.*start_mean="):
        nes.minimize(weighted, "uniform:-4:4")
    starts = {tuple(nes.Optimizer(None, start_lower=[-4, -4], start_upper=[4, 4], seed=s).mean) for s in range(9)}
    assert len(starts) == 9 and all(-4 <= v <= 4 for start in starts for v in start)
