# SPDX-License-Identifier: MIT
"""What a callback gets to see: a result that is read only as far as it is looked at.

To read all of it takes as long as one or two generations. A callback of SciPy's gets what it gets
there.
"""
from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from .arrays import shown
from .lazy import Lazy
from .result import Result, Source, readers_of

Callback = Callable[..., Any]  # of a result, or one of SciPy's
POINT, STATE = ("xk", "x"), "intermediate_result"  # SciPy's names for the parameter


def adapted(callback: Any, of_scipy: bool = False) -> Callable[[Result], Any]:
    """A callback as a function of a result. The name of its parameter tells what it is to be called
    with; where it tells nothing, that is a result, or SciPy's point."""
    if not callable(callback):
        raise TypeError(f"callback must be a function, not {shown(callback)}")
    call: Callback = callback
    name = _parameter(callback)
    if name == STATE:
        return lambda state: call(**{STATE: state})
    if name in POINT or of_scipy:
        return lambda state: None if state.x is None else call(np.copy(state.x))
    return call


def _parameter(callback: Callback) -> str | None:
    """The name of the one parameter of a callback; None: it has none, as some built-in functions."""
    try:
        parameters = list(inspect.signature(callback).parameters.values())
    except (TypeError, ValueError):
        return None
    needed = [p for p in parameters if p.default is p.empty
              and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    alone = [p for p in needed if p.kind is p.KEYWORD_ONLY and p.name != STATE]
    if len(needed) > 1 or alone or not parameters:
        raise TypeError(f"callback must be a function of one argument, a result (or SciPy's xk or "
                        f"intermediate_result), and {shown(callback)} takes "
                        f"{', '.join(p.name for p in needed) or 'none'}")
    return (needed or parameters)[0].name


def wants_to_stop(callback: Callable[[Result], Any], source: Source) -> bool:
    """Shows a callback how the run stands; it stops it by True or StopIteration."""
    result = LiveResult(source)
    still_there = weakref.ref(result)
    try:
        wish = callback(result)
        return isinstance(wish, (bool, np.bool_)) and bool(wish)
    except StopIteration:
        return True
    finally:
        del result
        kept = still_there()
        if kept is not None:
            kept.finish()


class LiveResult(Lazy[Any], Result):
    """A result whose entries are read when they are asked for. finish() reads the rest; it must be
    called before the run moves on."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.__dict__["source"] = source

    def __missing__(self, name: str) -> Any:
        source = self.__dict__.get("source")
        if source is None or name not in readers_of(source):
            raise KeyError(name)
        self[name] = value = readers_of(source)[name](source)
        return value

    def finish(self) -> None:
        """Reads all entries, in their order, but for those that are there already."""
        source = self.__dict__.pop("source", None)
        if source is not None:
            known = dict(super().items())
            super().clear()
            super().update({name: known.pop(name) if name in known else read(source)
                            for name, read in readers_of(source).items()}, **known)

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (dict(self),)
