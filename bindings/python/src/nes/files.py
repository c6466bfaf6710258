# SPDX-License-Identifier: MIT
"""Files that are either complete or not there."""
from __future__ import annotations

import os
import threading


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file under another name, and gives it its own when it is safely on the disk."""
    folder, name = os.path.split(os.path.abspath(os.fspath(path)))
    temporary = os.path.join(folder, f".{name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, os.path.join(folder, name))
    except BaseException as error:
        if os.path.exists(temporary):
            os.unlink(temporary)
        if isinstance(error, OSError) and error.filename == temporary:
            error.filename = os.fspath(path)  # the name that the caller knows
        raise
