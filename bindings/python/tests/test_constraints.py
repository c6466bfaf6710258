# SPDX-License-Identifier: MIT
"""Constraints: what the objective returns, what is told, and what a result says of them."""
import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support import bits

import nes

START = [3.0, 2.0, 1.0]


def value(x):
    return float(x @ x)


def limits(x):
    """x0 + x1 + x2 >= 1 and x0 <= 0.25."""
    return [1 - x.sum(), x[0] - 0.25]


def both(x):
    return value(x), limits(x)


def by_hand(opt):
    """The end of a run whose values are told by the caller."""
    while not opt.stopped:
        points = opt.ask()
        opt.tell([value(x) for x in points], g=[limits(x) for x in points])
    return opt.result


def test_the_least_value_that_holds_them_is_found():
    result = nes.minimize(both, START, constraints=2)
    assert result.feasible is True and result.violation == 0
    assert result.x == pytest.approx([0.25, 0.375, 0.375], abs=1e-6)
    assert (result.g <= 0).all() and result.multipliers == pytest.approx([0.75, 0.25], rel=0.05)
    assert "2 of 2 constraints are active: 1, 2" in result.trust_text
    assert 0 < result.feasible_evaluations < result.nfev and result.first_feasible > 1


SAME = {
    "pairs": lambda **how: nes.minimize(both, START, constraints=2, **how),
    "pairs of arrays": lambda **how: nes.minimize(lambda x: (np.float64(value(x)), np.array(limits(x))),
                                                  START, constraints=2, **how),
    "one function": lambda **how: nes.minimize(value, START, constraints=limits, **how),
    "two functions": lambda **how: nes.minimize(
        value, START, constraints=[lambda x: limits(x)[0], lambda x: limits(x)[1]], **how),
    "values with functions": lambda **how: nes.minimize(
        lambda p: (p**2) @ np.ones(3), START, constraints=limits, vectorized=True, **how),
    "rows": lambda **how: nes.minimize(
        lambda p: ([value(x) for x in p], [limits(x) for x in p]), START, constraints=2,
        vectorized=True, **how),
    "rows in processes": lambda **how: nes.minimize(
        lambda p: ([value(x) for x in p], [limits(x) for x in p]), START, constraints=2,
        vectorized=True, workers=2, **how),
    "processes": lambda **how: nes.minimize(both, START, constraints=2, workers=2, **how),
    "functions in processes": lambda **how: nes.minimize(value, START, constraints=limits, workers=3,
                                                         **how),
    "map": lambda **how: nes.minimize(both, START, constraints=2, workers=map, **how),
    "executor": lambda **how: nes.minimize(both, START, constraints=2, workers=ThreadPoolExecutor(2),
                                           **how),
    "by hand": lambda **how: by_hand(nes.Optimizer(START, constraints=2, **how)),
}


@pytest.mark.parametrize("name", SAME)
def test_whoever_computes_them_the_run_is_the_same(name):
    result, expected = SAME[name](max_evals=200, seed=3), SAME["pairs"](max_evals=200, seed=3)
    if name != "values with functions":  # whose sum is another
        assert bits(result.x) == bits(expected.x) and bits(result.g) == bits(expected.g)
    assert result.nfev == 200 and result.feasible


def test_values_are_told_in_any_order_and_the_run_saved_at_any_moment(tmp_path):
    opt = nes.Optimizer(START, constraints=2, max_evals=300)
    expected = nes.minimize(both, START, constraints=2, max_evals=300)
    count = 0
    while not opt.stopped:
        points, ids = opt.ask().copy(), opt.ids.copy()
        for i in np.random.default_rng(count).permutation(len(ids)):
            opt.tell([ids[i]], [value(points[i])], g=[limits(points[i])])
            count += 1
            if count % 7 == 0:
                opt = pickle.loads(pickle.dumps(opt))
            if count % 11 == 0:
                opt.save(tmp_path / "run.nes")
                opt = nes.Optimizer.load(tmp_path / "run.nes")
    assert bits(opt.result.x) == bits(expected.x)
    assert bits(opt.get("multipliers")) == bits(expected.multipliers)


def test_what_the_objective_returns_can_be_told():
    opt = nes.Optimizer(START, constraints=2, max_evals=100)
    for points in opt:
        opt.tell(both(x) for x in points)
    assert bits(opt.result.x) == bits(nes.minimize(both, START, constraints=2, max_evals=100).x)
    opt = nes.Optimizer(START, constraints=2)
    opt.ask()
    opt.tell(opt.ids[0], None)
    opt.tell(opt.ids[1:3], [None, both(opt.ask()[0])])
    assert opt.result.failed == 2 and opt.result.nfev == 3


