# SPDX-License-Identifier: MIT
"""Optimizer: asked for points, told their values, in whatever way these are found."""
from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from . import _core
from .arrays import Array, in_order
from .callbacks import Callback, adapted, wants_to_stop
from .files import write_whole
from .history import Recorder
from .laws import Density, Radial, law_of
from .memory import Known, Memory, Round, remember
from .inject import dumped, injected, restored, with_design
from .objective import Objective, split, told_ids, told_values
from .options import arguments, by_table, driver_options, is_of_driver, space_of
from .parts import Parts, number_of_points
from .places import further_points, in_places
from .progress import progress_of
from .reading import Reading
from .result import Result
from .space import Space
from .stand_ins import Left, Stopping
from .standing import Standing
from .typed import Driver, Limits, Number, Options
from .words import counted
from .wanted import Of, first_point, named_value, reading_of, reading_of_saved
from .workers import Evaluator, evaluator

_FLOAT64 = np.dtype(np.float64)
_frombuffer: Any = np.frombuffer  # its stubs do not know of other objects with buffers
_ndarray = np.ndarray
_ALONE: Any = object()  # in the place of an argument that is not given


class Optimizer(Standing):
    """A search that hands out points and takes their values.

    The arguments are those of nes.minimize(). ask() gives the points of a generation, tell() takes
    their values; both in a loop until the search has stopped. The same settings give the same
    points, bit for bit, in C, in the program `nes` and here, whoever evaluates them.

    >>> import nes
    >>> opt = nes.Optimizer([3, 4], 1.0, max_evals=500)
    >>> for points in opt:
    ...     opt.tell((points ** 2).sum(axis=1))
    >>> opt.result.stop
    'restart_agree'

    An optimiser can be saved, pickled and copied at any moment, and goes on bit for bit. It is for
    one thread at a time; different ones run at the same time in different threads.
    """

    __slots__ = ("_wait", "_parts", "_memory", "_asynchronous", "__weakref__")

    def __init__(self, x0: Any = None, sigma: Any = None, *, bounds: Any = None,
                 method: str = "auto", seed: int | None = None,
                 max_evals: Number | Literal["off"] | None = None,
                 target: Number | Literal["off"] | None = None, inject: Any = None,
                 known: Any = None, cache: bool = False, design: int | None = None,
                 density: Density | None = None, radial: Radial | None = None,
                 constraints: Any = None, minimize: Of | None = None,
                 maximize: bool | Of | None = None, outputs: int | Iterable[str] | None = None,
                 **options: Unpack[Options]) -> None:
        value, larger = named_value(minimize, maximize)
        named = {"method": method, "seed": seed, "max_evals": max_evals, "target": target,
                 "maximize": larger}
        first, law = in_order(inject), law_of(density, radial)
        if law is not None:
            options.setdefault("family", law.family)
        tells = first if first is not None or known is None else in_order(known[0])
        dim, origin, given, space = arguments(x0, sigma, bounds, named, options, tells)
        if law is not None:
            given["law"] = law
        reading = reading_of(constraints, value, outputs, space,
                             lambda: first_point(dim, origin, given))
        if reading is not None:
            given |= by_table(reading.options(options), dim)
        handle = _core.Handle(dim, origin, given)
        memory = Memory() if cache or known is not None else None
        if memory is not None and handle.setting("noisy") != "no":
            raise ValueError(f"{'known' if known is not None else 'cache'} is not for a noisy "
                             "objective, of which one value says little: leave it out")
        if cache and handle.setting("asynchronous") == "yes":
            raise ValueError("cache is not for an asynchronous search, whose points are all different: "
                             "leave it out")
        results: Known | None = None
        if memory is not None and known is not None:
            results = remember(memory, known, handle, given, space, reading)
            if origin is None and results.best is not None:
                origin = results.start()
                handle = _core.Handle(dim, origin, given)
        if design is not None:
            first = with_design(handle, design, space, first)
        if first is not None:
            handle = injected(handle, origin, given, space, first)
        if results is not None:
            results.tell(handle, origin)
        self._attach(handle, given, space, reading, Recorder(), memory)

    def _attach(self, handle: _core.Handle, given: Mapping[str, Any], space: Space | None,
                reading: Reading | None, recorder: Recorder, memory: Memory | None) -> None:
        self._stand(handle, given, space, reading, recorder)
        self._memory = memory  # None: known points are evaluated again
        self._wait = 1  # calls of tell until the recorder looks again
        self._parts = Parts()
        self._asynchronous = handle.setting("asynchronous") == "yes"

    # ---- points and values

    def ask(self, n: int | None = None) -> Array:
        """The points of this generation that have no value yet: an (n, d) array.

        It is a read-only window on the memory of the optimiser, not a copy: after the next tell()
        its numbers may be others. Copy what you want to keep. Asking twice gives the same points.

        With n it gives so many of them at most, and each only once, for evaluations that come and
        go one by one: none where all points of the generation are out. They are copies. ask()
        without n gives all that wait, also those that are out.

        >>> import nes
        >>> opt = nes.Optimizer([3, 4], popsize=6, eval_start=False)
        >>> [len(opt.ask(4)), len(opt.ask(4)), len(opt.ask(4)), len(opt.ask())]
        [4, 2, 0, 6]

        With the option asynchronous there are no generations: ask(n) gives n further points, drawn
        from the distribution of this moment, or fewer where max_evals leaves no more; ask() gives
        those that are out, to be evaluated anew.
        """
        if self._asynchronous and n is not None:
            further, self._parts.ids = further_points(self._handle, number_of_points(n))
            return further
        count, view = self._handle.ask()
        points: Array = _frombuffer(view).reshape(count, self._dim)
        self._parts.ids = None
        return points if n is None else self._parts.take(n, points, self.ids)

    @property
    def ids(self) -> NDArray[np.uint64]:
        """The ids of the points of the last ask(), for tell(ids, values)."""
        if self._parts.ids is not None:
            return self._parts.ids
        ids: NDArray[np.uint64] = _frombuffer(self._handle.ids(), dtype=np.uint64)
        return ids

    def tell(self, values: Any, some: Any = _ALONE, /, *, g: Any = None) -> None:
        """tell(values): the values of all points of the last ask(), in its order.
        tell(ids, values): those of some points, in any order and from any earlier ask().

        With constraints g has a row of numbers for each value; or the values are what the objective
        returns, pairs (value, g) or dicts of outputs. None among the values is a failed evaluation.
        The generation is finished when all its points have values. A value that comes after its
        generation was closed is left out.
        """
        by_id = some is not _ALONE or self._parts.ids is not None
        if by_id or self._reading is not None or g is not None:
            ids, told = (values, some) if some is not _ALONE else (self._parts.ids, values)
            self._tell(told_ids(ids) if by_id else None, told, g)
        elif type(values) is _ndarray and values.dtype is _FLOAT64 and values.ndim == 1:
            self._handle.tell(values if values.flags.c_contiguous else values.copy())
        else:
            self._handle.tell(*told_values(values))
        self._wait -= 1
        if self._wait <= 0:
            self._wait = self._recorder.look(self._handle)

    def _tell(self, ids: NDArray[np.uint64] | None, values: Any, g: Any) -> None:
        """Tells values with ids, or with what else belongs to them."""
        if ids is not None and values is None:
            values, g = [None] * len(ids), None
        if self._reading is not None:
            self._take(ids, *split(self._reading.told(values, g), self._reading.width))
        elif g is None:
            self._take(ids, *told_values(values))
        else:
            raise TypeError("this search has no constraints, so there are no numbers g to be told; say "
                            "how many there are when it is made: constraints=2")

    def _take(self, ids: NDArray[np.uint64] | None, values: Array, failed: bytes | None) -> None:
        if ids is None:
            self._handle.tell(values, failed)
        else:
            self._handle.tell_some(ids, values, failed)
            self._parts.are_back(ids)

    def know(self, points: Any, values: Any, *, g: Any = None) -> None:
        """Tells results that are known from elsewhere, before or during a search: rows of points,
        and their values as for tell(). The model of the objective (option model) learns from
        them; they are no evaluations, and none of them becomes the best point.

        >>> import nes
        >>> opt = nes.Optimizer([3, 4], method="dd-xnes", model="on")
        >>> opt.know([[0, 0], [1, 0], [0, 1], [1, 1]], [5, 2, 4, 1])
        >>> opt.result.nfev
        0
        """
        x = np.ascontiguousarray(points, dtype=np.float64)
        if x.ndim != 2 or x.shape[1] != self._dim:
            raise ValueError(f"points must be rows of {self._dim} numbers, not an array of shape {x.shape}")
        if self._reading is not None:
            told, _ = split(self._reading.told(values, g), self._reading.width)
        else:
            told, _ = told_values(values)
        self._handle.know(x.reshape(-1), told)

    def close(self) -> None:
        """Finishes the open generation with the values told so far, for evaluations that will
        never come back."""
        self._handle.close()
        self._wait = self._recorder.look(self._handle)

    def drop(self, ids: Any) -> None:
        """Gives up points of an asynchronous search that will never come back.

        They count as evaluations. A value that is told later all the same is left out.
        """
        self._handle.drop(told_ids(ids))

    def stop(self) -> Stopping:
        """Ends the run before the next ask(); go_on() lifts it.

        This is no question: whether the run has stopped is the attribute stopped.
        """
        before = self._handle.stopped()
        self._handle.stop()
        return Stopping(None if before else self._handle)

    def go_on(self, **limits: Unpack[Limits]) -> str:
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
            yield self.ask(1 if self._asynchronous else None)

    # ---- the loop

    def run(self, f: Callable[..., Any], *, workers: Any = None, vectorized: bool = False,
            callback: Callback | None = None, args: tuple[Any, ...] = (),
            progress: Any = False) -> Result:
        """Evaluates f until the search has stopped, and returns the result.

        The arguments are those of nes.minimize(). An exception in f leaves the optimiser with all
        values that were found before; run(f) again goes on as if nothing had happened.
        """
        look = None if callback is None else adapted(callback)
        objective = Objective(f, args, self.space, self._reading)
        bar = progress_of(self._handle, progress)
        with evaluator(objective, workers, vectorized) as evaluate, bar or nullcontext():
            evaluate.tick = None if bar is None else bar.tick
            steps = self._in_places(evaluate) if self._asynchronous else self._in_generations(evaluate)
            for _ in steps:
                if bar is not None:
                    bar.note()
                if look is not None and wants_to_stop(look, self._source()):
                    self.stop()
        return self.result

    def _in_generations(self, evaluate: Evaluator) -> Iterator[None]:
        """Evaluates a generation, then another."""
        while not self._handle.stopped():
            if self._memory is not None:
                self._evaluate_new(evaluate, self._memory)
            else:
                self._tell_found(None, self._evaluate(evaluate))
            yield

    def _in_places(self, evaluate: Evaluator) -> Iterator[None]:
        """Gives places points as they become free; comes back after every update. Points that were
        out before are evaluated first."""
        points = self.ask().copy()

        def tell(id: int, value: Any) -> None:
            self._tell_found(np.array([id], dtype=np.uint64), [value])

        return in_places(evaluate, self._handle, list(zip(self.ids.tolist(), points)), tell)

    def _evaluate(self, evaluate: Evaluator) -> Any:
        # A copy, since functions keep what they are called with, or write to it.
        points = self.ask().copy()
        try:
            return evaluate(points)
        except BaseException:
            rows, values = evaluate.partial()
            if rows:
                self._tell_found(self.ids[rows], values)
            raise

    def _evaluate_new(self, evaluate: Evaluator, memory: Memory) -> None:
        """Evaluates the points that are not known, and tells the values of all."""
        width = 1 if self._reading is None else self._reading.width
        new = Round(memory, self.ask().copy(), width)
        try:
            new.evaluate(evaluate)
        finally:
            done = np.ones(len(new.rows), dtype=bool)
            done[new.waiting] = False
            fates = np.frombuffer(new.fates, np.uint8)
            if done.any():
                self._take(self.ids[done], new.rows[done].reshape(-1), fates[done].tobytes())
                self._wait = self._recorder.look(self._handle)

    def _tell_found(self, ids: NDArray[np.uint64] | None, found: Any) -> None:
        """Tells what an evaluator has found: values, or with a reading finished rows."""
        if self._reading is None:
            self.tell(found) if ids is None else self.tell(ids, found)
            return
        self._take(ids, *split(found, self._reading.width))
        self._wait = self._recorder.look(self._handle)

    # ---- saving

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the state to a file, from which load() goes on bit for bit.

        The file is the same that nes_save() writes in C. It replaces an old one only when it is
        complete. Names of variables and the history are not in it, nor injected points, which
        nfev then does not count; pickle keeps them.
        """
        write_whole(path, self._handle.save())

    @classmethod
    def load(cls, path: str | os.PathLike[str], space: Any = None, *,
             density: Density | None = None, radial: Radial | None = None,
             constraints: Any = None, minimize: Of | None = None,
             maximize: bool | Of | None = None, outputs: int | Iterable[str] | None = None,
             **options: Unpack[Driver]) -> Optimizer:
        """Goes on with a run from a file that save() wrote.

        space, density, radial, constraints, minimize, maximize, outputs: those of the run, if it had
        them. Options are in the file, but for those that change no result, such as threads; go_on()
        changes limits.
        """
        given, names = driver_options(options), space_of(space)
        law = law_of(density, radial)
        if law is not None:
            given["law"] = law
        optimizer = _restore(cls, Path(path).read_bytes(), given, names, None, Recorder())
        if names is not None and names.dim != optimizer.dim:
            raise ValueError(f"the space has {counted(names.dim, 'variable')}, and the saved run has "
                             f"{optimizer.dim}")
        optimizer._reading = reading_of_saved(
            optimizer._handle, constraints, named_value(minimize, maximize)[0], outputs, names)
        return optimizer

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (type(self), dumped(self._handle), self._given, self.space,
                           self._reading, self._recorder.copy(), copy.deepcopy(self._memory)),
                getattr(self, "__dict__", None))  # what a class derived from this one has added

    # ---- a context

    def __enter__(self) -> Optimizer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        """Gives back memory and threads. Result and history can still be read."""
        if self._last is None:
            self._last = self.result
            self._handle = Left()  # type: ignore[assignment]


def _restore(cls: type[Optimizer], data: Any, given: Mapping[str, Any], space: Space | None,
             reading: Reading | None, recorder: Recorder,
             memory: Memory | None = None) -> Optimizer:
    """An optimiser from its saved state."""
    optimizer = cls.__new__(cls)
    driver = {name: value for name, value in given.items() if is_of_driver(name) or name == "law"}
    optimizer._attach(restored(data, driver), given, space, reading, recorder, memory)
    return optimizer
