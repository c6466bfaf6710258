# SPDX-License-Identifier: MIT
"""nes.optuna.Sampler: trials that run at the same time, fail, are pruned, enqueued or lost."""
import math
import os

from optuna_support import bowl, complete, journal, optuna, told

import nes
from optuna.trial import TrialState


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
