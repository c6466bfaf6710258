# SPDX-License-Identifier: MIT
"""Named variables: what they mean to the library, and that rows and names are the same thing."""
import json
import math
import pickle
import subprocess

import numpy as np
import pytest

import nes
from nes import Integer, Log, Real, Space
from support import program

PROGRAM = program()

KINDS = [Real(0, 5), Real(-3, 1), Real(2), Real(high=-4), Real(), Real(-2, 7.5), Integer(1, 12),
         Integer(-3, 4), Integer(0.5, 7.2), Integer(3), Integer(), Log(1e-5, 0.1), Log(), Log(3),
         Log(high=0.2), Log(1, 100, integer=True), Log(2.5, 9.5, integer=True), Log(integer=True)]


def test_columns():
    space = Space({"lr": Log(1e-5, 1), "layers": Integer(1, 8), "w": Real(-1, 1, shape=(2, 3)),
                   "g": 9.81, "free": None, "pair": [0, 4]})
    assert space.dim == 11
    assert space.columns == ["lr", "layers", "w[0,0]", "w[0,1]", "w[0,2]", "w[1,0]", "w[1,1]",
                             "w[1,2]", "g", "free", "pair"]
    options = space.options()
    assert options["lower"].tolist() == [1e-5, 1, *[-1] * 6, 9.81, -math.inf, 0]
    assert options["upper"].tolist() == [1, 8, *[1] * 6, 9.81, math.inf, 4]
    assert options["log"].tolist() == [1] + [0] * 10
    assert options["integer"].tolist() == [0, 1] + [0] * 9
    assert "std" not in options and space.start is None
    assert list(space) == ["lr", "layers", "w", "g", "free", "pair"] and len(space) == 6


def test_groups():
    space = Space(a=Real(-1, 1, shape=2, group="n"), c=None, b=Log(group="n"), k=Integer(0, 3, shape=2))
    assert space.options()["groups"].tolist() == [0, 0, 2, 0, 4, 5]
    assert repr(space["a"]) == "Real(-1, 1, shape=(2,), group='n')"
    with pytest.raises(TypeError, match="group must be a name"):
        Real(group=3)
    assert nes.minimize(lambda p: p["a"] @ p["a"] + p["c"]**2 + p["b"], space, max_evals=20).method == "block-xnes"


def test_groups_by_numbers():
    def sphere(x):
        return x @ x

    lists = nes.minimize(sphere, np.ones(5), groups=[[0, 3], (1, 4)], max_evals=200)
    flat = nes.minimize(sphere, np.ones(5), groups=[7, 8, 2, 7, 8], max_evals=200)
    assert lists.method == flat.method == "block-xnes" and lists.x.tolist() == flat.x.tolist()
    for groups, text in (([[0, 1], [1]], "variable 1 is there twice"),
                         ([[0, 5]], "variable 5 is none of the 5"),
                         ([0, 0.5, 1, 1, 1], "number 2 of option 'groups' is 0.5"),
                         ([0, 1], "has 2 numbers, but 5 are needed")):
        with pytest.raises(ValueError, match=text):
            nes.minimize(sphere, np.ones(5), groups=groups)


def test_only_what_is_needed():
    assert Space(a=None, b=None).options() == {}
    assert set(Space(a=(0, 1)).options()) == {"lower", "upper"}


def test_rows_and_names():
    space = Space(n=Integer(0, 9), w=Real(-1, 1, shape=(2, 2)), k=Integer(0, 3, shape=2), c=7)
    row = np.array([4, 0.1, 0.2, 0.3, 0.4, 1, 2, 7.0])
    values = space.unpack(row)
    assert list(values) == ["n", "w", "k", "c"]
    assert values["n"] == 4 and type(values["n"]) is int
    assert type(values["c"]) is int and values["c"] == 7
    assert values["w"].tolist() == [[0.1, 0.2], [0.3, 0.4]]
    assert values["k"].dtype == np.int64 and values["k"].tolist() == [1, 2]
    assert space.pack(values).tolist() == row.tolist()
    values["w"][0, 0] = 5
    assert row[1] == 0.1

    many = space.unpack_all(np.array([row, row + 1]))
    assert {name: array.shape for name, array in many.items()} == {
        "n": (2,), "w": (2, 2, 2), "k": (2, 2), "c": (2,)}
    assert many["n"].dtype == np.int64 and many["n"].tolist() == [4, 5]
    assert many["w"][1].tolist() == [[1.1, 1.2], [1.3, 1.4]]


