# SPDX-License-Identifier: MIT
"""Progress: what is written where, how often, and what it costs."""
import contextlib
import io
import os
import sys
import time

import pytest

import nes
from nes import progress
from nes.progress import Progress, State, line, progress_of


class Handle:
    """Stands for a run; numbers are what the test says."""

    def __init__(self, **numbers):
        self.numbers = dict(evaluations=0, generations=1, failed=0, best_f=1.5, run_sigma=0.25, run=1,
                            run_popsize=8, max_evals="off", feasible=1) | numbers
        self.looks = 0

    def count(self, name):
        self.looks += name == "evaluations"
        return self.numbers[name]

    real = setting = lambda self, name: self.numbers[name]


class Writer:
    def __init__(self, live):
        self.live, self.states, self.ended = live, [], False

    def show(self, state, seconds, values):
        self.states.append((state.evaluations, values))

    def end(self):
        self.ended = True


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 100.0

    monkeypatch.setattr(progress.time, "monotonic", lambda: Clock.now)
    return Clock


def test_a_live_line_moves_a_few_times_a_second(clock):
    handle, writer = Handle(), Writer(live=True)
    with Progress(handle, writer) as bar:
        assert writer.states == [(0, 0)]  # at once
        for _ in range(1000):
            clock.now += 0.005
            handle.numbers["evaluations"] += 10
            bar.note()
    assert 15 <= len(writer.states) <= 22  # in 5 seconds
    assert writer.states[-1] == (10_000, 10_000) and writer.ended


def test_a_generation_costs_a_look_at_the_clock(clock):
    handle, writer = Handle(), Writer(live=True)
    bar = Progress(handle, writer)
    looks = handle.looks
    for _ in range(1000):
        bar.note()
    assert handle.looks == looks and len(writer.states) == 1


def test_a_log_gets_fewer_and_fewer_lines(clock):
    handle, writer = Handle(), Writer(live=False)
    bar = Progress(handle, writer)
    lines = []
    for _ in range(36_000):
        clock.now += 0.1
        handle.numbers["evaluations"] += 1
        bar.note()
        if len(writer.states) > len(lines):
            lines.append(clock.now - 100)
    assert [k for k, _ in writer.states[:2]] == [1, 10]  # generations 1, 10, 100, ...
    late = [s for s in lines if s > 660]
    assert len(late) < 60 and min(b - a for a, b in zip(late, late[1:])) > 30


def test_a_slow_generation_is_counted_value_by_value(clock):
    handle, writer = Handle(evaluations=20), Writer(live=True)
    bar = Progress(handle, writer)
    for _ in range(3):
        clock.now += 2
        bar.tick()
    assert writer.states == [(20, 0), (21, 1), (22, 2), (23, 3)]
    handle.numbers["evaluations"] = 24
    clock.now += 2
    bar.note()
    assert writer.states[-1] == (24, 4)


def test_values_are_counted_once(clock):
    """Generations shorter than a line stands: what the line says is up to date all the same."""
    handle, writer = Handle(), Writer(live=True)
    bar = Progress(handle, writer)
    for _ in range(100):
        for _ in range(10):
            clock.now += 0.002
            bar.tick()
        handle.numbers["evaluations"] += 10
        bar.note()
    evaluations = [k for k, _ in writer.states]
    assert evaluations == sorted(evaluations) and evaluations[-1] > 800


def test_the_line():
    state = State(1500, 9, 0, 0.125, 0.01, 1, 8, None)
    assert line(state, 0.1, 1500) == "     1500 evaluations  best 0.125        sigma 0.01"
    assert line(State(1500, 9, 3, 0.125, 0.01, 4, 16, 3000), 2, 1000) == (
        "     1500 evaluations, 3 failed  best 0.125        sigma 0.01      500/s  0:03 left"
        "  run 4, popsize 16")
    assert "no finite value yet" in line(State(10, 1, 10, float("nan"), 1, 1, 8, None), 30, 2)
    assert line(State(3, 0, 0, float("nan"), 1, 1, 8, None), 0.1, 3) == (
        "        3 evaluations  in the first generation")
    assert line(State(10, 9, 0, 1, 1, 1, 8, None), 30, 2).endswith("0:15 each")


def test_nothing_unless_it_is_wanted(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert progress_of(Handle(), False, Terminal()) is None
    assert progress_of(Handle(), None, Terminal()) is None
    assert progress_of(Handle(), "auto", io.StringIO()) is None
    assert progress_of(Handle(), True, io.StringIO()) is not None
    monkeypatch.setenv("TERM", "dumb")
    assert progress_of(Handle(), "auto", Terminal()) is None
    with pytest.raises(ValueError, match="not 'yes'"):
        progress_of(Handle(), "yes", Terminal())


def test_the_line_of_our_own(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    stream = Terminal()
    with progress_of(Handle(evaluations=7), "auto", stream):
        pass
    line = "\r\033[K        7 evaluations  best 1.5          sigma 0.25"
    assert stream.getvalue() == line + line + "\n"


def test_a_bar_of_tqdm(monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    handle = Handle(evaluations=7, max_evals="14", run=3)
    with progress_of(handle, True, stream) as bar:
        handle.numbers["evaluations"] = 14
        bar.note()
    last = stream.getvalue().split("\r")[-1]
    assert "100%" in last and "best 1.5, sigma 0.25, run 3" in last and last.endswith("\n")


def test_minimize_writes_to_standard_error_only(capsys):
    nes.minimize(lambda x: x[0] ** 2, [3.0], max_evals=200, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1].startswith("      200 evaluations  best ")
    nes.minimize(lambda x: x[0] ** 2, [3.0], max_evals=200)
    nes.minimize(lambda x: x[0] ** 2, [3.0], max_evals=200, progress="auto")
    assert capsys.readouterr() == ("", "")


def test_results_do_not_depend_on_it():
    def f(x):
        return float(x @ x)

    shown = nes.minimize(f, [1.0, 2.0], max_evals=300, progress=True)
    assert shown.x.tobytes() == nes.minimize(f, [1.0, 2.0], max_evals=300).x.tobytes()


def test_the_line_ends_when_the_objective_raises(capsys):
    def f(x):
        raise KeyError("no")

    with pytest.raises(KeyError):
        nes.minimize(f, [1.0, 2.0], progress=True)
    assert "Traceback" not in capsys.readouterr().err


def read_all(descriptor):
    """What was written to a terminal that is closed at the other end."""
    parts = []
    with contextlib.suppress(OSError):  # this is how its end is told
        while part := os.read(descriptor, 10_000):
            parts.append(part)
    os.close(descriptor)
    return b"".join(parts).decode()


def open_terminal():
    """Both ends of a pseudo-terminal; without one the test is skipped."""
    try:
        return os.openpty()
    except (AttributeError, OSError) as error:
        pytest.skip(f"there are no pseudo-terminals here: {error}")


def test_on_a_real_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    master, slave = open_terminal()
    with os.fdopen(slave, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        begin = time.monotonic()
        nes.minimize(lambda x: time.sleep(0.02) or x[0] ** 2, [3.0], max_evals=40, progress="auto")
        seconds = time.monotonic() - begin  # 0.8, or more on a busy machine
    written = read_all(master)
    assert 2 <= written.count("\r\033[K") <= 4 + seconds / progress.REWRITE
    assert "       40 evaluations" in written


def test_an_infeasible_best_value_is_not_shown():
    assert "no feasible point yet" in line(State(10, 2, 0, 1.5, 0.25, 1, 8, None, False), 1.0, 10)
