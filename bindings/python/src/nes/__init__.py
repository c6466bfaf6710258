# SPDX-License-Identifier: MIT
"""Natural Evolution Strategies: minimises functions that can only be evaluated.

>>> import nes
>>> nes.minimize(lambda x: (x ** 2).sum(), [3.0, 4.0], target=1e-8).stop
'target'
"""
from __future__ import annotations

import importlib
from typing import Any

from . import _core
from .history import History
from .laws import Density, Radial
from .minimize import minimize
from .objective import EvaluationFailed
from .optimizer import Optimizer
from .result import Result
from .space import Choice, Integer, Log, Real, Space, Values
from .scipy_method import scipy
from . import problems

__version__ = _core.version()
entries = _core.entries
methods = _core.methods
options = _core.options

__all__ = ["Choice", "Density", "EvaluationFailed", "History", "Integer", "Log", "Optimizer", "Radial", "Real",
           "Result", "Space", "Values", "entries", "methods", "minimize", "options", "problems", "scipy"]


def __dir__() -> list[str]:
    """What is for users; the modules behind it are not."""
    return [*__all__, "__version__", "optuna"]


def __getattr__(name: str) -> Any:
    """nes.optuna needs a package that not everybody has: it is imported when it is asked for."""
    if name == "optuna":
        return importlib.import_module(".optuna", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
