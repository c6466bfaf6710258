# SPDX-License-Identifier: MIT
"""A sampler for Optuna: ``optuna.create_study(sampler=nes.optuna.Sampler())``.

What it knows of a study is read from the study; see trial_search.py.
"""
from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

try:
    import optuna
except ImportError as error:
    raise ImportError("nes.optuna needs the package optuna (Debian: python3-optuna; pip install "
                      "optuna)") from error

from optuna.distributions import (BaseDistribution, CategoricalDistribution, FloatDistribution,
                                  IntDistribution, distribution_to_json)
from optuna.samplers import BaseSampler, RandomSampler
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

from .optimizer import Optimizer
from .space import Space
from .trial_search import Outcome, Point, Search, Searchable

__all__ = ["Sampler"]

_ATTRIBUTE = "nes:point"  # of a trial: the key of its search, and its Point
_CONSTRAINTS = "constraints"  # of a trial: its numbers, where Optuna's own samplers keep them
_PATIENCE = 4  # a trial that takes so many times as long as others is taken for lost

_OTHERWISE = {"constraints": "give constraints_func", "outputs": "trials have none",
              "minimize": "the study has a direction", "maximize": "the study has a direction", "run": "give another seed",
              "bounds": "parameters have their ranges"}

_logger = optuna.logging.get_logger(__name__)
_spaces: Any = getattr(optuna, "search_space", optuna.samplers)  # Optuna 3.2 has moved it


class _Watch:
    """What has been seen of one study."""

    def __init__(self, study: Study) -> None:
        self.name = study.study_name
        self.space = _spaces.IntersectionSearchSpace()
        self.searches: dict[str, Search] = {}
        self.seen: dict[str, tuple[int, set[int]]] = {}  # trials below are finished; and these


