# SPDX-License-Identifier: MIT
"""nes.optuna.Sampler: what is particular to a search that lives in the trials."""
import math
import pickle

import numpy as np
import pytest
from optuna_support import bowl, complete, journal, new_trial, optuna, sampler, told

import nes
from optuna.distributions import FloatDistribution


@pytest.mark.parametrize("direction, sign", [("minimize", 1), ("maximize", -1)])
def test_it_finds_the_optimum(direction, sign):
    study = optuna.create_study(direction=direction, sampler=nes.optuna.Sampler(seed=1))
    study.optimize(lambda trial: sign * bowl(trial), n_trials=250)
    assert abs(study.best_value) < 1e-3
    assert study.best_params["n"] == 10
    assert len(told(study)) == 249


def test_better_than_chance():
    """Half of the points of a random search are better than the median of a random search."""
    def last(study):
        study.optimize(bowl, n_trials=100)
        return [trial.value for trial in study.trials[-30:]]

    chance = last(optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1)))
    found = last(optuna.create_study(sampler=nes.optuna.Sampler(seed=1)))
    assert sum(value < np.median(chance) for value in found) >= 27


def test_seeds():
    def course(**arguments):
        study = optuna.create_study(sampler=nes.optuna.Sampler(**arguments))
        study.optimize(bowl, n_trials=30)
        return told(study)

    assert course(seed=5) == course(seed=5)
    assert course(seed=5) != course(seed=6)
    assert course(seed=5, popsize=20) != course(seed=5)


def test_same_points_as_an_optimizer():
    """The search is Optimizer's own: trials have its points in their order."""
    study = optuna.create_study(sampler=sampler(seed=9, popsize=6))
    space = {"a": FloatDistribution(-1, 1), "b": FloatDistribution(0.1, 10, log=True)}
    opt = nes.Optimizer({"a": nes.Real(-1, 1), "b": nes.Log(0.1, 10)}, seed=9, popsize=6)
    for _ in range(3):
        values = []
        for x in opt.ask().copy():
            trial = new_trial(study)
            params = study.sampler.sample_relative(study, trial, space)
            assert [params["a"], params["b"]] == x.tolist()
            for name, value in params.items():
                study._storage.set_trial_param(trial._trial_id, name, value, space[name])
            values.append(params["a"] ** 2 + math.log(params["b"]) ** 2)
            study.tell(trial.number, values[-1])
        opt.tell(values)


@pytest.mark.parametrize("storage", ["memory", "sqlite", "journal"])
def test_resume(storage, tmp_path):
    """A new sampler in the place of the old one, after single trials too, changes nothing."""
    def open_storage():
        if storage == "sqlite":
            return optuna.storages.RDBStorage(f"sqlite:///{tmp_path}/study.db")
        return journal(tmp_path)

    whole = optuna.create_study(sampler=nes.optuna.Sampler(seed=2, popsize=4))
    whole.optimize(bowl, n_trials=14)
    kept = optuna.storages.InMemoryStorage() if storage == "memory" else None
    first = optuna.create_study(study_name="s", storage=kept or open_storage(),
                                sampler=nes.optuna.Sampler(seed=2, popsize=4))
    first.optimize(bowl, n_trials=5)
    for n in [1, 1, 1, 6]:
        study = optuna.load_study(study_name="s", storage=kept or open_storage(),
                                  sampler=nes.optuna.Sampler(seed=2, popsize=4))
        study.optimize(bowl, n_trials=n)
    assert told(study) == told(whole)


def test_pickle():
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=2))
    study.optimize(bowl, n_trials=13)
    other = pickle.loads(pickle.dumps(study))
    study.optimize(bowl, n_trials=30)
    other.optimize(bowl, n_trials=30)
    assert told(study) == told(other)


