# SPDX-License-Identifier: MIT
"""Objectives that return outputs by name, of which one is the value and others are limited."""
import pickle
import warnings

import numpy as np
import pytest
from support import bits

import nes

START = [3.0, 3.0]
LIMITS = ["stress <= 200", "0.2 <= cost <= 2"]


def beam(x):
    return {"mass": float(x @ x), "stress": float(200 / x.sum()), "cost": float(x[0]), "log": "done"}


def pairs(x):
    out = beam(x)
    return out["mass"], [out["stress"] - 200, 0.2 - out["cost"], out["cost"] - 2]


def test_one_is_the_value_and_others_are_limited():
    result = nes.minimize(beam, START, bounds=[(0.1, 9)] * 2, minimize="mass", constraints=LIMITS,
                          max_evals=1500)
    assert result.feasible and result.fun == pytest.approx(0.5, abs=1e-6)
    assert list(result.outputs) == ["mass", "stress", "cost"]
    assert result.outputs == {name: beam(result.x)[name] for name in result.outputs}
    assert result.outputs["mass"] == result.fun and result.outputs["stress"] <= 200
    assert "1 of 3 constraints is active: stress <= 200" in (
        result.trust_text)
    assert result.history["best_stress"][-1] == result.outputs["stress"]
    assert "stress: 1" in repr(result) or "stress: 2" in repr(result)


SAME = {
    "functions of outputs": lambda **how: nes.minimize(
        beam, START, minimize=lambda out: out["mass"],
        constraints=[lambda out: out["stress"] - 200, lambda out: 0.2 - out["cost"],
                     lambda out: out["cost"] - 2], **how),
    "texts": lambda **how: nes.minimize(beam, START, minimize="mass", constraints=LIMITS, **how),
    "texts the other way": lambda **how: nes.minimize(
        beam, START, minimize="mass", constraints=["200 >= stress", "cost > .2", "cost < 2e0"], **how),
    "processes": lambda **how: nes.minimize(beam, START, minimize="mass", constraints=LIMITS,
                                            workers=2, **how),
    "outputs that are kept": lambda **how: nes.minimize(
        beam, START, minimize="mass", constraints=LIMITS, outputs=["cost", "stress"], **how),
    "rows": lambda **how: nes.minimize(
        lambda p: {name: [beam(x)[name] for x in p] for name in beam(p[0])}, START, minimize="mass",
        constraints=LIMITS, vectorized=True, **how),
    "numbers": lambda **how: nes.minimize(
        lambda x: (pairs(x)[0], pairs(x)[1] + [7.0]), START, constraints=3, outputs=4, **how),
    "maximise": lambda **how: nes.minimize(
        lambda x: {**beam(x), "gain": -beam(x)["mass"]}, START, maximize="gain", constraints=LIMITS, **how),
}


@pytest.mark.parametrize("name", SAME)
def test_however_it_is_said_the_run_is_the_same(name):
    expected = nes.minimize(pairs, START, constraints=3, max_evals=300, seed=2)
    result = SAME[name](max_evals=300, seed=2)
    assert bits(result.x) == bits(expected.x) and bits(result.g) == bits(expected.g)


def test_outputs_without_constraints():
    result = nes.minimize(beam, START, minimize=lambda out: out["mass"] + 0.1 * out["cost"],
                          outputs=["stress", "mass"], max_evals=300)
    assert list(result.outputs) == ["stress", "mass"] and result.feasible
    assert "g" not in result and {"best_stress", "best_mass"} < set(result.history)
    assert "violation" not in set(result.history)
    more = nes.minimize(lambda x: (x @ x, [x[0], 2.0]), START, outputs=2, max_evals=100)
    assert more.outputs.tolist() == [more.x[0], 2.0] and "best_output1" in set(more.history)


def test_with_a_space():
    space = {"width": nes.Real(0.1, 5), "height": nes.Integer(1, 8)}

    def f(p):
        return {"mass": p["width"] * p["height"], "stress": 4 / (p["width"] * p["height"]**2)}
    result = nes.minimize(f, space, minimize="mass", constraints=["stress <= 1", "height <= 5"],
                          max_evals=500)
    assert result.params["height"] == 5 and result.params["width"] == pytest.approx(0.16, abs=1e-3)
    assert list(result.outputs) == ["mass", "stress"]


def test_an_output_that_is_missing_is_a_failure():
    def f(x):
        out = beam(x)
        if x[0] > 2.9:
            del out["stress"]
        return out
    for how in ({}, {"vectorized": True}):
        function = f if not how else lambda p: {"mass": [f(x)["mass"] for x in p],
                                                "stress": [f(x).get("stress") for x in p]}
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            result = nes.minimize(function, START, minimize="mass", constraints="stress <= 200",
                                  max_evals=200, **how)
        assert 0 < result.failed < 100 and result.feasible
        assert how or "without the output 'stress' counts as failed; it gave mass, cost" in str(said[0].message)


