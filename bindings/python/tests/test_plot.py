# SPDX-License-Identifier: MIT
"""Pictures: which panels, lines and labels there are, and what their data are."""
import subprocess
import sys

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import nes
from nes.course import Course, curves, distances, limits, means, some_axes, starts
from nes.plot import draw
from nes.plot_names import spread


def sphere(x):
    return float(np.dot(x, x))


def course(dim=3, rows=40, runs=1, **changes):
    """A course that falls by a decade in every few records, in each of its runs."""
    k = np.arange(rows)
    fall = 10.0 ** (-6 * ((k * runs) % rows) / rows)
    fields = dict(
        evaluations=10.0 * (k + 1), run=1 + k * runs // rows, best=np.minimum.accumulate(fall),
        median=2 * fall, sigma=fall, condition=1 + 99 * k / rows,
        mean=np.outer(fall, 1 + np.arange(dim)), std=np.outer(fall, 1 + np.arange(dim)),
        axes=np.outer(fall, 1 + np.arange(dim)), names=[f"x{i + 1}" for i in range(dim)],
        lower=np.full(dim, -np.inf), upper=np.full(dim, np.inf), log=np.zeros(dim, bool))
    return Course(**{**fields, **changes})


def labels(figure):
    return [axes.get_ylabel() for axes in figure.axes]


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_panels_are_those_of_the_program():
    assert labels(draw(course())) == [
        "value above the best one", "step size, axis ratio", "lengths of the principal axes",
        "standard deviation", "mean"]
    assert labels(draw(course(axes=None))) == [
        "value above the best one", "step size, axis ratio", "standard deviation", "mean"]


def test_lines_have_the_data():
    c = course()
    values, steps, axes, std, mean = draw(c).axes
    median, best = values.get_lines()[:2]
    assert np.array_equal(median.get_ydata(), c.median - c.best[-1])
    assert np.array_equal(best.get_xdata(), c.evaluations)
    # The best value has no distance to itself and lies at the bottom.
    assert best.get_ydata()[-1] == values.get_ylim()[0]
    ratio, sigma = steps.get_lines()[:2]
    assert np.array_equal(ratio.get_ydata(), np.sqrt(c.condition))
    assert np.array_equal(sigma.get_ydata(), c.sigma)
    assert len(axes.get_lines()) == 3
    assert np.array_equal(std.get_lines()[1].get_ydata(), c.std[:, 1])
    assert texts(std) == [f"x{i} {i * c.sigma[-1]:.3g}" for i in (1, 2, 3)]
    assert [text.split()[0] for text in texts(mean)] == ["x1", "x2", "x3"]


def test_one_variable_has_no_axis_ratio():
    steps = draw(course(dim=1, axes=None)).axes[1]
    assert steps.get_ylabel() == "step size"
    assert [line.get_label() for line in steps.get_lines()] == ["step size sigma"]


def test_many_variables_are_shown_in_part(tmp_path):
    figure = draw(course(dim=1000, axes=None))
    std = figure.axes[2]
    assert std.get_ylabel() == "standard deviation, first 50 of 1000"
    assert 10 < len(texts(std)) < 50
    figure.savefig(tmp_path / "many.png")
    assert (tmp_path / "many.png").stat().st_size > 10_000


def test_runs_are_apart_and_marked():
    c = course(runs=4)
    assert starts(c) == [(2, 100.0), (3, 200.0), (4, 300.0)]
    x, (y,) = curves(c, c.sigma)
    assert np.flatnonzero(np.isnan(x)).tolist() == [10, 21, 32]
    assert np.isnan(y[10])
    assert texts(draw(c).axes[1]) == ["2", "3", "4"]


def test_runs_that_take_turns_are_put_together():
    c = course(rows=5, run=np.array([1, 2, 1, 1, 2]))
    x, _ = curves(c, c.sigma)
    assert x[[0, 1, 2, 4, 5]].tolist() == [10, 30, 40, 20, 50] and np.isnan(x[3])
    assert starts(c) == [(2, 10.0)]


def test_a_record_between_two_runs_is_of_neither():
    c = course(rows=6, run=np.array([1, 2, 2, 1, 3, 1]))
    x, _ = curves(c, c.sigma)
    assert x[[0, 2, 3, 5]].tolist() == [10, 20, 30, 50] and np.isnan(x[[1, 4]]).all()


def test_hundreds_of_runs_leave_room():
    marks = texts(draw(course(rows=512, runs=256)).axes[1])
    assert 10 < len(marks) < 40


def test_values_of_a_short_course_are_plain():
    assert distances(course(rows=5))[0] == "value"
    assert distances(course(rows=5, optimum=0.0))[0] == "value above the optimum"
    assert distances(course(maximize=True, best=5 - np.geomspace(1e3, 1e-3, 40)))[0] == (
        "value below the best one")


