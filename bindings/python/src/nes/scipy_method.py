# SPDX-License-Identifier: MIT
"""A method for SciPy: ``scipy.optimize.minimize(f, x0, method=nes.scipy)``.

What SciPy passes to a method of the user's own becomes a call of minimize(), and its result one of
SciPy's.
"""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

from .callbacks import adapted
from .minimize import minimize
from .words import counted

# SciPy's words for what libnes calls otherwise.
_WORDS = {"maxiter": "max_gens", "maxfev": "max_evals", "maxfun": "max_evals", "tol": "tolfun"}


def scipy(fun: Callable[..., Any], x0: Any, args: tuple[Any, ...] = (), *, jac: Any = None,
          hess: Any = None, hessp: Any = None, bounds: Any = None, constraints: Any = (),
          callback: Callable[..., Any] | None = None, disp: bool = False, **options: Any) -> Any:
    """A ``method`` for ``scipy.optimize.minimize``.

    ``options`` are those of ``nes.minimize``: sigma, method, seed, workers, vectorized, and all of
    the library. SciPy's ``maxiter`` counts generations (max_gens), ``maxfev`` evaluations
    (max_evals), ``tol`` is tolfun, and ``disp`` prints a line at the end. Derivatives are of no use
    and give a RuntimeWarning. Constraints are all that SciPy has. The callback gets the best
    point so far, or the whole state if its only parameter is called ``intermediate_result``; if it
    returns True or raises StopIteration the search ends.

    >>> from scipy.optimize import minimize, rosen
    >>> from nes import scipy as method
    >>> result = minimize(rosen, [3, -2, 1], method=method, options={"seed": 1, "maxfev": 5000})
    >>> result.x.round(4)
    array([1., 1., 1.])
    """
    _check_unused(jac, hess, hessp)
    for word, value in list(options.items()):
        if word in _WORDS:
            _rename(options, word, _WORDS[word], value)
    result = minimize(fun, x0, bounds=bounds, callback=_adapt(callback), args=args,
                      constraints=constraints, **options)
    if disp:
        print(f"{result.message}\n  best value {result.fun:g} after "
              f"{counted(result.nfev, 'evaluation')} and {counted(result.nit, 'generation')}")
    return importlib.import_module("scipy.optimize").OptimizeResult(result)


def _check_unused(jac: Any, hess: Any, hessp: Any) -> None:
    for word, given in (("jac", jac), ("hess", hess), ("hessp", hessp)):
        if given:
            warnings.warn(f"Method nes does not use derivatives ({word}).", RuntimeWarning,
                          stacklevel=4)


def _rename(options: dict[str, Any], word: str, ours: str, value: Any) -> None:
    del options[word]
    if value is None:
        return
    if ours in options:
        raise TypeError(f"{word} and {ours} say the same; give one of them")
    options[ours] = value


def _adapt(callback: Callable[..., Any] | None) -> Callable[[Any], Any] | None:
    """A callback as minimize() calls it, from one of those that SciPy knows."""
    if callback is None or hasattr(callback, "stop_iteration"):
        return callback  # SciPy 1.11 and later wrap it: it takes the state
    return adapted(callback, of_scipy=True)
