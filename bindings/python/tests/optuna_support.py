# SPDX-License-Identifier: MIT
"""What the tests of nes.optuna share. They are skipped where Optuna is not installed."""
import math
import warnings

import pytest

optuna = pytest.importorskip("optuna", reason="Optuna is not installed")

import nes  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


def sampler(**arguments):
    return nes.optuna.Sampler(**{"n_startup_trials": 0, **arguments})


def new_trial(study):
    return study._storage.get_trial(study._storage.create_new_trial(study._study_id))


def complete(study, n):
    assert len(study.trials) == n
    assert all(trial.state == optuna.trial.TrialState.COMPLETE for trial in study.trials)


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
