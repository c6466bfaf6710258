# SPDX-License-Identifier: MIT
"""What is published and how it is installed: source distribution, wheel, pip without a network."""
import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
LICENCES = ("LICENSE", "LICENSE.Random123")  # ours, and that of code which is compiled into the module
DIST = os.environ.get("NES_DIST")  # where scripts/test_python has put both

pytestmark = pytest.mark.skipif(DIST is None, reason="scripts/test_python builds what is tested here")
# A front end that looked for packages elsewhere would find nobody there.
OFFLINE = os.environ | {"PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_RETRIES": "0", "PIP_CONFIG_FILE": os.devnull}
SMOKE = "import nes; print(nes.minimize(lambda x: (x * x).sum(), [3.0, 4.0], target=1e-9).stop)"


def the(pattern):
    found = list(Path(DIST).glob(pattern))
    assert len(found) == 1
    return found[0]


def output(*command, **options):
    options = {"env": OFFLINE, "cwd": "/"} | options
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refusal(*command, **options):
    """What a command says that fails."""
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, timeout=300, **options)
    assert done.returncode != 0
    return done.stdout + done.stderr


def version():
    return re.search(r'NES_VERSION "(.*)"', (REPOSITORY / "include/nes/nes.h").read_text())[1]


def sources(*folders):
    """Files below these folders that belong to the sources."""
    every = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path for path in every
            if not {"__pycache__", "build"} & set(path.parts[len(REPOSITORY.parts):]) and path.suffix != ".so"}


def test_the_source_distribution_has_all_sources():
    with tarfile.open(the("nes-*.tar.gz")) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        files = {member.name.split("/", 1)[1] for member in archive if member.isfile()}
    wanted = {str(path.relative_to(PACKAGE))
              for path in sources(*(PACKAGE / part for part in ("backend", "core", "src", "tests")))}
    wanted |= {"libnes/" + str(path.relative_to(REPOSITORY))
               for path in sources(*(REPOSITORY / part for part in ("cmake", "include", "problems", "src")))}
    wanted |= {"pyproject.toml", "setup.py", "README.md", "libnes/CMakeLists.txt"}
    wanted |= {*LICENCES, *(f"libnes/{licence}" for licence in LICENCES)}
    assert wanted <= files
    extra = {name for name in files - wanted if not name.startswith("src/nes.egg-info/")}
    assert extra == {"MANIFEST.in", "PKG-INFO", "setup.cfg"}
    assert not any(".so" in name or "pycache" in name for name in names)


def test_the_wheel_has_the_package_and_nothing_else():
    wheel = the("nes-*.whl")
    assert wheel.name.startswith(f"nes-{version()}-cp311-abi3-")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        about = email.message_from_bytes(archive.read(f"nes-{version()}.dist-info/METADATA"))
        assert {f"nes-{version()}.dist-info/{name}" for name in LICENCES} <= set(archive.namelist())
    assert names == {"nes/" + path.name for path in sources(PACKAGE / "src/nes")} | {"nes/_core.abi3.so"}
    assert (about["Version"], about["License"], about["Requires-Python"]) == (version(), "MIT", ">=3.11")
    needed = [line for line in about.get_all("Requires-Dist") if "extra" not in line]
    assert len(needed) == 1 and needed[0].startswith("numpy")


def test_the_module_shows_nothing_of_the_library_inside(tmp_path):
    """A process may have another libnes; neither may see the functions of the other."""
    with zipfile.ZipFile(the("nes-*.whl")) as archive:
        module = archive.extract("nes/_core.abi3.so", tmp_path)
    shown = {line.split()[-1] for line in output("nm", "-D", "--defined-only", module).splitlines()}
    assert shown == {"PyInit__core"}
    dynamic = output("readelf", "-dW", module)
    assert "libnes" not in dynamic and re.search(r"FLAGS.*NOW", dynamic)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_c_part_compiles_without_warnings(compiler):
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    warnings = "-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror".split()
    for path in sorted((PACKAGE / "core").glob("*.c")):
        output(compiler, "-std=c11", "-O2", "-S", "-o", os.devnull, *warnings, "-isystem",
               sysconfig.get_path("include"), "-I", REPOSITORY / "include", path)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("environment")
    output(sys.executable, "-m", "venv", "--system-site-packages", folder)
    return folder