def test_one_constraint_needs_no_list():
    one = nes.minimize(lambda x: (value(x), 1 - x.sum()), START, constraints=1, max_evals=100)
    two = nes.minimize(lambda x: (value(x), [1 - x.sum()]), START, constraints=1, max_evals=100)
    three = nes.Optimizer(START, constraints=1, max_evals=100)
    for points in three:
        three.tell([value(x) for x in points], g=1 - points.sum(axis=1))
    assert bits(one.x) == bits(two.x) == bits(three.result.x)


def test_no_constraints_are_none():
    plain = nes.minimize(value, START, max_evals=100)
    for none in (0, [], (), None):
        assert bits(nes.minimize(value, START, max_evals=100, constraints=none).x) == bits(plain.x)
    assert plain.feasible and "g" not in plain and "multipliers" not in plain


def test_failures_and_numbers_that_are_none():
    calls = []

    def f(x):
        calls.append(x)
        if len(calls) % 5 == 0:
            return None
        if len(calls) % 5 == 1:
            raise nes.EvaluationFailed
        return (None if len(calls) % 5 == 2 else np.nan if len(calls) % 5 == 3 else value(x)), (
            None if len(calls) % 7 == 0 else limits(x))
    result = nes.minimize(f, START, constraints=2, max_evals=200)
    assert result.failed == 120 and result.nonfinite == 40 and result.feasible
    result = nes.minimize(lambda p: None, START, constraints=2, max_evals=200, vectorized=True)
    assert result.stop == "all_failed" and result.g is None and not result.success


def test_an_exception_in_a_constraint_loses_nothing():
    calls = []

    def g(x):
        calls.append(1)
        if len(calls) == 60:
            raise OSError("the disk is full")
        return limits(x)
    with pytest.raises(OSError) as caught:
        nes.minimize(value, START, constraints=g, max_evals=200)
    result = caught.value.optimizer.run(value)
    expected = nes.minimize(both, START, constraints=2, max_evals=200)
    assert bits(result.x) == bits(expected.x)


def test_functions_may_write_to_their_point():
    def f(x):
        result = value(x)
        x[:] = 7
        return result

    def g(x):
        result = limits(x)
        x[:] = 9
        return result
    expected = nes.minimize(both, START, constraints=2, max_evals=200)
    assert bits(nes.minimize(f, START, constraints=g, max_evals=200).x) == bits(expected.x)
    again = nes.minimize(lambda p: [f(x) for x in p], START, constraints=limits, max_evals=200,
                         vectorized=True)
    assert bits(again.x) == bits(expected.x)


def test_no_feasible_point_is_no_success():
    result = nes.minimize(lambda x: (value(x) - x[0], 1 + value(x)), START, constraints=1)
    assert not result.feasible and not result.success and result.trust == "doubtful"
    assert result.violation > 0 and result.g[0] >= 1
    assert "no feasible point was found" in result.message
    assert "violates 1 of 1, most of all number 1 (g = 1)" in result.trust_text
    assert "no point satisfies the constraints in" in result._repr_html_()
    assert "feasible: False" in repr(result)


def test_functions_with_names_are_called_by_them():
    def too_long(x):
        return 1 + value(x)
    result = nes.minimize(value, START, constraints=[limits, too_long], max_evals=500)
    assert "most of all too_long (g = 1" in result.trust_text
    result = nes.minimize(value, START, constraints=[lambda x: limits(x)[0], too_long], max_evals=500)
    assert "too_long" in result.trust_text


def test_equalities_and_signs_by_number():
    result = nes.minimize(lambda x: (value(x), x.sum() - 1), START, constraints=1, constraint_kind=1,
                          constraint_tol=1e-3, max_evals=1000)
    assert result.feasible and abs(result.g[0]) <= 1e-3
    assert result.x == pytest.approx(np.full(3, 1 / 3), abs=5e-3)
    result = nes.minimize(lambda x: (value(x), 1.0 if x.sum() < 1 else -1.0), START, constraints=1,
                          constraint_kind=[2], max_evals=3000)
    assert result.feasible and result.fun < 0.35


def test_tolerances_of_equalities():
    equality = {"type": "eq", "fun": lambda x: x.sum() - 1}
    for tol, most in ((None, 1e-8), (1e-3, 1e-3), ([0.01, 0], 0.01)):
        result = nes.minimize(value, START, constraints=[equality, lambda x: x[0] - 0.25],
                              constraint_tol=tol)
        assert result.feasible and abs(result.g[0]) <= most and result.g[1] <= 0


