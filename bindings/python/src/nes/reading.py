# SPDX-License-Identifier: MIT
"""What an evaluation gives beside a value: constraints, and outputs by name.

A reading turns what the objective returned into a row of numbers as the library takes it: the value,
the numbers g of the constraints, then further outputs. None in its place is a failed evaluation.
"""
from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional

import numpy as np

from .arrays import Array, in_order, numbers, shown
from .constraints import Constraint
from .objective import EvaluationFailed, Row, to_number, to_values
from .words import counted

Rows = list[Optional[Row]]


class Outputs(dict[str, Any]):
    """What an objective returned, by name. To ask for an output that is not there is a failure."""

    def __missing__(self, name: str) -> Any:
        warnings.warn(f"an evaluation without the output {name!r} counts as failed; it gave "
                      f"{', '.join(map(str, self)) or 'nothing'}", RuntimeWarning, stacklevel=2)
        raise EvaluationFailed


class Reading:
    """How many numbers an evaluation has, and how they are read from what was returned. Without
    constraints of its own, the objective returns pairs: the value, and all other numbers."""

    names: Sequence[str | None] = ()  # of the constraints
    outputs: Sequence[str] = ()  # names of further outputs

    def __init__(self, constraints: int, outputs: int) -> None:
        self.m, self.more = constraints, outputs

    @property
    def width(self) -> int:
        return 1 + self.more

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of the library that say the same, beside those that are given by name."""
        said: dict[str, Any] = {"constraints": self.m}
        if self.more != self.m:
            said["outputs"] = self.more
        for name in ("constraint_kind", "constraint_tol"):
            if given.get(name) is not None and np.ndim(given[name]) == 0 and self.m > 0:
                said[name] = np.full(self.m, given[name])  # one number stands for all
        return said

    def of_one(self, returned: Any, x: Array, point: Any) -> Row | None:
        """The row of one evaluation. x and point are what was evaluated, as numbers and as the
        objective got it."""
        if returned is None:
            return None
        if not isinstance(returned, (tuple, list)) or len(returned) != 2:
            raise TypeError(f"the objective must return a pair, the value and {self._numbers()}; it "
                            f"returned {shown(returned)}")
        value = to_number(returned[0], x)
        return None if value is None else (value, *self._row(returned[1]))

    def _numbers(self) -> str:
        what = "constraint" if self.m == self.more else "output"
        return f"the {counted(self.more, 'number')} of its {what}s" if self.more > 1 else (
            f"the number of its {what}")

    def _row(self, g: Any) -> list[float]:
        row = np.full(self.more, np.nan) if g is None else numbers(g, "the numbers g").reshape(-1)
        if len(row) != self.more:
            raise ValueError(f"an evaluation has {counted(self.more, 'number')} beside its value, and "
                             f"not {len(row)}")
        listed: list[float] = row.tolist()
        return listed

    def of_all(self, returned: Any, rows: Array, point: Callable[[Array], Any]) -> Rows:
        """The rows of n evaluations by one call of a vectorised objective."""
        if returned is None:
            return [None] * len(rows)
        if not isinstance(returned, (tuple, list)) or len(returned) != 2:
            raise TypeError("a vectorised objective must return a pair, the values and an array with "
                            f"{self._numbers()} for each point; it returned {shown(returned)}")
        return self.of_columns(returned[0], returned[1], len(rows))

    def of_columns(self, values: Any, g: Any, n: int) -> Rows:
        """n values, None where an evaluation failed, and a row of further numbers for each."""
        listed = to_values(values, n, "an objective").tolist()
        g = in_order(g)
        if isinstance(g, list):  # None where there is nothing
            g = [np.full(self.more, np.nan) if row is None else row for row in g]
        more = numbers(g, "the numbers g")
        if more.size != n * self.more or more.ndim > 2 or (more.ndim == 2 and len(more) != n):
            raise ValueError(f"{counted(n, 'point')} with {counted(self.more, 'number')} each beside "
                             f"the value are an array of the shape {(n, self.more)}, and this one is "
                             f"{more.shape}")
        return [None if value is None else (value, *row)
                for value, row in zip(listed, more.reshape(n, self.more).tolist())]

    def told(self, values: Any, g: Any) -> Rows:
        """The rows of what a caller tells: values and g, or what the objective returned."""
        values = in_order(values)
        if not isinstance(values, (np.ndarray, list, tuple)):
            values = [values]
        if g is not None:
            return self.of_columns(values, g, len(values))
        return [self._told(each) for each in values]

    def _told(self, returned: Any) -> Row | None:
        if isinstance(returned, (tuple, list)):
            return self.of_one(returned, np.empty(0), None)
        self._refuse(returned)
        return None

    def _refuse(self, returned: Any) -> None:
        """Refuses a value alone; None is a failed evaluation."""
        if returned is not None:
            raise TypeError(f"an evaluation has {counted(self.more, 'number')} beside its value: tell "
                            "them too, tell(values, g=rows)")

    def named(self, text: str) -> str:
        """A sentence of the library with the names of constraints, where they have any, in the place
        of their numbers."""
        def name(found: re.Match[str]) -> str:
            return self.name_of(int(found[1]) - 1)
        if not any(self.names):
            return text
        text = re.sub(r"number (\d+)(?=(?: \(|: )g = )", name, text)
        head, active, tail = text.partition(" active: ")
        numbers_there = re.match(r"[\d, ]*", tail)
        end = 0 if numbers_there is None else numbers_there.end()
        return head + active + re.sub(r"(\d+)", name, tail[:end]) + tail[end:]

    def name_of(self, i: int) -> str:
        """What constraint i is called."""
        return self.names[i] or f"number {i + 1}"

    @property
    def columns(self) -> list[str]:
        """The names of all numbers beside the value."""
        further = self.outputs or [f"output{i + 1}" for i in range(self.m, self.more)]
        return [*(f"g{i + 1}" for i in range(self.m)), *further]


class Computed(Reading):
    """A reading with constraints that are computed here, and, where value is given, outputs by name:
    the objective then returns a dict, and value is one of them, or a function of all."""

    def __init__(self, constraints: list[Constraint], value: Any, outputs: Sequence[str]) -> None:
        self.constraints, self.value, self.outputs = constraints, value, list(outputs)
        self.limits = [limit for each in constraints for limit in each.limits]
        self.names = [each.name for each in constraints for _ in each.limits]
        super().__init__(len(self.limits), len(self.limits) + len(outputs))

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        said = super().options(given)
        kinds = np.array([float(limit.kind) for limit in self.limits])
        if kinds.any():
            if given.get("constraint_kind") is not None:
                raise TypeError("the option constraint_kind is given twice: by name, and by equalities "
                                "among the constraints")
            said["constraint_kind"] = kinds
            tol = given.get("constraint_tol")
            if tol is None or np.ndim(tol) == 0:  # one number stands for all equalities
                said["constraint_tol"] = np.array([limit.tol for limit in self.limits]) if (
                    tol is None) else np.where(kinds > 0, tol, 0.0)
        return said

    def of_one(self, returned: Any, x: Array, point: Any) -> Row | None:
        if returned is None:
            return None
        known: dict[str, Any] = {"row": x, "point": point}
        if self.value is not None:
            outputs = known["outputs"] = self._outputs(returned)
            named = isinstance(self.value, str)
            returned = outputs[self.value] if named else self.value(outputs)
        value = to_number(returned, x)
        if value is None:
            return None
        g = [number for each in self.constraints for number in each.numbers(known[each.takes])]
        kept = [to_number(known["outputs"][name], x) for name in self.outputs]
        return None if None in kept else (value, *g, *kept)  # type: ignore[arg-type]

    def _outputs(self, returned: Any) -> Outputs:
        if not isinstance(returned, Mapping):
            raise TypeError(f"the objective must return a dict of outputs; it returned {shown(returned)}")
        return Outputs(returned)

    def of_all(self, returned: Any, rows: Array, point: Callable[[Array], Any]) -> Rows:
        n = len(rows)
        if returned is None:
            return [None] * n
        if self.value is None:
            each = to_values(returned, n).tolist()
        else:
            columns = {name: in_order(column) for name, column in self._outputs(returned).items()}
            for name, column in columns.items():
                if np.ndim(column) != 1 or len(column) != n:
                    raise ValueError(f"a vectorised objective must return {counted(n, 'number')} of each "
                                     f"output, and of {name!r} it returned {shown(column)}")
            each = [{name: column[i] for name, column in columns.items()} for i in range(n)]
        return [self._one(one, x, point(x)) for one, x in zip(each, rows)]

    def _one(self, returned: Any, x: Array, point: Any) -> Row | None:
        try:
            return self.of_one(returned, x, point)
        except EvaluationFailed:
            return None

    def _told(self, returned: Any) -> Row | None:
        if isinstance(returned, Mapping) and all(c.takes == "outputs" for c in self.constraints):
            return self._one(returned, np.empty(0), None)
        self._refuse(returned)
        return None
