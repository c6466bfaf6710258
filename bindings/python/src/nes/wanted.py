# SPDX-License-Identifier: MIT
"""What the arguments constraints, minimize, maximize and outputs stand for: a reading."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

import numpy as np

from . import _core
from .arrays import Array, in_order, shown
from .constraints import Constraint, Named, constraints_of
from .history import read_array
from .options import TABLE
from .reading import Computed, Reading
from .space import Space
from .words import counted


Of = Union[str, Callable[[Any], Any]]  # a name of an output, or a function of all


def named_value(minimize: Any, maximize: Any) -> tuple[Any, Any]:
    """The output that is the value, by its name or as a function of all, or None; and the option
    maximize.

    >>> named_value("mass", None), named_value(None, "gain"), named_value(None, True)
    (('mass', None), ('gain', True), (None, True))
    """
    larger = callable(maximize) or isinstance(maximize, str) and maximize not in ("yes", "no")
    if minimize is None:
        return (maximize, True) if larger else (None, maximize)
    if maximize is not None:
        raise TypeError(f"minimize={shown(minimize)} and maximize={shown(maximize)} contradict each "
                        "other; give one of them, the name of an output or a function of all outputs")
    if not isinstance(minimize, str) and not callable(minimize):
        raise TypeError("minimize is the name of an output, or a function of all outputs, and not "
                        f"{shown(minimize)}")
    return minimize, None


def a_point(handle: _core.Handle) -> Array:
    """A point that may be evaluated: the best one, or the start."""
    best = read_array(handle, "best_x")
    if best is None:
        view: Any = handle.ask()[1]
        best = np.frombuffer(view)[:handle.dim].copy()
    return best


def first_point(dim: int, origin: Array | None, given: Mapping[str, Any]) -> Array:
    """The first point of a run with these settings."""
    of_points = {name: value for name, value in given.items()
                 if name not in TABLE or TABLE[name]["section"] != "constraints"}
    return a_point(_core.Handle(dim, origin, of_points))


def reading_of(constraints: Any, value: Any, outputs: Any, space: Space | None,
               point: Callable[[], Array]) -> Reading | None:
    """The reading that the arguments stand for; None: an evaluation gives a value alone. point gives
    a point, for functions of which only a call tells how many numbers they give."""
    if _is_count(constraints) or constraints is None and _is_count(outputs):
        return _counted(int(constraints or 0), value, outputs)
    names = _names(outputs)
    if value is None and names:
        raise TypeError("outputs have names where the objective returns a dict: say by minimize='...' "
                        "which of them, or what function of all, is the value")

    def at(takes: str) -> Any:
        row = point()
        return row if space is None or takes == "row" else space.unpack(row)

    said = [] if constraints is None else constraints
    variables: Mapping[str, Any] = {} if space is None else space
    made = constraints_of(said, value is not None, variables, at)
    if not made and value is None:
        return None
    return Computed(made, value, [] if value is None else _kept(made, value, names, variables))


def _is_count(said: Any) -> bool:
    return (isinstance(said, (int, np.integer)) and not isinstance(said, bool)
            or isinstance(said, float) and said.is_integer())


def _counted(m: int, value: Any, outputs: Any) -> Reading | None:
    if value is not None:
        raise TypeError("constraints is a number where the objective returns a pair; where it returns "
                        "a dict of outputs they are texts, such as 'stress <= 200', or functions of it")
    if outputs is not None and not _is_count(outputs):
        raise TypeError(f"outputs is a number where constraints is one, and it is {shown(outputs)}")
    more = int(outputs or 0) or m
    return Reading(m, more) if m != 0 or more != 0 else None


def _names(outputs: Any) -> list[str]:
    listed = [] if outputs is None else in_order(outputs)
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise TypeError(f"outputs are names, such as ['mass', 'stress'], and not {shown(outputs)}")
    names = list(listed)
    for name in names:
        if not isinstance(name, str) or names.count(name) > 1:
            raise ValueError(f"outputs are names that differ, and not {shown(outputs)}")
    return names


def _kept(constraints: list[Constraint], value: Any, names: list[str],
          variables: Mapping[str, Any]) -> list[str]:
    """The outputs that are kept: those that are given, or those that are spoken of."""
    known = [each.c.name for each in constraints if isinstance(each.c, Named)]
    spoken = [name for name in known if name not in variables]
    for name in spoken:
        if names and name not in names:
            raise ValueError(f"there is no output {name!r}; the outputs are {', '.join(names)}")
    first = [value] if isinstance(value, str) else []
    return list(dict.fromkeys([*first, *(names or spoken)]))


def reading_of_saved(handle: _core.Handle, constraints: Any, value: Any, outputs: Any,
                     space: Space | None) -> Reading | None:
    """The reading of a run that was saved. Without arguments, the objective returns pairs."""
    m = int(handle.setting("constraints"))
    if constraints is None and value is None:
        constraints, outputs = m, handle.outputs
    reading = reading_of(constraints, value, outputs, space, lambda: a_point(handle))
    given = (0, 0) if reading is None else (reading.m, reading.more - reading.m)
    if given != (m, handle.outputs - m):
        raise ValueError(f"the saved run has {counted(m, 'constraint')} and "
                         f"{counted(handle.outputs - m, 'further output')}, and those given are "
                         f"{given[0]} and {given[1]}")
    return reading
