# SPDX-License-Identifier: MIT
"""What cannot be used is refused by an exception of the right type and a sentence that helps."""
from concurrent.futures import Future

import numpy as np
import pytest

import nes


def sphere(x):
    return float(np.dot(x, x))


def rows(f):
    return lambda points: [f(x) for x in points]


@pytest.mark.parametrize("x0, error, words", [
    ([], ValueError, "x0 is empty"), ([[1, 2], [3, 4]], ValueError, r"shape \(2, 2\)"),
    ("abc", TypeError, "x0 must be real numbers, not 'abc'"),
    ([1, "2"], TypeError, "real numbers"), ([1, None], ValueError, "start"),
    ([1, [2, 3]], TypeError, "real numbers"), ([1 + 2j], TypeError, "real numbers"),
    ([1, float("nan")], ValueError, "start"), ([np.inf], ValueError, "start"),
    (object(), TypeError, "real numbers"), (np.array(["a"]), TypeError, "real numbers"),
])
def test_starts(x0, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(sphere, x0)


@pytest.mark.parametrize("bounds, error, words", [
    ([], ValueError, "bounds are empty"), ([(0, 1)], ValueError, "1 pair .* for 2 variables"),
    ([(0, 1)] * 3, ValueError, "3 pairs.* for 2 variables"),
    ([(1, 0), (0, 1)], ValueError, "lower|bound"), (5, TypeError, "must be pairs"),
    ("ab", ValueError, "reflect"), ([(0, 1, 2), (0, 1)], ValueError, "variable 1.*no pair"),
    ([(0, 1), 5], TypeError, "variable 2.*no pair"), ([(0, "b"), (0, 1)], TypeError, "variable 1"),
    ([(np.nan, 1), (0, 1)], ValueError, "bound|lower"), ([(0, 1), None], TypeError, "variable 2"),
])
def test_bounds(bounds, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(sphere, [0.5, 0.5], bounds=bounds)


def test_bounds_without_a_start_that_do_not_tell_the_dimension():
    with pytest.raises(ValueError, match="how many variables"):
        nes.minimize(sphere, None, bounds=(0, 1))


def test_a_wrong_name_is_named_where_a_start_is_missing_too():
    with pytest.raises(TypeError, match="'x_start'; write x0"):
        nes.minimize(sphere, x_start=[1, 2])
    with pytest.raises(TypeError, match="'lowr'; did you mean lower"):
        nes.minimize(sphere, lowr=[1, 2])
    with pytest.raises(ValueError, match="how many variables"):
        nes.minimize(sphere, max_evals=10)


@pytest.mark.parametrize("options, error, words", [
    ({"max_eval": 10}, TypeError, "max_evals"), ({"Sigma": 1}, TypeError, "sigma"),
    ({"nonsense_without_a_neighbour": 1}, TypeError, "nonsense"),
    ({"method": "xness"}, ValueError, "xnes"), ({"popsize": 1}, ValueError, "popsize"),
    ({"popsize": -5}, ValueError, "popsize"), ({"popsize": "many"}, ValueError, "popsize"),
    ({"seed": -1}, ValueError, "seed"), ({"seed": 2**64}, ValueError, "seed"),
    ({"max_evals": 1.5}, ValueError, "max_evals"), ({"maximize": 3}, ValueError, "maximize"),
    ({"popsize": [1, 2]}, TypeError, "popsize"), ({"method": None, "family": 3}, ValueError, "family"),
    ({"sigma": 0}, ValueError, "sigma"), ({"sigma": float("nan")}, ValueError, "sigma"),
    ({"sigma": "wide"}, ValueError, "sigma"), ({"sigma": [1, 2, 3]}, ValueError, "std"),
    ({"sigma": [1, -1]}, ValueError, "variable 2 is -1"), ({"sigma": 1 + 1j}, TypeError, "sigma"),
    ({"scale": [1]}, ValueError, "scale"), ({"scale": ["a", "b"]}, TypeError, "scale"),
    ({"sigma": [1, 1], "std": [1, 1]}, TypeError, "std is given twice"),
    ({"bounds": [(0, 1)] * 2, "lower": [0, 0]}, TypeError, "lower is given twice"),
    ({"target": "low"}, ValueError, "target"), ({"method": "a\0b"}, ValueError, "method|zero|null"),
])
def test_options(options, error, words):
    with pytest.raises(error, match=words):
        nes.Optimizer([0.5, 0.5], **options)


@pytest.mark.parametrize("word, answer", [
    ("maxfevals", "write max_evals"), ("n_trials", "write max_evals"), ("timeout", "write max_time: in"),
    ("maxiter", "write max_gens: it counts"), ("ftarget", "write target"), ("fatol", "write tolfun: an abs"),
    ("xatol", "write tolx_abs: .*tolx is relative"), ("xtol_rel", "write tolx: .*relative"),
    ("tolfacupx", "write max_growth: "), ("tolconditioncov", "write max_condition"),
    ("scaling_of_variables", "write scale: "), ("typical_x", "write x0"),
    ("CMA_stds", "write scale: "), ("CMA_active", "write shaping='active'"),
    ("CMA_diagonal", "write method='snes': "), ("AdaptSigma", "write eta_sigma: "),
    ("integer_variables", "write integer: a 1 for each .*not their numbers"),
    ("fixed_variables", r"write bounds=\[\(low, high\), ...\]: a variable whose bounds are equal"),
    ("lb", r"write bounds=\[\(low, high\), ...\]"), ("verb_disp", "write progress=True"),
    ("disp", "write progress=True"), ("n_jobs", "write workers"), ("direction", "write maximize=True: "),
    ("noise_handling", "write noisy=True"), ("vectorised", "write vectorized=True"),
    ("random_state", "write seed"), ("points_to_evaluate", "write inject"),
    ("restart_strategy", "write restarts: ipop"), ("inc_popsize", "write restart_factor"),
    ("popsize_factor", "write popsize: "), ("polish", "no other search refines"),
    ("updating", "all points of a generation"), ("n_startup_trials", "the first points"),
    ("verb_filenameprefix", r"save\(\) of an Optimizer"), ("n_dim", "x0 tells"),
    ("termination_callback", "write callback"),
])
def test_words_of_other_optimisers_get_ours(word, answer):
    with pytest.raises(TypeError, match=f"there is no option '{word}'; {answer}"):
        nes.minimize(sphere, [0.5, 0.5], **{word: 1})


@pytest.mark.parametrize("method, answer", [
    ("CMA-ES", "write dd-xnes"), ("sep-cma-es", "write snes"), ("Nelder-Mead", "write auto"),
])
def test_methods_of_other_optimisers_get_ours(method, answer):
    with pytest.raises(ValueError, match=f"there is no method '{method}'; {answer}"):
        nes.minimize(sphere, [0.5, 0.5], method=method)


def test_case_of_words_does_not_count():
    assert nes.Optimizer([0.5, 0.5], method="xNES").settings["method"] == "xnes"
    assert nes.Optimizer([0.5, 0.5], method="Auto", restarts="BIPOP").settings["restarts"] == "bipop"


@pytest.mark.parametrize("call, error, words", [
    (lambda: nes.minimize(sphere, [1, 2], options={"seed": 1}), TypeError, r"write \*\*options"),
    (lambda: nes.minimize(sphere, [1, 2], colour=True), TypeError, r"nes\.options\(\) lists all"),
    (lambda: nes.minimize(sphere, [1, 2], colour=None), TypeError, "no option 'colour'"),
    (lambda: nes.Optimizer([1, 2], workers=2), TypeError, r"argument of run\(\)"),
    (lambda: nes.Optimizer([1, 2]).go_on(maxfev=2), TypeError, "write max_evals"),
    (lambda: nes.Optimizer(sphere, [1, 2]), TypeError, "function comes first"),
    (lambda: nes.minimize(sphere, [(0, 1), (0, 1)]), ValueError, "bounds=.*, without x0"),
    (lambda: nes.minimize(sphere, [1, 2, 3], bounds=[[0] * 3, [5] * 3]), ValueError, "zip"),
    (lambda: nes.minimize(sphere, [1, 2, 3], bounds=[None, [5] * 3]), TypeError, "zip"),
    (lambda: nes.minimize(sphere, [1, 2], bounds=[[-5, -5], [5, 5]]), ValueError, "zip"),
    (lambda: nes.minimize(sphere, [1, 2], tolx=False), ValueError, "tolx.*False"),
    (lambda: nes.minimize(sphere, [1, 2], callback=3), TypeError, "callback must be a function"),
    (lambda: nes.minimize(sphere, {"a": range(3)}), TypeError, "a: range.*nes.Integer"),
    (lambda: nes.minimize(sphere, {"a": ["x"]}), ValueError, "nes.Choice: 1 is too few"),
])
def test_habits_from_elsewhere(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_points_are_not_told():
    opt = nes.Optimizer([1, 2])
    points = opt.ask()
    with pytest.raises(TypeError, match=r"tell\(values\)"):
        opt.tell(points, [sphere(x) for x in points])


def test_a_start_outside_is_not_taken_for_two_rows():
    with pytest.raises(ValueError, match="start inside"):
        nes.minimize(sphere, [9, 9], bounds=[(0, 1), (0, 1)])


def test_a_file_is_not_loaded_with_other_options(tmp_path):
    opt = nes.Optimizer([1, 2])
    opt.save(tmp_path / "run")
    with pytest.raises(TypeError, match="does not take max_evals.*go_on"):
        nes.Optimizer.load(tmp_path / "run", max_evals=10)
    assert nes.Optimizer.load(tmp_path / "run", threads=2).fingerprint == opt.fingerprint


def test_a_file_that_cannot_be_written_has_its_own_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        nes.Optimizer([1, 2]).save(tmp_path / "nowhere" / "run.nes")
    assert caught.value.filename == str(tmp_path / "nowhere" / "run.nes")


@pytest.mark.parametrize("value, words", [
    ("1", r"'1' \(str\)"), (b"1", "bytes"), (np.zeros(3), r"array of the shape \(3,\)"),
    ([1, 2], "list"), ({}, "dict"), (1j, "complex"), (np.zeros(0), r"shape \(0,\)"),
    (np.array(["1"]), "shape"), ([None], "list"), (object(), "object"),
])
@pytest.mark.parametrize("workers", [None, 2])
def test_what_an_objective_returns(value, words, workers):
    with pytest.raises(TypeError, match="(?s)must return a real number.*" + words) as caught:
        nes.minimize(lambda x: value, [0.5, 0.5], workers=workers)
    assert "for the point" in str(caught.value)


@pytest.mark.parametrize("value", [1, np.float32(1), np.array(1.0), np.array([[1.0]]), [1.0], True,
                                   np.int8(1), np.bool_(True)])
def test_one_number_in_any_form_is_a_value(value):
    assert nes.minimize(lambda x: value, [0.5, 0.5], max_evals=20).fun == 1


@pytest.mark.parametrize("f, error, words", [
    (lambda p: 1.0, ValueError, r"must return (\d+) numbers for \1 points.*shape \(\)"),
    (lambda p: np.zeros(len(p) + 1), ValueError, "must return"),
    (lambda p: np.zeros(len(p) - 1), ValueError, "must return"),
    (lambda p: np.zeros((len(p), 2)), ValueError, "shape"), (lambda p: "abc", TypeError, "abc"),
    (lambda p: ["a"] * len(p), TypeError, "real numbers"), (lambda p: {}, TypeError, "real numbers"),
    (lambda p: p, ValueError, "shape"), (rows(lambda x: "a"), TypeError, "real numbers"),
])
def test_what_a_vectorised_objective_returns(f, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(f, [0.5, 0.5, 1], vectorized=True, popsize=6)


def test_a_vectorised_objective_may_return_other_forms():
    expected = nes.minimize(rows(sphere), [1.0, 2.0], vectorized=True, max_evals=60).fun
    for form in (np.array, lambda v: np.array(v).reshape(-1, 1), lambda v: np.array([v]), tuple,
                 lambda v: np.array(v, dtype=object)):
        got = nes.minimize(lambda p: form([sphere(x) for x in p]), [1.0, 2.0], vectorized=True,
                           max_evals=60).fun
        assert got == expected


@pytest.mark.parametrize("f", [None, 3, "sphere", [sphere]])
def test_an_objective_that_is_no_function(f):
    with pytest.raises(TypeError, match="must be a function"):
        nes.minimize(f, [1, 2])


@pytest.mark.parametrize("workers, error, words", [
    (0, ValueError, "at least 1"), (-2, ValueError, "at least 1"), (1.5, TypeError, "1.5"),
    ("four", TypeError, "'four'"), (True, TypeError, "True"), ([2], TypeError, "map function"),
])
def test_workers(workers, error, words):
    with pytest.raises(error, match=words):
        nes.minimize(sphere, [1, 2], workers=workers)


@pytest.mark.parametrize("values, error, words", [
    ([], ValueError, "0 values were told"), ([1.0], ValueError, "1 value was told"),
    (np.zeros(100), ValueError, "values"), ("abcdef", TypeError, "real numbers"),
    (["a"] * 6, TypeError, "real numbers"), (np.zeros((6, 2)), ValueError, "shape"),
    (np.zeros(6, dtype=complex), TypeError, "real numbers"), (5, ValueError, "1 value was told"),
    ({}, TypeError, "real numbers"),
])
def test_what_is_told(values, error, words):
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    before = opt.ask().copy()
    with pytest.raises(error, match=words):
        opt.tell(values)
    assert np.array_equal(opt.ask(), before)  # nothing has changed


@pytest.mark.parametrize("form", [
    list, tuple, np.float32, lambda v: np.repeat(v, 2)[::2], lambda v: v[::-1].copy()[::-1],
    lambda v: v.reshape(-1, 1), lambda v: v.astype(object), lambda v: v.astype(">f8"),
    lambda v: np.asfortranarray(v)])
def test_values_in_other_forms(form):
    values = np.array([4.0, 1.0, 3.0, 2.0, 6.0, 5.0])
    opts = [nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no") for _ in range(2)]
    for opt, told in zip(opts, (values, form(values))):
        opt.ask()
        opt.tell(told)
    assert opts[0].fingerprint == opts[1].fingerprint


def test_ids_that_do_not_fit():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    with pytest.raises(RuntimeError, match="ask"):
        opt.ids
    opt.ask()
    ids = opt.ids
    with pytest.raises(ValueError, match="2 ids, but 1 value$"):
        opt.tell(ids[:2], [1.0])
    with pytest.raises(LookupError):
        opt.tell([12345], [1.0])
    with pytest.raises(TypeError, match="whole numbers"):
        opt.tell([0.5], [1.0])
    with pytest.raises(LookupError):
        opt.tell([ids[0], ids[0]], [1.0, 1.0])
    opt.tell(ids, np.arange(6.0))


def test_calls_out_of_order():
    opt = nes.Optimizer([1.0, 2.0], popsize=6)
    with pytest.raises(RuntimeError, match="ask for points before telling values"):
        opt.tell([1.0] * 6)
    with pytest.raises(RuntimeError):
        opt.close()
    opt.stop()
    with pytest.raises(RuntimeError, match=r"has stopped \(user\): it can go on"):
        opt.ask()


def test_points_cannot_be_written():
    points = nes.Optimizer([1.0, 2.0]).ask()
    with pytest.raises(ValueError, match="read-only"):
        points[0, 0] = 1
    with pytest.raises(ValueError):
        points.flags.writeable = True


def test_files_that_cannot_be_loaded(tmp_path):
    path = tmp_path / "run"
    opt = nes.Optimizer([1.0, 2.0])
    opt.save(path)
    data = path.read_bytes()
    for wrong, words in ((b"", "truncated|not a saved|short"), (b"nonsense" * 20, "saved run"),
                         (data[:-3], "truncated|damaged|short"),
                         (data[:100] + b"\xff\xff\xff" + data[103:], "damaged|saved run")):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=words):
            nes.Optimizer.load(path)
    with pytest.raises(FileNotFoundError):
        nes.Optimizer.load(tmp_path / "nothing")


def test_limits_that_cannot_change():
    opt = nes.Optimizer([1.0, 2.0])
    with pytest.raises(ValueError, match="'popsize'.* cannot change within a run"):
        opt.go_on(popsize=50)
    with pytest.raises(TypeError, match="max_evals"):
        opt.go_on(max_eval=50)


MASKED = np.ma.array([1.0, 2.0], mask=[True, False])


def test_numbers_that_are_masked_or_too_large():
    for x0 in (MASKED, [10**400, 1]):
        with pytest.raises(TypeError, match="x0 must be real numbers"):
            nes.Optimizer(x0)
    for value in (np.ma.masked, MASKED[:1], 10**400):
        with pytest.raises(TypeError, match="must return a real number.*for the point"):
            nes.minimize(lambda x: value, [1.0, 2.0])
    with pytest.raises(TypeError, match="real numbers for"):
        nes.minimize(lambda points: np.ma.array(points[:, 0], mask=True), [1.0], vectorized=True)
    opt = nes.Optimizer([1.0, 2.0])
    for values in (np.ma.array(np.zeros(len(opt.ask())), mask=True), [10**400] * len(opt.ask())):
        with pytest.raises(TypeError, match="values must be real numbers"):
            opt.tell(values)
    assert opt.result.nfev == 0


def test_arrays_that_are_empty():
    with pytest.raises(ValueError, match="sigma is empty"):
        nes.Optimizer([1.0, 2.0], [])
    with pytest.raises(ValueError, match="option lower is empty"):
        nes.Optimizer([1.0, 2.0], lower=[])


class Always:
    """An executor, and a map function, that always gives the same."""

    def __init__(self, value):
        self.value = value

    def submit(self, f, x):
        future = Future()
        future.set_result(self.value)
        return future

    def map(self, f, items):
        return [self.value for _ in items]


@pytest.mark.parametrize("value, error", [("a", TypeError), (1j, TypeError), ([], ValueError),
                                          ([1.0, 2.0], ValueError)])
def test_workers_that_give_something_else(value, error):
    for workers in (Always(value), Always(value).map):
        with pytest.raises(error, match="what is given as workers must return"):
            nes.minimize(sphere, [1.0, 2.0], workers=workers)


def test_options_of_load(tmp_path):
    nes.Optimizer([1.0, 2.0]).save(tmp_path / "run")
    with pytest.raises(TypeError, match="did you mean seed"):
        nes.Optimizer.load(tmp_path / "run", sede=3)
    with pytest.raises(TypeError, match="load\\(\\) does not take max_evals"):
        nes.Optimizer.load(tmp_path / "run", max_evals=3)
    with pytest.raises(ValueError, match="the space has 1 variable, and the saved run has 2"):
        nes.Optimizer.load(tmp_path / "run", {"a": nes.Real(0, 1)})
    assert nes.Optimizer.load(tmp_path / "run", threads=2).settings["threads"] == 2
