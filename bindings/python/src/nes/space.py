# SPDX-License-Identifier: MIT
"""A space of named variables.

It turns names, ranges and shapes into the columns that the library searches, and rows of columns
back into names. It knows nothing of the search.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Array
from .elements import Choice, Values, describe
from .scales import Scale
from .variables import Columns, Fixed, Integer, Log, Real, Shape, Variable
from .words import counted

__all__ = ["Choice", "Integer", "Log", "Real", "Space", "Values"]

# Of a variable: a number, or an element of a list; one with a shape has an array.
Value = Any

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


class _Entry:
    """One name of a space and the columns that belong to it."""

    def __init__(self, name: str, variable: Variable, first: int) -> None:
        self.name = name
        self.variable = variable
        self.shape: Shape | None = variable.shape
        self.size = int(np.prod(self.shape or ()))
        self.first = first
        self.last = first + self.size
        self.scale: Scale | None = variable.scale
        self.whole = self.scale is None and (
            variable.whole if isinstance(variable, Fixed) else variable.integer)

    def of_row(self, row: Array) -> NDArray[Any]:
        return self._shown(row[self.first:self.last].reshape(self.shape or ()))

    def of_rows(self, rows: Array) -> NDArray[Any]:
        return self._shown(rows[:, self.first:self.last].reshape((len(rows), *(self.shape or ()))))

    def _shown(self, part: Array) -> NDArray[Any]:
        if self.scale is not None:
            return self.scale.show(part)
        return part.astype(np.int64) if self.whole else part

    def find(self, value: Any) -> Array:
        """The searched numbers of a value."""
        if self.scale is None:
            return np.asarray(value, dtype=np.float64)
        try:
            if self.shape is None:
                return np.array(self.scale.find(value))
            each = np.empty(np.shape(value)[:len(self.shape)], dtype=object)
            each[...] = value
            return np.array([self.scale.find(one) for one in each.ravel()]).reshape(each.shape)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{self.name}: {error}") from None

    def column_names(self) -> list[str]:
        if self.shape is None:
            return [self.name]
        return [f"{self.name}[{','.join(map(str, at))}]" for at in np.ndindex(*self.shape)]


class Space(Mapping[str, Variable]):
    """Variables by name, in the order in which they are given.

    ``variables`` maps names to Real, Integer, Log, Values or Choice; words in a list are short for
    Choice, a pair ``(low, high)`` is short for Real, a
    number (or a NumPy array) is fixed: not searched, but passed to the objective; None is a
    variable of which nothing is known. A name is a letter followed by letters, digits and
    underscores, 63 at most. Keywords do the same.

    >>> space = Space({"lr": Log(1e-5, 1), "layers": Integer(1, 8),
    ...                "w": Real(-1, 1, shape=(2, 2)), "gravity": 9.81})
    >>> space.dim
    7
    >>> space.columns
    ['lr', 'layers', 'w[0,0]', 'w[0,1]', 'w[1,0]', 'w[1,1]', 'gravity']
    >>> space.unpack([0.01, 3, 0.1, 0.2, 0.3, 0.4, 9.81])
    {'lr': 0.01, 'layers': 3, 'w': array([[0.1, 0.2],
           [0.3, 0.4]]), 'gravity': 9.81}
    """

    def __init__(self, variables: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        said = {**(variables or {}), **more}
        if not said:
            raise ValueError("a space must have variables, such as {'rate': nes.Real(0, 1)}")
        self._entries: dict[str, _Entry] = {}
        self.dim = 0
        columns = []
        for name, what in said.items():
            entry = _Entry(_check_name(name), describe(name, what), self.dim)
            columns.append((entry.variable, entry.variable.columns(name)))
            self._entries[name] = entry
            self.dim = entry.last
        self._numbers = list(self._entries.values())
        self._arrays = [e for e in self._numbers if e.shape is not None]
        self._plain = [e for e in self._numbers if e.shape is None]
        self._whole = [e.name for e in self._plain if e.whole]
        self._scaled = [(e.name, e.scale) for e in self._plain if e.scale is not None]
        self._set_columns(columns)

    def _set_columns(self, columns: list[tuple[Variable, Columns]]) -> None:
        """What the library is told. An array that says nothing is None, so that the library's own
        default holds; where one variable has a start or a standard deviation, all must."""
        lower = np.concatenate([c.lower for _, c in columns])
        upper = np.concatenate([c.upper for _, c in columns])
        bounded = bool(np.isfinite(lower).any() or np.isfinite(upper).any())
        self.lower: Array | None = lower if bounded else None
        self.upper: Array | None = upper if bounded else None
        self.log = _flags([(v.log, len(c.lower)) for v, c in columns])
        self.integer = _flags([(v.by_number, len(c.lower)) for v, c in columns])
        self.groups = _groups([(v.group, len(c.lower)) for v, c in columns])
        counts = np.repeat([float(c.choices) for _, c in columns], [len(c.lower) for _, c in columns])
        self.choices: Array | None = counts if counts.any() else None
        if self.groups is not None:
            self.groups[counts > 0] = 0
        self.start: Array | None = None
        self.std: Array | None = None
        if any(c.start is not None for _, c in columns):
            self.start = np.array([x for v, c in columns for x in c.start or
                                   [v.usual(*ends)[0] for ends in zip(c.lower, c.upper)]])
        if any(c.std is not None for _, c in columns):
            self.std = np.array([x for v, c in columns for x in c.std or
                                 [v.usual(*ends)[1] for ends in zip(c.lower, c.upper)]])

    @property
    def columns(self) -> list[str]:
        """The names of the columns: ``w[0,1]`` for an element of ``w``."""
        return [name for entry in self._numbers for name in entry.column_names()]

    def options(self) -> dict[str, Array]:
        """The options of the library that say the same: lower, upper, std, log, integer, choices
        and groups, those that are needed."""
        arrays = {"lower": self.lower, "upper": self.upper, "std": self.std, "log": self.log,
                  "integer": self.integer, "choices": self.choices, "groups": self.groups}
        return {name: array for name, array in arrays.items() if array is not None}

    def unpack(self, row: Any) -> dict[str, Value]:
        """The values of one point by name: numbers, and arrays in their shapes. They are copies."""
        numbers = np.array(row, dtype=np.float64)
        if numbers.shape != (self.dim,):
            raise ValueError(f"a point of this space has {counted(self.dim, 'number')}, and the shape of "
                             f"this one is {numbers.shape}")
        values = dict(zip(self._entries, numbers.tolist())) if not self._arrays else {
            e.name: e.of_row(numbers) if e.shape is not None else float(numbers[e.first])
            for e in self._numbers}
        for name in self._whole:
            values[name] = int(values[name])
        for name, scale in self._scaled:
            values[name] = scale.one(values[name])
        return values

    def unpack_all(self, rows: Any) -> dict[str, NDArray[Any]]:
        """The values of n points by name, each an array with n as its first dimension.

        >>> Space(a=(0, 1), n=Integer(0, 9)).unpack_all([[0.5, 3], [0.25, 4]])
        {'a': array([0.5 , 0.25]), 'n': array([3, 4])}
        """
        numbers = np.array(rows, dtype=np.float64)
        if numbers.ndim != 2 or numbers.shape[1] != self.dim:
            raise ValueError(f"points of this space are an array of the shape (n, {self.dim}), and "
                             f"this one is {numbers.shape}")
        return {e.name: e.of_rows(numbers) for e in self._numbers}

    def pack(self, values: Mapping[str, Any]) -> Array:
        """The point that has these values. Fixed variables may be left out.

        >>> Space(a=(0, 1), n=Integer(0, 9), g=9.81).pack({"n": 3, "a": 0.5})
        array([0.5 , 3.  , 9.81])
        """
        for name in values:
            if name not in self._entries:
                raise KeyError(f"{name!r} is no variable of this space, which has "
                               f"{', '.join(self._entries)}")
        row = np.empty(self.dim)
        for e in self._numbers:
            if e.name not in values and not isinstance(e.variable, Fixed):
                raise KeyError(f"a value of {e.name!r} is missing")
            value = e.find(values.get(e.name, e.variable.low))
            if value.shape != (e.shape or ()):
                raise ValueError(f"{e.name}: the shape must be {e.shape or ()}, and it is "
                                 f"{value.shape}")
            row[e.first:e.last] = value.ravel()
        return row

    @property
    def choice_names(self) -> list[str]:
        return [e.name for e in self._numbers if isinstance(e.variable, Choice)]

    def probabilities(self, numbers: Array) -> dict[str, Array]:
        """Probabilities of the elements of choices by name, from those of all choices."""
        found: dict[str, Array] = {}
        first = 0
        for e in self._numbers:
            if isinstance(e.variable, Choice):
                shape = (*(e.shape or ()), len(e.variable.scale.elements))
                last = first + int(np.prod(shape))
                found[e.name] = numbers[first:last].reshape(shape)
                first = last
        return found

    def __getitem__(self, name: str) -> Variable:
        return self._entries[name].variable

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Space({{{', '.join(f'{n!r}: {e.variable!r}' for n, e in self._entries.items())}}})"


def _flags(kinds: list[tuple[bool, int]]) -> Array | None:
    """1 where a variable is of that kind, else 0; None where none is."""
    if not any(kind for kind, _ in kinds):
        return None
    return np.repeat([float(kind) for kind, _ in kinds], [n for _, n in kinds])


def _groups(names: list[tuple[str | None, int]]) -> Array | None:
    """A number per column, equal ones in a group; None where no variable has one. A column without
    a group is one by itself."""
    if all(name is None for name, _ in names):
        return None
    first: dict[str, int] = {}
    numbers: list[float] = []
    for name, n in names:
        at = len(numbers)
        numbers += range(at, at + n) if name is None else [first.setdefault(name, at)] * n
    return np.array(numbers, dtype=np.float64)


def _check_name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{name!r} cannot be a variable: a name is a text")
    if not name:
        raise ValueError("'' cannot be a variable: a name cannot be empty")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name[:80]!r} cannot be a variable: a name is a letter followed by "
                         "letters, digits and underscores")
    if len(name) > 63:
        raise ValueError(f"{name[:80]!r} cannot be a variable: a name has at most 63 letters")
    return name
