# SPDX-License-Identifier: MIT
"""One built-in test problem as a callable object.

Values come from the library; this counts calls and gives them the names that solvers for COCO
expect.
"""
from __future__ import annotations

import re
from types import TracebackType
from typing import Any

import numpy as np

from . import _core
from .arrays import Array
from .words import counted

_NOISE = {"own": 0, "reference": 1, "none": 2}
_FINAL_PRECISION = 1e-8  # COCO's last target above the optimum


class Problem:
    """A test problem: a function to be minimised, which counts how often it is called.

    ``problem(x)`` is the value of one point, or with an array of the shape (n, dimension) the n
    values of its rows. Attributes have the names of cocoex, so that solvers for COCO work as they
    are. ``lower_bounds`` and ``upper_bounds`` are a region of interest and no constraint.

    On a problem with noise every call gives a noisy value, from ``seed`` and the number of the
    evaluation: ``noise`` is "own", "reference" (COCO's stream) or "none". What is judged, that is
    ``best_observed_fvalue1`` and ``final_target_hit``, is always the value without noise.

    ``levels`` tells which variables are whole numbers from 0 on, and how many values they have.
    With constraints ``constraint(x)`` gives their numbers g, of which g <= 0 is wanted; other points
    are not judged. ``nes.minimize(problem)`` takes them into account.

    >>> with Problem("bbob_f001_i01_d02") as sphere:
    ...     values = sphere([[0, 0], [1, 1]])
    >>> sphere.evaluations, sphere.dimension, sphere.final_target_hit
    (2, 2, False)
    """

    number_of_objectives = 1

    def __init__(self, id: str, *, seed: int = 1, noise: str = "own", index: int | None = None):
        if noise not in _NOISE:
            raise ValueError(f"there is no noise {noise!r}; there is {', '.join(_NOISE)}")
        self._core: _core.Problem | None = _core.Problem(id)
        self.id: str = self._core.id
        self.name: str = self._core.name
        self.group: str | None = self._core.group
        self.dimension: int = self._core.dim
        self.number_of_constraints: int = self._core.constraints
        self.optimum: float = self._core.optimum
        self.sigma: float = self._core.sigma
        self.noisy: bool = self._core.noisy
        self.bits: bool = self._core.bits
        self.seed = seed
        self.noise = noise
        self.index = index
        self.solution = self._solution(self._core)
        self.initial_solution = self._start()
        self.levels = np.empty(self.dimension)  # how many values a variable has; 0: it is real
        self._core.levels(self.levels)
        self.number_of_integer_variables = int((self.levels > 0).sum())
        self.lower_bounds, self.upper_bounds = self._region(self._core.start_law())
        self.reset()

    @staticmethod
    def _solution(core: _core.Problem) -> Array | None:
        solution = np.empty(core.dim)
        return solution if core.solution(solution) else None

    def _start(self) -> Array:
        """A usual start; of bits a random string, since none is better than another."""
        start = np.empty(self.dimension)
        if self.bits:
            return np.random.default_rng(self.seed).integers(0, 2, self.dimension).astype(float)
        self._open().start(start)
        return start

    def usual(self) -> dict[str, Any]:
        """The usual start as arguments of nes.minimize(): a point and a step size. Bits have even
        odds there, which no string stands for."""
        if self.bits:
            return {"bounds": self.bounds, "bits": True}
        whole = self.levels > 0
        if not whole.any():
            return {"x0": self.initial_solution, "sigma": self.sigma}
        return {"x0": self.initial_solution, "integer": whole,
                "sigma": np.where(whole, (self.levels - 1) / 4, self.sigma),
                "lower": np.where(whole, 0, -np.inf), "upper": np.where(whole, self.levels - 1, np.inf)}

    def _region(self, law: tuple[str, float, float]) -> tuple[Array, Array]:
        """Where to look: what the suite or the law of the start says, else around the start."""
        if self.bits:
            low, high = 0.0, 1.0
        elif self.group is not None:
            low, high = -5.0, 5.0
        elif law[0] == "uniform":
            low, high = law[1:]
        else:
            width = 5 * max(1.0, self.sigma)
            return self.initial_solution - width, self.initial_solution + width
        whole = self.levels > 0
        return np.where(whole, 0.0, low), np.where(whole, self.levels - 1, high)

    def reset(self) -> None:
        """Forgets the evaluations made so far."""
        self.evaluations = 0
        self.evaluations_constraints = 0
        self.best_observed_fvalue1 = float("inf")
        self._draws = 0

    def __call__(self, x: Any) -> Any:
        points, values = self._exact(x)
        self.evaluations += len(values)
        judged = values
        if self.number_of_constraints > 0:
            judged = values[(self._constraints(points) <= 0).all(axis=1)]
        if len(judged) > 0:
            best = float(np.fmin.reduce(judged))
            self.best_observed_fvalue1 = min(self.best_observed_fvalue1, best)
        if self.noisy and self.noise != "none":
            self._draws = self._open().noisy_values(points, values, _NOISE[self.noise], self.seed,
                                                    self._draws)
        return float(values[0]) if points.ndim == 1 else values

    def exact(self, x: Any) -> Any:
        """The value or values without noise. This is no evaluation: nothing is counted."""
        points, values = self._exact(x)
        return float(values[0]) if points.ndim == 1 else values

    def constraint(self, x: Any) -> Array:
        """The numbers g of one point, or rows of them."""
        points = self._points(x)
        g = self._constraints(points)
        self.evaluations_constraints += len(g)
        return g.reshape(-1) if points.ndim == 1 else g

    def with_constraints(self, x: Any) -> tuple[Any, Array]:
        """The value or values, and the constraints: an objective of nes.minimize()."""
        return self(x), self.constraint(x)

    def _constraints(self, points: Array) -> Array:
        g = np.empty((points.size // self.dimension, self.number_of_constraints))
        self._open().constraint_values(points, g)
        return g

    def _points(self, x: Any) -> Array:
        points = np.ascontiguousarray(x, dtype=np.float64)
        if points.ndim not in (1, 2) or points.shape[-1] != self.dimension:
            raise ValueError(f"{self.id}: a point has {counted(self.dimension, 'number')}, points are an "
                             f"array of the shape (n, {self.dimension}), and this one is {points.shape}")
        return points

    def _exact(self, x: Any) -> tuple[Array, Array]:
        """The points, and their values without noise."""
        points = self._points(x)
        values = np.empty(points.size // self.dimension)
        self._open().values(points, values)
        return points, values

    def _open(self) -> _core.Problem:
        if self._core is None:
            raise RuntimeError(f"{self.id} has been freed; get the problem again")
        return self._core

    @property
    def dim(self) -> int:
        return self.dimension

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """The region of interest as pairs, the way SciPy takes bounds."""
        return list(zip(self.lower_bounds.tolist(), self.upper_bounds.tolist()))

    @property
    def final_target_fvalue1(self) -> float:
        """The value that counts as solved: 1e-8 above the optimum; NaN where that is not known."""
        return self.optimum + _FINAL_PRECISION

    @property
    def final_target_hit(self) -> bool:
        return self.best_observed_fvalue1 <= self.final_target_fvalue1

    @property
    def id_function(self) -> int | None:
        """The number of the function in its suite; None outside of suites."""
        return _part(self.id, "f")

    @property
    def id_instance(self) -> int | None:
        return _part(self.id, "i")

    def initial_solution_proposal(self, restart_number: int = 0) -> Array:
        """A start for each restart: first the usual one, then points in the region of interest."""
        if restart_number == 0:
            return self.initial_solution.copy()
        random = np.random.default_rng([self.seed, restart_number])
        if self.bits:
            return random.integers(0, 2, self.dimension).astype(float)
        return random.uniform(self.lower_bounds, self.upper_bounds)

    def free(self) -> None:
        self._core = None

    def __enter__(self) -> Problem:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.free()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_core": self._core is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = _core.Problem(self.id) if state["_core"] else None

    def __repr__(self) -> str:
        return (f"<{self.id}: {self.name}, {counted(self.dimension, 'variable')}, "
                f"{counted(self.evaluations, 'evaluation')}>")


def _part(id: str, letter: str) -> int | None:
    found = re.fullmatch(r"[a-z_-]+_f(?P<f>\d+)_i(?P<i>\d+)_d\d+", id)
    return int(found[letter]) if found else None
