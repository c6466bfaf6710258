# SPDX-License-Identifier: MIT
"""What a picture shows of a run: columns over the number of evaluations, and what they mean.

This module needs NumPy alone; plot.py draws.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Array
from .show import method_name, result_names, standing

LINES = 50  # variables and axes that are drawn at most
LARGEST, SMALLEST = 1e300, 1e-300  # what an axis can show


@dataclass
class Course:
    """The course of a run, one row per record; matrices have a column per variable or axis."""

    evaluations: Array
    run: NDArray[np.int64]  # which run a record is of, from 1; 0: none has a finite value yet
    best: Array
    median: Array
    sigma: Array
    condition: Array
    mean: Array
    std: Array
    axes: Array | None  # None: not recorded
    names: Sequence[str]
    lower: Array
    upper: Array
    log: NDArray[np.bool_]  # variables on a logarithmic scale
    bits: bool = False
    maximize: bool = False
    optimum: float | None = None
    headline: str = ""
    below: str = ""

    @property
    def dim(self) -> int:
        return len(self.names)

    @property
    def shown(self) -> int:
        """How many variables are drawn: the first of them."""
        return min(self.dim, LINES)


def course_of(result: Mapping[str, Any], *, optimum: float | None = None,
              title: str | None = None) -> Course:
    """What a picture shows of a result and its history."""
    h = result["history"]
    if not h.records:
        raise ValueError("there is nothing to plot yet: no generation has been told")
    about = h.about
    names = result_names(result)
    dim = len(names)
    axes = h.axes if dim > 1 and h.axes.shape[1] > 0 else None
    return Course(
        evaluations=h.evaluations.astype(np.float64), run=h.run, best=np.where(h.violation > 0, np.nan, h.best_f),
        median=h.generation_median, sigma=h.sigma, condition=h.condition, mean=h.mean, std=h.std,
        axes=axes, names=names, lower=_numbers(about.get("lower"), dim, -np.inf),
        upper=_numbers(about.get("upper"), dim, np.inf),
        log=_numbers(about.get("log"), dim, 0) != 0, bits=about.get("bits") == "yes",
        maximize=about.get("maximize") == "yes", optimum=optimum,
        headline=headline(result, title, dim),
        below=f"{standing(result)}; {result['message']}")


def headline(result: Mapping[str, Any], title: str | None, dim: int) -> str:
    begin = "" if title is None else f"{title}, "
    return f"{begin}dimension {dim}: {method_name(result)}, seed {result['seed']}"


def _numbers(value: Any, dim: int, otherwise: float) -> Array:
    """The numbers of an array option that may be absent."""
    return np.full(dim, otherwise) if value is None else np.asarray(value, dtype=np.float64)


def curves(course: Course, *columns: Array) -> tuple[Array, list[Array]]:
    """Evaluations and columns with a gap wherever another run begins.

    Runs may take turns, so that the records of each are put together first. Records without these
    columns are left out.
    """
    missing = np.all([_is_missing(column) for column in columns], axis=0)
    rows = np.flatnonzero(~missing & ~_between_runs(course.run))
    order = rows[np.argsort(course.run[rows], kind="stable")]
    breaks = np.flatnonzero(np.diff(course.run[order])) + 1
    x = np.insert(course.evaluations[order], breaks, np.nan)
    return x, [np.insert(column[order], breaks, np.nan, axis=0) for column in columns]


def _is_missing(column: Array) -> NDArray[np.bool_]:
    nothing = np.isnan(column)
    return nothing if column.ndim == 1 else np.asarray(nothing.all(axis=1))


def _between_runs(run: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Records that were made when one run had ended and the next had not begun.

    No run is at work then, and such a record is of the best one, which has ended long ago.
    """
    latest = np.maximum.accumulate(run)
    following = np.append(run[1:], np.iinfo(np.int64).max)
    return np.asarray((run < latest) & (following > latest))


def starts(course: Course) -> list[tuple[int, float]]:
    """Every run after the first: its number, and after how many evaluations it begins."""
    found, last = [], max(1, int(course.run[0])) if len(course.run) else 1
    for k in range(1, len(course.run)):
        if course.run[k] > last:
            last = int(course.run[k])
            found.append((last, float(course.evaluations[k - 1])))
    return found


def distances(course: Course) -> tuple[str, Array, Array]:
    """The label of the panel of values, and what it shows of the best value and the median.

    Values are shown by their distance to the optimum where it is known, otherwise to the best value
    of the run. A short course has few values that differ from the best one; then the values
    themselves say more.
    """
    finite = course.best[np.isfinite(course.best)]
    zero = float(finite[-1]) if len(finite) else 0.0
    if course.optimum is not None:
        zero = course.optimum
    sign = -1.0 if course.maximize else 1.0
    best, median = sign * (course.best - zero), sign * (course.median - zero)
    seen = np.concatenate([best, median])
    seen = seen[(seen > SMALLEST) & (seen < LARGEST)]
    few = len(course.best) < 10 or len(seen) == 0 or seen.max() <= 101 * seen.min()
    if few and course.optimum is None:
        return "value", course.best, course.median
    side = "below" if course.maximize else "above"
    return f"value {side} the {'best one' if course.optimum is None else 'optimum'}", best, median


def means(course: Course) -> tuple[str, bool, Array]:
    """The label of the panel of means, whether it is logarithmic, and what it shows.

    Variables of one scale are shown as they are, others by where they lie between their bounds.
    """
    n = course.shown
    mean, low, high, log = course.mean[:, :n], course.lower[:n], course.upper[:n], course.log[:n]
    if mean.shape[1] == 0:
        return "mean", False, mean
    if course.bits:
        return "probability of 1", False, mean
    if log.all():
        return "mean", True, mean
    free = low < high
    width = (high - low)[free]
    if not np.isfinite(width).all() or len(width) == 0 or (
            not log.any() and width.max() <= 4 * width.min()):
        return "mean", False, mean
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(log, np.log(mean / low) / np.log(high / low), (mean - low) / (high - low))
    return "mean between its bounds", False, np.where(free, share, np.nan)


def some_axes(axes: Array) -> Array:
    """Of more axes than are drawn, the shortest, the longest, and some between."""
    n = axes.shape[1]
    return axes if n <= LINES else axes[:, [i * (n - 1) // (LINES - 1) for i in range(LINES)]]


def limits(columns: Sequence[Array], log: bool) -> tuple[float, float] | None:
    """The range of an axis: whole decades, or a margin where it is linear; None: nothing to show."""
    with np.errstate(invalid="ignore"):
        v = np.concatenate([np.ravel(c) for c in columns])
        v = v[(np.abs(v) < LARGEST) & ((v > SMALLEST) | (not log))]
    if len(v) == 0:
        return None
    low, high = float(v.min()), float(v.max())
    if log:
        bottom, top = np.floor(np.log10(low)), np.ceil(np.log10(high))
        return float(10**bottom), float(10 ** max(top, bottom + 1))
    margin = 0.05 * (high - low) if high > low else max(1.0, 0.1 * abs(low))
    return low - margin, high + margin