def test_rows_of_the_wrong_length():
    space = Space(a=(0, 1), b=(0, 1))
    with pytest.raises(ValueError, match="has 2 numbers"):
        space.unpack([1, 2, 3])
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        space.unpack_all([1, 2])
    with pytest.raises(KeyError, match="'c' is no variable"):
        space.pack({"a": 1, "c": 2})
    with pytest.raises(KeyError, match="'b' is missing"):
        space.pack({"a": 1})
    with pytest.raises(ValueError, match="b: the shape"):
        space.pack({"a": 1, "b": [1, 2]})


@pytest.mark.parametrize("variable", KINDS, ids=repr)
def test_usual_start_is_the_library_s(variable):
    """A variable that says nothing of its start gets what the library would choose."""
    alone = nes.Optimizer(Space(a=variable))
    start, _ = variable.usual(variable.low, variable.high)
    assert alone.result.mean[0] == pytest.approx(start, rel=1e-14)
    together = Space(a=variable, b=Real(start=0.25))
    assert together.start.tolist() == [start, 0.25]


@pytest.mark.parametrize("variable", KINDS, ids=repr)
def test_usual_std_is_the_library_s(variable):
    """The first points are the same whether the standard deviation is the library's or said."""
    _, std = variable.usual(variable.low, variable.high)
    said = type(variable)(variable.low, variable.high, std=std)
    if isinstance(variable, Log):
        said.integer = variable.integer
    one = nes.Optimizer(Space(a=variable, b=variable)).ask()
    other = nes.Optimizer(Space(a=said, b=variable)).ask()
    assert np.allclose(one, other, rtol=1e-12, atol=0)


@pytest.mark.parametrize("variables, sentence", [
    ({}, "must have variables"),
    ({"": 1}, "cannot be empty"),
    ({"a b": 1}, "'a b' cannot be a variable: a name is a letter"),
    ({"2a": 1}, "a name is a letter"),
    ({"a\n": 1}, "a name is a letter"),
    ({"a" * 64: 1}, "at most 63"),
    ({"a": (1, 1)}, "a: the range is a single number"),
    ({"a": (2, 1)}, "a: the range from 2 to 1 is empty"),
    ({"a": (1, 2, 3)}, "a: a range is two numbers"),
    ({"a": math.nan}, "a: low is NaN"),
    ({"a": math.inf}, "a: a fixed value must be finite"),
    ({"a": (0, math.nan)}, "a: high is NaN"),
])
def test_bad_values(variables, sentence):
    with pytest.raises(ValueError, match=sentence):
        Space(variables)


@pytest.mark.parametrize("variables, sentence", [
    ({1: 2}, "1 cannot be a variable"),
    ({"a": "b"}, "a: 'b' is no variable"),
    ({"a": True}, "a: True is no variable"),
    ({"a": Real}, r"a: write Real\(\)"),
])
def test_bad_types(variables, sentence):
    with pytest.raises(TypeError, match=sentence):
        Space(variables)


