# SPDX-License-Identifier: MIT
"""Suites of test problems, walked as cocoex walks those of COCO.

A choice of functions, instances and dimensions is made by the same words.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from . import _core
from .problem import Problem

Numbers = int | str | Iterable[int] | None


class Suite:
    """The problems of a suite, dimension by dimension, function by function.

    ``functions``, ``instances`` and ``dimensions`` say which: a number, numbers, or a text such as
    "1-5,8"; without them there are all of the usual ones. Numbers outside of the usual ones can be
    given for instances and dimensions. The two texts of cocoex are understood too.

    >>> [problem.id for problem in Suite("bbob", functions=8, instances="1-2", dimensions=(2, 10))]
    ['bbob_f008_i01_d02', 'bbob_f008_i02_d02', 'bbob_f008_i01_d10', 'bbob_f008_i02_d10']
    >>> len(Suite("bbob", "instances: 1-5", "dimensions: 2,3 function_indices: 1-4"))
    40
    """

    def __init__(self, name: str, instance: str = "", options: str = "", *,
                 functions: Numbers = None, instances: Numbers = None, dimensions: Numbers = None,
                 seed: int = 1, noise: str = "own") -> None:
        known = {s["name"]: s for s in _core.suites()}
        if name not in known:
            raise ValueError(f"there is no suite {name!r}; there is {', '.join(known)}")
        about, said = known[name], _read_texts(instance, options)
        self.name = name
        self.functions = _numbers("functions", functions, range(about["first"], about["last"] + 1))
        self.instances = _numbers("instances", instances or said.get("instances"),
                                  about["instances"])
        self.dimensions = _numbers("dimensions", dimensions or said.get("dimensions"),
                                   about["dims"])
        self.functions = _at("function_indices", said, self.functions)
        self.instances = _at("instance_indices", said, self.instances)
        self.dimensions = _at("dimension_indices", said, self.dimensions)
        for function in self.functions:
            if not about["first"] <= function <= about["last"]:
                raise ValueError(f"{name} has the functions {about['first']} to {about['last']}, "
                                 f"and no {function}")
        self._problem: dict[str, Any] = {"seed": seed, "noise": noise}

    def ids(self) -> list[str]:
        return [_core.suite_id(self.name, function, instance, dimension)
                for dimension in self.dimensions for function in self.functions
                for instance in self.instances]

    def get_problem(self, which: int | str) -> Problem:
        """The problem with that id, or number in this suite."""
        if isinstance(which, str):
            return Problem(which, **self._problem)
        return self[which]

    def get_problem_by_function_dimension_instance(self, function: int, dimension: int,
                                                   instance: int) -> Problem:
        return self.get_problem(_core.suite_id(self.name, function, instance, dimension))

    def __getitem__(self, index: int) -> Problem:
        ids = self.ids()
        return Problem(ids[index], index=range(len(ids))[index], **self._problem)

    def __iter__(self) -> Iterator[Problem]:
        for index, id in enumerate(self.ids()):
            yield Problem(id, index=index, **self._problem)

    def __len__(self) -> int:
        return len(self.functions) * len(self.instances) * len(self.dimensions)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} problems>"


def _read_texts(instance: str, options: str) -> dict[str, str]:
    """The words of cocoex and their numbers, from "instances: 1-5 dimensions: 2,3"."""
    text = f"{instance} {options}".strip()
    said = {key: numbers for key, numbers in re.findall(r"(\w+)\s*:\s*([\d,\s-]+)", text)}
    words = ("instances", "dimensions", "function_indices", "instance_indices", "dimension_indices")
    for key in re.findall(r"([A-Za-z_]+)", text):
        if key not in words or key not in said:
            raise ValueError(f"{text!r}: give words with numbers, such as 'instances: 1-5'; the "
                             f"words are {', '.join(words)}")
    return said


def _numbers(what: str, given: Numbers, usual: Iterable[int]) -> list[int]:
    if given is None:
        return list(usual)
    if isinstance(given, str):
        return _read_numbers(what, given)
    numbers = [given] if isinstance(given, (int, np.integer)) else list(given)
    if not numbers or any(isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1
                          for n in numbers):
        raise ValueError(f"{what}: {given!r} must be whole numbers of 1 or more")
    return [int(n) for n in numbers]


def _read_numbers(what: str, text: str) -> list[int]:
    """The numbers of a text such as "1-5,8"."""
    numbers: list[int] = []
    for part in re.split(r"[\s,]+", re.sub(r"\s*-\s*", "-", text.strip(" ,\t\n"))):
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if found is None:
            raise ValueError(f"{what}: {part!r} must be a number or a range such as 1-5")
        numbers += range(int(found[1]), int(found[2] or found[1]) + 1)
    return _numbers(what, numbers, [])


def _at(what: str, said: dict[str, str], numbers: list[int]) -> list[int]:
    """The numbers at the places that were said, from 1."""
    if what not in said:
        return numbers
    places = _read_numbers(what, said[what])
    if max(places) > len(numbers):
        raise ValueError(f"{what}: there are {len(numbers)}, and no {max(places)}")
    return [numbers[place - 1] for place in places]
