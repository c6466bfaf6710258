# SPDX-License-Identifier: MIT
"""Fixtures that several files of tests use."""
import os
import signal

import pytest
from support import children, wait_until


@pytest.fixture(scope="session", autouse=True)
def ctrl_c():
    """A job in the background of a shell ignores Ctrl-C, and so would the programs it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def nothing_is_left_behind():
    """Neither processes nor open files."""
    before, fds = set(children()), set(os.listdir("/proc/self/fd"))
    yield
    assert wait_until(lambda: set(children()) <= before)
    assert len(os.listdir("/proc/self/fd")) <= len(fds) + 2
