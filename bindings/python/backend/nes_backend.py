# SPDX-License-Identifier: MIT
"""The build back end: setuptools, found on the system, at work on a copy of the sources.

Front ends build in an environment of their own, which hides what the system has. The setuptools of
the interpreter that the environment was made with is as good as a downloaded one, so it is used
where it is there. The copy keeps the folder with the sources clean; for an sdist it also has the
sources of libnes.
"""
import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
CARRIED = HERE / "libnes"  # an sdist carries the C sources; otherwise they are around us
SOURCE = CARRIED if CARRIED.is_dir() else HERE.parents[1]
LICENCES = ("LICENSE", "LICENSE.Random123")
PARTS = ("CMakeLists.txt", *LICENCES, "cmake", "include", "problems", "src")
TOOLS = ("setuptools", "wheel")
REFUSE = shutil.ignore_patterns("build", "dist", "libnes", "__pycache__", "*.egg-info", "*.so", ".*")


def _have_tools() -> bool:
    """Whether the tools can be imported, from the base interpreter's folder where need be."""
    if all(importlib.util.find_spec(tool) for tool in TOOLS):
        return True
    ask = "import os, setuptools, wheel; print(os.path.dirname(os.path.dirname(wheel.__file__)))"
    base = getattr(sys, "_base_executable", sys.executable)
    answer = subprocess.run([base, "-I", "-c", ask], text=True, capture_output=True)
    if answer.returncode == 0:
        sys.path.append(answer.stdout.strip())
    return answer.returncode == 0


@contextlib.contextmanager
def _copy(with_library: bool = False) -> Iterator[Any]:
    """setuptools' own hooks, in a copy of the sources that goes away again."""
    _have_tools()
    import setuptools.build_meta as hooks

    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="nes-build-") as folder:
        copy = Path(folder) / "nes"
        shutil.copytree(HERE, copy, ignore=REFUSE)
        for licence in LICENCES:
            shutil.copy(SOURCE / licence, copy)
        for part in PARTS if with_library else ():
            _put(SOURCE / part, copy / "libnes" / part)
        os.environ["NES_SOURCE"] = str(SOURCE)
        os.chdir(copy)
        try:
            yield hooks
        finally:
            os.chdir(before)


def _put(part: Path, to: Path) -> None:
    to.parent.mkdir(exist_ok=True)
    if part.is_dir():
        shutil.copytree(part, to)
    else:
        shutil.copy(part, to)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [] if _have_tools() else ["setuptools>=64", "wheel"]


get_requires_for_build_sdist = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    target = os.path.abspath(metadata_directory)
    with _copy() as hooks:
        return str(hooks.prepare_metadata_for_build_wheel(target, config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None,
                metadata_directory: str | None = None) -> str:
    target = os.path.abspath(wheel_directory)
    with _copy() as hooks:
        return str(hooks.build_wheel(target, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    target = os.path.abspath(sdist_directory)
    with _copy(with_library=True) as hooks:
        return str(hooks.build_sdist(target, config_settings))
