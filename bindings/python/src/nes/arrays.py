# SPDX-License-Identifier: MIT
"""Arrays of float64, and what users give in their place."""
from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
is_masked: Callable[[Any], bool] = np.ma.is_masked  # its stubs have no types


def in_order(value: Any) -> Any:
    """What NumPy can read, from anything that has its elements in an order: generators, map(), the
    values() of a dict. NumPy itself takes these for one object.

    >>> in_order(x * x for x in range(3))
    [0, 1, 4]
    """
    if (not isinstance(value, Iterable) or hasattr(value, "__array__")
            or isinstance(value, (Sequence, Mapping, Set, memoryview, array))):
        return value
    return list(value)


def numbers(value: Any, what: str) -> Array:
    """A C-contiguous array of float64, or an error that names what it was to be.

    >>> numbers([1, 2.5], "x0")
    array([1. , 2.5])
    """
    value = in_order(value)
    try:
        made = np.asarray(value)
        if made.dtype.kind not in "biufO" or is_masked(value):
            raise TypeError
        return np.asarray(made, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what} must be real numbers, not {shown(value)}") from None


def shown(value: Any) -> str:
    """A value in an error: on one line, and cut where it is long.

    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21...'
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."
