# SPDX-License-Identifier: MIT
"""The same settings and seed give the same points in Python, in the program and in C, bit for bit:
for every method and for every option of the tables. A new one is tested without a change here,
unless it is of no use alone."""
import shutil
import subprocess
import sys

import numpy as np
import pytest
from support import METHODS, OPTIONS, ROOT, newest, program, start_of, weighted

import nes

EVALS = 70
DIM = 4

# What an option needs beside it.
BESIDE = {
    "start_lower": {"start_upper": [9.0] * DIM}, "start_upper": {"start_lower": [-9.0] * DIM},
    "start_mean": {"start_std": [2.0] * DIM}, "start_std": {"start_mean": [1.0] * DIM},
    "utilities": {"shaping": "table", "popsize": 4},
    "mean_utilities": {"shaping": "table", "popsize": 4, "utilities": [0.5, 0.3, 0.2, -0.4]},
    "shaping": {"popsize": 4}, "bounds": {"lower": [-3.0] * DIM, "upper": [5.0] * DIM},
    "window": {"popsize": 8}, "factor": {"sigma": 0.5}, "cauchy_literal": {"nu": 1},
    "eta_nu": {"adapt_nu": True}, "replacements": {"failures": "resample"},
    "restart_p": {"restarts": "interleaved"}, "restart_slice": {"restarts": "interleaved"},
    "race_first": {"challenger": "snes"}, "race_length": {"challenger": "snes"},
}
# Values that no rule gives.
VALUES = {"method": "snes", "family": "gauss-diag", "utilities": [0.5, 0.3, 0.2, 0.0],
          "mean_utilities": [0.5, 0.3, 0.2, 0.0], "factor": list(np.eye(DIM).ravel() * 2),
          "kernels": "baseline", "upper": [5.0] * DIM, "lower": [-5.0] * DIM, "log": [0.0] * DIM,
          "integer": [1.0, 0, 0, 0], "window": 4, "target": 0.01, "run": 3, "popsize": 9, "outputs": 0,
          "groups": [0.0, 0, 1, 1]}


def values_of(option):
    """Some values that an option may have, by the table."""
    if option["name"] in VALUES:
        return [VALUES[option["name"]]]
    if option["type"] == "flag":
        return [True, False]
    if option["type"] == "choice":
        return list(option["words"])
    if option["type"] == "array":
        return [[0.5 + i for i in range(DIM)]]
    low, high = option["low"], option["high"]
    if option["type"] == "count":
        return [v for v in (3, 12, 100) if low <= v <= high]
    return [v for v in (0.5, 0.1, 2.0, 50.0) if low < v < high]


def settings_of(option):
    """Settings in which this option matters: the first with which the library takes it."""
    name = option["name"]
    for value in values_of(option):
        for method in METHODS:
            settings = {"method": method, "max_evals": EVALS, name: value, **BESIDE.get(name, {})}
            try:
                nes.Optimizer(start_of(method, DIM), **settings)
                return settings
            except ValueError:
                pass
    raise AssertionError(f"no method takes the option {name}; what does it need?")


def cases():
    by_method = [{"method": method, "max_evals": EVALS, "seed": 5} for method in METHODS]
    return by_method + [settings_of(option) for option in OPTIONS.values()]


CASES = cases()
NAMES = [f"{list(case)[2] if len(case) > 2 else 'method'} {case['method']}" for case in CASES]


def points_here(settings):
    """The points that Python is handed, as text in hexadecimal."""
    seen = []

    def f(x):
        seen.append(" ".join(v.hex() for v in x.tolist()))
        return weighted(x)
    nes.minimize(f, start_of(settings["method"], DIM), **settings)
    return seen


HERE = [points_here(case) for case in CASES]


def is_array(name):
    return OPTIONS[name]["type"] == "array"


def word(value):
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def test_the_table_makes_different_runs():
    """Otherwise the comparisons below would show little."""
    assert len({tuple(points) for points in HERE}) > len(METHODS) + 20
    assert all(len(points) > 0 for points in HERE)


def command_line(settings):
    for name, value in settings.items():
        option = name.replace("_", "-")
        if is_array(name):
            yield f"--{option}={','.join(map(repr, value))}"
        elif isinstance(value, bool):
            yield f"--{option}" if value else f"--no-{option}"
        else:
            yield f"--{option}={value}"


@pytest.fixture(scope="module")
def worker(tmp_path_factory):
    """A program that notes the points it gets in the file given to it."""
    path = tmp_path_factory.mktemp("worker") / "worker.py"
    path.write_text("import sys\nnotes = open(sys.argv[1], 'a')\nfor line in sys.stdin:\n"
                    "    x = [float(v) for v in line.split()]\n"
                    "    print(' '.join(v.hex() for v in x), file=notes, flush=True)\n"
                    "    total = 0.0\n    for i, v in enumerate(x):\n"
                    "        total += (i + 1) * v * v\n    print(repr(total), flush=True)\n")
    return path


@pytest.mark.skipif(program() is None, reason="the program nes is not here")
@pytest.mark.parametrize("k", range(len(CASES)), ids=NAMES)
def test_as_the_program(k, worker, tmp_path):
    settings = CASES[k]
    start = ",".join(map(repr, start_of(settings["method"], DIM)))
    subprocess.run([program(), "run", "--worker", "--quiet", f"--dim={DIM}", f"--x0={start}",
                    *command_line(settings), "--", sys.executable, "-S",
                    str(worker), str(tmp_path / "points")],
                   check=True, capture_output=True, timeout=60, cwd=tmp_path)
    there = (tmp_path / "points").read_text().splitlines()
    if "jobs" in settings:  # several at the same time, in no certain order
        assert sorted(there) == sorted(HERE[k])
    else:
        assert there == HERE[k]


def line_for_c(settings):
    words = [f"{name}:{','.join(map(repr, value))}" if is_array(name) else f"{name}={word(value)}"
             for name, value in settings.items()]
    return " ".join([*words, "from", *map(repr, start_of(settings["method"], DIM))])


@pytest.fixture(scope="module")
def points_in_c(tmp_path_factory):
    """The points of all cases, by a program in C."""
    compiler, library = shutil.which("cc"), newest("libnes.a", "NES_LIBRARY")
    if compiler is None or library is None:
        pytest.skip("no compiler or no library")
    made = tmp_path_factory.mktemp("c") / "points"
    compile_it = [compiler, "-std=gnu11", "-O2", "-ffp-contract=off", f"-I{ROOT / 'include'}",
                  str(ROOT / "bindings/python/tests/points.c"), str(library), "-o", str(made), "-lm", "-pthread"]
    if subprocess.run(compile_it, capture_output=True).returncode != 0:
        pytest.skip("a program in C cannot be linked here")
    done = subprocess.run([str(made)], input="\n".join(map(line_for_c, CASES)) + "\n", text=True,
                          capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [run.split("\n") for run in done.stdout.split("\n\n")]


@pytest.mark.parametrize("k", range(len(CASES)), ids=NAMES)
def test_as_in_c(k, points_in_c):
    in_c = [[float.fromhex(v) for v in line.split()] for line in points_in_c[k] if line]
    assert in_c == [[float.fromhex(v) for v in line.split()] for line in HERE[k]]
