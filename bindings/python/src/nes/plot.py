# SPDX-License-Identifier: MIT
"""The course of a run as a picture, in the manner of the program's plots.

Panels over the number of evaluations: values; step size and the ratio of the longest to the
shortest axis; standard deviations and means of the variables, by name; and the lengths of the
principal axes where they are known. Thin vertical lines mark where runs begin.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .arrays import Array
from .course import Course, course_of, curves, distances, limits, means, some_axes, starts
from .plot_names import MARK, SIZE, colour, shorten, write_names

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, ORANGE, RED, GREY = "#0b5394", "#e69138", "#a61c3c", "#bbbbbb"
# Inches: a panel, and what lies around and between panels.
WIDTH, HEIGHT = 4.7, 2.9
LEFT, TOP, BOTTOM, BESIDE, BELOW = 0.96, 1.12, 0.58, 1.04, 0.92
NO_SCREEN = ("agg", "cairo", "pdf", "pgf", "ps", "svg", "template")
LETTER = 0.62 * SIZE / 72  # the width of one, on average


@dataclass
class Sheet:
    """The figure at work."""

    figure: Any
    course: Course
    beside: float  # inches between its columns


def plot(result: Mapping[str, Any], *, optimum: float | None = None,
         title: str | None = None) -> Figure:
    """Draws the course of a result; the figure is returned, not shown.

    Values are shown by their distance to the optimum where it is given, otherwise to the best
    value. title is what the headline begins with.
    """
    return draw(course_of(result, optimum=optimum, title=title))


def draw(course: Course) -> Figure:
    """Draws a course; the figure is returned, not shown."""
    pictures = _matplotlib()
    rows = 3 if course.axes is not None else 2
    longest = max((len(shorten(n)) for n in course.names[: course.shown]), default=0)
    names = MARK / 72 + (longest + 10) * LETTER
    beside = BESIDE if course.axes is not None else names + BESIDE - 0.2
    figure = pictures(figsize=(LEFT + 2 * WIDTH + beside + names,
                               TOP + rows * HEIGHT + (rows - 1) * BELOW + BOTTOM))
    sheet = Sheet(figure, course, beside)
    _write_headings(figure, course)
    _draw_values(_panel(sheet, 0, 0, 0), course)
    _draw_steps(_panel(sheet, 0, 1, 1), course)
    if course.axes is not None:
        _draw_axes(_panel(sheet, 1, 0, 0), course, course.axes)
        _draw_std(_panel(sheet, 1, 1, 1), course)
        _draw_means(_panel(sheet, 2, 0, 1), course)
    else:
        _draw_std(_panel(sheet, 1, 0, 0), course)
        _draw_means(_panel(sheet, 1, 1, 1), course)
    return figure


def _matplotlib() -> Any:
    """What makes figures. Those of pyplot appear on a screen; without one they would pile up."""
    try:
        import matplotlib
        from matplotlib import pyplot
        from matplotlib.figure import Figure
    except ImportError as e:
        raise ImportError("a plot needs Matplotlib: apt install python3-matplotlib, or "
                          "pip install matplotlib") from e
    backend = matplotlib.get_backend().lower()
    return Figure if backend in NO_SCREEN or "inline" in backend else pyplot.figure


def _write_headings(figure: Any, course: Course) -> None:
    high = figure.get_size_inches()[1]
    figure.text(0.5, 1 - 0.30 / high, course.headline, ha="center", va="center", fontsize=14,
                parse_math=False)
    figure.text(0.5, 1 - 0.58 / high, course.below, ha="center", va="center", fontsize=10,
                color="#555555", parse_math=False)


def _panel(sheet: Sheet, row: int, first: int, last: int) -> Any:
    """The panel of that row in the columns first to last."""
    figure, course = sheet.figure, sheet.course
    wide, high = figure.get_size_inches()
    left = LEFT + first * (WIDTH + sheet.beside)
    right = LEFT + last * (WIDTH + sheet.beside) + WIDTH
    bottom = high - TOP - row * (HEIGHT + BELOW) - HEIGHT
    axes = figure.add_axes((left / wide, bottom / high, (right - left) / wide, HEIGHT / high))
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color("#777777")
    axes.tick_params(direction="in", which="major", color="#777777")
    axes.grid(color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_xlim(0, max(float(course.evaluations[-1]) if len(course.evaluations) else 0, 1))
    axes.set_xlabel("evaluations")
    _format_counts(axes)
    _mark_starts(axes, course, (right - left) * 72)
    return axes


def _format_counts(axes: Any) -> None:
    """Thousands and millions by letters, as 20k."""
    from matplotlib.ticker import EngFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True, steps=[1, 2, 5, 10]))
    if axes.get_xlim()[1] >= 1e4:
        axes.xaxis.set_major_formatter(EngFormatter(sep=""))


def _mark_starts(axes: Any, course: Course, width: float) -> None:
    """Lines where runs begin, and their numbers, as far as there is room for them."""
    line = text = -np.inf
    for run, at in starts(course):
        x = at * width / axes.get_xlim()[1]
        if x - line < 3:
            continue
        line = x
        axes.axvline(at, color=GREY, linewidth=0.8, zorder=0.5)
        if x - text < 14:
            continue
        text = x
        axes.annotate(str(run), (at, 0.965), (2, 0), xycoords=("data", "axes fraction"),
                      textcoords="offset points", fontsize=8, color="#777777", va="center")


def _scale(axes: Any, label: str, columns: list[Array], log: bool) -> bool:
    """Sets label and range of the vertical axis; False: there is nothing to show."""
    axes.set_ylabel(label)
    found = limits(columns, log)
    if found is None:
        axes.text(0.5, 0.5, "nothing to show", color="#999999", ha="center",
                  transform=axes.transAxes)
        return False
    if log:
        axes.set_yscale("log", nonpositive="mask")
        axes.minorticks_off()
    axes.set_ylim(*found)
    return True


def _legend(axes: Any) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=2, frameon=False, fontsize=9,
                borderaxespad=0.2, handlelength=1.5)


def _draw_values(axes: Any, course: Course) -> None:
    label, best, median = distances(course)
    log = label != "value"
    if not _scale(axes, label, [best, median], log):
        return
    x, (y,) = curves(course, median)
    axes.plot(x, y, color=ORANGE, linewidth=1.0, label="generation median")
    # The best value has no distance to itself: it lies at the bottom of its panel.
    shown = np.where(best == 0, axes.get_ylim()[0], best) if log else best
    axes.plot(course.evaluations, shown, color=BLUE, linewidth=1.8, label="best so far",
              clip_on=False)
    _legend(axes)


def _draw_steps(axes: Any, course: Course) -> None:
    # The condition is an estimate, which rounding may put below 1.
    ratio = np.sqrt(np.maximum(course.condition, 1))
    columns = [course.sigma] if course.dim == 1 else [course.sigma, ratio]
    label = "step size" if course.dim == 1 else "step size, axis ratio"
    if not _scale(axes, label, columns, True):
        return
    if course.dim > 1:
        x, (ratio,) = curves(course, ratio)
        axes.plot(x, ratio, color=RED, linewidth=1.3, label="axis ratio")
    x, (sigma,) = curves(course, course.sigma)
    axes.plot(x, sigma, color=BLUE, linewidth=1.8, label="step size sigma")
    _legend(axes)


def _draw_axes(axes: Any, course: Course, lengths: Array) -> None:
    from matplotlib.colors import hsv_to_rgb

    lengths = some_axes(lengths)
    if not _scale(axes, "lengths of the principal axes", [lengths], True):
        return
    x, (y,) = curves(course, lengths)
    n = y.shape[1]
    for i in range(n):
        share = i / (n - 1) if n > 1 else 1.0
        axes.plot(x, y[:, i], linewidth=1.1,
                  color=hsv_to_rgb((0.58, 0.35 + 0.6 * share, 0.85 - 0.3 * share)))


def _some(course: Course, label: str) -> str:
    return label if course.shown == course.dim else f"{label}, first {course.shown} of {course.dim}"


def _draw_std(axes: Any, course: Course) -> None:
    std = course.std[:, : course.shown]
    if _scale(axes, _some(course, "standard deviation"), [std], True):
        _draw_variables(axes, course, std, std)


def _draw_means(axes: Any, course: Course) -> None:
    label, log, shown = means(course)
    if not _scale(axes, _some(course, label), [shown], log):
        return
    if label == "mean between its bounds":
        axes.set_ylim(0, 1)
    _draw_variables(axes, course, shown, course.mean)


def _draw_variables(axes: Any, course: Course, shown: Array, values: Array) -> None:
    x, (y,) = curves(course, shown)
    n = y.shape[1]
    for i in range(n):
        axes.plot(x, y[:, i], color=colour(i, n), linewidth=1.3)
    write_names(axes, course.names[:n], shown[-1], values[-1])
