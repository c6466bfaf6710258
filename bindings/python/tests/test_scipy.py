# SPDX-License-Identifier: MIT
"""nes.scipy as a method of scipy.optimize.minimize."""
import warnings

import numpy as np
import pytest

import nes

optimize = pytest.importorskip("scipy.optimize", reason="SciPy is not installed")
sparse = pytest.importorskip("scipy.sparse")


def shifted(x, *centre):
    return float(((x - np.array(centre or 1.0)) ** 2).sum())


def test_result():
    result = optimize.minimize(optimize.rosen, [2.0, 2.0, 2.0], method=nes.scipy)
    assert type(result) is optimize.OptimizeResult
    assert result.success and result.x == pytest.approx(np.ones(3), abs=1e-4)
    assert result.fun == optimize.rosen(result.x)
    ours = nes.minimize(optimize.rosen, [2.0, 2.0, 2.0])
    assert result.x.tobytes() == ours.x.tobytes()
    assert (result.nfev, result.nit, result.message) == (ours.nfev, ours.nit, ours.message)


def test_arguments_of_the_function():
    result = optimize.minimize(shifted, [0, 0], args=(3.0, -2.0), method=nes.scipy)
    assert result.x == pytest.approx([3, -2], abs=1e-4)


@pytest.mark.parametrize("bounds", [[(2, 5), (None, -3)], optimize.Bounds([2, -np.inf], [5, -3])])
def test_bounds(bounds):
    seen = []

    def f(x):
        seen.append(x.copy())
        return shifted(x)

    result = optimize.minimize(f, [4, -5], method=nes.scipy, bounds=bounds)
    assert result.x == pytest.approx([2, -3], abs=1e-3)
    points = np.array(seen)
    assert points[:, 0].min() >= 2 and points[:, 0].max() <= 5 and points[:, 1].max() <= -3


def test_options():
    def run(**options):
        return optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, options=options)

    assert run(maxfev=50).nfev == 50
    assert run(max_evals=50).nfev == 50
    assert run(maxiter=7).nit == 7
    assert run(maxiter=None, maxfev=50).nfev == 50
    assert run(maxfev=9, seed=2).x.tobytes() != run(maxfev=9, seed=3).x.tobytes()
    assert run(maxfev=200, sigma=0.01, method="xnes").method == "xnes"
    vectorised = optimize.minimize(lambda x: ((x - 1) ** 2).sum(axis=1), [5.0, 5.0],
                                   method=nes.scipy, options={"vectorized": True, "maxfev": 100})
    assert vectorised.nfev == 100
    with pytest.raises(TypeError, match="maxfev and max_evals say the same"):
        run(maxfev=50, max_evals=60)
    with pytest.raises(TypeError, match="popsize"):
        run(popsiz=10)


def test_tolerance():
    loose = optimize.minimize(optimize.rosen, [3.0, 3.0], method=nes.scipy, tol=1e-2,
                              options={"restarts": "none"})
    tight = optimize.minimize(optimize.rosen, [3.0, 3.0], method=nes.scipy, tol=1e-12,
                              options={"restarts": "none"})
    assert loose.stop == tight.stop == "tolfun"
    assert loose.nfev < tight.nfev and tight.fun < loose.fun


def test_derivatives_are_of_no_use():
    with pytest.warns(RuntimeWarning, match=r"does not use derivatives \(jac\)"):
        result = optimize.minimize(optimize.rosen, [2.0, 2.0], method=nes.scipy,
                                   jac=optimize.rosen_der, options={"maxfev": 30})
    assert result.nfev == 30
    with pytest.warns(RuntimeWarning, match=r"\(hess\)"):
        optimize.minimize(optimize.rosen, [2.0, 2.0], method=nes.scipy, hess=optimize.rosen_hess,
                          options={"maxfev": 30})
    with pytest.warns(RuntimeWarning, match=r"\(jac\)"):  # the function returns both
        result = optimize.minimize(lambda x: (optimize.rosen(x), optimize.rosen_der(x)),
                                   [2.0, 2.0], method=nes.scipy, jac=True, options={"maxfev": 30})
    assert np.isfinite(result.fun)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimize.minimize(optimize.rosen, [2.0, 2.0], method=nes.scipy, options={"maxfev": 30})