def test_pip_installs_from_the_repository_without_a_network(environment):
    before = sources(PACKAGE), sorted(os.listdir(PACKAGE))
    output(environment / "bin/pip", "install", "./bindings/python", cwd=REPOSITORY)
    assert output(environment / "bin/python", "-c", SMOKE) == "target\n"
    place = output(environment / "bin/python", "-c", "import nes; print(nes.__file__)")
    assert place.startswith(str(environment))
    assert before == (sources(PACKAGE), sorted(os.listdir(PACKAGE)))  # nothing was written there
    output(REPOSITORY / "scripts/install_python", "--remove", env=OFFLINE | {"VENV": str(environment)})
    assert "nes" not in output(environment / "bin/pip", "list", "--local", "--format=freeze")


BUILD = f"import sys; sys.path.insert(0, {str(PACKAGE / 'backend')!r})\n" \
        "import nes_backend; print(nes_backend.build_wheel(sys.argv[1]))"


def test_an_installed_library_is_used_when_asked_for(tmp_path):
    build, prefix = REPOSITORY / "build/check", tmp_path / "prefix"
    output("cmake", "--build", build, "--target", "nes_shared", "nes_problems_shared", "nes_problems_static")
    output("cmake", "--install", build, "--prefix", prefix)
    folder = next(prefix.rglob("nes.pc")).parent
    asked = OFFLINE | {"NES_LIBNES": "installed", "PKG_CONFIG_PATH": str(folder)}
    output(sys.executable, "-c", BUILD, tmp_path, env=asked)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as archive:
        archive.extractall(tmp_path / "there")
    there = OFFLINE | {"PYTHONPATH": str(tmp_path / "there")}
    assert output(sys.executable, "-c", SMOKE, env=there) == "target\n"
    module = tmp_path / "there/nes/_core.abi3.so"
    assert str(prefix) in re.search(r"libnes\.so.* => (\S+)", output("ldd", module))[1]


def test_a_missing_library_is_said(tmp_path):
    asked = OFFLINE | {"NES_LIBNES": "installed", "PKG_CONFIG_LIBDIR": str(tmp_path)}
    said = refusal(sys.executable, "-c", BUILD, tmp_path, env=asked)
    assert "Package 'nes'" in said and "make install" in said and "apt-get" not in said
    assert "must be 'installed'" in refusal(sys.executable, "-c", BUILD, tmp_path,
                                            env=OFFLINE | {"NES_LIBNES": "yes"})


def test_missing_tools_are_said(tmp_path):
    """Nothing but Python in the PATH."""
    (tmp_path / "python3").symlink_to(sys.executable)
    said = refusal(sys.executable, "-c", BUILD, tmp_path, env=OFFLINE | {"PATH": str(tmp_path)})
    assert "'cmake' is needed" in said and "apt-get install gcc" in said


def test_nothing_is_removed_from_nowhere(tmp_path):
    said = refusal(REPOSITORY / "scripts/install_python", "--remove",
                   env=OFFLINE | {"VENV": str(tmp_path / "nowhere")})
    assert "no environment" in said and not (tmp_path / "nowhere").exists()


def test_a_bare_python_in_the_path_is_passed_over(tmp_path):
    bare = tmp_path / "python3"
    bare.write_text("#!/bin/sh\necho 'no modules'\n")
    bare.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    environment.pop("PYTHON", None)
    assert output(REPOSITORY / "scripts/find_python", "json", env=environment) == "/usr/bin/python3\n"
    assert "no_such_module" in refusal(REPOSITORY / "scripts/find_python", "no_such_module")
