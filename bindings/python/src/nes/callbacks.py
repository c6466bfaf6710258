# SPDX-License-Identifier: MIT
"""What a callback gets to see: a result that is read only as far as it is looked at.

To read all of it takes as long as one or two generations.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from .result import Result, Source, readers_of


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


class LiveResult(Result):
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


# What dict does by itself, without asking __missing__.
_OF_DICT = ("__iter__", "__len__", "__contains__", "__eq__", "__ne__", "__or__", "__ror__", "keys",
            "values", "items", "get", "copy", "pop", "popitem", "setdefault")


def _finish_first(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    def call(self: LiveResult, *args: Any) -> Any:
        self.finish()
        return method(self, *args)
    return call


for _name in _OF_DICT:
    setattr(LiveResult, _name, _finish_first(_name))
