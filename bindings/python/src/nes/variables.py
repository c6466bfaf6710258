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
from .arrays import is_masked, shown
from .scales import Scale, Steps

Shape = tuple[int, ...]

EXACT = 2.0**53  # below it float64 has all whole numbers
INT64 = 2.0**63


class Variable:
    """What is known of one variable, or of an array of them. Use Real, Integer and their kin."""

    log = False
    integer = False
    step: float | None = None
    scale: Scale | None = None  # what whole numbers that are searched stand for

    def __init__(self, low: Any = -math.inf, high: Any = math.inf, *, start: Any = None,
                 std: Any = None, shape: int | Sequence[int] | None = None,
                 group: str | None = None) -> None:
        self._fill(low, high, start, std, shape, group)
        self.columns(shown(self))

    def _fill(self, low: Any, high: Any, start: Any = None, std: Any = None,
              shape: int | Sequence[int] | None = None, group: str | None = None) -> None:
        """Sets all that is known of it. Whoever knows its name checks the numbers."""
        if group is not None and not isinstance(group, str):
            raise TypeError(f"group must be a name, that of all variables which depend on one "
                            f"another, and it is {group!r}")
        self.group = group
        self.low = low
        self.high = high
        self.start = start
        self.std = std
        self.shape = _shape_of(shape, low, high, start, std)

    def columns(self, name: str) -> Columns:
        """Its numbers as they are searched, checked by the rules of problem files."""
        columns = plain_columns(name, self)
        return _stepped(name, self, self.scale, columns) if isinstance(self.scale, Steps) else columns

    @property
    def by_number(self) -> bool:
        """Whether whole numbers are searched."""
        return self.integer or self.scale is not None

    def usual(self, low: float, high: float) -> tuple[float, float]:
        """Start and standard deviation that the library takes when nothing is said of them, between
        these bounds of searched numbers."""
        return _core.usual_start(low, high, self.log, self.by_number)

    def __repr__(self) -> str:
        words = [repr(self.low), repr(self.high)]
        words += [f"{name}={getattr(self, name)!r}" for name in ("start", "std", "step", "shape",
                  "group") if getattr(self, name) is not None]
        return f"{type(self).__name__}({', '.join(words)})"


class _Stepped(Variable):
    """A variable that may have a step."""

    def __init__(self, low: Any = -math.inf, high: Any = math.inf, *, start: Any = None,
                 std: Any = None, step: float | None = None,
                 shape: int | Sequence[int] | None = None, group: str | None = None) -> None:
        self._fill(low, high, start, std, shape, group)
        self.step = step
        if step is not None:
            self._set_step(step)
        self.columns(shown(self))

    def _set_step(self, step: Any) -> None:
        if not is_numeric(step) or np.ndim(step) > 0 or not 0 < step < math.inf:
            raise ValueError(f"{shown(self)}: the step must be a number above 0")
        if self.integer and step != int(step):
            raise ValueError(f"{shown(self)}: the step of whole numbers is one, too; give nes.Real")
        if np.ndim(self.low) > 0 or np.ndim(self.high) > 0:
            raise ValueError(f"{shown(self)}: with a step, low and high are numbers and no arrays")
        if is_numeric(self.low) and is_numeric(self.high):
            ends = [float(end) for end in (self.low, self.high) if math.isfinite(end)]
            if self.integer:
                ends = [float(math.ceil(end)) for end in ends[:1]]
            self.scale = Steps(ends[0] if ends else 0.0, float(step), self.integer)


class Real(_Stepped):
    """A real number between ``low`` and ``high``, bounds that no point violates.

    Without bounds, or with ``-inf`` and ``inf``, there are none. ``start`` is where the search
    starts: without it in the middle of the range, or at 0 or the bound nearest to 0. ``std`` is the
    standard deviation of the first points around the start: without it a quarter of the range, or
    1. With ``shape`` it is an array of that shape, whose elements are all variables; ``low``,
    ``high``, ``start`` and ``std`` are then numbers, or arrays of that shape. Variables with the
    same name as their ``group`` may depend on one another, those of different groups hardly: the
    search then takes the method block-xnes. Where some have a group, each of the others, and each
    of its elements, is one by itself. With a ``step`` it is a multiple of that, counted from ``low``,
    and searched as a whole number, the number of steps.

    >>> Real(-1, 1, start=0.5)
    Real(-1, 1, start=0.5)
    >>> Real(-1, 1, shape=(3, 4)).shape
    (3, 4)
    """


class Integer(_Stepped):
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
        self.integer = integer
        super().__init__(low, high, start=start, std=std, shape=shape, group=group)

    def __repr__(self) -> str:
        text = super().__repr__()
        return f"{text[:-1]}, integer=True)" if self.integer else text


class Fixed(Variable):
    """A number or an array that is not searched, but passed to the objective."""

    def __init__(self, value: Any) -> None:
        self._fill(value, value)
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


def is_numeric(value: Any) -> bool:
    return (not isinstance(value, (str, bytes)) and not is_masked(value)
            and np.asarray(value).dtype.kind in "iuf")


class Columns(NamedTuple):
    """The numbers of a variable, one for each of its elements. start and std are None where
    nothing was said of them."""

    lower: list[float]
    upper: list[float]
    start: list[float] | None
    std: list[float] | None
    choices: int = 0  # how many


def _stepped(name: str, variable: Variable, scale: Steps, columns: Columns) -> Columns:
    """Columns in numbers of steps."""
    lower, upper, start, std, _ = columns
    high = scale.find(upper[0])
    if math.isfinite(high) and high != math.floor(high):
        ends = [scale.one(float(k)) for k in (math.floor(high), math.ceil(high))]
        raise ValueError(f"{name}: the range from {lower[0]:g} to {upper[0]:g} is no multiple of the "
                         f"step {variable.step:g}; let it end at {ends[0]:g} or at {ends[1]:g}, or take "
                         "another step")
    return Columns([scale.find(x) for x in lower], [scale.find(x) for x in upper],
                   start and [scale.find(x) for x in start], std and [x / scale.slope for x in std])


def plain_columns(name: str, variable: Variable, with_start: bool = True) -> Columns:
    lower = _numbers(name, variable, "low")
    upper = _numbers(name, variable, "high")
    start = None
    if with_start and variable.start is not None:
        start = _numbers(name, variable, "start")
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
    if not is_numeric(value):
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
                         f"written as that number, {low:g}")
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
