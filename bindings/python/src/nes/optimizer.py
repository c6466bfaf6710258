# SPDX-License-Identifier: MIT
"""Optimizer: asked for points, told their values, in whatever way these are found."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from .arrays import Array
from .callbacks import wants_to_stop
from .files import write_whole
from .history import History, Recorder
from .objective import Objective, told_by_id, told_values
from .options import (TABLE, arguments, by_table, driver_options, is_of_driver, python_value,
                      space_of)
from .progress import progress_of
from .result import Result, Source, read_entry, read_result
from .show import optimizer_text, result_html
from .space import Space
from .workers import Evaluator, evaluator

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FLOAT64 = np.dtype(np.float64)
_frombuffer: Any = np.frombuffer  # its stubs do not know of other objects with buffers
_ndarray = np.ndarray
_ALONE: Any = object()  # in the place of an argument that is not given


class Optimizer:
    """A search that hands out points and takes their values.

    The arguments are those of nes.minimize(). ask() gives the points of a generation, tell() takes
    their values; both in a loop until the search has stopped. The same settings give the same
    points, bit for bit, in C, in the program `nes` and here, whoever evaluates them.

    >>> import nes
    >>> opt = nes.Optimizer([3, 4], 1.0, max_evals=500)
    >>> for points in opt:
    ...     opt.tell((points ** 2).sum(axis=1))
    >>> opt.result.stop
    'max_evals'

    An optimiser can be saved, pickled and copied at any moment, and goes on bit for bit. It is for
    one thread at a time; different ones run at the same time in different threads.
    """

    __slots__ = ("_handle", "_dim", "_wait", "_recorder", "_given", "_last", "space",
                 "__weakref__")

    def __init__(self, x0: Any = None, sigma: Any = None, *, bounds: Any = None,
                 method: str = "auto", seed: int | None = None, max_evals: int | None = None,
                 target: float | None = None, **options: Any) -> None:
        named = {"method": method, "seed": seed, "max_evals": max_evals, "target": target}
        dim, origin, given, space = arguments(x0, sigma, bounds, named, options)
        self._attach(_core.Handle(dim, origin, given), given, space, Recorder())

    def _attach(self, handle: _core.Handle, given: Mapping[str, Any], space: Space | None,
                recorder: Recorder) -> None:
        self._handle = handle
        self._dim = handle.dim
        self._given = given
        self._recorder = recorder
        self._wait = 1  # calls of tell until the recorder looks again
        self._last: Result | None = None  # of an optimiser that has been left
        self.space = space

    # ---- points and values

    def ask(self) -> Array:
        """The points of this generation that have no value yet: an (n, d) array.

        It is a read-only window on the memory of the optimiser, not a copy: after the next tell()
        its numbers may be others. Copy what you want to keep. Asking twice gives the same points.
        """
        n, view = self._handle.ask()
        points: Array = _frombuffer(view).reshape(n, self._dim)
        return points

    @property
    def ids(self) -> NDArray[np.uint64]:
        """The ids of the points of the last ask(), for tell(ids, values)."""
        ids: NDArray[np.uint64] = _frombuffer(self._handle.ids(), dtype=np.uint64)
        return ids

    def tell(self, values: Any, some: Any = _ALONE, /) -> None:
        """tell(values): the values of all points of the last ask(), in its order.
        tell(ids, values): those of some points, in any order and from any earlier ask().

        None among the values is a failed evaluation. The generation is finished when all its
        points have values. A value that comes after its generation was closed is left out.
        """
        if some is not _ALONE:
            self._handle.tell_some(*told_by_id(values, some))
        elif type(values) is _ndarray and values.dtype is _FLOAT64 and values.ndim == 1:
            self._handle.tell(values if values.flags.c_contiguous else values.copy())
        else:
            self._handle.tell(*told_values(values))
        self._wait -= 1
        if self._wait <= 0:
            self._wait = self._recorder.look(self._handle)

    def close(self) -> None:
        """Finishes the open generation with the values told so far, for evaluations that will
        never come back."""
        self._handle.close()
        self._wait = self._recorder.look(self._handle)

    def stop(self) -> None:
        """Ends the run before the next ask(); go_on() lifts it."""
        self._handle.stop()

    def go_on(self, **limits: Any) -> str:
        """Goes on with a run that has stopped, or changes its limits.

        The limits are options such as max_evals, target and tolx. With a larger budget the rest is
        what it would have been with that budget from the beginning. Returns a sentence that says
        whether the run goes on, or what it would need.

        >>> import nes
        >>> opt = nes.Optimizer([3, 4], max_evals=100)
        >>> result = opt.run(lambda x: (x ** 2).sum())
        >>> sentence = opt.go_on(max_evals=200)
        >>> opt.run(lambda x: (x ** 2).sum()).nfev
        200
        """
        given = by_table(limits, self._dim)
        sentence = self._handle.go_on(given)
        self._given = {**self._given, **given}
        return sentence

    def __iter__(self) -> Iterator[Array]:
        while not self._handle.stopped():
            yield self.ask()

    # ---- the loop

    def run(self, f: Callable[..., Any], *, workers: Any = None, vectorized: bool = False,
            callback: Callable[[Result], Any] | None = None, args: tuple[Any, ...] = (),
            progress: Any = False) -> Result:
        """Evaluates f until the search has stopped, and returns the result.

        The arguments are those of nes.minimize(). An exception in f leaves the optimiser with all
        values that were found before; run(f) again goes on as if nothing had happened.
        """
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be a function, not {callback!r}")
        objective = Objective(f, args, self.space)
        bar = progress_of(self._handle, progress)
        with evaluator(objective, workers, vectorized) as evaluate, bar or nullcontext():
            evaluate.tick = None if bar is None else bar.tick
            while not self._handle.stopped():
                self.tell(self._evaluate(evaluate))
                if bar is not None:
                    bar.note()
                if callback is not None and wants_to_stop(callback, self._source()):
                    self.stop()
        return self.result

    def _evaluate(self, evaluate: Evaluator) -> Any:
        # A copy, since functions keep what they are called with, or write to it.
        points = self.ask().copy()
        try:
            return evaluate(points)
        except BaseException:
            rows, values = evaluate.partial()
            if rows:
                self.tell(self.ids[rows], values)
            raise

    # ---- how it stands

    @property
    def result(self) -> Result:
        """How the run stands, or what came of it."""
        return self._last or read_result(self._source())

    @property
    def history(self) -> History:
        """The course of the run so far."""
        if self._last is not None:
            history: History = self._last.history
            return history
        return self._source().history()

    def _source(self) -> Source:
        return Source(self._handle, self.space, self._given, self._recorder)

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
    def stopped(self) -> bool:
        """Whether the run has stopped; stop_reason says why."""
        return bool(self._last.status if self._last else self._handle.stopped())

    @property
    def stop_reason(self) -> str:
        """Why the run has stopped: "target", "max_evals", ...; "running" while it goes on."""
        return str(self._last.stop) if self._last else self._handle.stop_reason()[1]

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

    # ---- saving

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state to a file, from which load() goes on bit for bit.

        The file is the same that nes_save() writes in C. It replaces an old one only when it is
        complete. Names of variables and the history are not in it; pickle keeps them.
        """
        write_whole(path, self._handle.save())

    @classmethod
    def load(cls, path: str | os.PathLike[str], space: Any = None, **options: Any) -> Optimizer:
        """Goes on with a run from a file that save() wrote.

        space: that of the run, if it had one. Options are in the file, but for those that change
        no result, such as threads; go_on() changes limits.
        """
        given, names = driver_options(options), space_of(space)
        optimizer = _restore(cls, Path(path).read_bytes(), given, names, Recorder())
        if names is not None and names.dim != optimizer.dim:
            raise ValueError(f"the space has {names.dim} variables, and the saved run has "
                             f"{optimizer.dim}")
        return optimizer

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (type(self), self._handle.save(), self._given, self.space,
                           self._recorder.copy()),
                getattr(self, "__dict__", None))  # what a class derived from this one has added

    # ---- a context

    def __enter__(self) -> Optimizer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        """Gives back memory and threads. Result and history can still be read."""
        if self._last is None:
            self._last = self.result
            self._handle = _Left()  # type: ignore[assignment]


class _Left:
    """In the place of a handle that is gone: whatever is asked of it is refused."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("this optimiser was left at the end of its `with` block; only its result "
                           "and history remain")


def _restore(cls: type[Optimizer], data: bytes, given: Mapping[str, Any], space: Space | None,
             recorder: Recorder) -> Optimizer:
    """An optimiser from its saved state."""
    optimizer = cls.__new__(cls)
    driver = {name: value for name, value in given.items() if is_of_driver(name)}
    optimizer._attach(_core.Handle.load(data, driver), given, space, recorder)
    return optimizer
