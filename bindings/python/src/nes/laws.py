# SPDX-License-Identifier: MIT
"""Search distributions of one's own: functions of Python in the place of those of nes/density.h."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from .arrays import Array, numbers

_frombuffer: Any = np.frombuffer
_ACCURACY = 2 ** 53


def _copy(window: Any) -> Array:
    """The numbers behind a window of the library, which is gone after the call."""
    made: Array = _frombuffer(window).copy()
    return made


def _generator(a: float, b: float) -> np.random.Generator:
    """The random numbers of one sample, made from two of the library's."""
    return np.random.Generator(np.random.PCG64([int(a * _ACCURACY), int(b * _ACCURACY)]))


class Density:
    """A search distribution with parameters theta, which the search improves along the gradient.

    theta0             the parameters at the start
    sample(theta, dim, rng)   a point: dim numbers; rng is a numpy.random.Generator, to be used for
                       all that is random
    score(theta, x)    the derivatives of the logarithm of the density at x in the parameters
    logpdf(theta, x)   that logarithm; without it there is no importance mixing, and no adaptation
                       but "sampled"
    repair(theta)      called after every step: the parameters as they are to be, or None where
                       they are no distribution, which ends the run

    The same arguments must give the same results. theta can be read by get("theta").

    >>> import numpy as np
    >>> import nes
    >>> normal = nes.Density([3.0, 4.0], lambda theta, dim, rng: theta + rng.standard_normal(dim),
    ...                      lambda theta, x: x - theta)
    >>> opt = nes.Optimizer([0, 0], density=normal, max_evals=3000, eta_sigma=0.1)
    >>> result = opt.run(lambda x: ((x - [1, 2]) ** 2).sum())
    >>> bool(np.abs(opt.get("theta") - [1, 2]).max() < 0.5)
    True
    """

    radial = False
    family: Literal["user"] = "user"

    def __init__(self, theta0: Any, sample: Callable[[Array, int, np.random.Generator], Any],
                 score: Callable[[Array, Array], Any],
                 logpdf: Callable[[Array, Array], float] | None = None,
                 repair: Callable[[Array], Any] | None = None) -> None:
        self.start = np.atleast_1d(numbers(theta0, "theta0")).ravel()
        self.sample, self.score, self.logpdf, self.repair = sample, score, logpdf, repair

    @property
    def weighs(self) -> bool:
        return self.logpdf is not None

    @property
    def repairs(self) -> bool:
        return self.repair is not None

    def sampled(self, theta: Any, dim: int, a: float, b: float) -> Array:
        return numbers(self.sample(_copy(theta), dim, _generator(a, b)), "a sample")

    def score_at(self, theta: Any, x: Any) -> Array:
        return numbers(self.score(_copy(theta), _copy(x)), "a score")

    def logpdf_at(self, theta: Any, x: Any) -> float:
        assert self.logpdf is not None
        return float(self.logpdf(_copy(theta), _copy(x)))

    def repaired(self, theta: Any) -> Array | None:
        assert self.repair is not None
        made = self.repair(_copy(theta))
        return None if made is None else numbers(made, "repaired parameters")


class Radial:
    """A law of distances: x = mu + A s, where s has the density q(|s|^2), with parameters tau.

    logq(tau, dim, r2)     the logarithm of q at the squared distance r2, up to a constant
    slope(tau, dim, r2)    its derivative in r2: -1/2 for the normal law
    radius(tau, dim, n, rng)   a random distance; n is one of the normal law, which may be used
    tau0                   the parameters at the start, if there are any
    score(tau, dim, r2)    the derivatives of ln q in tau
    repair(tau)            as that of nes.Density

    >>> import nes
    >>> normal = nes.Radial(lambda tau, dim, r2: -r2 / 2, lambda tau, dim, r2: -0.5,
    ...                     lambda tau, dim, n, rng: n)
    >>> nes.minimize(lambda x: (x ** 2).sum(), [3, 4], radial=normal, target=1e-8).stop
    'target'
    """

    radial = True
    family: Literal["user-radial"] = "user-radial"

    def __init__(self, logq: Callable[[Array, int, float], float],
                 slope: Callable[[Array, int, float], float],
                 radius: Callable[[Array, int, float, np.random.Generator], float], tau0: Any = (),
                 score: Callable[[Array, int, float], Any] | None = None,
                 repair: Callable[[Array], Any] | None = None) -> None:
        self.start = np.atleast_1d(numbers(tau0, "tau0")).ravel()
        if len(self.start) > 0 and score is None:
            raise TypeError("a law with parameters needs score(tau, dim, r2), the derivatives of "
                            "ln q in them")
        self.logq, self.slope, self.radius = logq, slope, radius
        self.score, self.repair = score, repair

    @property
    def repairs(self) -> bool:
        return self.repair is not None

    def logq_at(self, tau: Any, dim: int, r2: float) -> float:
        return float(self.logq(_copy(tau), dim, r2))

    def slope_at(self, tau: Any, dim: int, r2: float) -> float:
        return float(self.slope(_copy(tau), dim, r2))

    def score_at(self, tau: Any, dim: int, r2: float) -> Array:
        assert self.score is not None
        return numbers(self.score(_copy(tau), dim, r2), "a score")

    def radius_at(self, tau: Any, dim: int, n: float, a: float, b: float) -> float:
        return float(self.radius(_copy(tau), dim, n, _generator(a, b)))

    def repaired(self, tau: Any) -> Array | None:
        assert self.repair is not None
        made = self.repair(_copy(tau))
        return None if made is None else numbers(made, "repaired parameters")


def law_of(density: Density | None, radial: Radial | None) -> Density | Radial | None:
    """The one that is given, or none."""
    for given, kind, name in ((density, Density, "density"), (radial, Radial, "radial")):
        if given is not None and not isinstance(given, kind):
            raise TypeError(f"{name} must be a nes.{kind.__name__}, not {type(given).__name__}")
    if density is not None and radial is not None:
        raise TypeError("density and radial are given; a run has one search distribution")
    return density if density is not None else radial
