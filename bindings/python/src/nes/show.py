# SPDX-License-Identifier: MIT
"""Results and optimisers as text and as HTML for notebooks.

Both show fields of a mapping in its order: names at the left, values at the right, long arrays cut.
"""
from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .words import counted

WIDTH = 92  # letters of a line
ROWS = 12  # of a table of variables in HTML; the rest is counted

Fields = Iterable[tuple[str, object]]

# What a result shows, in this order. Of a space, the values by name stand for x and mean.
FIRST = ("message", "success", "trust", "trust_text", "fun")
LIMITED = ("feasible", "violation", "g", "multipliers", "outputs")  # where there are such
LAST = ("std", "mode", "probabilities", "sigma", "condition", "nfev", "nit", "restarts", "failed", "method", "choice", "seed",
        "popsize", "history")
BY_NUMBER, BY_NAME = ("x", "mean"), ("params", "mean_params")


def result_text(result: Mapping[str, Any]) -> str:
    """A result, entry by entry; those of less interest are only named."""
    shown = [name for name in _shown(result) if name in result]
    hidden = [name for name in result if name not in shown]
    more = [("also", ", ".join(hidden))] if hidden else []
    return fields_text([(name, result[name]) for name in shown] + more)


def _shown(result: Mapping[str, Any]) -> tuple[str, ...]:
    limited = LIMITED if "g" in result else LIMITED[-1:]
    return (*FIRST, *limited, *(BY_NAME if "params" in result else BY_NUMBER), *LAST)


def result_html(result: Mapping[str, Any], title: str = "nes.Result") -> str:
    """A result as a table, and one of its variables."""
    said = f"{title}: {standing(result)}"
    limited = LIMITED if "g" in result else LIMITED[-1:]
    shown = [name for name in (*FIRST[:-1], *limited, *LAST[1:]) if name in result]
    columns = {"best": result["x"], "mean": result["mean"], "std deviation": result["std"]}
    return (fields_html(said, [(name, result[name]) for name in shown])
            + variables_html(result_names(result), columns))


def optimizer_text(result: Mapping[str, Any], dim: int) -> str:
    """An optimiser in one line, by its result."""
    return (f"<nes.Optimizer: dimension {dim}, {method_name(result)}, seed {result['seed']}; "
            f"{standing(result)}; {result['message']}>")


def standing(result: Mapping[str, Any]) -> str:
    """Where a run stands, in words.

    >>> standing({"fun": 1.5, "nfev": 200, "feasible": True})
    'best value 1.5 after 200 evaluations'
    """
    best, evaluations = result["fun"], counted(result["nfev"], "evaluation")
    if result["nfev"] == 0:
        return "nothing is evaluated yet"
    if np.isnan(best):
        return f"no finite value in {evaluations}"
    if not result["feasible"]:
        return f"no point satisfies the constraints in {evaluations}"
    return f"best value {best:.6g} after {evaluations}"


def method_name(result: Mapping[str, Any]) -> str:
    return result["method"] or "a free combination"


def result_names(result: Mapping[str, Any]) -> list[str]:
    """The names of the variables; x1, x2, ... where they have none."""
    names = result["history"].about.get("names")
    if names is not None:
        return list(names)
    dim = max((len(result[key]) for key in ("x", "mean") if result[key] is not None), default=0)
    return [f"x{i + 1}" for i in range(dim)]


def value_text(value: object, width: int = WIDTH) -> str:
    """A value in few letters.

    >>> print(value_text(np.linspace(0, 1, 5)))
    [0.   0.25 0.5  0.75 1.  ]
    >>> print(value_text({"a": 1.0, "b": [1, 2]}))
    a: 1.0
    b: [1, 2]
    """
    if isinstance(value, np.ndarray):
        return np.array2string(value, max_line_width=width, threshold=20, edgeitems=4, precision=7)
    if isinstance(value, Mapping) and type(value).__repr__ is dict.__repr__:
        return fields_text(value.items(), width)
    if isinstance(value, str):
        return textwrap.fill(value, width)
    return repr(value)


def fields_text(fields: Fields, width: int = WIDTH) -> str:
    """Lines of names and values, the names in a column of their own.

    >>> print(fields_text([("fun", 0.5), ("message", "done")]))
        fun: 0.5
    message: done
    """
    known = list(fields)
    column = max((len(str(name)) for name, _ in known), default=0)
    lines = []
    for name, value in known:
        text = value_text(value, max(width - column - 2, 20))
        lines.append(f"{name:>{column}}: " + text.replace("\n", "\n" + " " * (column + 2)))
    return "\n".join(lines)


def fields_html(title: str, fields: Fields) -> str:
    """A table with a title; everything is escaped.

    >>> fields_html("a < b", [("x", 1)])
    '<table class="nes"><caption style="text-align: left"><b>a &lt; b</b></caption>\
<tr><th style="text-align: left">x</th><td style="text-align: left">1</td></tr></table>'
    """
    rows = "".join(
        f'<tr><th style="text-align: left">{html.escape(str(name))}</th>'
        f'<td style="text-align: left">{_cell(value)}</td></tr>' for name, value in fields)
    heading = f'<caption style="text-align: left"><b>{html.escape(title)}</b></caption>'
    return f'<table class="nes">{heading}{rows}</table>'


def _cell(value: object) -> str:
    text = html.escape(value if isinstance(value, str) else value_text(value, 80))
    return f'<pre style="margin: 0">{text}</pre>' if "\n" in text else text


def variables_html(names: Iterable[str], columns: Mapping[str, object]) -> str:
    """A table with a row per variable, of which the first are shown."""
    known = list(names)
    arrays = {title: np.asarray(column) for title, column in columns.items() if column is not None}
    head = "".join(f"<th>{html.escape(title)}</th>" for title in ("variable", *arrays))
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td>"
        + "".join(f"<td>{column[i]:.7g}</td>" for column in arrays.values()) + "</tr>"
        for i, name in enumerate(known[:ROWS]))
    if len(known) > ROWS:
        rows += f'<tr><td colspan="{1 + len(arrays)}">and {len(known) - ROWS} more</td></tr>'
    return f'<table class="nes"><tr>{head}</tr>{rows}</table>'
