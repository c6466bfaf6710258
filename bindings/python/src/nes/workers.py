# SPDX-License-Identifier: MIT
"""Who evaluates the points of a generation: this process, or others at the same time.

An evaluator is called with an (n, d) array of its own and returns n values. The order in which
points are evaluated makes no difference to the run. When an exception ends the call, partial() has
the points that were finished, so that no evaluation is lost.
"""
from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any

import numpy as np

from .arrays import Array
from .objective import EvaluationFailed, Objective, Value

Share = tuple[slice, Array]  # rows of a generation, and their numbers
Finished = tuple[list[int], list[Value]]  # rows, and their values


def in_one(values: list[Value]) -> array[float] | list[Value]:
    """Values as an array, which is quicker to tell; as they are where some evaluations failed, and
    where they are rows."""
    try:
        return array("d", values)  # type: ignore[arg-type]
    except TypeError:
        return values


class Evaluator:
    """What all evaluators have in common: they are entered, called, and left."""

    def __init__(self, objective: Objective) -> None:
        self.objective = objective
        self.finished: dict[int, Value] = {}
        self.tick: Callable[[int], None] | None = None  # told how many more points have values

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        pass

    def __call__(self, points: Array) -> Any:
        raise NotImplementedError

    def partial(self) -> Finished:
        """What was finished of the call that was cut short."""
        return list(self.finished), list(self.finished.values())


class Serial(Evaluator):
    """One call of the function per point, in this process."""

    def __init__(self, objective: Objective) -> None:
        super().__init__(objective)
        self.f = objective.plain()
        self.values: list[Value] = []

    def __call__(self, points: Array) -> array[float] | list[Value]:
        f, to_value, tick = self.f, self.objective.to_value, self.tick
        values: list[Value] = []
        self.values = values
        for x in points:
            try:
                value = f(x)
            except EvaluationFailed:
                value = None
            values.append(value if isinstance(value, float) else to_value(value, x))
            if tick is not None:
                tick(1)
        return in_one(values)

    def partial(self) -> Finished:
        return list(range(len(self.values))), self.values


class Vectorized(Evaluator):
    """One call of the function for all points."""

    def __call__(self, points: Array) -> Any:
        return self.objective.values(points)


class Shares(Evaluator):
    """Evaluators that hand out shares: single points, or with a vectorised function some rows."""

    def __init__(self, objective: Objective, vectorized: bool, workers: int) -> None:
        super().__init__(objective)
        self.vectorized = vectorized
        self.workers = workers
        self.work: Callable[[Array], Any] = objective.values if vectorized else objective.value

    def shares(self, points: Array) -> list[Share]:
        """The rows of each share, and its numbers."""
        n = len(points)
        if not self.vectorized:
            return [(slice(i, i + 1), points[i]) for i in range(n)]
        ends = [n * k // self.workers for k in range(self.workers + 1)]
        return [(slice(a, b), points[a:b]) for a, b in zip(ends, ends[1:]) if b > a]

    def keep(self, rows: slice, values: Any) -> None:
        """Notes the values of a share. They may have come through code of the user's own."""
        row = self.objective.checked(values, rows.stop - rows.start, "what is given as workers")
        self.finished.update(zip(range(rows.start, rows.stop), row))
        if self.tick is not None:
            self.tick(rows.stop - rows.start)

    def in_order(self, n: int) -> array[float] | list[Value]:
        """All values, once each point has one."""
        finished, self.finished = self.finished, {}
        return in_one([finished[i] for i in range(n)])


class Futures(Shares):
    """An executor: an object with submit(), of concurrent.futures, mpi4py.futures and others."""

    def __init__(self, objective: Objective, vectorized: bool, executor: Any) -> None:
        super().__init__(objective, vectorized, workers_of(executor))
        self.submit = executor.submit

    def __call__(self, points: Array) -> array[float] | list[Value]:
        shares = self.shares(points)
        futures: list[Any] = []
        try:
            for _, numbers in shares:
                futures.append(self.submit(self.work, numbers))
            for (rows, _), future in zip(shares, futures):
                self.keep(rows, future.result())
        except BaseException:
            self.give_up(shares, futures)
            raise
        return self.in_order(len(points))

    def give_up(self, shares: list[Share], futures: list[Any]) -> None:
        """Keeps what is there already, and starts nothing more."""
        for (rows, _), future in zip(shares, futures):
            kept = future.cancel() or rows.start in self.finished
            if not kept and future.done() and future.exception() is None:
                self.keep(rows, future.result())


class Mapped(Shares):
    """A function like map(): it applies a function to all items, and gives results in order."""

    def __init__(self, objective: Objective, vectorized: bool,
                 map_function: Callable[..., Iterable[Any]]) -> None:
        super().__init__(objective, vectorized, processors())
        self.map = map_function

    def __call__(self, points: Array) -> array[float] | list[Value]:
        shares = self.shares(points)
        results = iter(self.map(self.work, [numbers for _, numbers in shares]))
        count = 0
        for (rows, _), values in zip(shares, results):
            self.keep(rows, values)
            count += 1
        if count < len(shares):
            raise ValueError(f"the map function given as workers has {count} results for "
                             f"{len(shares)} calls")
        return self.in_order(len(points))


def processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def evaluator(objective: Objective, workers: Any = None, vectorized: bool = False) -> Evaluator:
    """The evaluator that the argument workers stands for."""
    if hasattr(workers, "submit"):
        return Futures(objective, vectorized, workers)
    if callable(workers):
        return Mapped(objective, vectorized, workers)
    if callable(getattr(workers, "map", None)):
        return Mapped(objective, vectorized, workers.map)
    n = _count(workers)
    if n > 1:
        from .processes import Processes

        return Processes(objective, vectorized, n)
    return Vectorized(objective) if vectorized else Serial(objective)


def number_of_places(workers: Any) -> int:
    """How many points are evaluated at a time, as far as that is known; 1 where it is not."""
    if hasattr(workers, "submit"):
        return workers_of(workers)
    return 1 if callable(getattr(workers, "map", workers)) else _count(workers)


def workers_of(executor: Any) -> int:
    """The number of workers of an executor."""
    return getattr(executor, "_max_workers", 0) or processors()


def _count(workers: Any) -> int:
    if workers is None:
        return 1
    if isinstance(workers, bool) or not isinstance(workers, (int, np.integer)):
        raise TypeError(f"workers must be a number of processes, an executor or a map function, not "
                        f"{workers!r}")
    if workers == -1:
        return processors()
    if workers < 1:
        raise ValueError(f"workers is {workers}: give at least 1, or -1 for all processors")
    return int(workers)