def test_several_studies():
    def alone(seed_of_trials):
        study = optuna.create_study(sampler=nes.optuna.Sampler(seed=2))
        study.optimize(lambda trial: bowl(trial) * seed_of_trials, n_trials=25)
        return told(study)

    shared = nes.optuna.Sampler(seed=2, independent_sampler=optuna.samplers.RandomSampler(2))
    storage = optuna.storages.InMemoryStorage()
    studies = [optuna.create_study(sampler=shared, storage=storage) for _ in range(2)]
    studies.append(optuna.create_study(sampler=shared))
    for _ in range(25):
        for factor, study in zip((1, -1, 2), studies):
            study.optimize(lambda trial: bowl(trial) * factor, n_trials=1)
    for factor, study in zip((1, -1, 2), studies):
        assert told(study) == alone(factor)


def test_start():
    study = optuna.create_study(sampler=nes.optuna.Sampler(x0={"x": 2.5, "n": 15}))
    study.optimize(bowl, n_trials=2)
    assert study.trials[1].params == {"x": 2.5, "y": pytest.approx(0.1), "n": 15}


def test_it_goes_on_after_a_stop():
    """A search that has converged is followed by another, with other random numbers."""
    study = optuna.create_study(sampler=nes.optuna.Sampler(
        seed=1, restarts="none", tolx=0.2, popsize=6))
    study.optimize(lambda trial: trial.suggest_float("x", -1, 1) ** 2, n_trials=300)
    complete(study, 300)
    numbers = [trial.system_attrs["nes:point"][1] for trial in study.trials[1:]]
    assert numbers == sorted(numbers) and numbers[-1] >= 2
    assert len({trial.params["x"] for trial in study.trials}) > 290


@pytest.mark.parametrize("method", ["1+1-xnes", "snes", "cr-fm-nes"])
def test_other_methods(method):
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=1, method=method))
    study.optimize(lambda trial: trial.suggest_float("x", -5, 5) ** 2
                   + trial.suggest_float("y", -5, 5) ** 2, n_trials=150, n_jobs=2)
    complete(study, 150)
    assert study.best_value < 0.1


def test_arrays_among_the_options():
    study = optuna.create_study(sampler=nes.optuna.Sampler(std=[1.0, 0.1, 0.1]))
    study.optimize(bowl, n_trials=20)  # n, x and y
    complete(study, 20)


def test_bad_options():
    with pytest.raises(TypeError, match="popsize"):
        nes.optuna.Sampler(popsiz=7)
    with pytest.raises(ValueError):
        nes.optuna.Sampler(method="nosuch")
    with pytest.raises(TypeError, match="maximize is not for a sampler: the study"):
        nes.optuna.Sampler(maximize=True)
    study = optuna.create_study(sampler=nes.optuna.Sampler(x0={"x": 11}))
    study.optimize(bowl, n_trials=1)
    with pytest.raises(ValueError, match="x0: x is 11, outside its range from -10.0 to 10.0"):
        study.optimize(bowl, n_trials=1)


def test_warning_once(caplog):
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    optuna.logging.enable_propagation()
    try:
        study = optuna.create_study(sampler=nes.optuna.Sampler())
        study.optimize(lambda trial: bowl(trial) + trial.suggest_float("c", 0, 1 + trial.number),
                       n_trials=5)
    finally:
        optuna.logging.disable_propagation()
        optuna.logging.set_verbosity(optuna.logging.ERROR)
    said = [record.message for record in caplog.records if "sampled by" in record.message]
    assert len(said) == 1 and "'c'" in said[0]


@pytest.mark.parametrize("low, high, step", [(-2**63, 2**63 - 1, 1), (0, 2**70, 1), (0, 2**70, 2)])
def test_whole_numbers_of_any_size(low, high, step):
    study = optuna.create_study(sampler=nes.optuna.Sampler())
    study.optimize(lambda trial: float(trial.suggest_int("n", low, high, step=step)), n_trials=30)
    for trial in study.trials:
        assert type(trial.params["n"]) is int and low <= trial.params["n"] <= high


def limited(trial):
    x, y = trial.suggest_float("x", -10, 10), trial.suggest_float("y", -10, 10)
    trial.set_user_attr("g", [1 - x - y, x - 0.25])
    return x**2 + y**2


def limits(trial):
    return trial.user_attrs["g"]