class Sampler(BaseSampler):
    """Natural evolution strategies for Optuna.

    Parameters of all kinds (float and int, with ``log`` or ``step``, and categorical ones) that all
    trials have in common are searched together; the first trials, and parameters of some trials
    only, are left to ``independent_sampler``, by default Optuna's RandomSampler. There is one
    objective.

    ``options`` are those of the library, among them popsize: the trials of a generation. Trials
    that run at the same time should be no more than a quarter of it. ``x0`` maps names to the
    values where the search starts; others start in the middle. A failed trial ranks last in its
    generation (see the options failures and retries), and so does a pruned one, unless
    ``consider_pruned_trials`` says that its last intermediate value counts.

    ``constraints_func`` maps a finished trial to numbers that are to be at most 0, always as many.
    They are kept where samplers of Optuna keep them. The search begins once a trial has some.

    A study that is loaded from its storage goes on where it was, with a new sampler of the same
    arguments, and processes that share a storage and these arguments share one search. ``seed`` is
    1 if it is not given.

    >>> import optuna
    >>> optuna.logging.set_verbosity(optuna.logging.WARNING)
    >>> study = optuna.create_study(sampler=Sampler(seed=3))
    >>> study.optimize(lambda trial: trial.suggest_float("x", -10, 10)**2
    ...                + trial.suggest_float("y", -10, 10)**2, n_trials=200)
    >>> study.best_value < 1e-3
    True
    """

    def __init__(self, *, seed: int | None = None, method: str = "auto",
                 x0: Mapping[str, Any] | None = None, n_startup_trials: int = 1,
                 independent_sampler: BaseSampler | None = None,
                 warn_independent_sampling: bool = True, consider_pruned_trials: bool = False,
                 constraints_func: Callable[[FrozenTrial], Sequence[float]] | None = None,
                 **options: Any) -> None:
        self._options: dict[str, Any] = {"method": method, "seed": seed, **options}
        self._x0 = dict(x0 or {})
        self._n_startup_trials = n_startup_trials
        self._independent_sampler = independent_sampler or RandomSampler(seed=seed)
        self._warn_independent_sampling = warn_independent_sampling
        self._consider_pruned_trials = consider_pruned_trials
        self._constraints_func = constraints_func
        self._check_options()
        self._forget()

    def _check_options(self) -> None:
        """Refuses at once what would be refused in the second trial. Arrays have to wait, since the
        number of parameters is not known."""
        for name, instead in _OTHERWISE.items():
            if name in self._options:
                raise TypeError(f"the option {name} is not for a sampler: {instead}")
        Optimizer([0.0, 0.0], **{name: value for name, value in self._options.items()
                                 if np.ndim(value) == 0})

    def _forget(self) -> None:
        self._watches: weakref.WeakKeyDictionary[Any, dict[int, _Watch]]
        self._watches = weakref.WeakKeyDictionary()
        self._warned: set[str] = set()
        self._lock = threading.RLock()

    def __getstate__(self) -> dict[str, Any]:
        mine = ("_watches", "_warned", "_lock")
        return {name: value for name, value in self.__dict__.items() if name not in mine}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def reseed_rng(self) -> None:
        """Independent samples are drawn anew. The search needs nothing: no two trials have the same
        point, in whatever thread they run."""
        self._independent_sampler.reseed_rng()

    def infer_relative_search_space(self, study: Study,
                                    trial: FrozenTrial) -> dict[str, BaseDistribution]:
        with self._lock:
            space: dict[str, BaseDistribution] = self._watch(study).space.calculate(study)
        return dict(_searchable(space))

    def sample_relative(self, study: Study, trial: FrozenTrial,
                        search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
        self._check_objectives(study)
        distributions = _searchable(search_space)
        if not distributions:
            return {}
        with self._lock:
            trials = study.get_trials(deepcopy=False)
            m = self._constraints(trials)
            if m is None or not self._started(trials):
                return {}
            key = self._key(study, distributions, m)
            search = self._search(study, key, distributions, m)
            busy = self._read(study, trials, key, search, trial.number)
            point, params = search.next(busy)
            if point is not None:
                study._storage.set_trial_system_attr(trial._trial_id, _ATTRIBUTE, [key, *point])
        return params

    def sample_independent(self, study: Study, trial: FrozenTrial, param_name: str,
                           param_distribution: BaseDistribution) -> Any:
        self._check_objectives(study)
        if self._warn_independent_sampling and param_name not in self._warned:
            if self._started(study.get_trials(deepcopy=False)):
                self._warned.add(param_name)
                _logger.warning(
                    f"The parameter '{param_name}' is sampled by "
                    f"{type(self._independent_sampler).__name__}: nes.optuna.Sampler searches "
                    "parameters that are the same in all trials. To suppress this warning, give "
                    "warn_independent_sampling=False.")
        return self._independent_sampler.sample_independent(study, trial, param_name,
                                                            param_distribution)

    def after_trial(self, study: Study, trial: FrozenTrial, state: TrialState,
                    values: Sequence[float] | None) -> None:
        if self._constraints_func is not None and state in (TrialState.COMPLETE, TrialState.PRUNED):
            g = [float(number) for number in self._constraints_func(trial)]
            if any(np.isnan(g)):
                raise ValueError(f"constraints_func has returned NaN for trial {trial.number}; where a "
                                 "constraint cannot be computed, let the trial fail")
            study._storage.set_trial_system_attr(trial._trial_id, _CONSTRAINTS, g)
        self._independent_sampler.after_trial(study, trial, state, values)

    def _constraints(self, trials: list[FrozenTrial]) -> int | None:
        """How many there are; None: no trial has any yet."""
        if self._constraints_func is None:
            return 0
        return next((len(trial.system_attrs[_CONSTRAINTS]) for trial in trials
                     if trial.system_attrs.get(_CONSTRAINTS) is not None), None)

    def _check_objectives(self, study: Study) -> None:
        if len(study.directions) > 1:
            raise ValueError(f"nes.optuna.Sampler has one objective, and the study has "
                             f"{len(study.directions)}; use a sampler such as "
                             "optuna.samplers.NSGAIISampler")

    def _started(self, trials: list[FrozenTrial]) -> bool:
        complete = 0
        for trial in trials:
            complete += trial.state == TrialState.COMPLETE
            if complete >= self._n_startup_trials:
                return True
        return self._n_startup_trials <= 0

    def _watch(self, study: Study) -> _Watch:
        watches = self._watches.setdefault(study._storage, {})
        watch = watches.get(study._study_id)
        if watch is None or watch.name != study.study_name:  # deleted studies leave their number
            watch = watches[study._study_id] = _Watch(study)
        return watch

    def _key(self, study: Study, distributions: Mapping[str, Searchable], m: int) -> str:
        """Says which search a trial belongs to: same parameters, direction and arguments."""
        space = [(name, distribution_to_json(each)) for name, each in distributions.items()]
        known = (space, study.direction, sorted(self._x0.items()), sorted(self._options.items()),
                 *([m] if m > 0 else []))
        return hashlib.sha256(repr(known).encode()).hexdigest()[:16]

    def _search(self, study: Study, key: str, distributions: Mapping[str, Searchable],
                m: int) -> Search:
        watch = self._watch(study)
        if key not in watch.searches:
            maximize = study.direction == StudyDirection.MAXIMIZE

            def make(space: Space, number: int) -> Optimizer:
                return Optimizer(space, maximize=maximize, run=number, constraints=m,
                                 **self._options)

            watch.searches[key] = Search(distributions, self._x0, make, m)
            watch.seen[key] = 0, set()
        return watch.searches[key]

    def _read(self, study: Study, trials: list[FrozenTrial], key: str, search: Search,
              now: int) -> set[Point]:
        """Tells the search of trials that have finished. Returns the points of those that run."""
        first, seen = self._watch(study).seen[key]
        finished, running = [], []
        for trial in trials[first:]:
            if not trial.state.is_finished():
                running.append(trial)
            elif trial.number not in seen:
                seen.add(trial.number)
                finished.append(trial)
        while first in seen:
            seen.remove(first)
            first += 1
        self._watch(study).seen[key] = first, seen
        finished.sort(key=lambda trial: (trial.datetime_complete or datetime.max, trial.number))
        search.learn([self._outcome(trial, study.direction) for trial in finished
                      if _belongs(trial, key)])
        lost = now - _PATIENCE * len(running)
        return {_point(trial) for trial in running if _belongs(trial, key) and trial.number >= lost}

    def _outcome(self, trial: FrozenTrial, direction: StudyDirection) -> Outcome:
        complete = trial.state == TrialState.COMPLETE
        value: float | None = None
        if complete and trial.value is not None:
            value = trial.value
        elif trial.state == TrialState.PRUNED:
            value = float("-inf" if direction == StudyDirection.MAXIMIZE else "inf")
            if self._consider_pruned_trials and trial.intermediate_values:
                value = max(trial.intermediate_values.items())[1]
        return Outcome(_point(trial), trial.params, value, complete,
                       trial.system_attrs.get(_CONSTRAINTS), trial.number)


def _belongs(trial: FrozenTrial, key: str) -> bool:
    said = trial.system_attrs.get(_ATTRIBUTE)
    return said is not None and said[0] == key


def _point(trial: FrozenTrial) -> Point:
    return Point(*trial.system_attrs[_ATTRIBUTE][1:])


def _searchable(space: Mapping[str, BaseDistribution]) -> dict[str, Searchable]:
    """The parameters that can be searched, in an order that is always the same."""
    return {name: each for name, each in sorted(space.items())
            if isinstance(each, (FloatDistribution, IntDistribution, CategoricalDistribution))
            and not each.single()}