def quarter(x):
    return x[0] + x[1] - 1


@pytest.mark.parametrize("constraints", [
    {"type": "ineq", "fun": quarter}, [{"type": "ineq", "fun": lambda x, a: x[0] + x[1] - a, "args": (1,)}],
    optimize.NonlinearConstraint(quarter, 0, np.inf), optimize.LinearConstraint([[1, 1]], 1, np.inf),
    optimize.LinearConstraint(sparse.csr_matrix([[1, 1]]), [1], [9]),
    [optimize.NonlinearConstraint(lambda x: x, -np.inf, [9, 9]), {"type": "ineq", "fun": quarter}]])
def test_constraints_of_all_kinds(constraints):
    ours = optimize.minimize(lambda x: x[0]**2 + 2 * x[1]**2, [3.0, 3.0], method=nes.scipy,
                             constraints=constraints)
    theirs = optimize.minimize(lambda x: x[0]**2 + 2 * x[1]**2, [3.0, 3.0], method="SLSQP",
                               constraints=constraints)
    assert ours.success and ours.feasible and np.allclose(ours.x, theirs.x, atol=1e-4)
    assert np.allclose(ours.x, [2 / 3, 1 / 3], atol=1e-4)


@pytest.mark.parametrize("constraints", [
    {"type": "eq", "fun": quarter}, optimize.LinearConstraint([[1, 1]], 1, 1),
    optimize.NonlinearConstraint(quarter, [0], [0])])
def test_equalities(constraints):
    found = optimize.minimize(lambda x: x[0]**2 + 2 * x[1]**2, [0.0, 0.0], method=nes.scipy,
                              constraints=constraints)
    assert found.success and abs(quarter(found.x)) <= 1e-8
    assert np.allclose(found.x, [2 / 3, 1 / 3], atol=1e-4)


def test_limits_are_those_of_scipy():
    """lb <= c <= ub gives lb - c and c - ub, where they are finite."""
    limits = optimize.NonlinearConstraint(lambda x: x * [1, 2], [-1, -np.inf], [np.inf, 4])
    opt = nes.Optimizer([3.0, 5.0], constraints=[limits, optimize.LinearConstraint(np.eye(2), 0, 6)],
                        max_evals=1)
    assert opt.run(lambda x: 0.0).g.tolist() == [-4, 6, -3, -3, -5, -1]


def test_that_a_constraint_cannot_be_kept_is_said():
    limits = optimize.LinearConstraint(np.eye(2), 0, 6, keep_feasible=True)
    with pytest.warns(RuntimeWarning, match="keep_feasible has no effect"):
        optimize.minimize(shifted, [1, 1], method=nes.scipy, constraints=limits, options={"maxfev": 5})


def test_callback_gets_points():
    seen = []
    result = optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, callback=seen.append,
                               options={"maxiter": 10})
    assert len(seen) == 10 and seen[0].shape == (2,)
    assert shifted(seen[-1]) == result.fun
    values = [shifted(x) for x in seen]
    assert values == sorted(values, reverse=True)


def test_callback_gets_the_state():
    states = []

    def look(intermediate_result):
        states.append(intermediate_result.nfev)

    optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, callback=look,
                      options={"maxiter": 5})
    assert len(states) == 5 and states == sorted(set(states))


def test_callback_stops():
    def by_word(x):
        return shifted(x) < 1

    def by_exception(x):
        if shifted(x) < 1:
            raise StopIteration

    stops = [optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, callback=callback)
             for callback in (by_word, by_exception)]
    assert [result.stop for result in stops] == ["user", "user"]
    assert stops[0].nfev == stops[1].nfev < 1000


def test_disp(capsys):
    optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, options={"maxfev": 60})
    assert capsys.readouterr().out == ""
    optimize.minimize(shifted, [5.0, 5.0], method=nes.scipy, options={"maxfev": 60, "disp": True})
    assert "after 60 evaluations" in capsys.readouterr().out
