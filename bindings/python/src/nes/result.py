# SPDX-License-Identifier: MIT
"""What a run has found: a dict whose entries are attributes too, as SciPy's OptimizeResult."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from . import _core
from .arrays import Array
from .elsewhere import of_results
from .history import History, Recorder, read_array
from .reading import Reading
from .show import result_html, result_text
from .space import Space, Value
from .typed import Entries

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .typed import CountEntry, RealEntry


class Result(dict[str, Any], Entries):
    """How a run stands, or what came of it. Entries are read as result.x or result["x"].

    x, fun        the best point seen and its value; None and NaN while there is none
    mean, std     centre and standard deviations of the search: the better answer with noise
    nfev, nit     evaluations (failed ones included) and generations
    success       the search has settled on an optimum, or has reached the target
    status, stop, message
                  why it stopped: number (0 while it goes on), word and sentence
    trust, trust_text
                  how far the answer can be trusted ("converged", "budget", "stalled", "local", "doubtful";
                  "open" while it goes on), and the evidence
    sigma, condition
                  overall step size, and condition number of the covariance
    method, choice, seed, popsize
                  what was run, why method "auto" chose it, and points in a generation
    failed, restarts, noise, eta_mu, ...
                  all other numbers that nes.entries() lists, by their names there
    history       the course of the run by columns
    feasible, violation
                  whether x holds all constraints, and by how much it violates them
    g, multipliers
                  with constraints: their numbers at x, and what a unit more room would gain
    outputs       with outputs: those of x, a dict where they have names
    params, mean_params
                  with a space: x and mean by the names of the variables
    mode, probabilities
                  with choices: the most probable elements, and the probabilities of all of them,
                  by the names of the variables

    >>> import nes
    >>> result = nes.minimize(lambda x: (x ** 2).sum(), [3, 4], target=1e-9)
    >>> result.success, result["stop"], result.fun <= 1e-9
    (True, 'target', True)
    """

    x: Array | None
    fun: float
    mean: Array | None
    std: Array | None
    nfev: int
    nit: int
    success: bool
    status: int
    stop: str
    message: str
    trust: str
    trust_text: str
    method: str | None  # None: a free combination
    choice: str
    seed: int
    history: History
    feasible: bool
    g: Array | None
    multipliers: Array | None
    outputs: Any
    params: dict[str, Value]
    mean_params: dict[str, Value]
    mode: dict[str, Value]
    probabilities: Any

    if TYPE_CHECKING:  # an entry by its name has the type of the attribute
        @overload
        def __getitem__(self, name: Literal["fun"] | RealEntry) -> float: ...
        @overload
        def __getitem__(self, name: Literal["success", "feasible"]) -> bool: ...
        @overload
        def __getitem__(self, name: Literal["nfev", "nit", "status", "seed"] | CountEntry) -> int: ...
        @overload
        def __getitem__(self, name: Literal["x", "mean", "std", "g",
                                            "multipliers"]) -> Array | None: ...
        @overload
        def __getitem__(self, name: Literal["stop", "message", "trust", "trust_text",
                                            "choice"]) -> str: ...
        @overload
        def __getitem__(self, name: Literal["method"]) -> str | None: ...
        @overload
        def __getitem__(self, name: Literal["history"]) -> History: ...
        @overload
        def __getitem__(self, name: Literal["params", "mean_params",
                                            "mode"]) -> dict[str, Value]: ...
        @overload
        def __getitem__(self, name: str) -> Any: ...
        def __getitem__(self, name: str) -> Any: ...
    else:  # the entries above, and those of the library, are all there are
        def __getattr__(self, name: str) -> Any:
            try:
                return self[name]
            except KeyError:
                raise AttributeError(of_results(name, ", ".join(self))) from None

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
        return result_text(self)

    def _repr_html_(self) -> str:
        return result_html(self)

    def plot(self, *, optimum: float | None = None, title: str | None = None) -> Figure:
        """The course of the run as a figure of Matplotlib, which is returned and not shown.

        The panels are those of the program `nes`: values, step size and axis ratio, principal axes,
        standard deviations and means. Values are shown by their distance to the optimum where it is
        given, otherwise to the best value.
        """
        from .plot import plot

        return plot(self, optimum=optimum, title=title)


class Source(NamedTuple):
    """What a result is read from: a run of the library, and what is known of it here."""

    handle: _core.Handle
    space: Space | None
    reading: Reading | None
    given: Mapping[str, Any]  # the settings that it was made with
    recorder: Recorder

    def history(self) -> History:
        names: dict[str, Any] = {} if self.space is None else {"names": self.space.columns}
        if self.reading is not None:
            names["outputs"] = self.reading.columns
            names["constraints"] = self.reading.m
        return History(self.recorder.records(self.handle), {**self.given, **names})


Reader = Callable[[Source], Any]

ENTRIES: Mapping[str, str] = {entry["name"]: entry["type"] for entry in _core.entries()}

# SciPy's names for entries of the library, and ours for the distribution as a point.
RENAMED = {"x": "best_x", "fun": "best_f", "nfev": "evaluations", "nit": "generations",
           "mean": "mean_x", "std": "std_x"}


def read_entry(handle: _core.Handle, name: str) -> Any:
    """An entry of the library by its name there: a number, or an array; None: not there yet."""
    kind = ENTRIES.get(name)
    if kind == "array":
        return read_array(handle, name)
    return handle.count(name) if kind == "count" else handle.real(name)


def _entry(name: str) -> Reader:
    return lambda source: read_entry(source.handle, name)


def _named(name: str) -> Reader:
    """An array by the names of the variables."""
    def read(source: Source) -> Any:
        array = read_array(source.handle, name)
        return None if source.space is None or array is None else source.space.unpack(array)
    return read


def _succeeded(source: Source) -> bool:
    settled = source.handle.trust()[0] == "converged" or source.handle.stop_reason()[1] == "target"
    return settled and _is_feasible(source)


def _is_feasible(source: Source) -> bool:
    return source.handle.count("feasible") == 1


def _outputs(source: Source) -> Any:
    """The outputs of the best point beside its constraints: by name, or an array."""
    array = read_array(source.handle, "best_outputs")
    if array is None or source.reading is None:
        return None
    more = array[source.reading.m:]
    return dict(zip(source.reading.outputs, more.tolist())) if source.reading.outputs else more


def _trust_text(source: Source) -> str:
    """The evidence; constraints that have names are called by them."""
    text = source.handle.trust()[1]
    return text if source.reading is None else source.reading.named(text)


def _mode(source: Source) -> Any:
    """The most probable elements of choices."""
    values = _named("mean_x")(source)
    return None if values is None or source.space is None else {
        name: values[name] for name in source.space.choice_names}


def _probabilities(source: Source) -> Any:
    array = read_array(source.handle, "probabilities")
    return array if array is None or source.space is None else source.space.probabilities(array)


def numbers_of_the_library() -> dict[str, Reader]:
    """All other numbers of the library. The history has those of the run at work."""
    return {name: _entry(name) for name, kind in ENTRIES.items()
            if kind != "array" and name not in RENAMED.values() and not name.startswith("run")}


READERS: dict[str, Reader] = {
    **{name: _entry(entry) for name, entry in RENAMED.items()},
    "success": _succeeded,
    "status": lambda source: source.handle.stop_reason()[0],
    "stop": lambda source: source.handle.stop_reason()[1],
    "message": lambda source: source.handle.stop_reason()[2],
    "trust": lambda source: source.handle.trust()[0],
    "trust_text": _trust_text,
    "method": lambda source: source.handle.method(),
    "choice": lambda source: source.handle.choice(),
    "seed": lambda source: int(source.handle.setting("seed")),
    **numbers_of_the_library(),
    "feasible": _is_feasible,
    "history": Source.history,
}
CONSTRAINED: dict[str, Reader] = {"g": _entry("best_g"), "multipliers": _entry("multipliers")}
NAMED: dict[str, Reader] = {"params": _named("best_x"), "mean_params": _named("mean_x")}


def readers_of(source: Source) -> dict[str, Reader]:
    """How each entry of a result is read, in their order."""
    readers = READERS if source.space is None else {**NAMED, **READERS}
    if source.handle.setting("choices") == "set":
        readers = {**readers, "probabilities": _probabilities}
        if source.space is not None:
            readers["mode"] = _mode
    if source.reading is None:
        return readers
    more = CONSTRAINED if source.reading.m > 0 else {}
    beside = {"outputs": _outputs} if source.reading.more > source.reading.m else {}
    return {**readers, **more, **beside}


def read_result(source: Source) -> Result:
    """The result of a run as it stands."""
    return Result({name: read(source) for name, read in readers_of(source).items()})
