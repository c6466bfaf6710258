# SPDX-License-Identifier: MIT
"""The C part of the package: nes._core, with libnes and libnes_problems inside.

CMake builds the two libraries from the same sources and with the same flags as `make`, so that runs
give the same bits as those of the program. The environment can ask for something else:

    NES_LIBNES=installed   links the libnes that pkg-config finds
"""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
PARTS = ("nes", "nes-problems")  # names that pkg-config knows

NEEDS = """The package needs a C compiler, CMake and Random123. On Debian:
  apt-get install gcc libc6-dev make cmake python3-dev librandom123-dev"""
WITHOUT = """NES_LIBNES=installed wants a libnes that pkg-config finds: install one with `make install`, say
by PKG_CONFIG_PATH where it is, or leave NES_LIBNES out: the package then builds its own."""


def source() -> Path:
    """The folder with the C sources: named by the back end, of an sdist, or the repository."""
    if "NES_SOURCE" in os.environ:
        return Path(os.environ["NES_SOURCE"])
    return HERE / "libnes" if (HERE / "libnes").is_dir() else HERE.parents[1]


def version() -> str:
    header = (source() / "include/nes/nes.h").read_text(encoding="utf-8")
    found = re.search(r'NES_VERSION "([0-9.]+)"', header)
    assert found, "nes.h has no version"
    return found[1]


def run(*command: str) -> str:
    """What a command prints. Its complaints are shown; a failure ends the build."""
    try:
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    except FileNotFoundError:
        raise SystemExit(f"nes: '{command[0]}' is needed to build the package.\n{NEEDS}") from None
    except subprocess.CalledProcessError as failure:
        print(failure.stdout)
        needs = WITHOUT if command[0] == "pkg-config" else NEEDS
        raise SystemExit(f"nes: '{shlex.join(command)}' failed.\n{needs}") from None


def use_installed(ext: Extension) -> None:
    """Links the libnes that is installed, of the same minor version."""
    run("pkg-config", "--print-errors", "--exists", *PARTS)
    there = run("pkg-config", "--modversion", "nes").strip()
    if there.split(".")[:2] != version().split(".")[:2]:
        raise SystemExit(f"nes: libnes {there} is installed, and the package needs {version()}")
    ext.extra_compile_args += shlex.split(run("pkg-config", "--cflags", *PARTS))
    ext.extra_link_args += shlex.split(run("pkg-config", "--libs", *PARTS))
    ext.runtime_library_dirs = [run("pkg-config", "--variable=libdir", "nes").strip()]


def private_libraries(description: Path) -> list[str]:
    """What libnes links, as CMake wrote it for pkg-config."""
    found = re.search(r"^Libs.private:(.*)$", description.read_text(encoding="utf-8"), re.MULTILINE)
    return shlex.split(found[1]) if found else []


def use_own(ext: Extension) -> None:
    """Builds libnes, and links it into the module, where other modules do not see it."""
    build = source() / "build/python/libnes"
    run("cmake", "-S", str(source()), "-B", str(build), "-D", "CMAKE_BUILD_TYPE=Release",
        "-D", "NES_PROGRAM=OFF", "-D", "NES_MPI=OFF")
    run("cmake", "--build", str(build), "--parallel", str(os.cpu_count() or 1),
        "--target", "nes_static", "nes_problems_static")
    ext.include_dirs.append(str(source() / "include"))
    ext.extra_objects = [str(build / "libnes.a"), str(build / "libnes_problems.a")]
    ext.depends += ext.extra_objects
    ext.extra_link_args += [*private_libraries(build / "nes.pc"), "-lm"]
    if sys.platform == "linux":
        ext.extra_link_args += ["-Wl,--exclude-libs,ALL"]


class BuildCore(build_ext):
    """Has the library at hand before the module is compiled."""

    def build_extension(self, ext: Extension) -> None:
        which = os.environ.get("NES_LIBNES", "")
        if which not in ("", "installed"):
            raise SystemExit(f"nes: NES_LIBNES is '{which}', but must be 'installed' or left out")
        (use_installed if which else use_own)(ext)
        super().build_extension(ext)


core = Extension(
    "nes._core",
    sorted(str(path.relative_to(HERE)) for path in HERE.glob("core/*.c")),
    depends=["core/core.h"],
    py_limited_api=True,
    extra_compile_args=["-std=c11", "-g0", "-fvisibility=hidden", "-pthread"],
    extra_link_args=["-pthread"] + (["-Wl,-z,relro,-z,now"] if sys.platform == "linux" else []),
)

setup(
    version=version(),
    ext_modules=[core],
    cmdclass={"build_ext": BuildCore},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