def test_constraints():
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=1, constraints_func=limits))
    study.optimize(limited, n_trials=300)
    held = [trial for trial in study.trials if max(limits(trial)) <= 0]
    assert min(trial.value for trial in held) == pytest.approx(0.625, abs=1e-3)
    assert all(trial.system_attrs["constraints"] == limits(trial) for trial in study.trials)
    assert len(told(study)) == 299


def test_same_points_with_constraints_as_an_optimizer():
    study = optuna.create_study(sampler=sampler(seed=9, popsize=6, constraints_func=limits))
    study.optimize(limited, n_trials=31)  # the first one is not of the search
    opt = nes.Optimizer({"x": nes.Real(-10, 10), "y": nes.Real(-10, 10)}, seed=9, popsize=6,
                        constraints=2)
    points = [params for params in told(study)]
    while points:
        rows = opt.ask().tolist()
        assert [[p["x"], p["y"]] for p in points[:len(rows)]] == rows[:len(points)]
        points = points[len(rows):]
        opt.tell([(x * x + y * y, [1 - x - y, x - 0.25]) for x, y in rows])


def test_constraints_that_are_not_as_many():
    def changing(trial):
        return [1.0] * (1 + trial.number // 20)
    study = optuna.create_study(sampler=sampler(constraints_func=changing))
    with pytest.raises(ValueError, match="returned 2 numbers for trial 20, and 1 for others"):
        study.optimize(limited, n_trials=40)
    study = optuna.create_study(sampler=sampler(constraints_func=lambda trial: [math.nan]))
    with pytest.raises(ValueError, match="has returned NaN for trial 0"):
        study.optimize(limited, n_trials=2)


def test_pruned_and_failed_trials_with_constraints():
    def sometimes(trial):
        value = limited(trial)
        if trial.number % 5 == 1:
            raise optuna.TrialPruned
        if trial.number % 5 == 2:
            raise ArithmeticError
        return value
    study = optuna.create_study(sampler=nes.optuna.Sampler(constraints_func=limits))
    study.optimize(sometimes, n_trials=300, catch=(ArithmeticError,))
    held = [trial.value for trial in study.trials
            if trial.value is not None and max(limits(trial)) <= 0]
    assert min(held) < 1


def material(trial):
    kind = trial.suggest_categorical("kind", ["steel", "alu", None, True])
    return bowl(trial) + {"steel": 3, "alu": 2, None: 0, True: 5}[kind]


def test_categorical_parameters_are_searched():
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=1, x0={"kind": "alu"}))
    study.optimize(material, n_trials=300)
    assert study.best_params["kind"] is None and study.best_params["n"] == 10
    assert len(told(study)) == 299
    kinds = [params["kind"] for params in told(study)]
    assert kinds[0] == "alu" and kinds[-100:].count(None) > 50


def test_categorical_parameters_alone_and_as_an_optimizer():
    study = optuna.create_study(sampler=sampler(seed=4, popsize=8))
    study.optimize(lambda trial: sum(trial.suggest_categorical(f"c{i}", [0, 1, "2"]) == "2"
                                     for i in range(4)), n_trials=60)
    opt = nes.Optimizer({f"c{i}": nes.Choice(0, 1, "2") for i in range(4)}, seed=4, popsize=8)
    points = [list(params.values()) for params in told(study)]
    while points:
        rows = [list(opt.space.unpack(x).values()) for x in opt.ask()]
        assert points[:len(rows)] == rows[:len(points)]
        points = points[len(rows):]
        opt.tell([row.count("2") for row in rows])


def test_categorical_parameters_in_a_storage(tmp_path):
    for number in range(3):
        study = optuna.create_study(storage=journal(tmp_path), study_name="a", load_if_exists=True,
                                    sampler=nes.optuna.Sampler(seed=1))
        study.optimize(material, n_trials=20)
    at_once = optuna.create_study(sampler=nes.optuna.Sampler(seed=1))
    at_once.optimize(material, n_trials=60)
    assert told(study) == told(at_once)


def test_a_start_that_is_no_choice():
    study = optuna.create_study(sampler=sampler(x0={"kind": "gold"}))
    with pytest.raises(ValueError, match="gold"):
        study.optimize(material, n_trials=3)