def test_with_a_space():
    def f(p):
        return p["a"]**2 + p["b"] @ p["b"]

    def g(p):
        return 2 - p["a"] - p["b"].sum()
    space = {"a": nes.Real(-5, 5), "b": nes.Real(-5, 5, shape=(2,))}
    result = nes.minimize(f, space, constraints=[g, "a <= 0.5", "-1 <= a"])
    assert result.params["a"] == pytest.approx(0.5, abs=1e-5)
    assert result.params["b"] == pytest.approx([0.75, 0.75], abs=1e-4) and len(result.g) == 3
    same = nes.minimize(lambda p: p["a"]**2 + (p["b"]**2).sum(axis=1), space, vectorized=True,
                        constraints=[g, "a <= 0.5", "-1 <= a"])
    assert same.fun == pytest.approx(result.fun, abs=1e-6)


def test_known_points():
    points = [[9, 9, 9], [0, 0, 0], [0.2, 0.5, 0.5], [0.2, 0.5, 0.6]]
    opt = nes.Optimizer(inject=points, constraints=2, max_evals=300)
    for k, x in enumerate(opt.ask()):
        opt.tell(opt.ids[0], [value(x)], g=[limits(x)])
        opt = pickle.loads(pickle.dumps(opt))
        opt.ask()
    assert opt.result.x.tolist() == points[2] and opt.result.nfev == 4
    assert opt.get("first_feasible") == 3 and opt.get("feasible_evaluations") == 2
    result = opt.run(both)
    assert 295 < result.nfev <= 300 and result.fun < 0.35 and result.feasible
    assert bits(result.x) == bits(nes.minimize(both, inject=points, constraints=2, max_evals=300).x)
    nearest = nes.Optimizer(inject=[[9, 9, 9], [2, 0, 0], [0.1, 0.1, 0.1]], constraints=2)
    nearest.tell([both(x) for x in nearest.ask()])
    assert nearest.result.x.tolist() == [0.1, 0.1, 0.1] and not nearest.result.feasible
    assert nearest.get("feasible_evaluations") == nearest.get("first_feasible") == 0


def test_known_points_with_equalities_and_when_maximising():
    opt = nes.Optimizer(inject=[[0.0], [2.0], [1.1]], constraints=1, constraint_kind=1, constraint_tol=0.2)
    opt.tell([(0, x[0] - 1) for x in opt.ask()])
    assert opt.result.x.tolist() == [1.1] and opt.result.feasible
    opt = nes.Optimizer(inject=[[0.0], [2.0], [1.1]], constraints=1, maximize=True)
    opt.tell([(x[0], x[0] - 1.5) for x in opt.ask()])
    assert opt.result.x.tolist() == [1.1]


def test_history_has_the_numbers_of_the_best_point():
    result = nes.minimize(both, START, constraints=2, max_evals=200)
    history = result.history
    assert {"violation", "best_g1", "best_g2"} < set(history)
    assert history.outputs.shape == (len(history.records), 2)
    assert history["best_g1"][-1] == result.g[0] and history.violation[-1] == 0
    assert history.violation[0] >= 0 and copy.copy(result).history is history
    assert not {"violation", "best_g1"} & set(nes.minimize(value, START, max_evals=50).history)


def test_pictures_have_no_best_value_before_a_point_is_feasible():
    from nes.course import course_of

    result = nes.minimize(lambda x: (value(x), 1 - x[0] - (x[0] > -1)), [-50.0, 3.0], constraints=1,
                          max_evals=300)
    course = course_of(result)
    infeasible = result.history.violation > 0
    assert infeasible.any() and not infeasible.all()
    assert (np.isnan(course.best) == infeasible).all()


def test_problems_with_constraints():
    problem = nes.problems.get("bbob-constrained_f003_i01_d02")
    assert problem.number_of_constraints == 9
    assert problem.constraint(problem.initial_solution).shape == (9,)
    assert problem.constraint([problem.initial_solution] * 2).shape == (2, 9)
    assert problem.evaluations_constraints == 3
    assert (problem.constraint(problem.solution) <= 1e-9).all()
    outside = problem.initial_solution + 50
    assert (problem.constraint(outside) > 0).any()
    problem(outside)
    assert problem.best_observed_fvalue1 == np.inf
    for vectorized in (False, True):
        problem.reset()
        result = nes.minimize(problem, max_evals=2000, vectorized=vectorized)
        assert result.feasible and result.fun - problem.optimum < 1e-6 and len(result.g) == 9
        assert problem.best_observed_fvalue1 == result.fun and problem.final_target_hit
        assert problem.evaluations == problem.evaluations_constraints == result.nfev
    assert nes.problems.get("sphere_d2").number_of_constraints == 0


