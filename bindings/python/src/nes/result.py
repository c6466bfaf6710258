# SPDX-License-Identifier: MIT
"""What a run has found: a dict whose entries are attributes too, as SciPy's OptimizeResult."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from .history import History, read_array

if TYPE_CHECKING:
    from .space import Space


class Result(dict[str, Any]):
    """How a run stands, or what came of it. Entries are read as result.x or result["x"].

    x, fun        the best point seen and its value; None and NaN while there is none
    mean, std     centre and standard deviations of the search: the better answer with noise
    nfev, nit     evaluations (failed ones included) and generations
    success       the search has settled on an optimum, or has reached the target
    status, stop, message
                  why it stopped: number (0 while it goes on), word and sentence
    trust, trust_text
                  how far the answer can be trusted ("converged", "budget", "stalled", "doubtful";
                  "open" while it goes on), and the evidence
    sigma, condition
                  overall step size, and condition number of the covariance
    method, choice, seed, popsize
                  what was run, why method "auto" chose it, and points in a generation
    failed, nonfinite, restarts, noise, best_evaluation, generation_best, generation_median
                  as the C library counts them (nes/nes.h)
    history       the course of the run by columns
    params, mean_params
                  with a space: x and mean by the names of the variables

    >>> import nes
    >>> result = nes.minimize(lambda x: (x ** 2).sum(), [3, 4], target=1e-9)
    >>> result.success, result["stop"], result.fun <= 1e-9
    (True, 'target', True)
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"a result has no {name!r}; it has {', '.join(self)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        try:
            del self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self})

    def __repr__(self) -> str:
        width = max(map(len, self), default=0)
        return "\n".join(f"{name:>{width}}: {value!r}" for name, value in self.items())


def read_result(handle: _core.Handle, history: History, space: Space | None) -> Result:
    """The result of a handle as it stands."""
    status, stop, message = handle.stop_reason()
    trust, trust_text = handle.trust()
    result = Result(
        x=read_array(handle, "best_x"),
        fun=handle.real("best_f"),
        nfev=handle.count("evaluations"),
        nit=handle.count("generations"),
        success=trust == "converged" or stop == "target",
        status=status, stop=stop, message=message, trust=trust, trust_text=trust_text,
        mean=read_array(handle, "mean_x"), std=read_array(handle, "std_x"),
        sigma=handle.real("sigma"), condition=handle.real("condition"),
        method=handle.method(), choice=handle.choice(), seed=int(handle.setting("seed")),
        popsize=handle.count("popsize"), failed=handle.count("failed"),
        nonfinite=handle.count("nonfinite"), restarts=handle.count("restarts"),
        noise=handle.real("noise"), best_evaluation=handle.count("best_evaluation"),
        generation_best=handle.real("generation_best"),
        generation_median=handle.real("generation_median"), history=history)
    if space is not None:
        result["params"] = None if result.x is None else space.unpack(result.x)
        result["mean_params"] = None if result.mean is None else space.unpack(result.mean)
    return result