@pytest.mark.parametrize("make, error, sentence", [
    (lambda: Log(0, 1), ValueError, r"Log\(0, 1\): a variable on a logarithmic scale is positive"),
    (lambda: Log(-1), ValueError, "is positive, and its range is from -1"),
    (lambda: Log(1.2, 1.8, integer=True), ValueError, "integer=True.: there is no whole number"),
    (lambda: Real(2, 1), ValueError, r"Real\(2, 1\): the range from 2 to 1 is empty"),
    (lambda: Real(1, 1), ValueError, "the range is a single number"),
    (lambda: Real(0, math.nan), ValueError, "high is NaN"),
    (lambda: Real(0, 1, start=2), ValueError, "the start 2 is outside the range from 0 to 1"),
    (lambda: Real(0, 1, std=0), ValueError, "std, .* above 0"),
    (lambda: Real(0, 1, start="x"), TypeError, "start must be a number"),
    (lambda: Real([0, 1], 3, shape=(2, 2), start=[1, 2, 3]), ValueError, "start has the shape"),
    (lambda: Integer(0.2, 0.8), ValueError, r"Integer\(0.2, 0.8\): there is no whole number"),
    (lambda: Integer("1", 2), TypeError, "low must be a number"),
    (lambda: Integer(0, 2.0**63, shape=2), ValueError, "no int64"),
])
def test_what_no_variable_can_be_is_refused_when_it_is_made(make, error, sentence):
    with pytest.raises(error, match=sentence):
        make()


def test_a_variable_that_was_changed_is_refused_by_its_space():
    rate = Log(1e-5, 1)
    rate.low = 0
    with pytest.raises(ValueError, match="rate: a variable on a logarithmic scale is positive"):
        Space(rate=rate)


@pytest.mark.parametrize("shape", [0, (2, 0), (1.5,), (True,), -1])
def test_bad_shapes(shape):
    with pytest.raises(ValueError, match="shape"):
        Real(0, 1, shape=shape)


def test_arrays_say_their_shape():
    space = Space(a=Real([0, 1], [2, 3]), b=np.array([5.0, 6.0]), c=Real(start=[[1], [2]]))
    assert [space[name].shape for name in space] == [(2,), (2,), (2, 1)]
    assert space.lower.tolist()[:4] == [0, 1, 5, 6]
    assert space.unpack(range(6))["b"].tolist() == [2, 3]
    with pytest.raises(ValueError, match="one shape"):
        Real([0, 1], [1, 2, 3])


def test_pickle():
    space = Space(a=Log(1, 2, start=1.5), w=Integer(0, 3, shape=2))
    again = pickle.loads(pickle.dumps(space))
    assert repr(again) == repr(space)
    assert again.unpack([1, 2, 3])["w"].tolist() == [2, 3]


# ---- nes.minimize() and Optimizer


def shifted(values):
    return ((math.log10(values["lr"]) + 3) ** 2 + (values["layers"] - 5) ** 2
            + float(((values["w"] - 0.5) ** 2).sum()) + values["c"])


SPACE = {"lr": Log(1e-5, 1), "layers": Integer(1, 8), "w": Real(-1, 1, shape=(2, 2)), "c": 0.5}


def test_minimize_by_name():
    result = nes.minimize(shifted, SPACE, max_evals=3000)
    assert result.fun == pytest.approx(0.5, abs=1e-6)
    assert result.params["layers"] == 5 and type(result.params["layers"]) is int
    assert result.params["lr"] == pytest.approx(1e-3, rel=1e-2)
    assert result.params["w"].shape == (2, 2) and result.params["c"] == 0.5
    assert set(result.mean_params) == set(SPACE)
    assert result.x.shape == (7,)


def test_vectorised_and_processes_give_the_same():
    def all_at_once(values):
        assert values["w"].shape[1:] == (2, 2)
        return np.array([shifted({name: array[i] for name, array in values.items()})
                         for i in range(len(values["lr"]))])

    given = {"max_evals": 400, "model": "off"}
    one = nes.minimize(shifted, SPACE, **given)
    assert nes.minimize(all_at_once, SPACE, vectorized=True, **given).x.tobytes() == one.x.tobytes()
    assert nes.minimize(shifted, SPACE, workers=2, **given).x.tobytes() == one.x.tobytes()


