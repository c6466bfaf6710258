# SPDX-License-Identifier: MIT
"""Constraints as people give them: functions, SciPy's objects and dicts, and texts about outputs.

Each becomes numbers g, of which g <= 0 is wanted, or g = 0 of an equality. A constraint is a function
c with limits, so that all of them are sign * (c - limit) - room.
"""
from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import matmul
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, in_order, numbers, shown
from .words import counted

EQUAL = 1  # the library's kind of an equality
TOLERANCE = 1e-8  # of an equality of SciPy's, relative to its value


class Limit(NamedTuple):
    """One number g from c: sign * (c[at] - limit) - room."""

    at: int
    sign: float
    limit: float
    room: float = 0.0
    kind: int = 0
    tol: float = 0.0


class Constraint:
    """A function with limits for what it gives. takes says what it is called with: "point", what the
    objective gets; "row", the numbers; or "outputs", by name."""

    def __init__(self, what: str, takes: str, c: Callable[[Any], Any], size: int,
                 limits: Sequence[Limit], name: str | None = None) -> None:
        self.what, self.takes, self.size, self.name = what, takes, size, name
        self.c: Any = c
        self.limits = list(limits)
        self._at = [limit.at for limit in self.limits]
        self._sign, self._limit, self._room = (
            np.array([limit[k] for limit in self.limits]) for k in (1, 2, 3))

    def numbers(self, what: Any) -> list[float]:
        """Its numbers g, from what the function takes."""
        c = _given(self.c(what), self.what)
        if len(c) != self.size:
            raise ValueError(f"{self.what} must give {counted(self.size, 'number')}, as at the "
                             f"start, and it gave {len(c)}")
        g: list[float] = (self._sign * (c[self._at] - self._limit) - self._room).tolist()
        return g


def _given(c: Any, what: str) -> Array:
    """What a function of a constraint gave, as a row of numbers."""
    array = numbers(np.nan if c is None else c, f"what {what} gives")
    if array.ndim > 1:
        raise ValueError(f"{what} must give a number or a row of them, and it gave the shape "
                         f"{array.shape}")
    return array.reshape(-1)


def constraints_of(said: Any, outputs: bool, variables: Mapping[str, Any],
                   point: Callable[[str], Any]) -> list[Constraint]:
    """The constraints that an argument stands for. outputs: whether the objective returns outputs by
    name, which functions of ours then get. point gives a point in the form that takes names, for
    functions of which only a call tells how many numbers they give."""
    listed = [said] if _is_one(said) else in_order(said)
    if not isinstance(listed, Iterable) or isinstance(listed, (str, bytes)):
        raise TypeError(_NO_CONSTRAINT.format(shown(said)))
    return [_constraint(each, f"constraint {i + 1}", outputs, variables, point)
            for i, each in enumerate(listed)]


_NO_CONSTRAINT = ("constraints: {} is none; give their number, functions of which g <= 0 is wanted, "
                  "SciPy's objects or dicts, or texts such as 'stress <= 200'")


def _is_one(said: Any) -> bool:
    return (isinstance(said, (str, Mapping)) or callable(said) or hasattr(said, "lb"))


def _constraint(said: Any, what: str, outputs: bool, variables: Mapping[str, Any],
                point: Callable[[str], Any]) -> Constraint:
    if isinstance(said, str):
        return relation(said, variables, outputs)
    if isinstance(said, Mapping):
        return _of_dict(said, what, point)
    if hasattr(said, "A") and hasattr(said, "lb"):
        matrix = said.A if hasattr(said.A, "shape") else np.atleast_2d(said.A)
        return _bounded(what, "row", partial(matmul, matrix), said, matrix.shape[0])
    if hasattr(said, "fun") and hasattr(said, "lb"):
        return _bounded(what, "point", said.fun, said, _size(said.fun, what, point("point")))
    if callable(said):
        if outputs:
            return Constraint(what, "outputs", said, 1, [Limit(0, 1.0, 0.0)], _name(said))
        size = _size(said, what, point("point"))
        return Constraint(what, "point", said, size, _between(size, -np.inf, 0.0), _name(said))
    if isinstance(said, (int, np.integer)):
        raise TypeError(f"constraints: the number {said} stands alone, and not in a list; the "
                        "objective then returns a pair, the value and all numbers g")
    raise TypeError(_NO_CONSTRAINT.format(shown(said)))


def _name(function: Any) -> str | None:
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) and name.isidentifier() else None


def _size(function: Callable[[Any], Any], what: str, point: Any) -> int:
    return len(_given(function(point), what))


def _of_dict(said: Mapping[str, Any], what: str, point: Callable[[str], Any]) -> Constraint:
    """A dict of SciPy's: fun >= 0, or fun = 0."""
    kind, fun, args = said.get("type"), said.get("fun"), said.get("args", ())
    if not isinstance(kind, str) or kind.lower() not in ("ineq", "eq") or not callable(fun):
        raise ValueError(f"{what}: a dict is {{'type': 'ineq', 'fun': f}}, which wants f(x) >= 0, or "
                         f"with 'eq' f(x) = 0, and this one is {shown(dict(said))}")
    call: Callable[[Any], Any] = WithArgs(fun, args)
    size = _size(call, what, point("point"))
    upper = 0.0 if kind.lower() == "eq" else np.inf
    return Constraint(what, "point", call, size, _between(size, 0.0, upper), _name(fun))


