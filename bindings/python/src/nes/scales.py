# SPDX-License-Identifier: MIT
"""Scales: what a user calls the whole numbers that are searched.

With a step number k is low + k step; of a list it is element k; and so it is of a choice, whose
elements have no order. show() takes an array of searched numbers, find() one number of the user's.
"""
from __future__ import annotations

import math
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, shown


class Steps:
    """Multiples of a step. Steps such as 0.1 are not binary numbers: where both the first number and
    the step are decimal numbers, so are all values.

    >>> Steps(0.0, 0.1).show(np.array([3.0, 7.0])).tolist()
    [0.3, 0.7]
    """

    def __init__(self, low: float, step: float, whole: bool = False) -> None:
        self.low, self.step, self.whole = low, step, whole
        self.tens = 0.0
        for digits in range(16):
            tens = 10.0**digits
            a, b = round(low * tens), round(step * tens)
            if a / tens == low and b / tens == step and abs(a) + abs(b) < 2**53:
                self.tens = tens
                break

    @property
    def slope(self) -> float:
        """How much a value grows with the searched number."""
        return self.step

    def show(self, k: Array) -> NDArray[Any]:
        values = self._values(k)
        whole: NDArray[Any] = np.rint(values).astype(np.int64) if self.whole else values
        return whole

    def one(self, k: float) -> Any:
        value = float(self._values(np.array(k)))
        return round(value) if self.whole else value

    def _values(self, k: Array) -> Array:
        if self.tens > 0 and (k == np.floor(k)).all():
            values: Array = (round(self.low * self.tens) + k * round(self.step * self.tens)) / self.tens
            return values
        return self.low + k * self.step

    def find(self, value: Any) -> float:
        if not math.isfinite(value):
            return float(value)
        k: float = (value - self.low) / self.step
        return round(k) if abs(k - round(k)) <= 1e-9 * max(1, abs(k)) else k


class Listed:
    """Elements of a list, any objects. Numbers in an order are searched from the least on."""

    def __init__(self, what: str, elements: tuple[Any, ...], ordered: bool = False) -> None:
        self.elements = elements
        if len(elements) < 2:
            raise ValueError(f"nes.{what}: {len(elements)} is too few, give two elements at least"
                             + (f": nes.{what}(*{shown(elements[0])})" if elements and isinstance(
                                 elements[0], (list, tuple)) else ""))
        for i, element in enumerate(elements):
            if self._index(element) < i:
                raise ValueError(f"nes.{what}: {shown(element)} is there twice; give every element once")
        self.numbers: Array | None = None
        numeric = all(isinstance(e, (int, float)) and not isinstance(e, bool) for e in elements)
        if ordered and numeric:
            self._sort(what)
        self._array = np.empty(len(elements), dtype=object)
        self._array[:] = self.elements
        if numeric:
            self._array = np.asarray(self.elements)

    def _sort(self, what: str) -> None:
        numbers = np.array(self.elements, dtype=np.float64)
        rises = np.diff(numbers)
        if not np.isfinite(numbers).all() or not ((rises > 0).all() or (rises < 0).all()):
            raise ValueError(f"nes.{what}: numbers go up or down, and not {shown(list(self.elements))}; "
                             "sort them, or give nes.Choice if they have no order")
        step = 1 if rises[0] > 0 else -1
        self.elements, self.numbers = self.elements[::step], numbers[::step]

    def _index(self, element: Any) -> int:
        """The place of an element, or that of an equal one; -1: there is none."""
        for i, own in enumerate(self.elements):
            if own is element or np.ndim(own) == np.ndim(element) == 0 and own == element:
                return i
        return -1

    @property
    def slope(self) -> float:
        """How much a value grows with the searched number, on average."""
        if self.numbers is None:
            return 1.0
        return float(self.numbers[-1] - self.numbers[0]) / (len(self.numbers) - 1)

    def show(self, k: Array) -> NDArray[Any]:
        places = k.astype(np.int64)
        if (places != k).any() or (places < 0).any() or (places >= len(self.elements)).any():
            raise ValueError(f"{shown(k.tolist())} is no place among {len(self.elements)} elements, which "
                             "are counted from 0")
        found: NDArray[Any] = self._array[places]
        return found

    def one(self, k: float) -> Any:
        place = int(k)
        if place != k or not 0 <= place < len(self.elements):
            raise ValueError(f"{k!r} is no place among {len(self.elements)} elements, which are counted "
                             "from 0")
        return self.elements[place]

    def find(self, value: Any) -> float:
        place = self._index(value)
        if place >= 0:
            return place
        numbers = self.numbers  # among which a start may lie between two
        if numbers is not None and isinstance(value, (int, float)) and (
                numbers[0] < value < numbers[-1]):
            return float(np.interp(value, numbers, np.arange(len(numbers))))
        raise ValueError(f"{shown(value)} is none of {shown(list(self.elements))}")


Scale = Union[Steps, Listed]