def test_points_and_outputs_together():
    """SciPy's constraints are about points, and functions of ours about outputs."""
    linear = {"type": "ineq", "fun": lambda x: x[0] - 0.75}
    result = nes.minimize(beam, START, bounds=[(0.1, 9)] * 2, minimize="mass",
                          constraints=["stress <= 200", linear], max_evals=1500)
    assert result.x == pytest.approx([0.75, 0.25], abs=1e-5)


def test_dicts_are_told(tmp_path):
    opt = nes.Optimizer(START, minimize="mass", constraints=LIMITS, max_evals=300)
    while not opt.stopped:
        opt.tell(beam(x) for x in opt.ask())
        opt = pickle.loads(pickle.dumps(opt))
    expected = nes.minimize(pairs, START, constraints=3, max_evals=300)
    assert bits(opt.result.x) == bits(expected.x)
    opt.go_on(max_evals=400)
    opt.save(tmp_path / "run.nes")
    again = nes.Optimizer.load(tmp_path / "run.nes", minimize="mass", constraints=LIMITS)
    assert again.run(beam).outputs == opt.run(beam).outputs
    plain = nes.Optimizer.load(tmp_path / "run.nes")
    assert plain.run(lambda x: (pairs(x)[0], pairs(x)[1] + [0, 0, 0])).fun == opt.result.fun


@pytest.mark.parametrize("how, error, words", [
    ({"minimize": "mass", "constraints": "stress"}, ValueError, "no limit; write it as in 'stress <= 200'"),
    ({"minimize": "mass", "constraints": "1 <= a <= 2 <= 3"}, ValueError, "more than two comparisons"),
    ({"minimize": "mass", "constraints": "stress != 2"}, ValueError, "has <=, >= or =="),
    ({"minimize": "mass", "constraints": "1 <= a >= 2"}, ValueError, "must be <=, or both >="),
    ({"minimize": "mass", "constraints": "9 <= a <= 2"}, ValueError, "nothing lies between them"),
    ({"minimize": "mass", "constraints": "2 >= a >= 9"}, ValueError, "nothing lies between them"),
    ({"minimize": "mass", "constraints": "a <= b"}, ValueError, "one name with numbers; where more"),
    ({"minimize": "mass", "constraints": "1 <= 2"}, ValueError, "one name with numbers"),
    ({"minimize": "mass", "constraints": "a <= nan"}, ValueError, "one name with numbers"),
    ({"minimize": "mass", "constraints": "a - b <= 1"}, ValueError, "'a - b' is no name of an output"),
    ({"minimize": "mass", "constraints": "a == 2"}, ValueError, "needs a tolerance that you can accept"),
    ({"minimize": "mass", "constraints": "a == 2 +- 0"}, ValueError, "must be a number above 0"),
    ({"minimize": "mass", "constraints": "a == b +- 1"}, ValueError, "compares one name with a number"),
    ({"minimize": "mass", "constraints": "a <= 2", "outputs": ["b"]}, ValueError,
     "there is no output 'a'; the outputs are b"),
    ({"minimize": "mass", "outputs": "mass"}, TypeError, "outputs are names, such as"),
    ({"minimize": "mass", "outputs": ["a", "a"]}, ValueError, "names that differ"),
    ({"minimize": "mass", "maximize": "mass"}, TypeError, "contradict each other"),
    ({"minimize": 3}, TypeError, "minimize is the name of an output, or a function"),
    ({"minimize": "mass", "constraints": 2}, TypeError, "constraints is a number where .* a pair"),
    ({"outputs": ["a"]}, TypeError, "outputs have names where the objective returns a dict"),
    ({"constraints": 1, "outputs": ["a"]}, TypeError, "outputs is a number where constraints is one"),
])
def test_what_cannot_be_meant(how, error, words):
    with pytest.raises(error, match=words):
        nes.Optimizer(START, **how)


@pytest.mark.parametrize("f, how, error, words", [
    (lambda x: 1.0, {}, TypeError, "must return a dict of outputs; it returned 1.0"),
    (lambda x: {"mass": "heavy"}, {}, TypeError, "must return a real number"),
    (lambda x: {"mass": 1, "stress": "high"}, {"constraints": "stress <= 3"}, TypeError,
     "what constraint 'stress <= 3' gives must be real numbers"),
    (lambda p: {"mass": 1.0}, {"vectorized": True}, ValueError, "numbers of each output, and of 'mass'"),
    (lambda x: {"mass": 1.0}, {"constraints": lambda out: [1, 2]}, ValueError, "must give 1 number"),
])
def test_what_the_objective_cannot_return(f, how, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(f, START, minimize="mass", **how)


def test_a_value_alone_is_not_told():
    opt = nes.Optimizer(START, minimize="mass", constraints=["stress <= 3", {"type": "eq", "fun": np.sum}])
    opt.ask()
    for values in ([1.0], [beam(np.ones(2))]):
        with pytest.raises(TypeError, match="tell them too"):
            opt.tell(opt.ids[:1], values)
