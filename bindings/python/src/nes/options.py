# SPDX-License-Identifier: MIT
"""From Python values to the settings of the library: texts and arrays by the table of options in C.

The names, types and sections of options come from that table. None of them is repeated here but for
those that the arguments x0, sigma and bounds stand for.
"""
from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from . import _core
from .arrays import Array, numbers, shown
from .elsewhere import hint
from .space import Space
from .words import counted

Settings = dict[str, Any]  # texts, and arrays of float64

TABLE: Mapping[str, Mapping[str, Any]] = {option["name"]: option for option in _core.options()}


def text(name: str, value: Any) -> str:
    """A value as the library reads it.

    >>> text("maximize", True), text("max_evals", 1e4), text("tolx", "off"), text("restarts", False)
    ('yes', '10000', 'off', 'none')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, np.generic) or isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool) and TABLE[name]["type"] not in ("count", "real"):
        return _word_of(value, TABLE[name]["words"])
    if isinstance(value, float) and value.is_integer() and TABLE[name]["type"] == "count":
        value = int(value)
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"option {name}: {shown(value)} is no value of an option; give a number, "
                    "True, False or a word")


def _word_of(value: bool, words: Iterable[str]) -> str:
    """What True and False are among the words of a choice: "yes" and "no" where it has them,
    otherwise "auto" and "none"."""
    usual, other = ("yes", "auto") if value else ("no", "none")
    return other if other in words and usual not in words else usual


def _refuse_none(name: str) -> None:
    """None leaves an option at its default, but "none" is a word of some, and means another thing."""
    if "none" in TABLE[name]["words"]:
        raise ValueError(f"option {name}: None may mean the word or the default; write "
                         f"{name}='none', or leave it out for its default, {TABLE[name]['initial']}")


def _array(name: str, value: Any, dim: int) -> Array:
    """The numbers of an array option. One number stands for all variables."""
    array = numbers(value, f"option {name}")
    if array.size == 0:
        raise ValueError(f"option {name} is empty; leave it out where there is none")
    if array.ndim == 0 and TABLE[name]["length"] == "variable":
        return np.full(dim, array)
    return array.reshape(-1)


def _groups(value: Any, dim: int) -> Array | None:
    """The number of a group per variable, from lists of the variables of each group; None: the value
    is no such lists. Variables in none of them are groups by themselves.

    >>> _groups([[0, 2], [1, 3]], 5)
    array([0., 1., 0., 1., 4.])
    """
    if isinstance(value, np.ndarray) or not isinstance(value, Iterable) or isinstance(value, str):
        return None
    lists = list(value)
    if not any(np.ndim(part) for part in lists):
        return None
    group = np.arange(dim, dtype=np.float64)
    seen: set[int] = set()
    for part in lists:
        members = [operator.index(i) for i in part]
        for i in members:
            if not 0 <= i < dim or i in seen:
                what = "is there twice" if i in seen else f"is none of the {dim} variables"
                raise ValueError(f"option groups: variable {i} {what}; give lists of variables, "
                                 "numbers from 0 on, such as [[0, 1, 2], [3, 4]]")
            seen.add(i)
        group[members] = min(members, default=0)
    return group


def by_table(options: Mapping[str, Any], dim: int) -> Settings:
    """Options by name as the library takes them. None leaves an option at its default, unless it
    could be meant for the word "none"."""
    settings: Settings = {}
    _check_names(options)
    for name, value in options.items():
        if value is None:
            _refuse_none(name)
            continue
        if TABLE[name]["type"] == "array":
            lists = _groups(value, dim) if name == "groups" else None
            settings[name] = _array(name, value, dim) if lists is None else lists
        else:
            settings[name] = text(name, value)
    return settings


def _check_names(options: Mapping[str, Any]) -> None:
    for name in options:
        if name not in TABLE:
            raise _unknown(name)


def _unknown(name: str) -> TypeError:
    """No such option: what others call so, or what the library says of the nearest name."""
    remedy = hint(name)
    if remedy is not None:
        return TypeError(f"there is no option {name!r}; {remedy}")
    try:
        _core.Handle(1, None, {name: ""})
    except (TypeError, ValueError) as error:
        return TypeError(str(error).replace("'nes options'", "nes.options()"))
    raise AssertionError(name)  # the table has every option


def is_of_driver(name: str) -> bool:
    """Whether an option is for the process that runs, and not for the run. Names that are not in
    the table are left to the library."""
    return name not in TABLE or TABLE[name]["section"] == "driver"


def driver_options(options: Mapping[str, Any]) -> Settings:
    """The options that can be given for a saved run, which has all others."""
    given = by_table(options, 1)
    for name in given:
        if not is_of_driver(name):
            raise TypeError(f"load() does not take {name}, which the file has; go_on() changes the "
                            "limits of a run")
    return given


def start(x0: Any) -> Array:
    """A start as a row of numbers."""
    if callable(x0):
        raise TypeError(f"x0 must be real numbers, not {shown(x0)}; the function comes first, and "
                        "an Optimizer gets it by run()")
    if isinstance(x0, str):
        raise TypeError(f"x0 must be real numbers, not {shown(x0)}; a box of starts is given as "
                        "start_lower=..., start_upper=..., a cloud of them as start_mean=..., "
                        "start_std=..., without x0")
    array = numbers(x0, "x0")
    if array.ndim == 2 and array.shape[1] == 2:
        raise ValueError(f"x0 has the shape {array.shape}, but must be one row of numbers; pairs "
                         "(low, high) are given as bounds=..., several starts as inject=..., "
                         "without x0")
    if array.ndim > 1:
        raise ValueError(f"x0 has the shape {array.shape}, but must be one row of numbers: flatten "
                         "it, or name the variable in a space with nes.Real(..., shape=...); "
                         "several starts are given as inject=...")
    if array.size == 0:
        raise ValueError("x0 is empty; give one number per variable")
    return array.reshape(-1)


def step(sigma: Any) -> Settings:
    """The option that an argument sigma stands for: one number, or one per variable."""
    if sigma is None:
        return {}
    if np.ndim(sigma) == 0:
        return {"sigma": text("sigma", sigma)}
    std = numbers(sigma, "sigma").reshape(-1)
    if std.size == 0:
        raise ValueError("sigma is empty; give one number, or one per variable")
    return {"std": std}


_TWO_ROWS = ("; all lower and all upper bounds in two rows are given as lower=..., upper=..., or as "
             "bounds=list(zip(lower, upper))")


def box(bounds: Any, dim: int | None) -> tuple[Array, Array]:
    """Lower and upper bounds from pairs (low, high), one pair for all, or an object with lb and ub.

    >>> box([(0, 1), (None, 5)], 2)
    (array([  0., -inf]), array([1., 5.]))
    """
    if hasattr(bounds, "lb") and hasattr(bounds, "ub"):
        return _pair_of_arrays(bounds.lb, bounds.ub, dim)
    low, high = _columns(_pairs(bounds, dim))
    if dim is not None and len(low) != dim:
        raise ValueError(f"bounds are {counted(len(low), 'pair')} (low, high) for "
                         f"{counted(dim, 'variable')}; give one "
                         "pair for each, or a single one for all")
    return low, high


def _check_rows(low: Array, high: Array, x0: Array) -> None:
    """Two rows for two variables are pairs here, and lower and upper bounds elsewhere. Where only
    the latter has the start inside, it was meant."""
    if len(x0) == 2 and not ((low <= x0) & (x0 <= high)).all():
        lower, upper = (np.array([low[0], high[0]]), np.array([low[1], high[1]]))
        if ((lower <= x0) & (x0 <= upper)).all():
            raise ValueError("bounds are pairs (low, high), one per variable, and the start is "
                             "outside of these" + _TWO_ROWS)


def _pair_of_arrays(lower: Any, upper: Any, dim: int | None) -> tuple[Array, Array]:
    low, high = numbers(lower, "bounds.lb"), numbers(upper, "bounds.ub")
    size = dim if dim is not None else max(low.size, high.size)
    try:
        return (np.ascontiguousarray(np.broadcast_to(low, (size,))),
                np.ascontiguousarray(np.broadcast_to(high, (size,))))
    except ValueError:
        raise ValueError(f"bounds have {low.size} lower and {high.size} upper numbers for {size} "
                         "variables") from None


def _pairs(bounds: Any, dim: int | None) -> list[Any]:
    if isinstance(bounds, (str, bytes)) or not isinstance(bounds, Iterable):
        raise TypeError(f"bounds must be pairs (low, high), not {shown(bounds)}")
    pairs = list(bounds)
    if not pairs:
        raise ValueError("bounds are empty; leave them out where there are none")
    if len(pairs) == 2 and all(side is None or np.ndim(side) == 0 for side in pairs):
        if dim is None:
            raise ValueError("one pair of bounds does not tell how many variables there are; give "
                             "x0, or one pair for each")
        return [pairs] * dim
    return pairs


def _columns(pairs: list[Any]) -> tuple[Array, Array]:
    table = np.empty((len(pairs), 2))
    for i, pair in enumerate(pairs):
        if isinstance(pair, (str, bytes)) or not isinstance(pair, Iterable):
            raise TypeError(f"bounds of variable {i + 1}: {shown(pair)} is no pair (low, high)"
                            + _TWO_ROWS)
        sides = list(pair)
        if len(sides) != 2:
            raise ValueError(f"bounds of variable {i + 1}: {shown(pair)} is no pair (low, high)"
                             + _TWO_ROWS)
        for k, (side, none) in enumerate(zip(sides, (-np.inf, np.inf))):
            table[i, k] = none if side is None else numbers(side, f"bounds of variable {i + 1}")
    return np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1])


def collect(dim: int, named: Mapping[str, Any], sigma: Any, bounds: tuple[Array, Array] | None,
            options: Mapping[str, Any]) -> Settings:
    """All settings of a run. An option must not be given in two ways."""
    settings = by_table(options, dim)
    more = by_table(named, dim) | step(sigma)
    if bounds is not None:
        more |= {"lower": bounds[0], "upper": bounds[1]}
    for name in more:
        if name in settings:
            other = {"std": "sigma", "lower": "bounds", "upper": "bounds"}.get(name, name)
            raise TypeError(f"the option {name} is given twice: as {name} and by {other}")
    return settings | more


def _unused(more: Mapping[str, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options that a space stands for, none of which may be given by name too."""
    for name in more:
        if options.get(name) is not None:
            raise TypeError(f"the option {name} is given twice: by name and by the space")
    return more


