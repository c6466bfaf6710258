# SPDX-License-Identifier: MIT
"""What is there in the place of something else, so that a mistake names the remedy."""
from __future__ import annotations

from typing import Any, NoReturn

from . import _core


class Stopping:
    """What stop() returns. In `while not opt.stop():`, which asks whether a run of other packages
    has stopped, it says how to ask, and lifts the stop that nobody wanted."""

    __slots__ = ("_lift",)

    def __init__(self, handle: _core.Handle | None) -> None:
        self._lift = handle

    def __bool__(self) -> NoReturn:
        if self._lift is not None:
            self._lift.go_on({})
        raise TypeError("stop() ends the run, and is no question; a loop asks the attribute "
                        "stopped: `while not opt.stopped:`, or `for points in opt:`")

    def __repr__(self) -> str:
        return "<the run is stopped; go_on() lifts it>"


class Left:
    """In the place of a handle that is gone: whatever is asked of it is refused."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("this optimiser was left at the end of its `with` block; only its result "
                           "and history remain")
