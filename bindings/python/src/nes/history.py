# SPDX-License-Identifier: MIT
"""The course of a run: a few hundred records, however long it is.

The first generations are all recorded, then one whenever their number has grown by a 48th. So a
record is never far from any generation, and a long run costs hardly more than a short one. The
principal axes take longer to find than all else: every fourth record has them.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from .arrays import Array
from .lazy import Lazy
from .words import counted

SPACING = 48
VARIABLES = 1000  # of more variables, means and standard deviations are not recorded
AXES = 40  # of more variables, principal axes are not recorded: they take some 20 d^3 operations
AXES_EVERY = 4  # records

COUNTS = ("evaluations", "generation", "run")
MATRICES = ("mean", "std", "axes", "outputs")


class Record(NamedTuple):
    """A run as it stood after a generation; None: not recorded."""

    evaluations: int
    generation: int
    run: int
    best_f: float
    generation_best: float
    generation_median: float
    sigma: float
    condition: float
    mean: Array | None
    std: Array | None
    axes: Array | None
    violation: float = 0.0
    outputs: Array | None = None


Column = NDArray[Union[np.float64, np.int64]]


class History(Lazy[Column]):
    """The course of a run by columns, with a number per record; matrices have a row per record.

    It is a dict of columns too, which pandas.DataFrame() takes as it is. There the matrices are
    columns by the names of the variables, mean_x1 and so on, as in the table that the program `nes`
    writes; the principal axes are axis_1 and so on.

    With restarts, sigma and what stands below it are of the run at work. The condition and the axes
    are in every fourth record and in the last one, the others have NaN. Of many variables, mean,
    std and axes are not recorded: these matrices then have no columns.

    With constraints, violation tells by how much the best point violates them, and outputs are their
    numbers at that point, best_g1 and so on; further outputs stand behind them, as best_mass.

    about has what the run was made with: the settings that were given, and names of the variables
    where they have names.

    >>> import nes
    >>> history = nes.minimize(lambda x: (x ** 2).sum(), [3, 4], max_evals=100).history
    >>> int(history.evaluations[-1]), history.mean.shape == (len(history.evaluations), 2)
    (100, True)
    >>> list(history)[8:10], bool(history["mean_x1"][-1] == history.mean[-1, 0])
    (['mean_x1', 'mean_x2'], True)
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
    violation: Array
    outputs: Array

    def __init__(self, records: list[Record], about: Mapping[str, Any]) -> None:
        super().__init__()
        self.records = records
        self.about = about

    if TYPE_CHECKING:  # a column by its name has the type of the attribute
        @overload
        def __getitem__(self, name: Literal["evaluations", "generation",
                                            "run"]) -> NDArray[np.int64]: ...
        @overload
        def __getitem__(self, name: Literal["best_f", "generation_best", "generation_median",
                                            "sigma", "condition",
                                            "violation"]) -> Array: ...
        @overload
        def __getitem__(self, name: str) -> Column: ...
        def __getitem__(self, name: str) -> Column: ...
    else:  # the columns above are all there are
        def __getattr__(self, name: str) -> Column:
            """A column is put together when it is first asked for."""
            if name not in Record._fields:
                raise AttributeError(f"a history has no column {name!r}; it has "
                                     f"{', '.join(Record._fields)}")
            column = [getattr(record, name) for record in self.records]
            if name in MATRICES:
                made = _matrix(column)
            else:
                made = np.array(column, dtype=np.int64 if name in COUNTS else np.float64)
            setattr(self, name, made)
            return made

    def finish(self) -> None:
        """Puts the columns into the dict, unless they are there."""
        if not dict.__len__(self):
            others = MATRICES if self.about.get("constraints") else (*MATRICES, "violation")
            self.update({name: getattr(self, name) for name in Record._fields if name not in others})
            self.update({title: matrix[:, i] for name in MATRICES
                         for matrix in [getattr(self, name)]
                         for i, title in enumerate(self._titles(name, matrix.shape[1]))})

    def _titles(self, name: str, columns: int) -> list[str]:
        """The names of the columns of a matrix."""
        if name == "outputs":
            return [f"best_{title}" for title in self.about.get("outputs", ())][:columns]
        if name == "axes":
            return [f"axis_{i + 1}" for i in range(columns)]
        names = self.about.get("names") or [f"x{i + 1}" for i in range(columns)]
        return [f"{name}_{names[i]}" for i in range(columns)]

    def __missing__(self, name: str) -> Column:
        if name in MATRICES:
            raise KeyError(f"{name} is a matrix, the attribute {name}; its columns have the names "
                           f"of variables, such as {self._titles(name, 1)[0]}")
        if name not in self:  # which puts all columns in
            raise KeyError(name)
        return self[name]

    def __repr__(self) -> str:
        last = f" up to evaluation {self.evaluations[-1]}" if self.records else ""
        return f"<nes.History: {counted(len(self.records), 'record')}{last}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.records, self.about)


