# SPDX-License-Identifier: MIT
"""Lines of variables that end in their names.

The names stand one below the other at the right of a panel, as near to the ends of their lines as
they can. Where there is no room for all of them, those at the top, at the bottom and some between
are named.
"""
from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import Any

import numpy as np

from .arrays import Array

FEW = ("#0b5394", "#e69138", "#38761d", "#a61c3c", "#6fa8dc", "#333333", "#8e63ce", "#bfa000")
LONGEST = 24  # letters of a name
SIZE = 8.5  # of its letters, in points
HEIGHT = 1.3 * SIZE  # of its line
MARK = 10.0  # points between the end of a line and its name


def colour(i: int, n: int) -> Any:
    """The colour of line i of n."""
    if n <= len(FEW):
        return FEW[i]
    even = i % 2 == 0
    return colorsys.hsv_to_rgb(0.68 - 0.68 * i / (n - 1), 0.9 if even else 0.7, 0.6 if even else 0.72)


def shorten(name: str) -> str:
    """A name that fits: long ones are cut.

    >>> shorten("a" * 30)
    'aaaaaaaaaaaaaaaaaaaaaaa…'
    """
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def spread(ends: Sequence[float], height: float) -> list[float]:
    """Places of names, each as near to its end as its neighbours allow.

    Ends ascend, from 0 at the bottom of the panel to 1 at its top. Names that would overlap form a
    block, which is centred on the ends of its lines.

    >>> [round(y, 3) for y in spread([0.5, 0.5, 0.9], 0.1)]
    [0.45, 0.55, 0.9]
    """
    blocks: list[tuple[float, list[float]]] = []  # where the first name stands, and the ends
    for end in ends:
        block = [end]
        bottom = _settle(block, height)
        while blocks and blocks[-1][0] + len(blocks[-1][1]) * height > bottom:
            block = blocks.pop()[1] + block
            bottom = _settle(block, height)
        blocks.append((bottom, block))
    return [bottom + k * height for bottom, block in blocks for k in range(len(block))]


def _settle(ends: list[float], height: float) -> float:
    """The bottom of a block that is to be centred and to lie within the panel."""
    centred = sum(end - k * height for k, end in enumerate(ends)) / len(ends)
    return max(0.0, min(centred, 1 - (len(ends) - 1) * height))


def write_names(axes: Any, names: Sequence[str], ends: Array,
                values: Array) -> None:
    """Writes names with values at the right of a panel.

    ends are the last heights of the lines in its coordinates, which differ from the values where
    the panel shows shares of a range.
    """
    place = axes.transData + axes.transAxes.inverted()
    x = axes.get_xlim()[1]
    found = [(float(place.transform((x, y))[1]), i) for i, y in enumerate(ends) if np.isfinite(y)]
    # Lines that end together read downwards.
    found = sorted((f for f in found if np.isfinite(f[0])), key=lambda f: (f[0], -f[1]))
    width, tall = 72 * axes.figure.get_size_inches() * axes.get_position().size
    found = _thin_out(found, int(tall / HEIGHT) + 1)
    places = spread([min(max(end, 0.0), 1.0) for end, _ in found], HEIGHT / tall)
    for (end, i), y in zip(found, places):
        tint = colour(i, len(names))
        axes.plot([1, 1 + 0.8 * MARK / width], [min(max(end, 0.0), 1.0), y], color=tint,
                  linewidth=0.6, transform=axes.transAxes, clip_on=False)
        axes.text(1 + MARK / width, y, f"{shorten(names[i])} {values[i]:.3g}", color=tint,
                  fontsize=SIZE, va="center", parse_math=False, transform=axes.transAxes)


def _thin_out(found: list[tuple[float, int]], most: int) -> list[tuple[float, int]]:
    """At most so many of them, evenly chosen."""
    if len(found) <= most:
        return found
    return [found[k * (len(found) - 1) // (most - 1)] for k in range(most)]
