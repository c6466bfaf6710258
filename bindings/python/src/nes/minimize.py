# SPDX-License-Identifier: MIT
"""minimize(): one call from a function to its minimum."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .optimizer import Optimizer
from .result import Result


def minimize(f: Callable[..., Any], x0: Any = None, sigma: Any = None, *, bounds: Any = None,
             method: str = "auto", seed: int | None = None, max_evals: int | None = None,
             target: float | None = None, workers: Any = None, vectorized: bool = False,
             callback: Callable[[Result], Any] | None = None, args: tuple[Any, ...] = (),
             progress: Any = False, **options: Any) -> Result:
    """Minimises a function that can only be evaluated.

    f           called with a point, an array of d numbers (and args); returns a number. With a
                space it gets a dict of values by name. With vectorized=True it gets n points at
                once, an (n, d) array, and returns n numbers. None, or raising
                nes.EvaluationFailed, is an evaluation that did not happen; NaN is a bad value
    x0          where to start: d numbers; or a space of named variables, a dict such as
                {"rate": nes.Log(1e-5, 1), "layers": nes.Integer(1, 8)}. Without it bounds tell the
                number of variables, and the start is in their middle
    sigma       standard deviation of the first points around the start, one number or one per
                variable; about a third of the distance to the optimum is a good guess
    bounds      pairs (low, high), one per variable or one for all, None where there is none; or
                scipy.optimize.Bounds. No point violates them. A word is the option of that name,
                for bounds that are given as lower and upper
    method      "auto", or one of nes.methods()
    seed        of all random numbers. Without one it is always the same, so results repeat
    max_evals, target
                stop after that many evaluations; stop at this value
    workers     a number of processes (-1: one per processor), an executor of concurrent.futures or
                mpi4py.futures, or a function like map. Results do not depend on it
    callback    called with a Result after every generation; the run stops when it returns True or
                raises StopIteration
    progress    True shows on standard error how far the run has come, "auto" on a terminal only
    options     any option of the library by its name: nes.options() lists them

    An exception in f ends the run, as Ctrl-C does, with nothing lost: the exception has the
    optimiser as its attribute optimizer, whose run(f) goes on as if nothing had happened.

    >>> import nes
    >>> result = nes.minimize(lambda x: ((x - [1, 2, 3]) ** 2).sum(), [0, 0, 0])
    >>> result.success
    True
    >>> result.x.round(6)
    array([1., 2., 3.])
    """
    optimizer = Optimizer(x0, sigma, bounds=bounds, method=method, seed=seed, max_evals=max_evals,
                          target=target, **options)
    try:
        return optimizer.run(f, workers=workers, vectorized=vectorized, callback=callback,
                             args=args, progress=progress)
    except BaseException as error:
        with suppress(Exception):  # an exception that takes no attributes
            error.optimizer = optimizer  # type: ignore[attr-defined]
            error.add_note("The run can go on: the attribute optimizer of this exception has all "
                           "that was evaluated, and its run() continues.")
        raise
