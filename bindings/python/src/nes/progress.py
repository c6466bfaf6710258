# SPDX-License-Identifier: MIT
"""How a run goes, on standard error.

On a terminal or in a notebook this is a bar of tqdm where that is installed, otherwise a line of
our own that is rewritten. Elsewhere it is a line now and then, ever more rarely. A generation costs
one look at the clock unless something is due.
"""
from __future__ import annotations

import math
import re
import os
import sys
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, TextIO

from . import _core
from .options import budget

REWRITE = 0.25  # seconds between two states of a live line
SETTLED = 0.5  # seconds before which a rate means nothing


@dataclass
class State:
    """What a line says."""

    evaluations: int
    generations: int
    failed: int
    best: float
    sigma: float
    run: int
    popsize: int
    total: int | None  # the budget of evaluations; None: there is none
    feasible: bool = True  # whether the best point holds the constraints


class Writer(Protocol):
    """A way to show states."""

    live: bool

    def show(self, state: State, seconds: float, values: int) -> None: ...
    def end(self) -> None: ...


class Progress:
    """Shows the progress of a handle from one evaluation and one generation to the next."""

    def __init__(self, handle: _core.Handle, writer: Writer) -> None:
        self._handle, self._writer = handle, writer
        self._open = 0  # values of the generation at work
        self._generation, self._milestone = 0, 1
        self._begin = time.monotonic()
        self._before = self._shown = handle.count("evaluations")
        self._due = self._begin + (REWRITE if writer.live else 1)
        if writer.live:
            self._show()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.end()

    def tick(self, values: int = 1) -> None:
        """So many more values of the generation at work are known."""
        self._open += values
        if self._writer.live and time.monotonic() >= self._due:
            self._show()

    def note(self) -> None:
        """A generation has ended."""
        self._generation += 1
        self._open = 0
        if time.monotonic() >= self._due or self._is_milestone():
            self._show()

    def end(self) -> None:
        """Shows the last state, and nothing more."""
        self._open = 0
        if self._writer.live or self._handle.count("evaluations") > self._shown:
            self._show()
        self._writer.end()

    def _is_milestone(self) -> bool:
        """Without a live line, generations 1, 10, 100, ... have a line in any case."""
        if self._writer.live or self._generation < self._milestone:
            return False
        self._milestone *= 10
        return True

    def _show(self) -> None:
        state = self._look()
        seconds = time.monotonic() - self._begin
        self._shown = state.evaluations
        self._writer.show(state, seconds, self._shown - self._before)
        pace = REWRITE if self._writer.live else 1 if seconds < 20 else 10 if seconds < 600 else 60
        self._due = time.monotonic() + pace

    def _look(self) -> State:
        count, real = self._handle.count, self._handle.real
        return State(count("evaluations") + self._open, count("generations"), count("failed"),
                     real("best_f"), real("run_sigma"), count("run"), count("run_popsize"),
                     budget(self._handle.setting("max_evals")), count("feasible") == 1)


def duration(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> duration(59), duration(3700)
    ('0:59', '1:01:40')
    """
    s = int(seconds + 0.5)
    return f"{s // 3600}:{s // 60 % 60:02}:{s % 60:02}" if s >= 3600 else f"{s // 60}:{s % 60:02}"


def short_number(value: float) -> str:
    """A number in three digits.

    >>> short_number(12345), short_number(0.5)
    ('12.3k', '0.5')
    """
    for unit in ("", "k", "M"):
        if value < 999.5:
            return f"{value:.3g}{unit}"
        value /= 1000
    return f"{value:.3g}G"


def standing(state: State) -> str:
    """The best value and the step size, or why there are none."""
    if math.isnan(state.best):
        return "no finite value yet" if state.generations else "in the first generation"
    if not state.feasible:
        return "no feasible point yet"
    return f"best {state.best:<11.5g}  sigma {state.sigma:<8.2g}"


def line(state: State, seconds: float, values: int) -> str:
    """A state as text. What matters least is last: a narrow terminal cuts it off."""
    text = f"{state.evaluations:9} evaluation{'' if state.evaluations == 1 else 's'}"
    if state.failed:
        text += f", {state.failed} failed"
    text += f"  {standing(state)}"
    if seconds >= SETTLED and values > 0:
        rate = values / seconds
        text += f"  {short_number(rate)}/s" if rate >= 0.1 else f"  {duration(1 / rate)} each"
        if state.total is not None and state.total > state.evaluations:
            text += f"  {duration((state.total - state.evaluations) / rate)} left"
    if state.run > 1:
        text += f"  run {state.run}, popsize {state.popsize}"
    return text.rstrip()


class Lines:
    """A line for each state."""

    live = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self, state: State, seconds: float, values: int) -> None:
        print(line(state, seconds, values), file=self._stream, flush=True)

    def end(self) -> None:
        pass


class Rewritten:
    """One line that is rewritten."""

    live = True

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def show(self, state: State, seconds: float, values: int) -> None:
        text = line(state, seconds, values)[: self._columns() - 1]
        print(f"\r\033[K{text}", end="", file=self._stream, flush=True)

    def end(self) -> None:
        print(file=self._stream, flush=True)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80


class Tqdm:
    """A bar of tqdm."""

    live = True

    def __init__(self, tqdm: Any, stream: TextIO) -> None:
        class Bar(tqdm):  # type: ignore[misc]
            monitor_interval = 0  # no thread beside us: workers are forked

        self._make, self._stream = Bar, stream
        self._bar: Any = None

    def show(self, state: State, seconds: float, values: int) -> None:
        if self._bar is None:
            self._bar = self._make(total=state.total, initial=state.evaluations, unit=" evaluations",
                                   dynamic_ncols=True, file=self._stream)
        bar = self._bar
        bar.total = state.total
        bar.n = state.evaluations
        best = re.sub("  +", ", ", standing(state).rstrip())
        run = f", run {state.run}" if state.run > 1 else ""
        failed = f", {state.failed} failed" if state.failed else ""
        bar.set_postfix_str(best + failed + run, refresh=False)
        bar.refresh()

    def end(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _tqdm() -> Any:
    """The class of tqdm that suits a terminal or a notebook; None: it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


def progress_of(handle: _core.Handle, wanted: object, stream: TextIO | None = None
                ) -> Progress | None:
    """The progress of a run as it is wanted: True, False, or "auto" for only where it can be live.

    None: nothing is to be shown.
    """
    if wanted not in (True, False, None, "auto"):
        raise ValueError(f'progress is True, False or "auto" (only on a terminal), not {wanted!r}')
    if not wanted:
        return None
    stream = sys.stderr if stream is None else stream
    live = _is_terminal(stream) or "ipykernel" in sys.modules
    if not live:
        return None if wanted == "auto" else Progress(handle, Lines(stream))
    tqdm = _tqdm()
    if tqdm is None:
        return Progress(handle, Rewritten(stream))
    return Progress(handle, Tqdm(tqdm, stream))
