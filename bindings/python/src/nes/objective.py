# SPDX-License-Identifier: MIT
"""A function of the user as the optimiser needs it: rows of numbers in, values out. A value is a
number, or None where the evaluation failed."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, is_masked, shown

if TYPE_CHECKING:
    from .space import Space

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
        raise TypeError(f"{source} must return {n} real numbers for {n} points; it returned "
                        f"{_with_type(values)}") from None
    if array.size != n or array.ndim > 2 or max(array.shape, default=1) != n:
        raise ValueError(f"{source} must return {n} numbers for {n} points; it returned the shape "
                         f"{array.shape}")
    return array.reshape(-1)


def split(values: Values) -> tuple[Array, bytes | None]:
    """Values as numbers for the library, and a byte for each: 1 where the evaluation failed."""
    if values.dtype.kind != "O":
        return values, None
    failed = bytes(value is None for value in values)
    return np.array([np.nan if value is None else value for value in values]), failed


def told_values(values: Any) -> tuple[Array, bytes | None]:
    """Values of the caller as arrays for the library."""
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        array = values if isinstance(values, np.ndarray) else np.asarray(values)
        return split(to_values(array, array.size))
    except (TypeError, ValueError) as error:
        raise type(error)("values must be real numbers in one row, None where an evaluation failed, "
                          f"not {_with_type(values)}") from None


def told_by_id(ids: Any, values: Any) -> tuple[NDArray[np.uint64], Array, bytes | None]:
    """Ids and values of the caller as arrays for the library; None for all values: they failed."""
    array = np.atleast_1d(np.asarray(ids))
    if array.size and array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError("ids must be whole numbers, as the attribute ids has them; the values "
                        "of all points are told without the points: tell(values)")
    told, failed = told_values([None] * len(array) if values is None else values)
    return np.ascontiguousarray(array, dtype=np.uint64), told, failed


class Objective:
    """The user's function with its further arguments and, where there are named variables, their
    space. It can be pickled if the function can, and so go to other processes."""

    def __init__(self, f: Callable[..., Any], args: tuple[Any, ...] = (),
                 space: Space | None = None) -> None:
        if not callable(f):
            raise TypeError(f"the objective must be a function, not {_with_type(f)}")
        self.f = f
        self.args = tuple(args) if isinstance(args, (tuple, list)) else (args,)  # as SciPy does
        self.space = space

    def plain(self) -> Callable[[Array], Any]:
        """The function of one row alone, as short as can be."""
        f, args, space = self.f, self.args, self.space
        if space is not None:
            unpack = space.unpack
            return lambda x: f(unpack(x), *args)
        if args:
            return lambda x: f(x, *args)
        return f

    def value(self, x: Array) -> float | None:
        """The value of one point."""
        try:
            return to_number(self.f(x if self.space is None else self.space.unpack(x), *self.args), x)
        except EvaluationFailed:
            return None

    def values(self, rows: Array) -> Values:
        """The values of several points by one call of a vectorised function."""
        try:
            points = rows if self.space is None else self.space.unpack_all(rows)
            return to_values(self.f(points, *self.args), len(rows))
        except EvaluationFailed:
            return np.full(len(rows), None)
