# SPDX-License-Identifier: MIT
"""nes.problems: values against known optima and the program, and the manners of cocoex."""
import json
import pickle
import subprocess

import numpy as np
import pytest

import nes
from nes import problems
from support import program

PROGRAM = program()

SOME = ["sphere_d5", "rosenbrock_d10", "rastrigin_d3", "double-rosenbrock_d4", "onemax_n12",
        "trap_n10", "bbob_f001_i01_d02", "bbob_f008_i03_d10", "bbob_f024_i71_d05"]
OTHERS = ["lj_n4", "double-pole_n2", "random-basin_d3", "bbob_noisy_f101_i01_d05"]


@pytest.mark.parametrize("id", SOME)
def test_optimum(id):
    problem = problems.get(id)
    assert problem.solution is not None and problem.solution.shape == (problem.dimension,)
    assert problem(problem.solution) == pytest.approx(problem.optimum, abs=1e-9)
    assert problem.final_target_hit
    inside = (problem.lower_bounds <= problem.solution) & (problem.solution <= problem.upper_bounds)
    assert inside.all() or id.startswith("double-rosenbrock")
    worse = problem.exact(problem.initial_solution)
    assert worse > problem.optimum


@pytest.mark.skipif(PROGRAM is None, reason="the program nes is not built")
@pytest.mark.parametrize("id", SOME + OTHERS)
def test_values_are_those_of_the_program(id):
    problem = problems.get(id, seed=5)
    points = np.random.default_rng(1).uniform(0, 1, (6, problem.dimension))
    points = points.round() if problem.bits else points * 2 - 1
    text = "\n".join(" ".join(map(repr, row)) for row in points.tolist())
    more = ["--seed", "5"] if problem.noisy else []
    done = subprocess.run([PROGRAM, "eval", id, *more], input=text, capture_output=True, text=True,
                          timeout=60, check=True)
    assert problem(points).tolist() == [float(line) for line in done.stdout.split()]


@pytest.mark.parametrize("id", SOME + OTHERS)
def test_one_point_or_many(id):
    one, many = problems.get(id), problems.get(id)
    points = np.random.default_rng(2).integers(0, 2, (5, one.dimension)).astype(float)
    values = many(points)
    assert [one(x) for x in points] == values.tolist()
    assert one.evaluations == many.evaluations == 5
    assert one.best_observed_fvalue1 == many.best_observed_fvalue1 == one.exact(points).min()
    assert many(np.asfortranarray(points)).shape == (5,)
    assert many(points[:0]).shape == (0,)


@pytest.mark.parametrize("x", [1.0, [1, 2], np.zeros((2, 2)), np.zeros((1, 1, 3))])
def test_wrong_shapes(x):
    with pytest.raises(ValueError, match="sphere_d3: a point has 3 numbers"):
        problems.get("sphere_d3")(x)


def test_unknown_ones():
    with pytest.raises(ValueError, match="nosuch_d3"):
        problems.get("nosuch_d3")
    with pytest.raises(ValueError, match="no suite 'bbbob'; there is bbob"):
        problems.suite("bbbob")
    with pytest.raises(ValueError, match="functions 1 to 24, and no 25"):
        problems.suite("bbob", functions=25)
    with pytest.raises(ValueError, match="no noise 'loud'"):
        problems.get("sphere_d3", noise="loud")
    with pytest.raises(ValueError, match="instances: '1:2'"):
        problems.suite("bbob", instances="1:2")
    with pytest.raises(ValueError, match="dimensions: .* whole numbers"):
        problems.suite("bbob", dimensions=[0.5])
    with pytest.raises(ValueError, match="the words are instances"):
        problems.Suite("bbob", "year: 2009")


def test_noise():
    id = "bbob_noisy_f101_i01_d05"
    one, same, other = problems.get(id, seed=1), problems.get(id, seed=1), problems.get(id, seed=2)
    x = np.ones((4, 5))
    first, second = one(x), one(x)
    assert len(set(first.tolist() + second.tolist())) == 8
    assert [same(row) for row in np.ones((8, 5))] == [*first, *second]
    assert other(x).tolist() != first.tolist()
    quiet = problems.get(id, noise="none")
    assert set(quiet(x).tolist()) == {one.exact(x[0])}
    assert one.best_observed_fvalue1 == one.exact(x[0])
    one.reset()
    assert one.evaluations == 0 and one(x).tolist() == first.tolist()


