# SPDX-License-Identifier: MIT
"""Places of an asynchronous search: each evaluates one point, and gets the next one as soon as it is
free, or when the pace of the library says so."""
from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .arrays import Array
from .objective import Value
from .processes import Processes
from .workers import Evaluator, Futures, Mapped

_frombuffer: Any = np.frombuffer  # its stubs do not know of other objects with buffers

Point = tuple[int, Array]  # its id, and its numbers
Done = tuple[int, Value]  # an id, and the value that was found


class Places:
    """Points on their way to values. A subclass knows where they are evaluated."""

    count = 1

    def __init__(self, evaluate: Evaluator, handle: _core.Handle, before: list[Point]) -> None:
        self.evaluate = evaluate
        self.handle = handle
        self.before = before[::-1]  # points that were out before
        self.busy: dict[int, int] = {}  # ids, by places
        self.pace: _core.Pace | None = None

    def start(self, place: int, point: Array) -> None:
        """Begins to evaluate a point."""
        raise NotImplementedError

    def finished(self, seconds: float | None) -> Iterator[tuple[int, Value]]:
        """Waits for news, at most so long; the places that are free now, with their values."""
        raise NotImplementedError

    def next(self) -> Iterator[Done]:
        """Gives free places points, waits, and gives the values that have come."""
        if self.pace is None:
            self.pace = _core.Pace(self.count)
        again = self._refill(self.pace)
        seconds = None if math.isinf(again) else max(0.0, again - time.monotonic())
        return self._ended(self.finished(seconds))

    def rest(self) -> Iterator[Done]:
        """Values that are there already when the run ends, for whatever reason."""
        with suppress(Exception):
            yield from self._ended(self.finished(0))

    def _ended(self, finished: Iterator[tuple[int, Value]]) -> Iterator[Done]:
        for place, value in finished:
            id = self.busy.pop(place)
            if self.pace is not None:
                self.pace.end(id, time.monotonic())
            yield id, value

    def _refill(self, pace: _core.Pace) -> float:
        """Gives free places points; the moment to look again without news."""
        free = iter([place for place in range(self.count) if place not in self.busy])
        for place in free:
            more, again = (True, math.inf) if self.before else pace.refill(self.handle, time.monotonic())
            point = self._point() if more else None
            if point is None:
                return again
            id, numbers = point
            pace.begin(id, time.monotonic())
            self.busy[place] = id
            self.start(place, numbers)
        return math.inf

    def _point(self) -> Point | None:
        """A point to be evaluated; None: all that there may be are."""
        if self.before:
            return self.before.pop()
        found = self.handle.ask_one()
        if found is None:
            return None
        id = int(_frombuffer(self.handle.ids(), dtype=np.uint64)[0])
        return id, _frombuffer(found[1]).copy()  # functions keep what they are called with


class Here(Places):
    """One place, in this process."""

    def __init__(self, evaluate: Evaluator, handle: _core.Handle, before: list[Point]) -> None:
        super().__init__(evaluate, handle, before)
        self.value: list[Value] = []

    def start(self, place: int, point: Array) -> None:
        try:
            self.value = list(self.evaluate(point[np.newaxis]))
        except BaseException:
            del self.busy[place]
            raise

    def finished(self, seconds: float | None) -> Iterator[tuple[int, Value]]:
        values, self.value = self.value, []
        for value in values:
            yield 0, value


class InFutures(Places):
    """An executor. A place is one of its workers."""

    def __init__(self, evaluate: Futures, handle: _core.Handle, before: list[Point]) -> None:
        super().__init__(evaluate, handle, before)
        self.futures = evaluate
        self.count = evaluate.workers
        self.done: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()

    def start(self, place: int, point: Array) -> None:
        rows = point[np.newaxis] if self.futures.vectorized else point
        future = self.futures.submit(self.futures.work, rows)
        future.add_done_callback(lambda future: self.done.put((place, future)))

    def finished(self, seconds: float | None) -> Iterator[tuple[int, Value]]:
        try:
            place, future = self.done.get(timeout=seconds)
            while True:
                self.futures.keep(slice(place, place + 1), future.result())
                yield place, self.futures.finished.pop(place)
                place, future = self.done.get_nowait()
        except queue.Empty:
            return


class InProcesses(Places):
    """Forked processes."""

    def __init__(self, evaluate: Processes, handle: _core.Handle, before: list[Point]) -> None:
        super().__init__(evaluate, handle, before)
        self.processes = evaluate
        self.count = evaluate.workers

    def start(self, place: int, point: Array) -> None:
        rows = point[np.newaxis] if self.processes.vectorized else point
        self.processes.give((slice(place, place + 1), rows))

    def finished(self, seconds: float | None) -> Iterator[tuple[int, Value]]:
        for channel in wait(list(self.processes.busy), seconds):
            worker = self.processes.busy.pop(channel)
            place = worker.rows.start
            self.processes.take(worker)
            yield place, self.processes.finished.pop(place)


def places_of(evaluate: Evaluator, handle: _core.Handle, before: list[Point]) -> Places:
    """The places of an evaluator."""
    if isinstance(evaluate, Mapped):
        raise TypeError("a map function waits for all its points, and an asynchronous search has no "
                        "generations: give workers as a number or an executor")
    if isinstance(evaluate, Futures):
        return InFutures(evaluate, handle, before)
    if isinstance(evaluate, Processes):
        return InProcesses(evaluate, handle, before)
    return Here(evaluate, handle, before)


def in_places(evaluate: Evaluator, handle: _core.Handle, before: list[Point],
              tell: Callable[[int, Value], None]) -> Iterator[None]:
    """Evaluates points until the search has stopped, those that were out before first, and tells
    their values; comes back after every update, and at the end."""
    places = places_of(evaluate, handle, before)
    updates = handle.count("generations")
    try:
        while not handle.stopped():
            for id, value in places.next():
                tell(id, value)
            if updates < (updates := handle.count("generations")) or handle.stopped():
                yield
    finally:
        for id, value in places.rest():
            tell(id, value)


def further_points(handle: _core.Handle, n: int) -> tuple[Array, NDArray[np.uint64]]:
    """n further points of an asynchronous search, or fewer, and their ids: copies."""
    points: list[Array] = []
    ids: list[int] = []
    while len(ids) < n and (found := handle.ask_one()) is not None:
        points.append(_frombuffer(found[1]).copy())
        ids.append(_frombuffer(handle.ids(), dtype=np.uint64)[0])
    return np.array(points).reshape(-1, handle.dim), np.array(ids, dtype=np.uint64)
