# SPDX-License-Identifier: MIT
"""Python values become settings of the library: by the table, bounds, sigma, starts."""
from types import SimpleNamespace

import numpy as np
import pytest
from support import OPTIONS, bits

import nes
from nes.arrays import numbers
from nes.options import box, by_table, start, text


def first_points(*args, **options):
    return nes.Optimizer(*args, **options).ask().copy()


@pytest.mark.parametrize("name, value, expected", [
    ("maximize", True, "yes"), ("maximize", np.bool_(False), "no"), ("max_evals", 100, "100"),
    ("max_evals", 1e5, "100000"), ("max_evals", np.int64(7), "7"), ("max_evals", "off", "off"),
    ("sigma", 0.1, "0.1"), ("sigma", np.float32(0.5), "0.5"), ("sigma", np.array(2.0), "2.0"),
    ("target", float("-inf"), "-inf"), ("method", "xnes", "xnes"), ("seed", 2**64 - 1, str(2**64 - 1)),
])
def test_values_become_texts(name, value, expected):
    assert text(name, value) == expected


def test_none_leaves_an_option_at_its_default_unless_it_has_a_word_for_none():
    words = {name for name, option in OPTIONS.items() if "none" in option["words"]}
    assert words >= {"restarts", "mixing", "adaptation", "paths", "challenger"}
    assert by_table({name: None for name in OPTIONS if name not in words}, 3) == {}
    for name in words:
        with pytest.raises(ValueError, match=f"{name}='none', or leave it out for its default"):
            by_table({name: None}, 3)


def test_a_number_or_a_flag_for_restarts():
    assert nes.Optimizer([1, 2], restarts=False).settings["restarts"] == "none"
    assert nes.Optimizer([1, 2], restarts=np.bool_(True)).fingerprint == nes.Optimizer([1, 2]).fingerprint
    assert nes.Optimizer([1, 2], challenger=False).settings["challenger"] == "none"
    assert nes.Optimizer([1, 2], noisy=False).settings["noisy"] == "no"


def test_a_count_that_is_no_whole_number_is_left_to_the_library():
    with pytest.raises(ValueError, match="max_evals"):
        nes.Optimizer([1, 2], max_evals=10.5)


def test_one_number_stands_for_all_variables():
    assert by_table({"lower": 2}, 3)["lower"].tolist() == [2, 2, 2]
    assert by_table({"lower": [1, 2, 3]}, 3)["lower"].tolist() == [1, 2, 3]


def test_numbers_are_contiguous_doubles():
    made = numbers(np.arange(12, dtype=np.int16).reshape(3, 4)[:, ::2], "x0")
    assert made.dtype == np.float64 and made.flags.c_contiguous and made.shape == (3, 2)
    assert numbers(5, "x0").shape == ()


def test_starts():
    assert start(3).tolist() == [3]
    assert start(range(3)).tolist() == [0, 1, 2]
    assert start(np.arange(6)[::2]).tolist() == [0, 2, 4]


BOX = [(-1, 2), (0, 3)]


@pytest.mark.parametrize("bounds", [
    BOX, np.array(BOX), tuple(map(list, BOX)), iter(BOX), SimpleNamespace(lb=[-1, 0], ub=[2, 3]),
    np.array(BOX, dtype=np.float32), zip([-1, 0], [2, 3])])
def test_bounds_in_all_their_forms(bounds):
    low, high = box(bounds, 2)
    assert low.tolist() == [-1, 0] and high.tolist() == [2, 3]
    assert low.flags.c_contiguous and high.flags.c_contiguous


def test_open_bounds():
    low, high = box([(None, 1), (0, None), (-np.inf, np.inf)], 3)
    assert low.tolist() == [-np.inf, 0, -np.inf] and high.tolist() == [1, np.inf, np.inf]
    low, high = box((None, 5), 3)
    assert low.tolist() == [-np.inf] * 3 and high.tolist() == [5] * 3
    low, high = box(SimpleNamespace(lb=0, ub=[1, 2]), 2)
    assert low.tolist() == [0, 0] and high.tolist() == [1, 2]


def test_bounds_are_lower_and_upper_of_the_library():
    by_pairs = first_points([0.5, 1], bounds=BOX, seed=3)
    by_name = first_points([0.5, 1], lower=[-1, 0], upper=[2, 3], seed=3)
    assert bits(by_pairs) == bits(by_name)
    assert bits(by_pairs) != bits(first_points([0.5, 1], seed=3))


def test_bounds_of_scipy():
    optimize = pytest.importorskip("scipy.optimize")
    bounds = optimize.Bounds([-1, 0], [2, 3])
    assert bits(first_points([0.5, 1], bounds=bounds)) == bits(first_points([0.5, 1], bounds=BOX))


def test_sigma_is_the_option_sigma_or_std():
    x0 = [1.0, 2.0]
    assert bits(first_points(x0, 0.3)) == bits(first_points(x0, **{"std": [0.3, 0.3]}))
    assert bits(first_points(x0, [0.1, 5])) == bits(first_points(x0, std=[0.1, 5]))
    assert bits(first_points(x0, 0.3)) != bits(first_points(x0))


def test_the_dimension_without_a_start():
    assert nes.Optimizer(None, bounds=[(0, 1)] * 7).dim == 7
    assert nes.Optimizer(None, start_lower=[0, 0], start_upper=[1, 1]).dim == 2
    with pytest.raises(ValueError, match="how many variables"):
        nes.Optimizer(None)


def test_settings_are_those_in_force():
    settings = nes.Optimizer([1, 2], 0.5, max_evals=77, maximize=True, seed=9).settings
    assert settings.keys() == OPTIONS.keys()
    assert settings["max_evals"] == 77 and settings["seed"] == 9
    assert settings["maximize"] is True and settings["bits"] is False
    assert settings["method"] == "dd-xnes"
    assert isinstance(settings["popsize"], int) and settings["popsize"] > 1