def _matrix(rows: list[Any]) -> Array:
    """Rows below one another; a row that is not there has NaN."""
    width = max((len(row) for row in rows if row is not None), default=0)
    empty = np.full(width, np.nan)
    return np.array([empty if row is None else row for row in rows]).reshape(len(rows), width)


def read_array(handle: _core.Handle, name: str) -> Array | None:
    """An array of a run by its name; None: there is none, or not yet."""
    try:
        array = np.empty(handle.length(name))
        handle.array(name, array)
    except RuntimeError:
        return None
    return array


def _read(handle: _core.Handle, with_axes: bool) -> Record:
    """A record of a run as it stands."""
    few = handle.dim <= VARIABLES
    axes = read_array(handle, "run_axes") if with_axes and handle.dim <= AXES else None
    return Record(
        evaluations=handle.count("evaluations"), generation=handle.count("generations"),
        run=handle.count("run"), best_f=handle.real("best_f"),
        generation_best=handle.real("generation_best"),
        generation_median=handle.real("generation_median"), sigma=handle.real("run_sigma"),
        condition=_condition(handle, axes) if with_axes else np.nan,
        mean=read_array(handle, "run_mean") if few else None,
        std=read_array(handle, "run_std") if few else None, axes=axes,
        violation=handle.real("violation") if handle.outputs else 0.0,
        outputs=read_array(handle, "best_outputs") if handle.outputs else None)


def _condition(handle: _core.Handle, axes: Array | None) -> float:
    """The axes tell it exactly, and for nothing. Those of fixed variables have no length."""
    if axes is None or axes[-1] == 0:
        return handle.real("run_condition")
    ratio = float(axes[-1]) / float(axes[0] if axes[0] > 0 else axes[axes > 0][0])
    return ratio * ratio


class Recorder:
    """Reads records from a handle at certain generations, and keeps them."""

    __slots__ = ("rows", "due")

    def __init__(self) -> None:
        self.rows: list[Record] = []
        self.due = 1  # the generation of the next one

    def copy(self) -> Recorder:
        """A recorder that goes its own way from here."""
        other = Recorder()
        other.rows, other.due = self.rows[:], self.due
        return other

    def look(self, handle: _core.Handle) -> int:
        """Makes a record if one is due. Returns how many calls of tell may pass before the next
        look: each of them finishes one generation at most."""
        generation = handle.count("generations")
        if generation >= self.due:
            self.rows.append(_read(handle, len(self.rows) % AXES_EVERY == 0))
            self.due = generation + max(1, self._generations() // SPACING)
        return self.due - generation

    def _generations(self) -> int:
        """How many there were; or fewer, where the last ones have had more evaluations each, as in
        a run of a large population. Otherwise such a run would have few records."""
        last = self.rows[-1]
        evaluations, generation = (
            (self.rows[-2].evaluations, self.rows[-2].generation) if len(self.rows) > 1 else (0, 0))
        since = max(1, last.evaluations - evaluations)
        return min(last.generation, last.evaluations * (last.generation - generation) // since)

    def records(self, handle: _core.Handle) -> list[Record]:
        """All records, the last one being of the run as it stands."""
        evaluations = handle.count("evaluations")
        if evaluations == 0:
            return []
        rows = list(self.rows)
        if rows and rows[-1].evaluations == evaluations:
            rows.pop()
        return [*rows, _read(handle, True)]
