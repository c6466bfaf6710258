# SPDX-License-Identifier: MIT
"""What else can stand behind a name in a space: Values and Choice, elements of a list; and how the
short forms are read."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .scales import Listed
from .variables import Columns, Fixed, Real, Variable, is_numeric, plain_columns


class Values(Variable):
    """One element of a list that has an order, such as the sizes that can be bought.

    Neighbours in the list are alike for the search, which searches the place in the list. The
    objective gets the element. ``start``, and of numbers ``std``, are in terms of the elements; the
    other words are those of Real.

    >>> Values(1.0, 1.6, 2.0, 2.5, start=1.6)
    Values(1.0, 1.6, 2.0, 2.5, start=1.6)
    """

    integer = True
    scale: Listed

    def __init__(self, *elements: Any, start: Any = None, std: Any = None,
                 shape: int | Sequence[int] | None = None, group: str | None = None) -> None:
        self.scale = Listed(type(self).__name__, elements, self.integer)
        self._fill(0, len(elements) - 1, None, std, () if shape is None else shape, group)
        self.start = start
        self.columns(repr(self))

    def columns(self, name: str) -> Columns:
        plain = plain_columns(name, self, with_start=False)
        return plain._replace(start=self._starts(name, len(plain.lower)),
                              std=plain.std and [x / self.scale.slope for x in plain.std])

    def _starts(self, name: str, size: int) -> list[float] | None:
        """The places of the start in the list."""
        if self.start is None:
            return None
        try:
            if self.shape is None or not isinstance(self.start, (list, np.ndarray)):
                return [self.scale.find(self.start)] * size
            each = np.empty(self.shape, dtype=object)
            each[...] = self.start
            return [self.scale.find(element) for element in each.ravel().tolist()]
        except ValueError as error:
            raise ValueError(f"{name}: the start {error}") from None

    def __repr__(self) -> str:
        words = [repr(element) for element in self.scale.elements]
        words += [f"{name}={getattr(self, name)!r}" for name in ("start", "std", "shape", "group")
                  if getattr(self, name) is not None]
        return f"{type(self).__name__}({', '.join(words)})"


class Choice(Values):
    """One of several objects that have no order, such as materials.

    The search has a probability for each of them. The objective gets the object itself. ``start``
    is the one that the first point has; without it all are equally likely. With ``shape`` it is an
    array of choices.

    >>> Choice("steel", "alu", "ti", start="alu")
    Choice('steel', 'alu', 'ti', start='alu')
    """

    integer = False

    def __init__(self, *elements: Any, start: Any = None,
                 shape: int | Sequence[int] | None = None) -> None:
        super().__init__(*elements, start=start, shape=shape)

    @property
    def by_number(self) -> bool:
        return False

    def columns(self, name: str) -> Columns:
        size = int(np.prod(self.shape or ()))
        return Columns([-math.inf] * size, [math.inf] * size, self._starts(name, size), None,
                       len(self.scale.elements))

    def usual(self, low: float, high: float) -> tuple[float, float]:
        """What says nothing of a choice."""
        return -1.0, 0.0


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
            return Choice(*said)
        if len(said) != 2 or any(np.ndim(part) > 0 for part in said):
            raise ValueError(f"{name}: a range is two numbers, (low, high), and this is {said!r}; "
                             "for many variables give nes.Real(low, high, shape=...), for fixed "
                             "numbers a NumPy array")
        pair = Real.__new__(Real)
        pair._fill(said[0], said[1])
        return pair
    if isinstance(said, range) or not is_numeric(said):
        raise TypeError(f"{name}: {said!r} is no variable; give nes.Real, nes.Integer, nes.Log, "
                        "nes.Values or nes.Choice, a pair (low, high), or a number that is to be fixed")
    return Fixed(said)
