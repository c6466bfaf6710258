# SPDX-License-Identifier: MIT
"""The same settings and seed give the same points in Python, in the program and in C, bit for bit:
for every method and for every option of the tables. A new one is tested without a change here,
unless it is of no use alone."""
import json
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
    "constraint_kind": {"constraints": 2, "constraint_tol": [0.0, 0.1]},
    "constraint_tol": {"constraints": 2}, "constraint_handling": {"constraints": 2},
    "feasible_share": {"constraints": 2}, "choice_margin": {"choices": [3.0, 0, 0, 0]},
}
# Values that no rule gives.
VALUES = {"method": "snes", "family": "gauss-diag", "utilities": [0.5, 0.3, 0.2, 0.0],
          "mean_utilities": [0.5, 0.3, 0.2, 0.0], "factor": list(np.eye(DIM).ravel() * 2),
          "kernels": "baseline", "upper": [5.0] * DIM, "lower": [-5.0] * DIM, "log": [0.0] * DIM,
          "integer": [1.0, 0, 0, 0], "window": 4, "target": 0.01, "run": 3, "popsize": 9, "outputs": 2,
          "groups": [0.0, 0, 1, 1], "constraints": 2, "constraint_kind": [2.0, 1.0],
          "constraint_tol": [0.0, 0.25], "choices": [3.0, 0, 0, 0]}


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


def outputs_of(settings):
    """How many numbers an evaluation gives beside its value."""
    return max(settings.get("outputs", 0), settings.get("constraints", 0))


def points_here(settings):
    """The points that Python is handed, as text in hexadecimal."""
    seen, more = [], outputs_of(settings)

    def f(x):
        seen.append(" ".join(v.hex() for v in x.tolist()))
        return (weighted(x), 1 - x[:more]) if more else weighted(x)
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
        if name == "choices":  # whose names are the numbers here
            for i, count in enumerate(value):
                yield from [f"--choices=x{i + 1}={','.join(map(str, range(int(count))))}"] if count else []
        elif is_array(name):
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
    if outputs_of(settings):
        pytest.skip("a worker gives values alone")
    start = ",".join(f"{x:g}" for x in start_of(settings["method"], DIM))
    subprocess.run([program(), "run", "--worker", "--cache=off", "--quiet", f"--dim={DIM}", f"--x0={start}",
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


@pytest.mark.skipif(program() is None, reason="the program nes is not here")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_constraints_as_the_formulas_of_the_program(seed, tmp_path):
    """The answer to the last bit, of texts with all kinds of limits."""
    command = [program(), "run", "--expr", "a*a + b*b + c", "--names=a,b,c", "--dim=3", "--x0=3,2,1",
               f"--seed={seed}", "--max-evals=400", "--json", "--quiet",
               "--constraint", "a <= 2.5; 0.25 <= b <= 2; c == -1 +- 0.5; 0.5 <= a"]
    there = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60,
                                      cwd=tmp_path).stdout)
    for constraints in ("a <= 2.5", "0.25 <= b <= 2", "c == -1 +- 0.5", "0.5 <= a"), (
            lambda p: p["a"] - 2.5, lambda p: [0.25 - p["b"], p["b"] - 2],
            lambda p: [p["c"] + 1 - 0.5, -1 - p["c"] - 0.5], lambda p: 0.5 - p["a"]):
        here = nes.minimize(lambda p: p["a"] * p["a"] + p["b"] * p["b"] + p["c"],
                            {name: nes.Real(start=x) for name, x in zip("abc", (3, 2, 1))},
                            seed=seed, max_evals=400, constraints=constraints)
        assert (here.fun, here.x.tolist(), here.g.tolist()) == (there["best_f"], there["best_x"],
                                                                there["g"])


BEAM = """
variables:
  thick: {range: [1, 20], start: 5}
  ribs: {range: [1, 8], integer: yes}
  gap: {from: 0.5, to: 3, step: 0.25}
  bolt: {values: [4, 5, 6, 8, 10], start: 6}
  material: {choices: [steel, alu, ti]}
outputs:
  mass: {expr: "thick * (2 + 0.3*ribs) * (7.8 - 3.6*material + 0.6*bolt/gap)"}
  stress: {expr: "900/(thick * (1 + 0.1*ribs)) + 3*material + gap"}
minimise: mass
constraints: [stress <= 100, 2 <= bolt <= 9]
options: {max-evals: 400}
"""


def beam(p):
    kind = ["steel", "alu", "ti"].index(p["material"])
    return {"mass": p["thick"] * (2 + 0.3 * p["ribs"]) * (7.8 - 3.6 * kind + 0.6 * p["bolt"] / p["gap"]),
            "stress": 900 / (p["thick"] * (1 + 0.1 * p["ribs"])) + 3 * kind + p["gap"]}


@pytest.mark.skipif(program() is None, reason="the program nes is not here")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_choices_and_outputs_as_in_a_problem_file(seed, tmp_path):
    (tmp_path / "beam.yaml").write_text(BEAM)
    command = [program(), "run", "beam.yaml", "--json", "--quiet", f"--seed={seed}"]
    there = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60,
                                      cwd=tmp_path).stdout)
    space = {"thick": nes.Real(1, 20, start=5), "ribs": nes.Integer(1, 8),
             "gap": nes.Real(0.5, 3, step=0.25), "bolt": nes.Values(4, 5, 6, 8, 10, start=6),
             "material": nes.Choice("steel", "alu", "ti")}
    here = nes.minimize(beam, space, minimize="mass", constraints=["stress <= 100", "2 <= bolt <= 9"],
                        seed=seed, max_evals=400)
    assert here.params == there["best"] and here.outputs == there["outputs"]
    assert here.g.tolist() == there["g"] and here.multipliers.tolist() == there["multipliers"]
