# SPDX-License-Identifier: MIT
"""What is known of points, so that none is evaluated twice: values of the run itself (cache=True),
and results that the user gives (known)."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from .arrays import Array, shown
from .inject import excess_of, rows_of
from .objective import Row, told_values
from .space import Space
from .words import counted
from .workers import Evaluator

if TYPE_CHECKING:
    from .reading import Reading

MEASURED, FAILED, KNOWN = 0, 1, 5  # what becomes of a point, as _core.pyi has it


class Memory:
    """Rows of values by points."""

    def __init__(self) -> None:
        self._rows: dict[bytes, Row] = {}

    @staticmethod
    def key(x: Array) -> bytes:
        return (x + 0.0).tobytes()  # -0 becomes 0

    def get(self, x: Array) -> Row | None:
        return self._rows.get(self.key(x))

    def learn(self, x: Array, row: Row) -> None:
        self._rows.setdefault(self.key(x), row)

    def firsts(self, points: Array, waiting: list[int]) -> list[int]:
        """Of these points those that are not known, the first of equal ones."""
        first: dict[bytes, int] = {}
        for i in waiting:
            key = self.key(points[i])
            if key not in self._rows:
                first.setdefault(key, i)
        return list(first.values())


class Round:
    """The points of an ask on their way to their values."""

    def __init__(self, memory: Memory, points: Array, width: int) -> None:
        self._memory, self._points = memory, points
        self.rows = np.full((len(points), width), np.nan)
        self.fates = bytearray(len(points))
        self.waiting = list(range(len(points)))

    def evaluate(self, evaluate: Evaluator) -> None:
        """Evaluates what is not known. Where an evaluation fails, the next of equal points is
        evaluated. An exception leaves in waiting what has no value."""
        while self.waiting:
            todo = self._memory.firsts(self._points, self.waiting)
            try:
                found = evaluate(self._points[todo]) if todo else []
            except BaseException:
                rows, values = evaluate.partial()
                self._take([todo[k] for k in rows], values)
                raise
            self._take(todo, found)

    def _take(self, rows: list[int], values: Any) -> None:
        taken = set(rows)
        for i, value in zip(rows, values):
            if value is None:
                self.fates[i] = FAILED
                continue
            self.rows[i] = value
            self._memory.learn(self._points[i], tuple(self.rows[i].tolist()))
        for i in self.waiting:
            row = None if i in taken else self._memory.get(self._points[i])
            if row is not None:
                self.rows[i], self.fates[i] = row, KNOWN
                taken.add(i)
        self.waiting = [i for i in self.waiting if i not in taken]


class Known:
    """Results of the user: points, rows of values, and which of them is the best (None: none)."""

    def __init__(self, points: Array, rows: Array, best: int | None) -> None:
        self.points, self.rows, self.best = points, rows, best

    def start(self) -> Array | None:
        """The best point."""
        return None if self.best is None else np.ascontiguousarray(self.points[self.best])

    def tell(self, handle: _core.Handle, origin: Array | None) -> None:
        """Tells a search of all points but the one where it starts, which it evaluates itself."""
        rest = [i for i, x in enumerate(self.points)
                if origin is None or not np.array_equal(x, origin)]
        if rest:
            handle.know(self.points[rest].reshape(-1), self.rows[rest].reshape(-1))


def remember(memory: Memory, known: Any, handle: _core.Handle, given: Mapping[str, Any],
             space: Space | None, reading: Reading | None) -> Known:
    """Learns results of the user, a pair of points and what the objective returned for them."""
    if not isinstance(known, (tuple, list)) or len(known) != 2:
        raise TypeError(f"known is a pair, points and their values: known=(X, f), not {shown(known)}")
    points = rows_of(known[0], handle.dim, space, "known")
    values = _values(known[1], reading)
    if len(values) != len(points):
        raise ValueError(f"known: there are {counted(len(points), 'point')} and "
                         f"{counted(len(values), 'value')}")
    for i, (x, row) in enumerate(zip(points, values)):
        try:
            _core.Handle(handle.dim, x, given)
        except ValueError as error:
            raise ValueError(f"known: point {i + 1} cannot be one of the search: {error}") from None
        before = memory.get(x)
        if before is not None and not np.array_equal(before, row, equal_nan=True):
            raise ValueError(f"known: point {i + 1} is there twice, with the values {before[0]:g} and "
                             f"{row[0]:g}; leave the wrong one out, and both where values are noisy")
        memory.learn(x, row)
    rows = np.array(values)
    return Known(points, rows, _best(rows, handle, given))


def _values(values: Any, reading: Reading | None) -> list[Row]:
    if reading is None:
        numbers, failed = told_values(values)
        rows: list[Any] = numbers.reshape(-1, 1).tolist()
        bad = [] if failed is None else [i for i, f in enumerate(failed) if f]
    else:
        rows = list(reading.told(values, None))
        bad = [i for i, row in enumerate(rows) if row is None]
    if bad:
        raise ValueError(f"known: value {bad[0] + 1} is None; leave points without a value out")
    return [tuple(row) for row in rows]


def _best(rows: Array, handle: _core.Handle, given: Mapping[str, Any]) -> int | None:
    excess = excess_of(rows, int(handle.setting("constraints")), given)
    excess[~np.isfinite(rows[:, 0])] = np.nan
    if len(rows) == 0 or np.isnan(excess).all():
        return None
    sign = -1 if handle.setting("maximize") == "yes" else 1
    return int(np.lexsort((sign * rows[:, 0], excess))[0])