class WithArgs:
    """A function with further arguments; unlike a lambda it can be pickled."""

    def __init__(self, fun: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.fun, self.args = fun, args

    def __call__(self, x: Any) -> Any:
        return self.fun(x, *self.args)


def _bounded(what: str, takes: str, c: Callable[[Any], Any], said: Any, size: int) -> Constraint:
    """A constraint of SciPy's with lower and upper limits."""
    if np.any(getattr(said, "keep_feasible", False)):
        warnings.warn(f"{what}: keep_feasible has no effect; points are evaluated where constraints "
                      "are violated, too. Bounds are never violated.", RuntimeWarning, stacklevel=6)
    try:
        limits = _between(size, said.lb, said.ub)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}: {error}") from None
    return Constraint(what, takes, c, size, limits)


def _between(size: int, lower: Any, upper: Any) -> list[Limit]:
    """The limits lower <= c <= upper, those that are finite; equal ones are an equality."""
    rows = [np.broadcast_to(numbers(side, word), (size,)).tolist()
            for side, word in ((lower, "lb"), (upper, "ub"))]
    limits: list[Limit] = []
    for at, (low, high) in enumerate(zip(*rows)):
        if not low <= high:
            raise ValueError(f"the limits contradict each other: nothing lies between {low:g} and "
                             f"{high:g}")
        if low == high:
            limits.append(Limit(at, 1.0, low, kind=EQUAL, tol=TOLERANCE * max(1.0, abs(low))))
            continue
        if np.isfinite(low):
            limits.append(Limit(at, -1.0, low))
        if np.isfinite(high):
            limits.append(Limit(at, 1.0, high))
    return limits


# ---- texts

_COMPARISON = re.compile(r"(<=|>=|==|!=|<|>|=)")
_LESS, _MORE = ("<", "<="), (">", ">=")


class Named:
    """The number of that name, among outputs and variables; it can be pickled."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, known: Mapping[str, Any]) -> Any:
        return known[self.name]


def relation(text: str, variables: Mapping[str, Any], outputs: bool = True) -> Constraint:
    """A constraint from a text about a variable, or an output where there are such.

    >>> relation("5 <= freq <= 8", {}).numbers({"freq": 4.5})
    [0.5, -3.5]
    >>> relation("length == 2 +- 0.5", {}).numbers({"length": 4})
    [1.5, -2.5]
    """
    what = f"constraint {shown(text)}"
    parts = [part.strip() for part in _COMPARISON.split(text)]
    name, limits = _limits_of(what, parts[::2], parts[1::2])
    if not outputs and name not in variables:
        known = f"the variables are {', '.join(variables)}" if variables else (
            "say by minimize='...' which output is the value, and let the objective return a dict")
        raise ValueError(f"{what}: there is no {name!r}; {known}")
    takes = "point" if name in variables else "outputs"
    return Constraint(what, takes, Named(name), 1, limits, text.strip())


def _limits_of(what: str, sides: list[str], words: list[str]) -> tuple[str, list[Limit]]:
    if not words:
        raise ValueError(f"{what}: no limit; write it as in 'stress <= 200' or '5 <= freq <= 8'")
    if len(words) > 2:
        raise ValueError(f"{what}: there are more than two comparisons")
    if "!=" in words:
        raise ValueError(f"{what}: a constraint has <=, >= or == between its sides")
    if len(words) == 1 and words[0] in ("=", "=="):
        return _equality(what, *sides)
    if not (all(w in _LESS for w in words) or all(w in _MORE for w in words)):
        raise ValueError(f"{what}: both comparisons must be <=, or both >=")
    numbers_of = [_number(side) for side in sides]
    at = [i for i, number in enumerate(numbers_of) if number is None]
    if len(at) != 1 or len(words) == 2 and at != [1]:
        raise ValueError(f"{what}: it compares one name with numbers; where more is to be said give a "
                         "function, such as lambda out: out['a'] - out['b']")
    name = _checked(what, sides[at[0]])
    rising = words[0] in _LESS
    if len(words) == 2:
        low, high = (numbers_of[0], numbers_of[2])[::1 if rising else -1]
        if low is not None and high is not None and low > high:
            raise ValueError(f"{what}: the limits contradict each other: nothing lies between them")
    return name, [Limit(0, -1.0 if (i < at[0]) == rising else 1.0, number)
                  for i, number in enumerate(numbers_of) if number is not None]


def _equality(what: str, name: str, value: str) -> tuple[str, list[Limit]]:
    """An equality within a tolerance is two limits, as in the program."""
    number, sign, tolerance = value.partition("+-")
    if not sign:
        raise ValueError(f"{what}: an equality needs a tolerance that you can accept: a == 2 +- 0.01")
    room, middle = _number(tolerance.strip()), _number(number.strip())
    if room is None or not 0 < room < np.inf:
        raise ValueError(f"{what}: the tolerance behind +- must be a number above 0")
    if middle is None:
        raise ValueError(f"{what}: it compares one name with a number, as in a == 2 +- 0.01")
    return _checked(what, name), [Limit(0, 1.0, middle, room), Limit(0, -1.0, middle, room)]


def _number(side: str) -> float | None:
    try:
        number = float(side)
    except ValueError:
        return None
    return None if np.isnan(number) else number


def _checked(what: str, name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{what}: {name!r} is no name of an output; where more is to be said give a "
                         "function, such as lambda out: out['a'] - out['b']")
    return name
