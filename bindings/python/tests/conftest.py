# SPDX-License-Identifier: MIT
"""Fixtures that several files of tests use."""
import os

import pytest
from support import children, wait_until


@pytest.fixture
def nothing_is_left_behind():
    """Neither processes nor open files."""
    before, fds = set(children()), set(os.listdir("/proc/self/fd"))
    yield
    assert wait_until(lambda: set(children()) <= before, 5)
    assert len(os.listdir("/proc/self/fd")) <= len(fds) + 2
