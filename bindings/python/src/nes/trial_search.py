# SPDX-License-Identifier: MIT
"""A search whose evaluations are the trials of an Optuna study, for nes.optuna.

It keeps nothing that is not in the study: points follow from the settings and from the values told
by id, so that telling the finished trials again gives the same optimiser, in any process. A trial
carries the id of its point, and no state of the optimiser is ever stored.
"""
from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from optuna.distributions import (BaseDistribution, CategoricalDistribution, FloatDistribution,
                                  IntDistribution)

from .optimizer import Optimizer
from .space import Choice, Integer, Log, Real, Space
from .variables import Variable
from .words import counted

Searchable = FloatDistribution | IntDistribution | CategoricalDistribution


class Point(NamedTuple):
    """Which point a trial has: the number of the optimiser under this search, and the id there."""

    number: int
    id: int


class Outcome(NamedTuple):
    """A finished trial. Of one that failed some parameters may be missing."""

    point: Point
    params: Mapping[str, Any]
    value: float | None  # None: the evaluation failed
    complete: bool
    g: Sequence[float] | None = None  # its constraints
    number: int = 0


def variable(name: str, distribution: Searchable, start: Any) -> Variable:
    """A parameter of Optuna as a variable of a space. Choices are searched by their numbers, since
    Optuna may have equal ones."""
    if isinstance(distribution, CategoricalDistribution):
        return Choice(*range(len(distribution.choices)), start=None if start is None else int(
            distribution.to_internal_repr(start)))
    low, high = float(distribution.low), float(distribution.high)
    if start is not None and not low <= start <= high:
        raise ValueError(f"x0: {name} is {start}, outside its range from {low} to {high}")
    whole = isinstance(distribution, IntDistribution)
    step = distribution.step
    if step is not None and not (whole and step == 1):
        high = low + round((high - low) / step) * step
        return (Integer if whole else Real)(low, high, start=start, step=step)
    if distribution.log:
        return Log(low, high, start=start, integer=whole)
    return (Integer if whole else Real)(low, high, start=start)


class Search:
    """One optimiser after the other over the same parameters. Another follows where one stops."""

    def __init__(self, distributions: Mapping[str, Searchable], start: Mapping[str, Any],
                 make: Callable[[Space, int], Optimizer], constraints: int = 0) -> None:
        self._m = constraints
        self._distributions = dict(distributions)
        self._space = Space({f"p{i}": variable(name, distribution, start.get(name))
                             for i, (name, distribution) in enumerate(distributions.items())})
        self._make = make
        self._number = 0
        self._optimizer = make(self._space, 0)
        self._open: dict[int, list[float]] = {}
        self._waiting: dict[Point, list[Outcome]] = {}
        self._look()

    def _look(self) -> None:
        """Sees which points are without a value now."""
        while self._optimizer.stopped:
            self._number += 1
            self._optimizer = self._make(self._space, self._number)
        points = self._optimizer.ask().tolist()
        ids = self._optimizer.ids.tolist()
        if any(id not in self._open for id in ids):  # a new generation
            self._spare: list[list[float]] = []
            self._beside: Optimizer | None = None
        self._open = dict(zip(ids, points))

    def learn(self, outcomes: list[Outcome]) -> None:
        """Tells finished trials, in the order in which they were finished. Values whose generation
        has not begun yet, by clocks that differ, wait for it; those that come late are left out."""
        for outcome in outcomes:
            self._waiting.setdefault(outcome.point, []).append(outcome)
        while due := self._due():
            self._optimizer.tell(list(due), list(due.values()))
            self._look()

    def _due(self) -> dict[int, Any]:
        """The values that are there for open points; with constraints pairs."""
        due: dict[int, Any] = {}
        for id in self._open:
            point = Point(self._number, id)
            while id not in due and self._waiting.get(point):
                outcome = self._waiting[point].pop(0)
                if self._matches(outcome):
                    due[id] = self._told(outcome)
        return due

    def _told(self, outcome: Outcome) -> Any:
        if self._m == 0 or outcome.value is None:
            return outcome.value
        g = [math.nan] * self._m if outcome.g is None else outcome.g
        if len(g) != self._m:
            raise ValueError(f"constraints_func has returned {counted(len(g), 'number')} for trial "
                             f"{outcome.number}, and {self._m} for others; it must always be as many")
        return outcome.value, g

    def _matches(self, outcome: Outcome) -> bool:
        """Whether the trial had this very point. It had another one if its parameters were
        enqueued, or if another version of the library drew it."""
        expected = self._params(self._open[outcome.point.id])
        if outcome.complete and any(name not in outcome.params for name in expected):
            return False
        return all(self._same(name, outcome.params[name], value) for name, value in expected.items()
                   if name in outcome.params)

    def _same(self, name: str, stored: Any, value: Any) -> bool:
        """Databases may keep fewer digits of a number."""
        distribution = self._distributions[name]
        if isinstance(distribution, CategoricalDistribution):
            return distribution.to_internal_repr(stored) == distribution.to_internal_repr(value)
        return isinstance(stored, (int, float)) and math.isclose(stored, value, rel_tol=1e-9)

    def next(self, busy: set[Point]) -> tuple[Point | None, dict[str, Any]]:
        """A point for a new trial that no running trial has. Where there is none the trial gets one
        more from the same distribution, of which the search will not learn: (None, params)."""
        for id, x in self._open.items():
            if Point(self._number, id) not in busy:
                return Point(self._number, id), self._params(x)
        spare = self._one_more()
        return None, {} if spare is None else self._params(spare)

    def _one_more(self) -> list[float] | None:
        """A further point, from a copy of the optimiser that closes the generation with the values
        it has so far and goes on. None: it has stopped."""
        if self._beside is None:
            self._beside = copy.copy(self._optimizer)
        if not self._spare and not self._beside.stopped:
            self._beside.close()
            self._spare = [] if self._beside.stopped else self._beside.ask().tolist()
        return self._spare.pop(0) if self._spare else None

    def _params(self, x: list[float]) -> dict[str, Any]:
        values = self._space.unpack(x).values()
        return {name: distribution.choices[value] if isinstance(distribution, CategoricalDistribution)
                else value for (name, distribution), value in zip(self._distributions.items(), values)}
