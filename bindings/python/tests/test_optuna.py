# SPDX-License-Identifier: MIT
"""nes.optuna.Sampler: the checks that Optuna makes of its own samplers, which are not installed with
it."""
import math
import warnings

import numpy as np
import pytest
from optuna_support import complete, new_trial, optuna, sampler

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

NUMERIC = [FloatDistribution(-1.0, 1.0), FloatDistribution(1e-7, 1.0, log=True),
           FloatDistribution(-10, 10, step=0.5), FloatDistribution(-10.2, 10.2, step=0.1),
           IntDistribution(3, 10), IntDistribution(-10, 0), IntDistribution(1, 100, log=True),
           IntDistribution(3, 9, step=2)]
CATEGORICAL = [CategoricalDistribution((1, 2, 3)), CategoricalDistribution(("a", "b", "c")),
               CategoricalDistribution((1, "a"))]
SUGGESTIONS = [lambda t, n: t.suggest_float(n, 0, 10), lambda t, n: t.suggest_int(n, 0, 10),
               lambda t, n: t.suggest_categorical(n, [0, 1, 2]),
               lambda t, n: t.suggest_float(n, 0, 10, step=0.5),
               lambda t, n: t.suggest_float(n, 1e-7, 10, log=True),
               lambda t, n: t.suggest_int(n, 1, 10, log=True)]


@pytest.mark.parametrize("distribution", NUMERIC + CATEGORICAL, ids=repr)
def test_independent(distribution):
    study = optuna.create_study(sampler=sampler())
    for _ in range(30):
        value = study.sampler.sample_independent(study, new_trial(study), "x", distribution)
        assert distribution._contains(distribution.to_internal_repr(value))
        assert not isinstance(value, np.generic)


@pytest.mark.parametrize("x", NUMERIC, ids=repr)
@pytest.mark.parametrize("y", NUMERIC, ids=repr)
def test_relative(x, y):
    space = {"x": x, "y": y}
    study = optuna.create_study(sampler=sampler())
    trial = study.ask(space)
    study.tell(trial, sum(trial.params.values()))
    for _ in range(10):
        params = study.sampler.sample_relative(study, new_trial(study), space)
        for name, distribution in space.items():
            kind = int if isinstance(distribution, IntDistribution) else float
            assert type(params[name]) is kind
            assert distribution.low <= params[name] <= distribution.high
            assert distribution._contains(distribution.to_internal_repr(params[name]))


def test_several_objectives_are_refused():
    study = optuna.create_study(directions=["maximize", "minimize"], sampler=sampler())
    with pytest.raises(ValueError, match="one objective, and the study has 2"):
        study.sampler.sample_independent(study, new_trial(study), "x", FloatDistribution(0, 1))
    with pytest.raises(ValueError, match="one objective, and the study has 2"):
        study.sampler.sample_relative(study, new_trial(study), {"x": FloatDistribution(0, 1)})


def test_conditional_independent():
    study = optuna.create_study(sampler=sampler())
    category, letter = CategoricalDistribution(["x", "y"]), CategoricalDistribution(["a", "b"])
    for name in ("x", "y"):
        study.add_trial(optuna.create_trial(
            params={"category": name, name: "a"}, value=0.1,
            distributions={"category": category, name: letter}))
    trial = new_trial(study)
    found = study.sampler.sample_independent(study, trial, "category", category)
    assert study.sampler.sample_independent(study, trial, found, letter) in ("a", "b")


def test_values_that_are_nan():
    study = optuna.create_study(sampler=sampler())
    for base in [*range(10, 1, -1), math.nan, 1]:
        study.optimize(lambda trial: trial.suggest_float("x", 0.1, 0.2) + base, n_trials=1)
    assert int(study.best_value) == 1


def test_partly_fixed():
    study = optuna.create_study(sampler=sampler())

    def objective(trial):
        return (trial.suggest_float("x", -1, 1) + trial.suggest_int("y", -1, 1)
                + trial.suggest_float("z", -1, 1))

    study.optimize(objective, n_trials=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        study.sampler = optuna.samplers.PartialFixedSampler({"y": 0}, study.sampler)
    study.optimize(objective, n_trials=5)
    assert [trial.params["y"] for trial in study.trials[1:]] == [0] * 5


def test_single_values():
    space = {"a": CategoricalDistribution([1]), "b": IntDistribution(1, 1),
             "c": IntDistribution(1, 1, log=True), "d": FloatDistribution(1.0, 1.0),
             "e": FloatDistribution(1.0, 1.0, log=True), "f": FloatDistribution(1.0, 1.0, step=1.0)}
    study = optuna.create_study(sampler=sampler())
    for _ in range(3):
        trial = study.ask(fixed_distributions=space)
        study.tell(trial, 1.0)
        assert all(value == 1 for value in trial.params.values())


@pytest.mark.parametrize("first", range(len(SUGGESTIONS)))
def test_one_or_two_parameters(first):
    one = optuna.create_study(sampler=sampler())
    one.optimize(lambda trial: SUGGESTIONS[first](trial, "x"), n_trials=10)
    complete(one, 10)
    for second in SUGGESTIONS:
        two = optuna.create_study(sampler=sampler())
        two.optimize(lambda trial: SUGGESTIONS[first](trial, "x") + second(trial, "y"), n_trials=10)
        complete(two, 10)


def test_conditional_parameters():
    def objective(trial):
        if trial.suggest_categorical("x", [True, False]):
            return trial.suggest_float("y", 0, 1)
        return trial.suggest_float("z", 0, 1)

    study = optuna.create_study(sampler=sampler())
    study.optimize(objective, n_trials=20)
    complete(study, 20)


@pytest.mark.parametrize("low, high", [(0, 5), (0, 20), (20, 30)])
def test_ranges_that_change(low, high):
    def objective(trial, low, high):
        return trial.suggest_float("x", low, high) + trial.suggest_int("y", low, high)

    study = optuna.create_study(sampler=sampler())
    study.optimize(lambda trial: objective(trial, 0, 10), n_trials=10)
    study.optimize(lambda trial: objective(trial, low, high), n_trials=10)
    complete(study, 20)


def test_reseeding_reaches_the_independent_sampler():
    calls = []

    class Counting(optuna.samplers.RandomSampler):
        def reseed_rng(self):
            calls.append("reseed")

        def after_trial(self, *arguments):
            calls.append("after")

    study = optuna.create_study(sampler=sampler(independent_sampler=Counting()))
    study.sampler.reseed_rng()
    study.tell(study.ask(), 1.0)
    assert calls == ["reseed", "after"]
