# SPDX-License-Identifier: MIT
"""A function of the user as the optimiser needs it: rows of numbers in, values out. A value is a
number, or with constraints and outputs a row of them, or None where the evaluation failed."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, in_order, is_masked, shown
from .words import counted

if TYPE_CHECKING:
    from .reading import Reading
    from .space import Space

Row = tuple[float, ...]  # the value of an evaluation, and its outputs
Value = Optional[Union[float, Row]]  # None: the evaluation failed
Values = NDArray[Any]  # float64; or objects, floats and None, where some evaluations failed


class EvaluationFailed(Exception):
    """Raised by an objective: this evaluation did not happen (a crash, a time-out).

    It is counted as failed, which is something else than a bad value: see the options retries and
    failures. Returning None means the same.
    """


def to_number(value: Any, x: Any) -> float | None:
    """What an objective returned for x as a number; None is a failed evaluation."""
    if isinstance(value, float):
        return value
    if value is None:
        return None
    if not isinstance(value, (str, bytes)) and not is_masked(value):
        try:
            array = np.asarray(value)
            if array.size == 1 and array.dtype.kind in "biufO":
                return float(array.reshape(())[()])
        except (TypeError, ValueError, OverflowError):
            pass
    raise TypeError(f"the objective must return a real number, or None where it failed; it returned "
                    f"{_with_type(value)} for the point {_with_type(x)}")


def _with_type(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, np.ndarray):
        kind = f"an array of the shape {value.shape}"
    return f"{shown(value)} ({kind})"


def to_values(values: Any, n: int, source: str = "a vectorised objective") -> Values:
    """What a vectorised objective returned for n points."""
    if values is None:
        return np.full(n, None)
    values = in_order(values)
    try:
        if is_masked(values):
            raise TypeError
        array = np.asarray(values)
        if array.dtype.kind == "O":
            array = np.array([to_number(v, i) for i, v in enumerate(array.reshape(-1))])
        elif array.dtype.kind not in "biuf":
            raise TypeError
        if array.dtype.kind != "O":
            array = np.asarray(array, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{source} must return {counted(n, 'real number')} for {counted(n, 'point')}; it "
                        f"returned {_with_type(values)}") from None
    if array.size != n or array.ndim > 2 or max(array.shape, default=1) != n:
        raise ValueError(f"{source} must return {counted(n, 'number')} for {counted(n, 'point')}; it "
                         f"returned the shape {array.shape}")
    return array.reshape(-1)


def split(values: Any, width: int = 1) -> tuple[Array, bytes | None]:
    """Values as numbers for the library, or rows of so many numbers, one behind the other; and a byte
    for each: 1 where the evaluation failed."""
    if isinstance(values, np.ndarray) and values.dtype.kind != "O":
        return values, None
    nothing: Any = np.nan if width == 1 else (np.nan,) * width
    failed = bytes(value is None for value in values)
    whole = np.array([nothing if value is None else value for value in values], dtype=np.float64)
    return whole.reshape(-1), failed


def told_values(values: Any) -> tuple[Array, bytes | None]:
    """Values of the caller as arrays for the library."""
    values = in_order(values)
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        array = values if isinstance(values, np.ndarray) else np.asarray(values)
        return split(to_values(array, array.size))
    except (TypeError, ValueError) as error:
        raise type(error)("values must be real numbers in one row, None where an evaluation failed, "
                          f"not {_with_type(values)}") from None


def told_ids(ids: Any) -> NDArray[np.uint64]:
    """Ids of the caller as an array for the library."""
    array = np.atleast_1d(np.asarray(in_order(ids)))
    if array.size and array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError("ids must be whole numbers, as the attribute ids has them; the values "
                        "of all points are told without the points: tell(values)")
    return np.ascontiguousarray(array, dtype=np.uint64)


class Objective:
    """The user's function with its further arguments, the space where variables have names, and the
    reading where an evaluation has more than a value. It can be pickled if the function can, and so
    go to other processes."""

    def __init__(self, f: Callable[..., Any], args: tuple[Any, ...] = (),
                 space: Space | None = None, reading: Reading | None = None) -> None:
        if not callable(f):
            raise TypeError(f"the objective must be a function, not {_with_type(f)}")
        self.f = f
        self.args = tuple(args) if isinstance(args, (tuple, list)) else (args,)  # as SciPy does
        self.space = space
        self.reading = reading

    @property
    def width(self) -> int:
        """The numbers of an evaluation."""
        return 1 if self.reading is None else self.reading.width

    def point(self, x: Array) -> Any:
        """A point as the function gets it."""
        return x if self.space is None else self.space.unpack(x)

    def plain(self) -> Callable[[Array], Any]:
        """The function of one row alone, as short as can be; it may give what has to be made a value
        by to_value()."""
        f, args, space = self.f, self.args, self.space
        if self.reading is not None:
            return self._read
        if space is not None:
            unpack = space.unpack
            return lambda x: f(unpack(x), *args)
        if args:
            return lambda x: f(x, *args)
        return f

    def to_value(self, returned: Any, x: Array) -> Value:
        """What plain() gave as a value."""
        return returned if self.reading is not None else to_number(returned, x)

    def _read(self, x: Array) -> Row | None:
        """The row of one point. The function gets a copy, since constraints see the point, too."""
        assert self.reading is not None
        returned = self.f(self.point(x.copy()), *self.args)
        return self.reading.of_one(returned, x, self.point(x))

    def value(self, x: Array) -> Value:
        """The value of one point."""
        try:
            return self.to_value(self.plain()(x), x)
        except EvaluationFailed:
            return None

    def values(self, rows: Array) -> Any:
        """The values of several points by one call of a vectorised function."""
        try:
            if self.reading is not None:
                returned = self.f(self._points(rows.copy()), *self.args)
                return self.reading.of_all(returned, rows, self.point)
            return to_values(self.f(self._points(rows), *self.args), len(rows))
        except EvaluationFailed:
            return np.full(len(rows), None)

    def _points(self, rows: Array) -> Any:
        return rows if self.space is None else self.space.unpack_all(rows)

    def checked(self, values: Any, n: int, source: str) -> list[Value]:
        """The values of n points that came through code which is not ours."""
        if self.reading is None:
            listed: list[Value] = to_values(values, n, source).tolist()
            return listed
        alone = n == 1 and (values is None or np.ndim(values) == 1 and values[0] is not None)
        rows: list[Value] = [values] if alone else list(values)
        if len(rows) != n or any(row is not None and np.size(row) != self.width for row in rows):
            raise ValueError(f"{source} must return {counted(n, 'row')} of "
                             f"{counted(self.width, 'number')}; it returned {shown(values)}")
        return rows
