# SPDX-License-Identifier: MIT
"""nes.optuna.Sampler. The first part makes the checks that Optuna makes of its own samplers (they
are not installed with it), the second what is particular to a search that lives in the trials."""
import math
import os
import pickle
import warnings

import numpy as np
import pytest

optuna = pytest.importorskip("optuna", reason="Optuna is not installed")

import nes  # noqa: E402
from optuna.distributions import (  # noqa: E402
    CategoricalDistribution, FloatDistribution, IntDistribution)
from optuna.trial import TrialState  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)

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


def sampler(**arguments):
    return nes.optuna.Sampler(**{"n_startup_trials": 0, **arguments})


def new_trial(study):
    return study._storage.get_trial(study._storage.create_new_trial(study._study_id))


def complete(study, n):
    assert len(study.trials) == n
    assert all(trial.state == TrialState.COMPLETE for trial in study.trials)


# ---- what Optuna checks of its samplers


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


# ---- the search


def bowl(trial):
    x, y = trial.suggest_float("x", -10, 10), trial.suggest_float("y", 1e-4, 1e2, log=True)
    n = trial.suggest_int("n", 0, 20, step=5)
    return (x - 3) ** 2 + (math.log10(y) + 1) ** 2 + abs(n - 10)


def journal(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        return optuna.storages.JournalStorage(
            optuna.storages.JournalFileStorage(str(folder / "journal")))


def told(study):
    """The trials of which the search learns, and their parameters."""
    return [trial.params for trial in study.trials if "nes:point" in trial.system_attrs]


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


def test_parallel_trials():
    """Whatever the order in which trials finish, the search learns of the same points."""
    one = optuna.create_study(sampler=nes.optuna.Sampler(seed=3, popsize=16))
    one.optimize(bowl, n_trials=80)
    many = optuna.create_study(sampler=nes.optuna.Sampler(seed=3, popsize=16))
    many.optimize(bowl, n_trials=1)  # the first is drawn by chance, and shows the parameters
    many.optimize(bowl, n_trials=110, n_jobs=4)
    complete(many, 111)
    known = {tuple(trial.system_attrs["nes:point"]): trial.params for trial in many.trials
             if "nes:point" in trial.system_attrs}
    assert len(known) >= 80
    for trial in one.trials:
        point = trial.system_attrs.get("nes:point")
        if point is not None:
            assert known[tuple(point)] == trial.params


def test_trials_beyond_the_generation():
    """More trials at a time than a generation has points: the others are drawn beside it."""
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=3, popsize=6))
    study.optimize(bowl, n_trials=1)
    space = study.trials[0].distributions
    trials = [study.ask(space) for _ in range(15)]
    assert len(told(study)) == 6
    assert len({tuple(trial.params.values()) for trial in trials}) == 15
    for trial in trials:
        study.tell(trial, sum(trial.params.values()))
    study.optimize(bowl, n_trials=6)
    assert [t.system_attrs["nes:point"][2] for t in study.trials[16:]] == list(range(6, 12))


def test_lost_trials():
    """Trials of a process that was killed stay `running`; their points are given again."""
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=3, popsize=6))
    study.optimize(bowl, n_trials=1)
    lost = study.ask(study.trials[0].distributions)
    study.optimize(bowl, n_trials=25)
    assert study.trials[lost.number].state == TrialState.RUNNING
    point = study.trials[lost.number].system_attrs["nes:point"]
    again = [trial for trial in study.trials[2:] if trial.system_attrs.get("nes:point") == point]
    assert len(again) == 1 and again[0].params == lost.params
    assert max(trial.system_attrs["nes:point"][2] for trial in study.trials
               if "nes:point" in trial.system_attrs) >= 12


def test_failed_and_pruned_trials():
    def objective(trial):
        value = bowl(trial)
        if trial.number % 7 == 3:
            raise ArithmeticError
        trial.report(value, 1)
        if trial.number % 5 == 4:
            raise optuna.TrialPruned
        return value

    for consider in (False, True):
        study = optuna.create_study(
            sampler=nes.optuna.Sampler(seed=1, consider_pruned_trials=consider))
        study.optimize(objective, n_trials=250, catch=(ArithmeticError,))
        states = {trial.state for trial in study.trials}
        assert states == {TrialState.COMPLETE, TrialState.FAIL, TrialState.PRUNED}
        assert study.best_value < 1e-2
        assert len(told(study)) == 249


def test_what_pruned_trials_count_for():
    """As infinitely bad, or as their last intermediate value."""
    def course(third, **arguments):
        def objective(trial):
            value = bowl(trial)
            if trial.number % 3 == 2:
                trial.report(value + 100, 1)
                trial.report(value, 2)
                return third(value)
            return value

        study = optuna.create_study(sampler=nes.optuna.Sampler(seed=1, **arguments))
        study.optimize(objective, n_trials=40)
        return told(study)

    def prune(value):
        raise optuna.TrialPruned

    assert course(prune) == course(lambda value: math.inf)
    considered = course(prune, consider_pruned_trials=True)
    assert considered == course(lambda value: value) != course(prune)


def test_trials_that_fail_at_once():
    def objective(trial):
        if 5 < trial.number < 12:
            raise ArithmeticError  # before any parameter was asked for
        return bowl(trial)

    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=1))
    study.optimize(objective, n_trials=60, catch=(ArithmeticError,))
    points = [trial.system_attrs["nes:point"] for trial in study.trials[1:]]
    assert points == sorted(points) and len({tuple(point) for point in points}) == 59


def test_enqueued_trials():
    """They are not what the search asked for, and it asks for its point again."""
    study = optuna.create_study(sampler=nes.optuna.Sampler(seed=2))
    study.optimize(bowl, n_trials=1)
    study.enqueue_trial({"x": 3, "y": 0.1, "n": 10})
    study.optimize(bowl, n_trials=30)
    assert study.best_value == 0
    whole = optuna.create_study(sampler=nes.optuna.Sampler(seed=2))
    whole.optimize(bowl, n_trials=30)
    assert told(study)[1:] == told(whole)


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


def test_processes_share_a_search(tmp_path):
    study = optuna.create_study(study_name="s", storage=journal(tmp_path),
                                sampler=nes.optuna.Sampler(seed=3, popsize=20))
    study.optimize(bowl, n_trials=1)
    pids = []
    for _ in range(2):
        pid = os.fork()
        if pid == 0:
            try:
                mine = optuna.load_study(study_name="s", storage=journal(tmp_path),
                                         sampler=nes.optuna.Sampler(seed=3, popsize=20))
                mine.optimize(bowl, n_trials=30)
                os._exit(0)
            finally:
                os._exit(1)
        pids.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0, 0]
    complete(study, 61)
    points = [tuple(trial.system_attrs["nes:point"]) for trial in study.trials
              if "nes:point" in trial.system_attrs]
    # Two that look at the same moment may take the same point; that is waste, and nothing worse.
    assert len(set(points)) > 40
    assert {number for _, number, _ in points} == {0} and max(id for *_, id in points) >= 40


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
        study.optimize(lambda trial: bowl(trial) + trial.suggest_categorical("c", [0, 1]),
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
