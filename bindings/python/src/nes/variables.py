# SPDX-License-Identifier: MIT
"""What can stand behind a name in a space: Real, Integer, Log, and what is fixed.

These are the words of a problem file's section `variables`, said in Python, and the numbers that
they mean for each element of a variable.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core
from .arrays import is_masked

Shape = tuple[int, ...]

EXACT = 2.0**53  # below it float64 has all whole numbers
INT64 = 2.0**63


class Variable:
    """What is known of one variable, or of an array of them. Use Real, Integer or Log."""

    log = False
    integer = False

    def __init__(self, low: Any = -math.inf, high: Any = math.inf, *, start: Any = None,
                 std: Any = None, shape: int | Sequence[int] | None = None,
                 group: str | None = None) -> None:
        if group is not None and not isinstance(group, str):
            raise TypeError(f"group must be a name, that of all variables which depend on one "
                            f"another, and it is {group!r}")
        self.group = group
        self.low = low
        self.high = high
        self.start = start
        self.std = std
        self.shape = _shape_of(shape, low, high, start, std)

    def __repr__(self) -> str:
        words = [repr(self.low), repr(self.high)]
        words += [f"{name}={getattr(self, name)!r}" for name in ("start", "std")
                  if getattr(self, name) is not None]
        words += [f"{name}={getattr(self, name)!r}" for name in ("shape", "group")
                  if getattr(self, name) is not None]
        return f"{type(self).__name__}({', '.join(words)})"


class Real(Variable):
    """A real number between ``low`` and ``high``, bounds that no point violates.

    Without bounds, or with ``-inf`` and ``inf``, there are none. ``start`` is where the search
    starts: without it in the middle of the range, or at 0 or the bound nearest to 0. ``std`` is the
    standard deviation of the first points around the start: without it a quarter of the range, or
    1. With ``shape`` it is an array of that shape, whose elements are all variables; ``low``,
    ``high``, ``start`` and ``std`` are then numbers, or arrays of that shape. Variables with the
    same name as their ``group`` may depend on one another, those of different groups hardly: the
    search then takes the method block-xnes. Where some have a group, each of the others, and each
    of its elements, is one by itself.

    >>> Real(-1, 1, start=0.5)
    Real(-1, 1, start=0.5)
    >>> Real(-1, 1, shape=(3, 4)).shape
    (3, 4)
    """


class Integer(Variable):
    """A whole number from ``low`` to ``high``, both included. Bounds are rounded inward.

    The other words are those of Real. The objective gets an ``int``, or an array of ``int64``.

    >>> Integer(1, 8)
    Integer(1, 8)
    """

    integer = True


class Log(Variable):
    """A positive number that is searched by orders of magnitude.

    ``std`` is the standard deviation of the natural logarithm: 0.1 is about 10 %. With
    ``integer=True`` it is a whole number. The other words are those of Real; the middle of the
    range and its quarter are those of the logarithms, and without bounds the start is 1.

    >>> Log(1e-5, 1)
    Log(1e-05, 1)
    """

    log = True

    def __init__(self, low: Any = -math.inf, high: Any = math.inf, *, start: Any = None,
                 std: Any = None, shape: int | Sequence[int] | None = None,
                 group: str | None = None, integer: bool = False) -> None:
        super().__init__(low, high, start=start, std=std, shape=shape, group=group)
        self.integer = integer

    def __repr__(self) -> str:
        text = super().__repr__()
        return f"{text[:-1]}, integer=True)" if self.integer else text


class Fixed(Variable):
    """A number or an array that is not searched, but passed to the objective."""

    def __init__(self, value: Any) -> None:
        super().__init__(value, value)
        self.whole = np.asarray(value).dtype.kind in "iu"

    def __repr__(self) -> str:
        return repr(self.low)


def _shape_of(shape: int | Sequence[int] | None, *values: Any) -> Shape | None:
    """The shape as a tuple; where it is not given, that of the values. None: a single number."""
    if shape is None:
        try:
            return np.broadcast_shapes(*(np.shape(value) for value in values)) or None
        except ValueError:
            raise ValueError("low, high, start and std must be numbers, or arrays of one shape; "
                             "say which by shape=...") from None
    sizes = tuple(shape) if isinstance(shape, Sequence) else (shape,)
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 1:
            raise ValueError(f"the shape {shape!r} must have whole numbers of 1 or more")
    try:
        return np.broadcast_to(0.0, sizes).shape or None
    except ValueError:
        raise ValueError(f"the shape {shape!r} is too large for an array") from None


def describe(name: str, said: Any) -> Variable:
    """The variable that stands behind a name. As in a problem file a number is fixed, a pair is a
    range, and None is nothing known."""
    if isinstance(said, Variable):
        return said
    if said is None:
        return Real()
    if isinstance(said, type) and issubclass(said, Variable):
        raise TypeError(f"{name}: write {said.__name__}() with parentheses")
    if isinstance(said, (tuple, list)):
        if any(isinstance(part, str) for part in said):
            raise TypeError(f"{name}: {said!r} are words, and variables are numbers; a choice of few "
                            "can be nes.Integer(0, n - 1), the number of an element")
        if len(said) != 2 or any(np.ndim(part) > 0 for part in said):
            raise ValueError(f"{name}: a range is two numbers, (low, high), and this is {said!r}; "
                             "for many variables give nes.Real(low, high, shape=...), for fixed "
                             "numbers a NumPy array")
        return Real(said[0], said[1])
    if isinstance(said, range) or not _numeric(said):
        raise TypeError(f"{name}: {said!r} is no variable; give nes.Real, nes.Integer or nes.Log, "
                        "a pair (low, high), or a number that is to be fixed")
    return Fixed(said)


def _numeric(value: Any) -> bool:
    return (not isinstance(value, (str, bytes)) and not is_masked(value)
            and np.asarray(value).dtype.kind in "iuf")


class Columns(NamedTuple):
    """The numbers of a variable, one for each of its elements. start and std are None where
    nothing was said of them."""

    lower: list[float]
    upper: list[float]
    start: list[float] | None
    std: list[float] | None


def columns_of(name: str, variable: Variable) -> Columns:
    """The numbers of a variable, checked by the rules of problem files."""
    lower = _numbers(name, variable, "low")
    upper = _numbers(name, variable, "high")
    start = None if variable.start is None else _numbers(name, variable, "start")
    std = None if variable.std is None else _numbers(name, variable, "std")
    for i, (low, high) in enumerate(zip(lower, upper)):
        _check_range(name, variable, low, high)
        if start is not None and not (low <= start[i] <= high and math.isfinite(start[i])):
            raise ValueError(f"{name}: the start {start[i]:g} is outside the range from {low:g} to "
                             f"{high:g}")
        if std is not None and not 0 < std[i] < math.inf:
            raise ValueError(f"{name}: std, the initial standard deviation, must be finite and "
                             f"above 0; it is {std[i]:g}")
    return Columns(lower, upper, start, std)


def _numbers(name: str, variable: Variable, word: str) -> list[float]:
    value = getattr(variable, word)
    if not _numeric(value):
        raise TypeError(f"{name}: {word} must be a number, and it is {value!r}")
    try:
        full = np.broadcast_to(np.asarray(value, dtype=float), variable.shape or ())
    except ValueError:
        raise ValueError(f"{name}: {word} has the shape {np.shape(value)} and the variable "
                         f"{variable.shape or ()}; give one number, or an array of that shape") from None
    if np.isnan(full).any():
        raise ValueError(f"{name}: {word} is NaN; give a number")
    numbers: list[float] = full.ravel().tolist()
    return numbers


def _check_range(name: str, variable: Variable, low: float, high: float) -> None:
    if isinstance(variable, Fixed):
        if not math.isfinite(low):
            raise ValueError(f"{name}: a fixed value must be finite, and it is {low:g}")
        if variable.whole and abs(low) >= EXACT:
            raise ValueError(f"{name}: a fixed whole number must be below 2**53, since variables are "
                             "of type float64; let the objective know it in another way")
        return
    if low == high:
        raise ValueError(f"{name}: the range is a single number; a variable that is fixed is "
                         f"written {{{name!r}: {low:g}}}")
    if low > high:
        raise ValueError(f"{name}: the range from {low:g} to {high:g} is empty; the lower number "
                         "comes first")
    if variable.log and (high <= 0 or -math.inf < low <= 0):
        raise ValueError(f"{name}: a variable on a logarithmic scale is positive, and its range is "
                         f"from {low:g} to {high:g}; give numbers above 0")
    if variable.integer and variable.shape is not None and any(
            math.isfinite(x) and not -INT64 <= x < INT64 for x in (low, high)):
        raise ValueError(f"{name}: the range from {low:g} to {high:g} has whole numbers that are no "
                         "int64; use nes.Real or nes.Log")
    if variable.integer and math.isfinite(low) and math.isfinite(high):
        if math.ceil(low) > math.floor(high):
            raise ValueError(f"{name}: there is no whole number from {low:g} to {high:g}")


def usual_start(variable: Variable, low: float, high: float) -> tuple[float, float]:
    """Start and standard deviation that the library takes when nothing is said of them."""
    return _core.usual_start(low, high, variable.log, variable.integer)
