# SPDX-License-Identifier: MIT
"""Points of the user's that are evaluated before the search begins.

The search starts from the best of them and does not evaluate it again, as with --inject of the
program `nes`. What stands for the handle until then hands these points out, and afterwards passes
everything on to the handle of the search.
"""
from __future__ import annotations

import hashlib
import operator
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from .arrays import Array, numbers, shown
from .constraints import EQUAL
from .options import budget, is_of_driver
from .space import Space
from .words import counted

FIRST_ID = 2**63  # of these points, beyond all ids of a search
WAITING, VALUED, FAILED, GIVEN_UP = range(4)
KNOWN = 5  # how tell() is told of a known point
_frombuffer: Any = np.frombuffer


def injected(handle: _core.Handle, origin: Array | None, given: Mapping[str, Any],
             space: Space | None, points: Any) -> _core.Handle:
    """What stands for a handle with these settings, and hands out these points first. The start,
    where one is given, is the first of them."""
    rows = rows_of(points, handle.dim, space, "inject")
    for i, row in enumerate(rows):
        try:
            _core.Handle(handle.dim, row, given)
        except ValueError as error:
            raise ValueError(f"inject: point {i + 1} cannot be a start: {error}") from None
    if origin is not None:
        rows = np.vstack([origin, rows])
    most = budget(handle.setting("max_evals"))
    left = {} if most is None else {"max_evals": _left(most, len(rows))}
    return cast(_core.Handle, Injected(handle.dim, origin, {**given, **left}, rows))


def _left(most: int, points: int) -> str:
    """What a budget leaves for the search beyond so many points."""
    if most <= points:
        raise ValueError(f"max_evals {most} leaves nothing beyond the {counted(points, 'point')} "
                         "evaluated first, those of inject and x0; raise it")
    return str(most - points)


def rows_of(points: Any, dim: int, space: Space | None, name: str) -> Array:
    """Points as rows of numbers; one point alone is a row too. name: of the argument."""
    listed = [points] if isinstance(points, Mapping) else points
    if isinstance(listed, (list, tuple)) and any(isinstance(p, Mapping) for p in listed):
        if space is None:
            raise TypeError(f"{name}: points are dicts where the variables have names, and rows of "
                            f"numbers otherwise, not {shown(points)}")
        listed = [space.pack(p) if isinstance(p, Mapping) else p for p in listed]
    rows = numbers(listed, name)
    if rows.ndim == 1 and rows.size == dim:
        rows = rows.reshape(1, dim)
    if rows.ndim != 2 or rows.shape[1] != dim or len(rows) == 0:
        raise ValueError(f"{name}: points are rows of {counted(dim, 'number')}, and their shape is "
                         f"{rows.shape}")
    return rows


def with_design(handle: _core.Handle, n: Any, space: Space | None, points: Any) -> Array:
    """n points that fill the box between the bounds, behind those that are injected."""
    try:
        number = operator.index(n)
    except TypeError:
        number = 0
    if number < 1 or isinstance(n, bool):
        raise ValueError(f"design is a number of points, 1 or more, and it is {shown(n)}")
    rows = np.empty((number, handle.dim))
    try:
        handle.design(number, rows)
    except ValueError as error:
        raise ValueError(f"design: {error}") from None
    return rows if points is None else np.vstack([rows_of(points, handle.dim, space, "inject"), rows])


def excess_of(rows: Array, m: int, settings: Mapping[str, Any]) -> Array:
    """By how much rows of values violate the first m outputs as constraints, in all."""
    kind, tol = (settings.get(name, np.zeros(m)) for name in ("constraint_kind", "constraint_tol"))
    g = rows[:, 1:1 + m]
    excess: Array = np.maximum(np.where(kind == EQUAL, abs(g), g) - tol, 0).sum(axis=1)
    return excess


