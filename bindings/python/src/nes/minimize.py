# SPDX-License-Identifier: MIT
"""minimize(): one call from a function to its minimum."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Literal, Unpack

from .callbacks import Callback
from .laws import Density, Radial
from .optimizer import Optimizer
from .problem import Problem
from .result import Result
from .typed import Number, Options
from .wanted import Of
from .workers import number_of_places

MOST_PLACES = 16  # the largest batch that is made of workers, as of the option jobs


def minimize(f: Callable[..., Any], x0: Any = None, sigma: Any = None, *, bounds: Any = None,
             method: str = "auto", seed: int | None = None,
             max_evals: Number | Literal["off"] | None = None,
             target: Number | Literal["off"] | None = None, inject: Any = None,
             known: Any = None, cache: bool = False, design: int | None = None,
             workers: Any = None, vectorized: bool = False, callback: Callback | None = None,
             args: tuple[Any, ...] = (), progress: Any = False,
             density: Density | None = None, radial: Radial | None = None,
             constraints: Any = None, minimize: Of | None = None,
             maximize: bool | Of | None = None, outputs: int | Iterable[str] | None = None,
             **options: Unpack[Options]) -> Result:
    """Minimises a function that can only be evaluated.

    f           called with a point, an array of d numbers (and args); returns a number. With a
                space it gets a dict of values by name. With vectorized=True it gets n points at
                once, an (n, d) array, and returns n numbers. None, or raising
                nes.EvaluationFailed, is an evaluation that did not happen; NaN is a bad value
    x0          where to start: d numbers; or a space of named variables, a dict such as
                {"rate": nes.Log(1e-5, 1), "layers": nes.Integer(1, 8)}. Without it bounds tell the
                number of variables, and the start is in their middle; a problem of nes.problems
                has its usual start and step size, which for bits is even odds
    sigma       standard deviation of the first points around the start, one number or one per
                variable; about a third of the distance to the optimum is a good guess
    bounds      pairs (low, high), one per variable or one for all, None where there is none; or
                scipy.optimize.Bounds. No point violates them. A word is the option of that name,
                for bounds that are given as lower and upper
    method      "auto", or one of nes.methods()
    seed        of all random numbers. Without one it is always the same, so results repeat
    max_evals, target
                stop after that many evaluations; stop at this value. Without max_evals further
                runs start far away, up to 20 variables, to see whether they lead to the same
                point; restarts="none" is one run alone
    inject      points to be evaluated first, rows of numbers (with a space: dicts): the search
                starts from the best of them, x0 included
    known       results that are known, (X, f): rows of numbers (with a space: dicts), and what f has
                returned there. They are not evaluated again, nor counted, and without x0 the
                search starts from the best of them
    cache       True: no point is evaluated twice, for functions that take long and give a point
                always the same value. max_evals counts evaluations alone
    design      a number of points that fill the box between the bounds, evaluated first as those of
                inject
    workers     a number of processes (-1: one per processor), an executor of concurrent.futures or
                mpi4py.futures, or a function like map. Results do not depend on it, but where a model
                chooses the points (option model), whose batch is their number unless it is given
    callback    called with a Result after every generation; the run stops when it returns True or
                raises StopIteration. SciPy's forms are taken too, by the name of the parameter:
                callback(xk) or callback(x) gets the best point, callback(intermediate_result) the
                result
    progress    True shows on standard error how far the run has come, "auto" on a terminal only
    constraints limits that the answer must hold: a number m, and f returns a pair, the value and m
                numbers g, of which g <= 0 is wanted; or functions of a point that give such
                numbers, NonlinearConstraint, LinearConstraint and dicts of SciPy, or a list of
                these; or texts, "stress <= 200", about outputs and named variables
    minimize, maximize
                f returns a dict of outputs, and this is the name of the one that is the value, or a
                function of all. Functions given as constraints get that dict, too. maximize=True
                without names: larger values are better
    outputs     names of the outputs that are kept; without it those that are spoken of
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
    start: dict[str, Any] = {"x0": x0, "sigma": sigma, "bounds": bounds, **options}
    if isinstance(f, Problem):
        if x0 is None and bounds is None and inject is None and known is None:
            start = f.usual() | {name: value for name, value in start.items() if value is not None}
        if f.number_of_constraints > 0 and constraints is None:
            constraints, f = f.number_of_constraints, f.with_constraints
    make = partial(Optimizer, method=method, seed=seed, max_evals=max_evals, target=target,
                   inject=inject, known=known, cache=cache, design=design, density=density,
                   radial=radial, constraints=constraints, minimize=minimize, maximize=maximize,
                   outputs=outputs, **start)
    optimizer, places = make(), number_of_places(workers)
    if places > 1 and optimizer.settings["model"] == "on" and not {"batch", "jobs"} & set(start):
        optimizer = make(batch=min(places, MOST_PLACES))  # a batch keeps all of them busy
    try:
        return optimizer.run(f, workers=workers, vectorized=vectorized, callback=callback,
                             args=args, progress=progress)
    except BaseException as error:
        with suppress(Exception):  # an exception that takes no attributes
            error.optimizer = optimizer  # type: ignore[attr-defined]
            error.add_note("The run can go on: the attribute optimizer of this exception has all "
                           "that was evaluated, and its run() continues.")
        raise
