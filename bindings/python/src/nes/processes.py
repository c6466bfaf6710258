# SPDX-License-Identifier: MIT
"""A pool of forked processes that evaluate points.

They are forked, so that any function will do: lambdas, closures, functions of a notebook. Points go
to them and values come back over one connection each. A process that dies in an evaluation is a
failed evaluation, and another takes its place. None of them outlives the run, nor its parent.
"""
from __future__ import annotations

import fcntl
import os
import pickle
import signal
import socket
import sys
import threading
import traceback
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, NoReturn

import numpy as np

from .arrays import Array
from .objective import Objective, Value, split
from .workers import Share, Shares


# The ends of connections that belong to this process. A process that is forked, by whomever, must
# close its copies: a connection whose other end is held by a third process does not tell that its
# owner has died. No fork may fall between the making of a connection and its entry here.
_ends: set[Any] = set()
_lock = threading.RLock()


def _before_fork() -> None:
    _lock.acquire()


def _after_fork() -> None:
    _lock.release()


def _after_fork_in_child() -> None:
    global _lock
    _lock = threading.RLock()
    for end in _ends:
        end.close()
    _ends.clear()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork,
                    after_in_child=_after_fork_in_child)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the end of the block, so that no process is started and then lost.

    To block the signal is not enough: another thread may take it, and the main thread be told. Only
    that one is ever interrupted.
    """
    caught: list[int] = []
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    before = signal.getsignal(signal.SIGINT)
    replace = before is not None and threading.current_thread() is threading.main_thread()
    try:
        if replace:
            signal.signal(signal.SIGINT, lambda number, frame: caught.append(number))
        yield
    finally:
        if replace:
            signal.signal(signal.SIGINT, before)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if caught:
            signal.raise_signal(signal.SIGINT)


class Worker:
    """One process, and the share it works on. To be made and ended without interrupts."""

    def __init__(self, objective: Objective, vectorized: bool, dim: int) -> None:
        self.pid = 0
        self.rows = slice(0)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):  # closed, or none at all
                stream.flush()
        with _lock:
            self.channel, theirs = Pipe()
            self.life, held = socket.socketpair()
            _ends.update((self.channel, self.life))
            try:
                self.pid = os.fork()
                if self.pid == 0:
                    _work(theirs, held, objective, vectorized, dim)
                with suppress(OSError):  # the child does the same; whoever is first
                    os.setpgid(self.pid, self.pid)
            except BaseException:
                self.end()
                raise
            finally:
                theirs.close()
                held.close()

    def end(self) -> None:
        """Ends the process and whatever it has started, at once."""
        _ends.difference_update((self.channel, self.life))
        self.channel.close()
        self.life.close()
        if self.pid > 0:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)


def _work(channel: Connection, held: socket.socket, objective: Objective, vectorized: bool,
          dim: int) -> NoReturn:
    """The life of a process. It never returns to the program that it is a copy of."""
    try:
        _ends.add(channel)  # what the function forks must not answer, nor hide that this has died
        os.setpgid(0, 0)
        _end_with_parent(held)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        np.random.seed()  # otherwise all processes would draw the same numbers
        while True:
            numbers = np.frombuffer(bytearray(channel.recv_bytes()))
            channel.send_bytes(_answer(objective, numbers.reshape(-1, dim), vectorized))
    finally:
        os._exit(0)


def _end_with_parent(held: socket.socket) -> None:
    """The system ends this process, and those that it has started, when the parent no longer holds
    the other end. Nothing else is ever sent over this connection. Where a system does not know
    that, the process ends when it next speaks to its parent."""
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGIO})
    fcntl.fcntl(held, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(held, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        if held.recv(1) == b"":  # it died before that
            os._exit(0)


def _answer(objective: Objective, rows: Array, vectorized: bool) -> bytes:
    """Values, or the exception that was raised."""
    try:
        found = objective.values(rows) if vectorized else [objective.value(rows[0])]
        values, failed = split(found, objective.width)
        return b"v" + values.tobytes() + (failed or b"")
    except BaseException as error:
        return b"e" + _packed(error)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()


def _values(reply: bytes, n: int, width: int) -> list[Value]:
    """The n values of such an answer, or rows of so many numbers; behind them, if there is one, a
    byte for each: failed."""
    whole = np.frombuffer(reply, offset=1, count=n * width)
    values = whole.tolist() if width == 1 else [tuple(row) for row in whole.reshape(n, width).tolist()]
    failed = reply[1 + whole.nbytes:] or bytes(n)
    return [None if bad else value for value, bad in zip(values, failed)]


def _packed(error: BaseException) -> bytes:
    """An exception as bytes: itself, or its text where it cannot be pickled."""
    note = "In a worker process:\n" + "".join(traceback.format_exception(error))
    try:
        error.add_note(note)
        data = pickle.dumps(error)
        pickle.loads(data)
        return data
    except Exception:
        substitute = RuntimeError(f"{type(error).__qualname__}: {_text(error)}")
        substitute.add_note(note)
        return pickle.dumps(substitute)


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "its text cannot be had"


class Processes(Shares):
    """The pool. Processes are started as they are needed, and no more than there is work for."""

    def __init__(self, objective: Objective, vectorized: bool, workers: int) -> None:
        if not hasattr(os, "fork"):
            raise RuntimeError("workers as a number needs a system that can fork; give an executor "
                               "of concurrent.futures")
        super().__init__(objective, vectorized, workers)
        self.living: set[Worker] = set()
        self.idle: list[Worker] = []
        self.busy: dict[Any, Worker] = {}  # by their channels

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        with _uninterrupted():
            while self.living:
                self.living.pop().end()
        self.idle, self.busy = [], {}

    def __call__(self, points: Array) -> array[float] | list[Value]:
        waiting = self.shares(points)[::-1]
        while waiting or self.busy:
            while waiting and len(self.busy) < self.workers:
                self.give(waiting.pop())
            for channel in wait(list(self.busy)):
                self.take(self.busy.pop(channel))
        return self.in_order(len(points))

    def start(self, dim: int) -> Worker:
        with _uninterrupted():
            worker = Worker(self.objective, self.vectorized, dim)
            self.living.add(worker)
        return worker

    def end(self, worker: Worker) -> None:
        with _uninterrupted():
            worker.end()
            self.living.remove(worker)

    def give(self, share: Share) -> None:
        """Gives a share to a process that lives."""
        rows, numbers = share
        while self.idle and self.idle[-1].channel.poll():  # it died while it had nothing to do
            self.end(self.idle.pop())
        worker = self.idle.pop() if self.idle else self.start(numbers.shape[-1])
        worker.rows = rows
        self.busy[worker.channel] = worker
        with suppress(OSError):  # it has died: take() will see
            worker.channel.send_bytes(numbers.data.cast("B"))

    def take(self, worker: Worker) -> None:
        """Takes the values of a process that has finished, or has died."""
        try:
            reply = worker.channel.recv_bytes()
        except (EOFError, OSError):
            self.end(worker)
            self.keep(worker.rows, [None] * (worker.rows.stop - worker.rows.start))
            return
        self.idle.append(worker)
        if reply[:1] == b"e":
            raise pickle.loads(reply[1:])
        n = worker.rows.stop - worker.rows.start
        self.keep(worker.rows, _values(reply, n, self.objective.width))
