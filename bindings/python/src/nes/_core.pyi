# SPDX-License-Identifier: MIT
#
# What the C part of the package offers: libnes by name, with plain buffers. It is private; users see
# Optimizer, minimize and problems. A Buffer is anything with C-contiguous float64 numbers (ids are
# uint64), such as a NumPy array; another type, byte order or layout is a TypeError or ValueError.
#
# Errors of the library are Python exceptions that carry its sentence:
#   TypeError     there is no option of that name (the sentence has the nearest)
#   ValueError    a value, a count, a dimension, bounds or a saved run cannot be used
#   LookupError   no open point has that id
#   RuntimeError  the call does not fit the state of the run, or the handle is in use by another thread
#   MemoryError   there is not enough memory
from collections.abc import Mapping
from typing import Any, Protocol

class Buffer(Protocol):
    def __buffer__(self, flags: int, /) -> memoryview: ...

Options = Mapping[str, str | Any]  # texts as nes_set() takes them, buffers as nes_set_array() does

class View:
    """Read-only memory of a handle, by the buffer protocol: (n, dim) numbers, or n ids.

    It keeps that memory, also when the handle is gone.
    """

class Handle:
    """One nes_opt. The interpreter lock is released while the library works for long."""

    dim: int
    outputs: int  # numbers of an evaluation beside its value
    def __new__(cls, dim: int, start: Any | None, options: Options) -> Handle: ...
    @staticmethod
    def load(data: bytes, options: Options) -> Handle: ...  # jobs and threads alone are taken
    def ask(self) -> tuple[int, View]: ...  # n, and n * dim numbers (float64)
    def ids(self) -> View: ...  # n ids (uint64) of the last ask
    # values: rows of 1 + outputs numbers; failed: a byte for each row: 0 measured, 5 known (NES_KNOWN), any other failed
    def tell(self, values: Any, failed: Any = None) -> None: ...
    # True: late values were left out
    def tell_some(self, ids: Any, values: Any, failed: Any = None) -> bool: ...
    def know(self, points: Any, values: Any) -> None: ...  # n * dim numbers, n rows as for tell
    def design(self, n: int, out: Any) -> None: ...  # nes_design: fills a writable buffer, n * dim
    def close(self) -> None: ...
    # of an asynchronous search: one point more, as ask, or None, where points under way are all that there
    # may be; points that will never come back; under_way, of_run, again, arrived, popsize, updates, run
    def ask_one(self) -> tuple[int, View] | None: ...
    def drop(self, ids: Any) -> None: ...
    def traffic(self) -> tuple[int, int, int, int, int, int, int]: ...
    def stop(self) -> None: ...  # nes_stop_now
    def go_on(self, options: Options) -> str: ...  # nes_continue; its message
    def stopped(self) -> int: ...  # 0 while the run goes on
    def real(self, name: str) -> float: ...
    def count(self, name: str) -> int: ...
    def length(self, name: str) -> int: ...  # of an array; RuntimeError where there is none yet
    def array(self, name: str, out: Any) -> None: ...  # fills a writable buffer
    def stop_reason(self) -> tuple[int, str, str]: ...  # number, name, sentence with its numbers
    def trust(self) -> tuple[str, str]: ...  # name, evidence
    def method(self) -> str | None: ...  # "auto" resolved; None for a free combination
    def choice(self) -> str: ...  # why "auto" chose it
    def setting(self, name: str) -> str: ...  # as resolved
    def save(self) -> bytes: ...
    def fingerprint(self) -> int: ...

class Pace:
    """One nes_pace."""

    def __new__(cls, places: int) -> Pace: ...
    def begin(self, id: int, now: float) -> None: ...
    def end(self, id: int, now: float) -> None: ...
    # whether a free place is to be given a point, and the moment to ask again
    def refill(self, handle: Handle, now: float) -> tuple[bool, float]: ...

class Problem:
    """One nes_problem."""

    id: str
    name: str
    group: str | None
    dim: int
    constraints: int  # how many
    optimum: float
    sigma: float
    noisy: bool
    bits: bool
    def __new__(cls, id: str) -> Problem: ...
    def start(self, out: Any) -> None: ...
    def levels(self, out: Any) -> None: ...  # how many values each variable has; 0: it is real
    def start_law(self) -> tuple[str, float, float]: ...  # "point", "uniform" or "normal"
    def solution(self, out: Any) -> bool: ...  # False: not known
    def values(self, points: Any, out: Any) -> None: ...
    def constraint_values(self, points: Any, out: Any) -> None: ...  # so many for each point
    def noisy_values(self, points: Any, out: Any, kind: int, seed: int, evaluation: int) -> int: ...

def version() -> str: ...
def options() -> list[dict[str, Any]]: ...  # name, type, section, initial, doc; length of an array
# ("variable", "pair", "point", "constraint"; else None); words of a choice (a dict: word to sentence); low, high;
# automatic and off (whether these words are allowed)
def elsewhere(name: str) -> tuple[str, str] | None: ...  # nes_elsewhere: here, doc
def usual_start(lower: float, upper: float, log: bool, integer: bool) -> tuple[float, float]: ...
def methods() -> list[dict[str, str]]: ...  # name, presets, doc
def entries() -> list[dict[str, str]]: ...  # name, type, doc: what real, count and array know
def suites() -> list[dict[str, Any]]: ...  # name, doc, first, last, dims, instances
def suite_id(suite: str, function: int, instance: int, dim: int) -> str: ...
def problem_kinds() -> list[dict[str, str]]: ...  # pattern, formula, doc