class Injected:
    """A handle whose first points are those of the user; see _core.pyi for its functions."""

    def __init__(self, dim: int, origin: Array | None, settings: dict[str, Any],
                 points: Array) -> None:
        self.dim = dim
        self._origin, self._points, self._settings = origin, points, settings
        self._search = _core.Handle(dim, origin, self._settings)
        self._rows = np.full((len(points), 1 + self._search.outputs), np.nan)  # of values
        self._fate = np.full(len(points), WAITING)
        self._asked: NDArray[np.intp] | None = None  # rows of the last ask
        self._answered = 0  # 1: the search was told the value of its start
        self._begun = False
        self._known = 0  # number of points whose values were known
        self._results: list[tuple[Array, Array]] = []  # that the search is to know when it begins

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._search, name)

    # ---- points and values

    def ask(self) -> tuple[int, Any]:
        if self._begun or self._search.stopped():  # a search that has stopped refuses
            return self._search.ask()
        self._asked = np.flatnonzero(self._fate == WAITING)
        rows = self._points[self._asked]
        rows.flags.writeable = False
        return len(rows), rows

    def ids(self) -> Any:
        if self._begun or self._asked is None:
            return self._search.ids()
        return self._asked.astype(np.uint64) + np.uint64(FIRST_ID)

    def tell(self, values: Any, failed: bytes | None = None) -> None:
        if self._begun or self._asked is None:
            return self._search.tell(values, failed)
        told = np.frombuffer(values).reshape(-1, self._rows.shape[1])
        if len(told) != len(self._asked):
            raise ValueError(f"{counted(len(told), 'value')} for {counted(len(self._asked), 'point')} "
                             "that were asked")
        self._take(self._asked, told, failed)
        return None

    def tell_some(self, ids: Any, values: Any, failed: bytes | None = None) -> bool:
        ours = ids >= np.uint64(FIRST_ID)
        if not ours.any():
            return self._search.tell_some(ids, values, failed)
        told = np.asarray(values).reshape(-1, self._rows.shape[1])
        if len(ids) != len(told):
            raise ValueError(f"{counted(len(ids), 'id')}, but {counted(len(told), 'value')}")
        rows = (ids - np.uint64(FIRST_ID)).astype(np.intp)
        fates = [self._fate[i] if known and i < len(self._fate) else VALUED
                 for i, known in zip(rows, ours)]
        if len(set(rows.tolist())) < len(rows) or any(f in (VALUED, FAILED) for f in fates):
            raise LookupError("an id is not one of the injected points that wait for a value, or is "
                              "there twice; no value was taken")
        if self._begun:
            return True  # they were given up, and come late
        self._take(rows, told, failed)
        return False

    def _take(self, rows: NDArray[np.intp], values: Array, failed: bytes | None) -> None:
        told = np.zeros(len(rows), np.uint8) if failed is None else np.frombuffer(failed, np.uint8)
        self._rows[rows] = values
        self._fate[rows] = np.where((told == 0) | (told == KNOWN), VALUED, FAILED)
        self._known += int((told == KNOWN).sum())
        if (self._fate != WAITING).all():
            self._begin()

    def know(self, points: Array, values: Array) -> None:
        if self._begun:
            self._search.know(points, values)
        else:
            self._results.append((points, values))

    def close(self) -> None:
        if self._begun or self._asked is None:
            return self._search.close()
        self._fate[self._fate == WAITING] = GIVEN_UP
        self._begin()
        return None

    def _best(self) -> int | None:
        """The row of the best point; None: no value is finite."""
        excess = self._excess()
        if np.isnan(excess).all():
            return None
        sign = -1 if self._search.setting("maximize") == "yes" else 1
        return int(np.lexsort((sign * self._rows[:, 0], excess))[0])

    def _excess(self) -> Array:
        """By how much each point violates the constraints, in all; NaN of points without numbers."""
        excess = excess_of(self._rows, int(self._search.setting("constraints")), self._settings)
        excess[(self._fate != VALUED) | ~np.isfinite(self._rows[:, 0])] = np.nan
        return excess

    def _begin(self) -> None:
        """Starts the search from the best point, whose value it is told."""
        best, stopped = self._best(), self._search.stopped()
        most = budget(str(self._settings.get("max_evals", "off")))
        if most is not None:
            self._settings = {**self._settings, "max_evals": str(most + self._known)}
        start = self._origin if best is None else np.ascontiguousarray(self._points[best])
        self._search = _core.Handle(self.dim, start, self._settings)
        done = np.isin(self._fate, (VALUED, FAILED)) & (np.arange(len(self._fate)) != best)
        if done.any():
            self._search.know(self._points[done].reshape(-1), self._rows[done].reshape(-1))
        for points, values in self._results:
            self._search.know(points, values)
        self._begun = True
        n, view = self._search.ask()
        if best is not None and np.array_equal(_frombuffer(view)[:self.dim], self._points[best]):
            ids = _frombuffer(self._search.ids(), dtype=np.uint64)
            self._search.tell_some(ids[:1].copy(), self._rows[best].copy(), bytes([KNOWN]))
            self._answered = 1
        if stopped:
            self._search.stop()

    def _evaluated(self) -> int:
        """How many of the points an evaluation is kept for: once the search has begun, not for those
        that were known."""
        return len(self._points) - (self._known if self._begun else 0)

    # ---- what is known of the whole

    def count(self, name: str) -> int:
        """Counts of the search, and of the points before it. Nothing is counted twice."""
        value = self._search.count(name)
        if name == "evaluations":
            return value + int(np.isin(self._fate, (VALUED, FAILED)).sum()) - self._known
        if name == "known":
            return value + self._known
        if name == "failed":
            return value + int((self._fate == FAILED).sum())
        before = len(self._points) - self._answered
        if name == "best_evaluation" and value > 0:
            return (self._best() or 0) + 1 if value == self._answered else value + before
        if name in ("feasible_evaluations", "first_feasible") and self._search.outputs > 0:
            held = np.flatnonzero(self._excess() == 0)
            if name == "first_feasible":
                return int(held[0]) + 1 if len(held) else value + before if value else 0
            return value + len(held) - (self._answered if self._best() in held else 0)
        return value

    def setting(self, name: str) -> str:
        text = self._search.setting(name)
        most = budget(text) if name == "max_evals" else None
        return text if most is None else str(most + self._evaluated())

    def go_on(self, options: Mapping[str, Any]) -> str:
        limits = dict(options)
        most = budget(limits.get("max_evals", "off"))
        if most is not None:
            limits["max_evals"] = _left(most, self._evaluated())
        sentence = self._search.go_on(limits)
        self._settings = {**self._settings, **limits}
        return sentence

    # ---- saving

    def save(self) -> bytes:
        if not self._begun:
            raise RuntimeError("the search has not begun, since injected points wait for their "
                               "values: tell them first; pickle keeps an optimiser at any time")
        return self._search.save()

    def fingerprint(self) -> int:
        if self._begun:
            return self._search.fingerprint()
        state = self._points.tobytes() + self._rows.tobytes() + self._fate.tobytes()
        digest = hashlib.blake2b(state, digest_size=8).digest()
        return self._search.fingerprint() ^ int.from_bytes(digest, "little")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_search": self._search.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        driver = {name: value for name, value in state["_settings"].items() if is_of_driver(name)}
        self.__dict__.update(state, _search=_core.Handle.load(state["_search"], driver),
                             _rows=state["_rows"].copy(), _fate=state["_fate"].copy(),
                             _results=list(state["_results"]))


def dumped(handle: _core.Handle) -> Any:
    """The state of a handle for restored(): bytes, or with injected points a dict."""
    return handle.__getstate__() if isinstance(handle, Injected) else handle.save()


def restored(state: Any, driver: Mapping[str, Any]) -> _core.Handle:
    """A handle from its state. driver: the options that bytes do not have."""
    if isinstance(state, bytes):
        return _core.Handle.load(state, driver)
    handle = Injected.__new__(Injected)
    handle.__setstate__(state)
    return cast(_core.Handle, handle)
