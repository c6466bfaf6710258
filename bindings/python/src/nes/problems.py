# SPDX-License-Identifier: MIT
"""Test problems with known optima: BBOB, clusters, pole balancing and others.

>>> problem = get("rosenbrock_d10")
>>> problem(problem.solution)
0.0
>>> [problem.name for problem in suite("bbob", functions="1-3", instances=1, dimensions=5)]
['Sphere', 'Ellipsoid, separable', 'Rastrigin, separable']
"""
from __future__ import annotations

from . import _core
from .problem import Problem
from .suites import Numbers, Suite

__all__ = ["Problem", "Suite", "get", "kinds", "suite", "suites"]


def get(id: str, *, seed: int = 1, noise: str = "own") -> Problem:
    """The problem with that id, such as "rosenbrock_d10"; ``kinds()`` lists what there is."""
    return Problem(id, seed=seed, noise=noise)


def suite(name: str, *, functions: Numbers = None, instances: Numbers = None,
          dimensions: Numbers = None, seed: int = 1, noise: str = "own") -> Suite:
    """The problems of a suite: "bbob" or "bbob-noisy". See Suite."""
    return Suite(name, functions=functions, instances=instances, dimensions=dimensions, seed=seed,
                 noise=noise)


def suites() -> list[str]:
    """The names of the suites."""
    return [str(s["name"]) for s in _core.suites()]


def kinds() -> list[dict[str, str]]:
    """The kinds of problem: pattern of the id, formula and one sentence for each."""
    return _core.problem_kinds()