def test_start_is_evaluated_first():
    seen = []

    def f(values):
        seen.append(values)
        return values["a"] ** 2

    nes.minimize(f, {"a": Real(-5, 5, start=3.25), "n": Integer(1, 9)}, max_evals=20)
    assert seen[0] == {"a": 3.25, "n": 5}


def test_optimizer_keeps_its_space():
    opt = nes.Optimizer(SPACE, seed=4)
    opt.tell([shifted(opt.space.unpack(x)) for x in opt.ask()])
    again = pickle.loads(pickle.dumps(opt))
    assert again.ask().tobytes() == opt.ask().tobytes()
    assert again.space.columns == opt.space.columns
    assert again.result.params["layers"] == opt.result.params["layers"]


def test_nothing_is_said_twice():
    with pytest.raises(TypeError, match="bounds are given twice"):
        nes.Optimizer({"a": (0, 1)}, bounds=[(0, 1)])
    with pytest.raises(TypeError, match="lower is given twice"):
        nes.Optimizer({"a": (0, 1)}, lower=[0])


@pytest.mark.skipif(PROGRAM is None, reason="the program nes is not built")
def test_same_as_the_problem_file(tmp_path):
    """A space and the section `variables` of a problem file that say the same give the same run."""
    job = tmp_path / "job.yaml"
    job.write_text("""
variables:
  temperature: {range: [20, 90], start: 40, std: 10}
  rate:        {range: [1e-5, 1e-1], log: yes}
  stages:      {range: [1, 12], integer: yes}
  pressure:    3
  size:        {range: [1, 100], integer: yes, log: yes}
  offset:
  height:      {lower: 2}
objective:
  expr: (temperature-60)^2/100 + (rate-0.01)^2 + stages^2 + pressure + size + offset^2 + height^2
options: {max-evals: 300, seed: 7, model: off}
""")
    done = subprocess.run([PROGRAM, "run", str(job), "--json"], capture_output=True, text=True,
                          timeout=60, cwd=tmp_path)
    expected = json.loads(done.stdout)

    def f(v):
        return ((v["temperature"] - 60) ** 2 / 100 + (v["rate"] - 0.01) ** 2 + v["stages"] ** 2
                + v["pressure"] + v["size"] + v["offset"] ** 2 + v["height"] ** 2)

    result = nes.minimize(f, {
        "temperature": Real(20, 90, start=40, std=10), "rate": Log(1e-5, 1e-1),
        "stages": Integer(1, 12), "pressure": 3, "size": Log(1, 100, integer=True),
        "offset": None, "height": Real(2)}, max_evals=300, seed=7, model="off")
    # Programs that were built in another way, without fused products, differ in the last digits.
    assert result.fun == pytest.approx(expected["best_f"], rel=1e-9)
    assert result.x.tolist() == pytest.approx(expected["best_x"], rel=1e-9)


def test_whole_numbers_that_would_become_others():
    for fixed in (2**53 + 1, np.array([1, 2**60]), np.array([2**64 - 1], dtype=np.uint64)):
        with pytest.raises(ValueError, match="n: a fixed whole number must be below 2"):
            Space(n=fixed)
    assert Space(n=2**53 - 1).unpack([2.0**53 - 1]) == {"n": 2**53 - 1}
    for bounds in ((0, 2.0**63), (-1e30, 0)):
        with pytest.raises(ValueError, match="the range .* no int64"):
            Space(n=Integer(*bounds, shape=2))
    assert Space(n=Integer(0, 2**62, shape=1)).unpack([2.0**62])["n"][0] == 2**62
    assert Space(n=Integer(0, 1e30)).unpack([1e30]) == {"n": int(1e30)}


def test_a_fixed_array_that_is_masked():
    with pytest.raises(TypeError, match="(?s)w: .* is no variable"):
        Space(w=np.ma.array([1.0, 2.0], mask=[True, False]))


def test_odd_shapes():
    assert Space(a=Real(0, 1, shape=())).columns == ["a"]
    for shape in (2**62, (1,) * 100):
        with pytest.raises(ValueError, match="is too large"):
            Real(0, 1, shape=shape)
