# SPDX-License-Identifier: MIT
"""Numbers with their nouns."""
from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """So many things, in words.

    >>> counted(1, "point"), counted(2, "point")
    ('1 point', '2 points')
    """
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
