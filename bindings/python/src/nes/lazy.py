# SPDX-License-Identifier: MIT
"""Dicts that are filled only when somebody looks at them as a whole.

Programs such as pandas know a dict when they see one, and read it by the functions of dict. So these
are dicts, each of whose functions fills it first.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

V = TypeVar("V")


class Lazy(dict[str, V]):
    """A dict that finish() fills."""

    def finish(self) -> None:
        """Puts all entries in, in their order. It may be called again."""
        raise NotImplementedError


# What dict does by itself, without asking __missing__.
_OF_DICT = ("__iter__", "__reversed__", "__len__", "__contains__", "__eq__", "__ne__", "__or__",
            "__ror__", "keys", "values", "items", "get", "copy", "pop", "popitem", "setdefault")


def _finish_first(name: str) -> Callable[..., Any]:
    method = getattr(dict, name)

    def call(self: Lazy[Any], *args: Any) -> Any:
        self.finish()
        return method(self, *args)
    call.__name__, call.__doc__ = name, method.__doc__
    return call


for _name in _OF_DICT:
    setattr(Lazy, _name, _finish_first(_name))
