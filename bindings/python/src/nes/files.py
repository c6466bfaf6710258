# SPDX-License-Identifier: MIT
"""Files that are either complete or not there."""
from __future__ import annotations

import os
import threading


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file under another name, and gives it its own when it is safely on the disk.

    Of a link the file behind it is written. What is no file, such as a device, is written as it is.
    """
    target = os.path.realpath(os.fsdecode(path))
    if os.path.exists(target) and not os.path.isfile(target):
        with open(path, "wb") as file:
            file.write(data)
        return
    temporary = os.path.join(os.path.dirname(target),
                             f".nes-{os.getpid()}-{threading.get_ident()}")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        if os.path.exists(temporary):
            os.unlink(temporary)
        if isinstance(error, OSError) and error.filename == temporary:
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        raise
