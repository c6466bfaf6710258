# SPDX-License-Identifier: MIT
"""The course of a run: how records are spaced, and its columns as a dict."""
import copy
import pickle
import subprocess

import numpy as np
import pytest
from support import program

import nes
from nes.history import SPACING, Recorder


class Handle:
    """Stands for a run that makes generations of a size that the test says."""

    dim = 1
    outputs = 0

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
    assert len(history.records) < SPACING * (2 + np.log(3000 / SPACING))


# ---- a dict of columns

SCALARS = ["evaluations", "generation", "run", "best_f", "generation_best", "generation_median", "sigma", "condition"]


def course(x0=(3.0, 4.0), **options):
    return nes.minimize(lambda x: float(np.dot(x, x)), x0, max_gens=20, **options).history


def test_a_history_is_a_dict_of_columns():
    h = course()
    names = [*SCALARS, "mean_x1", "mean_x2", "std_x1", "std_x2", "axis_1", "axis_2"]
    assert list(h) == list(h.keys()) == names and len(h) == len(names)
    assert list(reversed(h)) == names[::-1]
    assert all(column.shape == (20,) for column in h.values())
    for name in SCALARS:
        assert np.array_equal(h[name], getattr(h, name), equal_nan=True)
    for i in range(2):
        assert np.array_equal(h[f"mean_x{i + 1}"], h.mean[:, i]) and np.array_equal(h[f"std_x{i + 1}"], h.std[:, i])
        assert np.array_equal(h[f"axis_{i + 1}"], h.axes[:, i], equal_nan=True)


@pytest.mark.parametrize("copied", [dict, lambda h: {**h}, lambda h: h.copy(), lambda h: h | {},
                                    lambda h: {name: h[name] for name in h}])
def test_a_history_can_be_copied_to_a_dict_before_anybody_has_looked_at_it(copied):
    assert list(copied(course())) == list(course()) and "sigma" in course()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))])
def test_a_history_can_be_kept(again):
    h = course()
    twin = again(h)
    assert type(twin) is nes.History and list(twin) == list(h)
    assert np.array_equal(twin["mean_x1"], h["mean_x1"]) and len(twin.records) == 20


def test_names_of_variables_are_in_those_of_columns():
    h = nes.minimize(lambda p: p["rate"] + (p["w"] ** 2).sum(), {"rate": nes.Log(1e-3, 1), "w": nes.Real(shape=2)},
                     max_gens=3).history
    assert "mean_rate" in h and "std_w[1]" in h and "mean_x1" not in h


def test_columns_that_are_not_there():
    h = course()
    with pytest.raises(KeyError, match="mean is a matrix, the attribute mean;.* such as mean_x1"):
        h["mean"]
    with pytest.raises(KeyError, match="nonsense"):
        h["nonsense"]
    assert h.get("nonsense") is None and "mean" not in h


def test_a_single_record_is_no_plural():
    history = nes.minimize(lambda x: 0, [1, 2], max_evals=1).history
    assert repr(history) == "<nes.History: 1 record up to evaluation 1>"


def test_no_records_and_many_variables():
    h = nes.Optimizer([1.0, 2.0]).history
    assert list(h) == SCALARS and all(len(column) == 0 for column in h.values())
    assert list(course(np.ones(1200), method="snes")) == SCALARS


def test_the_columns_are_those_of_the_program(tmp_path):
    """The table of --history has the same names for the columns of variables."""
    if program() is None:
        pytest.skip("there is no program")
    subprocess.run([program(), "run", "--problem", "sphere_d2", "--max-evals", "40", "--quiet", "--history",
                    tmp_path / "course.csv"], check=True, stdout=subprocess.DEVNULL)
    head = (tmp_path / "course.csv").read_text().split("\n")[0].split(",")
    assert {name for name in course() if name.startswith(("mean_", "std_"))} <= set(head)


def test_pandas_takes_a_history():
    pandas = pytest.importorskip("pandas")
    h = course()
    frame = pandas.DataFrame(h)
    assert list(frame.columns) == list(h) and frame.shape == (20, len(h))
    assert frame["mean_x2"].tolist() == h.mean[:, 1].tolist() and frame["run"].dtype == np.int64
    assert list(pandas.DataFrame(course(), columns=["sigma", "run"]).columns) == ["sigma", "run"]
