# SPDX-License-Identifier: MIT
"""How an optimiser stands: all that can be read of it without a change."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, overload

from . import _core
from .arrays import Array
from .elsewhere import of_optimizers
from .history import History, Recorder, read_array
from .options import TABLE, python_value
from .reading import Reading
from .result import Result, Source, read_entry, read_result
from .show import optimizer_text, result_html
from .space import Space
from .typed import ArrayName, CountName, RealName

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Standing:
    """What an Optimizer has to be read."""

    __slots__ = ("_handle", "_dim", "_recorder", "_given", "_last", "_reading", "space")

    def _stand(self, handle: _core.Handle, given: Mapping[str, Any], space: Space | None,
               reading: Reading | None, recorder: Recorder) -> None:
        self._handle = handle
        self._dim = handle.dim
        self._given = given
        self._recorder = recorder
        self._last: Result | None = None  # of an optimiser that has been left
        self._reading = reading
        self.space = space

    @property
    def result(self) -> Result:
        """How the run stands, or what came of it."""
        return self._last or read_result(self._source())

    @property
    def history(self) -> History:
        """The course of the run so far."""
        if self._last is not None:
            return self._last.history
        return self._source().history()

    def _source(self) -> Source:
        return Source(self._handle, self.space, self._reading, self._given, self._recorder)

    @overload
    def get(self, name: RealName) -> float: ...
    @overload
    def get(self, name: CountName) -> int: ...
    @overload
    def get(self, name: ArrayName) -> Array | None: ...
    @overload
    def get(self, name: str) -> Any: ...
    def get(self, name: str) -> Any:
        """A number or an array of those that nes.entries() lists; None: there is none yet.

        Among them are some that results have not, since they take long: matrices have d * d
        numbers, row by row.

        >>> import nes
        >>> opt = nes.Optimizer([3, 4], sigma=0.5)
        >>> opt.get("covariance").reshape(2, 2)
        array([[0.25, 0.  ],
               [0.  , 0.25]])
        """
        return read_entry(self._handle, name)

    @property
    def dim(self) -> int:
        """The number of variables."""
        return self._dim

    @property
    def mean(self) -> Array:
        """The centre of the distribution that points are drawn from now, as a point.

        With restarts it is that of the run at work, as sigma, std and popsize are; result has those
        of the best run.

        >>> import nes
        >>> opt = nes.Optimizer([3, 4], sigma=0.5)
        >>> opt.mean, opt.sigma, opt.std
        (array([3., 4.]), 0.5, array([0.5, 0.5]))
        """
        return self._array("run_mean")

    @property
    def std(self) -> Array:
        """The standard deviations of that distribution, one per variable."""
        return self._array("run_std")

    @property
    def sigma(self) -> float:
        """Its overall step size."""
        return self._handle.real("run_sigma")

    @property
    def popsize(self) -> int:
        """The number of points in a generation of the run at work."""
        return self._handle.count("run_popsize")

    def _array(self, name: str) -> Array:
        array = read_array(self._handle, name)
        if array is None:
            raise RuntimeError("this search distribution has no centre and no standard deviations; "
                               "get('theta') has its parameters")
        return array

    @property
    def stopped(self) -> bool:
        """Whether the run has stopped; stop_reason says why."""
        return bool(self._last.status if self._last else self._handle.stopped())

    @property
    def stop_reason(self) -> str:
        """Why the run has stopped: "target", "max_evals", ...; "running" while it goes on."""
        return self._last.stop if self._last else self._handle.stop_reason()[1]

    @property
    def settings(self) -> dict[str, Any]:
        """All options by name, with what "auto" and the defaults have become."""
        return {name: python_value(option["type"], self._handle.setting(name))
                for name, option in TABLE.items()}

    @property
    def fingerprint(self) -> int:
        """A digest of the whole state: equal states have equal ones, on every machine."""
        return self._handle.fingerprint()

    def plot(self, *, optimum: float | None = None, title: str | None = None) -> Figure:
        """The course of the run so far as a figure of Matplotlib; see Result.plot()."""
        return self.result.plot(optimum=optimum, title=title)

    def __repr__(self) -> str:
        return optimizer_text(self.result, self._dim)

    def _repr_html_(self) -> str:
        return result_html(self.result, "nes.Optimizer")

    if not TYPE_CHECKING:  # an attribute that does not exist is an error of type checkers
        def __getattr__(self, name: str) -> Any:
            ours = of_optimizers(name)
            if ours is None:
                return object.__getattribute__(self, name)  # which says what is wrong
            raise AttributeError(f"an Optimizer has no {name!r}; write {ours}")
