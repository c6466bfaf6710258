# SPDX-License-Identifier: MIT
"""The course of a run: how records are spaced."""
import numpy as np

import nes
from nes.history import SPACING, Recorder


class Handle:
    """Stands for a run that makes generations of a size that the test says."""

    dim = 1

    def __init__(self):
        self.numbers = {"evaluations": 0, "generations": 0, "run": 1}

    def make(self, recorder, generations, popsize):
        for _ in range(generations):
            self.numbers["generations"] += 1
            self.numbers["evaluations"] += popsize
            recorder.look(self)

    def count(self, name):
        return self.numbers[name]

    def real(self, name):
        return 1.0

    def length(self, name):
        return self.dim

    def array(self, name, out):
        out[:] = 1


def columns(recorder):
    return np.array([row[:2] for row in recorder.rows]).T


def test_first_generations_are_all_recorded():
    recorder = Recorder()
    Handle().make(recorder, 2 * SPACING, 10)
    assert columns(recorder)[1].tolist() == list(range(1, 2 * SPACING + 1))


def test_long_runs_have_few_records():
    recorder = Recorder()
    Handle().make(recorder, 100_000, 10)
    evaluations = columns(recorder)[0]
    assert len(evaluations) < SPACING * (2 + np.log(100_000 / SPACING))
    gaps = np.diff(evaluations) / evaluations[1:]
    assert gaps[SPACING:].max() <= 1 / SPACING + 1e-9


def test_large_populations_are_seen():
    """One run of a large population may take as many evaluations as all the others before."""
    recorder, handle = Recorder(), Handle()
    handle.make(recorder, 2000, 10)
    handle.make(recorder, 100, 500)
    evaluations, generations = columns(recorder)
    late = generations > 2000 + 2000 // SPACING
    assert np.diff(generations[late]).max() <= 2
    assert late.sum() > 30


def test_a_hill_climber_is_recorded_now_and_then():
    opt = nes.Optimizer(np.zeros(20), method="1+1-nes", max_evals=3000)
    history = opt.run(lambda x: float(x @ x) + 1).history
    assert len(history) < SPACING * (2 + np.log(3000 / SPACING))