def _dimension(x0: Array | None, limits: tuple[Array, Array] | None, options: Mapping[str, Any],
               points: Any) -> int:
    if x0 is not None:
        return len(x0)
    if limits is not None:
        return len(limits[0])
    if points is not None and numbers(points, "inject").ndim == 2:
        return int(np.shape(points)[1])
    for name, value in options.items():
        if name in TABLE and TABLE[name]["length"] == "variable" and np.ndim(value) == 1:
            return len(value)
    _check_names(options)
    raise ValueError("x0 is None, and nothing else tells how many variables there are; give x0, "
                     "bounds, or several points as inject")


def _are_bits(lower: Array, upper: Array, options: Mapping[str, Any]) -> bool:
    """Whether bounds say nothing but how many bits there are."""
    return bool(options.get("bits") in (True, "yes") and (lower == 0).all() and (upper == 1).all())


def space_of(x0: Any) -> Space | None:
    """The space that a start stands for, if it is one."""
    if isinstance(x0, Space):
        return x0
    return Space(x0) if isinstance(x0, Mapping) else None


def arguments(x0: Any, sigma: Any, bounds: Any, named: Mapping[str, Any],
              options: Mapping[str, Any],
              points: Any = None) -> tuple[int, Array | None, Settings, Space | None]:
    """What the arguments of an optimiser stand for: the dimension, which points may tell, the start,
    the settings, and the space where variables have names. Bounds that are a word are the option of
    that name."""
    if isinstance(bounds, str):
        named, bounds = {**named, "bounds": bounds}, None
    space = space_of(x0)
    if space is not None:
        if bounds is not None:
            raise TypeError("bounds are given twice: a space has them with its variables")
        options = {**options, **_unused(space.options(), options)}
        return space.dim, space.start, collect(space.dim, named, sigma, None, options), space
    origin = None if x0 is None else start(x0)
    limits = None if bounds is None else box(bounds, None if origin is None else len(origin))
    if origin is not None and limits is not None:
        _check_rows(*limits, origin)
    dim = _dimension(origin, limits, options, points)
    if limits is not None and _are_bits(*limits, options):
        limits = None
    return dim, origin, collect(dim, named, sigma, limits, options), None


def budget(text: str) -> int | None:
    """A number of evaluations; None: it is "off" or beyond all runs, and so no limit."""
    try:
        value = float(text)
    except ValueError:
        return None
    return int(value) if 0 < value < 1e15 else None


def python_value(kind: str, text: str) -> Any:
    """A setting as a Python value; words such as "off" stay texts."""
    if kind == "flag":
        return text == "yes"
    try:
        return int(text) if kind == "count" else float(text) if kind == "real" else text
    except ValueError:
        return text