def test_means_of_different_scales_are_shares():
    bounds = dict(lower=np.array([1.0, 0, 7]), upper=np.array([100.0, 10, 7]))
    log = np.array([True, False, False])
    c = course(rows=12, mean=np.tile([10.0, 2.5, 7], (12, 1)), log=log, **bounds)
    label, logarithmic, shown = means(c)
    assert (label, logarithmic) == ("mean between its bounds", False)
    assert shown[0, 0] == pytest.approx(0.5) and shown[0, 1] == 0.25 and np.isnan(shown[0, 2])
    panel = draw(c).axes[-1]
    assert panel.get_ylim() == (0, 1)
    assert sorted(texts(panel)) == ["x1 10", "x2 2.5"]
    assert means(course(log=np.ones(3, bool)))[1]
    assert means(course(bits=True))[0] == "probability of 1"


def test_ranges():
    assert limits([np.array([0.02, 3.0])], True) == (0.01, 10)
    assert limits([np.array([5.0, 5.0])], False) == (4, 6)
    assert limits([np.array([np.nan, -1, 0])], True) is None
    assert limits([np.array([np.inf, 1e301])], False) is None


def test_nothing_to_show_is_said():
    nothing = np.full(40, np.nan)
    figure = draw(course(best=nothing, median=nothing, sigma=nothing, condition=nothing))
    assert "nothing to show" in texts(figure.axes[0])
    assert "nothing to show" in texts(figure.axes[1])
    assert "nothing to show" not in texts(figure.axes[2])


def test_names_keep_their_distance():
    rng = np.random.default_rng(1)
    for n in (1, 2, 5, 20):
        ends = np.sort(rng.random(n)).tolist()
        places = spread(ends, 0.04)
        assert all(b - a > 0.04 - 1e-12 for a, b in zip(places, places[1:]))
        assert places[0] >= 0 and places[-1] <= 1 + 1e-12
    assert spread([0.2, 0.8], 0.1) == [0.2, 0.8]


def test_some_axes_keep_the_ends():
    axes = np.tile(np.arange(200.0), (3, 1))
    assert some_axes(axes).shape == (3, 50)
    assert some_axes(axes)[0, [0, -1]].tolist() == [0, 199]


@pytest.mark.parametrize("dim", [1, 2, 10])
def test_a_result_is_drawn(dim, tmp_path):
    result = nes.minimize(sphere, np.full(dim, 3.0), max_evals=600)
    figure = result.plot()
    assert len(figure.axes) == (4 if dim == 1 else 5)
    best = figure.axes[0].get_lines()[1]
    assert best.get_xdata()[-1] == result.nfev
    heading = [text.get_text() for text in figure.texts]
    assert heading[0] == f"dimension {dim}: {result.method}, seed 1"
    assert heading[1].startswith(f"best value {result.fun:.6g} after {result.nfev} evaluations; ")
    figure.savefig(tmp_path / "run.svg")


def test_an_optimiser_is_drawn_at_any_time():
    opt = nes.Optimizer([1.0, 2.0], seed=3)
    with pytest.raises(ValueError, match="nothing to plot yet"):
        opt.plot()
    for _ in range(30):
        opt.tell([sphere(x) for x in opt.ask()])
    figure = opt.plot(title="sphere", optimum=0.0)
    assert figure.texts[0].get_text().startswith("sphere, dimension 2: ")
    assert labels(figure)[0] == "value above the optimum"
    before = opt.fingerprint
    opt.plot()
    assert opt.fingerprint == before


def test_names_of_a_space():
    space = {"rate": nes.Log(1e-4, 1), "layers": nes.Integer(1, 8), "w": nes.Real(-1, 1, shape=2)}
    result = nes.minimize(lambda p: abs(np.log10(p["rate"]) + 2) + p["layers"], space,
                          max_evals=200)
    shown = " ".join(texts(result.plot().axes[-1]))
    for name in ("rate", "layers", "w"):
        assert name in shown


def test_matplotlib_is_imported_late():
    """import nes leaves it alone, and a plot without it says what to install."""
    code = """
import sys
import nes
assert "matplotlib" not in sys.modules and "tqdm" not in sys.modules
sys.modules["matplotlib"] = None
try:
    nes.minimize(lambda x: x[0] ** 2, [1.0], max_evals=50).plot()
except ImportError as e:
    print(e)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "python3-matplotlib" in run.stdout


def test_figures_do_not_pile_up():
    from matplotlib import pyplot

    result = nes.minimize(sphere, [1.0, 1.0], max_evals=100)
    result.plot()
    assert pyplot.get_fignums() == []