def test_functions_are_pickled_with_the_optimiser(tmp_path):
    opt = nes.Optimizer(START, constraints=[limits, {"type": "ineq", "fun": np.sum, "args": (0,)}],
                        max_evals=200)
    for _ in range(5):
        points = opt.ask()
        opt.tell([value(x) for x in points], g=[[*limits(x), -x.sum()] for x in points])
    other = pickle.loads(pickle.dumps(opt))
    opt.save(tmp_path / "run.nes")
    third = nes.Optimizer.load(tmp_path / "run.nes",
                               constraints=[limits, {"type": "ineq", "fun": np.sum, "args": (0,)}])
    assert len({bits(o.run(value).x) for o in (opt, other, third)}) == 1


@pytest.mark.parametrize("make, error, words", [
    (lambda: nes.minimize(value, START, constraints=2), TypeError,
     "must return a pair, the value and the 2 numbers of its constraints; it returned"),
    (lambda: nes.minimize(lambda x: (1.0, [1, 2, 3]), START, constraints=2), ValueError,
     "2 numbers beside its value, and not 3"),
    (lambda: nes.minimize(lambda x: (1.0, "a"), START, constraints=1), TypeError, "numbers g must be"),
    (lambda: nes.minimize(lambda p: p[:, 0], START, constraints=1, vectorized=True), TypeError,
     "must return a pair, the values and an array"),
    (lambda: nes.minimize(lambda p: (p[:, 0], p[:, :2]), START, constraints=1, vectorized=True),
     ValueError, r"of the shape \(\d+, 1\), and this one is"),
    (lambda: nes.minimize(value, START, constraints=3.5), TypeError, "constraints: 3.5 is none; give"),
    (lambda: nes.minimize(value, START, constraints=[1, limits]), TypeError, "1 stands alone"),
    (lambda: nes.minimize(value, START, constraints=[object()]), TypeError, "is none; give"),
    (lambda: nes.minimize(value, START, constraints=-1), ValueError, "constraints"),
    (lambda: nes.minimize(value, START, constraints=1001), ValueError, "at most 1000"),
    (lambda: nes.minimize(value, START, constraints=lambda x: "a"), TypeError,
     "what constraint 1 gives must be real numbers, not 'a'"),
    (lambda: nes.minimize(value, START, constraints=lambda x: np.eye(2)), ValueError, "a row of them"),
    (lambda: nes.minimize(value, START, constraints=lambda x: [1] * (1 + (x[0] != 3))), ValueError,
     "constraint 1 must give 1 number, as at the start, and it gave 2"),
    (lambda: nes.minimize(value, START, constraints={"type": "less", "fun": value}), ValueError,
     "a dict is {'type': 'ineq', 'fun': f}"),
    (lambda: nes.minimize(value, START, constraints={"type": "eq", "fun": value}, constraint_kind=1),
     TypeError, "constraint_kind is given twice"),
    (lambda: nes.minimize(both, START, constraints=2, constraint_kind=1), ValueError,
     "equality and needs a tolerance"),
    (lambda: nes.minimize(both, START, constraints=2, method="1+1-xnes"), ValueError, "'rules'"),
    (lambda: nes.minimize(value, START, constraints="x1 <= 3"), ValueError,
     "there is no 'x1'; say by minimize='...' which output is the value"),
    (lambda: nes.minimize(value, {"a": (0, 1)}, constraints="b <= 3"), ValueError,
     "there is no 'b'; the variables are a"),
    (lambda: nes.Optimizer(START, constraints=2).tell([1.0]), TypeError,
     r"2 numbers beside its value: tell them too, tell\(values, g=rows\)"),
    (lambda: nes.Optimizer(START).tell([1.0], g=[1.0]), TypeError, "this search has no constraints"),
    (lambda: nes.Optimizer(START, constraints=2).tell([1.0, 2.0], g=[1.0, 2.0]), ValueError,
     r"array of the shape \(2, 2\)"),
])
def test_bad_input(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_a_file_has_the_number_of_constraints(tmp_path):
    nes.Optimizer(START, constraints=2).save(tmp_path / "run.nes")
    with pytest.raises(ValueError, match="has 2 constraints and 0 further outputs, and those given are 1"):
        nes.Optimizer.load(tmp_path / "run.nes", constraints=lambda x: x[0])
    with pytest.raises(ValueError, match="limits contradict"):
        class Limits:
            lb, ub, A = 2, 1, np.eye(3)
        nes.minimize(value, START, constraints=Limits)
