# SPDX-License-Identifier: MIT
"""The course of a run: a few hundred records, however long it is.

Every generation is recorded at first. When there are too many records, every second one is dropped,
and from then on only every second generation is recorded, then every fourth, and so on.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core

Array = NDArray[np.float64]

MOST = 512  # records
VARIABLES = 1000  # of more variables, means and standard deviations are not recorded
AXES = 30  # of more variables, principal axes are not recorded: they take some 20 d^3 operations


COUNTS = ("evaluations", "generations", "run")
REALS = ("best_f", "generation_best", "generation_median", "run_sigma", "run_condition")
ARRAYS = (("run_mean", VARIABLES), ("run_std", VARIABLES), ("run_axes", AXES))

Record = tuple[Any, ...]  # numbers and arrays by these names, in this order


class History:
    """The course of a run by columns, with a number per record; matrices have a row per record.

    With restarts, sigma and what stands below it are of the run at work. Of many variables, mean,
    std and axes are not recorded: these matrices then have no columns.

    about has what the run was made with: the settings that were given, and names of the variables
    where they have names.
    """

    evaluations: NDArray[np.int64]
    generation: NDArray[np.int64]
    run: NDArray[np.int64]  # which run, from 1
    best_f: Array
    generation_best: Array
    generation_median: Array
    sigma: Array
    condition: Array
    mean: Array
    std: Array
    axes: Array  # lengths of the principal axes, ascending

    def __init__(self, records: list[Record], about: Mapping[str, Any]) -> None:
        self.records = records
        self.about = about

    def __getattr__(self, name: str) -> NDArray[Any]:
        """A column is put together when it is first asked for."""
        if name not in COLUMNS:
            raise AttributeError(f"a history has no column {name!r}; it has {', '.join(COLUMNS)}")
        column = [record[COLUMNS.index(name)] for record in self.records]
        made = _matrix(column) if COLUMNS.index(name) >= 8 else np.array(
            column, dtype=np.int64 if COLUMNS.index(name) < 3 else np.float64)
        setattr(self, name, made)
        return made

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        last = f" up to evaluation {self.evaluations[-1]}" if self.records else ""
        return f"<nes.History: {len(self)} records{last}>"


COLUMNS = tuple(History.__annotations__)


def _read(handle: _core.Handle) -> Record:
    """One record: the counts, the reals and the arrays of a run as it stands."""
    return (*map(handle.count, COUNTS), *map(handle.real, REALS),
            *(read_array(handle, name) if handle.dim <= most else None for name, most in ARRAYS))


def read_array(handle: _core.Handle, name: str) -> Array | None:
    """An array of a run by its name; None: there is none, or not yet."""
    array = np.empty(handle.dim)
    try:
        handle.array(name, array)
    except RuntimeError:
        return None
    return array


def _matrix(rows: list[Any]) -> Array:
    """Rows below one another; a row that is not there has NaN."""
    width = max((len(row) for row in rows if row is not None), default=0)
    empty = np.full(width, np.nan)
    return np.array([empty if row is None else row for row in rows]).reshape(len(rows), width)


class Recorder:
    """Reads records from a handle and keeps some of them, evenly spaced."""

    __slots__ = ("rows", "stride", "due")

    def __init__(self) -> None:
        self.rows: list[Record] = []
        self.stride = 1  # generations from one record to the next
        self.due = 1  # the generation of the next one

    def look(self, handle: _core.Handle) -> int:
        """Makes a record if one is due. Returns how many calls of tell may pass before the next
        look: each of them finishes one generation at most."""
        generation = handle.count("generations")
        if generation >= self.due:
            self.rows.append(_read(handle))
            if len(self.rows) == MOST:
                del self.rows[::2]
                self.stride *= 2
            self.due = generation + self.stride
        return self.due - generation

    def records(self, handle: _core.Handle) -> list[Record]:
        """All records, and one of the run as it stands."""
        rows = list(self.rows)
        if handle.count("evaluations") > (rows[-1][0] if rows else 0):
            rows.append(_read(handle))
        return rows
