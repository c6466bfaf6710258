# SPDX-License-Identifier: MIT
"""The beam of examples/beam: reals, integers, a choice and constraints, found in Python, and to the last digit by the
program from its problem file."""
import importlib.util
import json
import subprocess

import pytest

import nes
from support import ROOT, program

FOLDER = ROOT / "examples" / "beam"
OPTIMUM = 18.301047  # kg, of an enumeration


@pytest.fixture(scope="module")
def beam():
    spec = importlib.util.spec_from_file_location("beam", FOLDER / "beam.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def search(beam, seed):
    return nes.minimize(beam.beam, beam.SPACE, minimize="mass", constraints=beam.CONSTRAINTS, max_evals=1000, seed=seed)


def test_finds_the_optimum(beam):
    results = [search(beam, seed) for seed in range(1, 21)]
    assert sum(r.feasible and r.fun <= 1.01 * OPTIMUM for r in results) >= 18
    best = min(results, key=lambda r: r.fun)
    assert best.fun == pytest.approx(OPTIMUM, rel=1e-6)
    assert (best.params["ribs"], best.params["stringers"], best.params["material"]) == (3, 2, "aluminium")


@pytest.mark.skipif(program() is None, reason="the program is not built")
def test_the_program_finds_the_same(beam):
    for seed in (1, 2, 12):
        said = subprocess.run([program(), "run", "beam.yaml", "--seed", str(seed), "--json", "--quiet"], cwd=FOLDER,
                              capture_output=True, text=True, check=True).stdout
        result = json.loads(said)
        assert result["best_x"] == list(search(beam, seed).x)
