# SPDX-License-Identifier: MIT
"""Generations that are handed out in parts: which points are out, and wait for their values."""
from __future__ import annotations

import operator

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, shown

Ids = NDArray[np.uint64]


class Parts:
    """The points of a generation that were handed out so many at a time."""

    __slots__ = ("ids", "_out")

    def __init__(self) -> None:
        self.ids: Ids | None = None  # of the last part; None: the last ask was for all points
        self._out: set[int] = set()

    def take(self, n: object, points: Array, ids: Ids) -> Array:
        """The next n of these points, or fewer, as copies. Points that no longer wait, of whichever
        generation, are forgotten."""
        number = number_of_points(n)
        waiting = ids.tolist()
        self._out.intersection_update(waiting)
        rows = [i for i, id in enumerate(waiting) if id not in self._out][:number]
        self.ids = ids[rows]
        self._out.update(self.ids.tolist())
        part = points[rows]
        for array in (part, self.ids):
            array.flags.writeable = False
        return part

    def are_back(self, ids: Ids) -> None:
        """Values of these points were told. One that failed may be handed out again."""
        if self._out:
            self._out.difference_update(ids.tolist())


def number_of_points(n: object) -> int:
    """The argument of ask(n)."""
    try:
        number = operator.index(n)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if number < 1 or isinstance(n, bool):
        raise ValueError(f"ask(n): n is a number of points, 1 or more, and it is {shown(n)}")
    return number