def test_manners_of_cocoex():
    suite = problems.Suite("bbob", "instances: 1-3", "dimensions: 2,10 function_indices:1,8")
    assert len(suite) == 12 and suite.dimensions == [2, 10]
    found = []
    for problem in suite:
        with problem:
            assert problem.number_of_objectives == 1 and problem.number_of_constraints == 0
            assert problem.lower_bounds.tolist() == [-5] * problem.dimension
            problem(problem.initial_solution)
            assert problem.evaluations == 1 and not problem.final_target_hit
            assert problem.best_observed_fvalue1 > problem.final_target_fvalue1
            found.append((problem.dimension, problem.id_function, problem.id_instance,
                          problem.index))
    assert found == [(d, f, i, k) for k, (d, f, i) in enumerate(
        (d, f, i) for d in (2, 10) for f in (1, 8) for i in (1, 2, 3))]
    assert suite[4].id == suite.ids()[4] == suite.get_problem(4).id == "bbob_f008_i02_d02"
    assert suite.get_problem("bbob_f003_i01_d05").id_function == 3
    assert suite.get_problem_by_function_dimension_instance(8, 10, 2).id == "bbob_f008_i02_d10"
    with pytest.raises(IndexError):
        suite[12]
    assert len(problems.Suite("bbob")) == 24 * 15 * 6
    assert len(problems.Suite("bbob", "", "instance_indices: 1-5 dimension_indices: 1")) == 24 * 5
    assert problems.suites()[:3] == ["bbob", "bbob-noisy", "bbob-constrained"]
    assert any(kind["pattern"] == "rosenbrock_dN" for kind in problems.kinds())


def test_starts():
    problem = problems.get("bbob_f001_i01_d05")
    assert problem.initial_solution_proposal().tolist() == problem.initial_solution.tolist()
    proposals = [problem.initial_solution_proposal(k) for k in (1, 2, 1)]
    assert proposals[0].tolist() == proposals[2].tolist() != proposals[1].tolist()
    assert all(abs(x).max() <= 5 for x in proposals)


def test_start_of_bits():
    """Without a start every bit has even odds, as in the program, and no string is preferred."""
    problem = problems.get("onemax_n40")
    opt = nes.Optimizer(bounds=problem.bounds, bits=True)
    assert opt.get("theta").tolist() == [0.5] * 40
    first = problem.initial_solution
    assert set(first.tolist()) == {0.0, 1.0} and 10 < first.sum() < 30
    assert problems.get("onemax_n40", seed=2).initial_solution.tolist() != first.tolist()
    assert problem.initial_solution_proposal().tolist() == first.tolist()
    assert set(problem.initial_solution_proposal(3).tolist()) == {0.0, 1.0}
    result = nes.minimize(problem, seed=3)
    assert result.fun == 0 and problem.final_target_hit
    named = nes.minimize(problem, bounds=problem.bounds, bits=True, seed=3)
    assert named.nfev == result.nfev and named.x.tolist() == result.x.tolist()
    with pytest.raises(ValueError, match="bits"):
        nes.Optimizer(bounds=[(0, 2)] * 5, bits=True)


@pytest.mark.skipif(PROGRAM is None, reason="the program nes is not built")
def test_start_of_bits_is_that_of_the_program():
    done = subprocess.run([PROGRAM, "run", "--problem", "onemax_n40", "--seed", "3", "--json",
                           "--precision", "0"], capture_output=True, text=True, timeout=60, check=True)
    ours = nes.minimize(problems.get("onemax_n40"), seed=3, target=0)
    assert json.loads(done.stdout)["evaluations"] == ours.nfev


def test_usual_start():
    """A problem without x0 starts where the program starts, with its step size."""
    problem = problems.get("rosenbrock_d3")
    usual = nes.minimize(problem, seed=5, max_evals=200, model="off")
    given = nes.minimize(problem, problem.initial_solution, problem.sigma, seed=5, max_evals=200, model="off")
    assert usual.x.tolist() == given.x.tolist() and usual.nfev == given.nfev
    other = nes.minimize(problem, sigma=3.0, seed=5, max_evals=200, model="off")
    assert other.x.tolist() != usual.x.tolist()


def test_freed():
    problem = problems.get("sphere_d3")
    problem(np.ones(3))
    problem.free()
    with pytest.raises(RuntimeError, match="sphere_d3 has been freed"):
        problem(np.ones(3))
    assert problem.evaluations == 1


def test_pickle():
    problem = problems.get("bbob_noisy_f107_i01_d02", seed=3)
    problem(np.ones(2))
    again = pickle.loads(pickle.dumps(problem))
    assert again.evaluations == 1
    assert again(np.ones(2)) == problem(np.ones(2))


def test_any_optimiser():
    scipy = pytest.importorskip("scipy.optimize")
    problem = problems.get("bbob_f001_i01_d03")
    result = scipy.differential_evolution(problem, problem.bounds, seed=1, maxiter=40)
    assert result.nfev == problem.evaluations
    assert problem.best_observed_fvalue1 == result.fun
    problem.reset()
    ours = nes.minimize(problem, problem.initial_solution, problem.sigma, vectorized=True,
                        target=problem.final_target_fvalue1)
    assert ours.stop == "target" and problem.final_target_hit
    assert problem.evaluations == ours.nfev


def test_whole_numbers():
    problem = nes.problems.get("bbob-mixint_f001_i01_d05")
    assert problem.levels.tolist() == [2, 4, 8, 16, 0] and problem.number_of_integer_variables == 4
    assert problem.lower_bounds.tolist() == [0, 0, 0, 0, -5]
    assert problem.upper_bounds.tolist() == [1, 3, 7, 15, 5]
    result = nes.minimize(problem, max_evals=2000)
    assert (result.x[:4] == np.rint(result.x[:4])).all() and problem.final_target_hit
    assert nes.problems.get("sphere_d2").number_of_integer_variables == 0
