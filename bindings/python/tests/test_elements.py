# SPDX-License-Identifier: MIT
"""Variables with steps, ordered lists and choices: what is searched, and what the objective gets."""
import json
import pickle
import subprocess

import numpy as np
import pytest
from support import bits, program

import nes


def test_steps_are_searched_as_whole_numbers():
    space = nes.Space(gap=nes.Real(0.5, 2, step=0.25, start=1), ribs=nes.Integer(4, 20, step=4))
    assert space.lower.tolist() == [0, 0] and space.upper.tolist() == [6, 4]
    assert space.integer.tolist() == [1, 1] and space.start.tolist() == [2, 2]
    assert space.unpack([1, 3]) == {"gap": 0.75, "ribs": 16}
    assert type(space.unpack([1, 3])["ribs"]) is int
    assert space.pack({"gap": 0.75, "ribs": 16}).tolist() == [1, 3]
    rows = space.unpack_all([[0, 0], [6, 4]])
    assert rows["gap"].tolist() == [0.5, 2.0] and rows["ribs"].tolist() == [4, 20]
    assert rows["ribs"].dtype == np.int64


def test_steps_are_decimal_numbers():
    space = nes.Space(a=nes.Real(0.1, 1, step=0.1), b=nes.Real(step=0.7), c=nes.Real(-np.inf, 1.5, step=0.5))
    for k in range(10):
        assert space.unpack([k, k, 0])["a"] == float(f"0.{k + 1}" if k < 9 else "1")
        assert space.unpack([0, k, 0])["b"] == round(7 * k) / 10
    assert space.unpack([0, 0, -3])["c"] == 0.0 and space.upper[2] == 0
    odd = nes.Space(a=nes.Real(0, np.pi, step=np.pi / 4))
    assert odd.upper.tolist() == [4] and odd.unpack([4])["a"] == np.pi


def test_values_are_searched_by_their_place():
    space = nes.Space(radius=nes.Values(1.0, 1.6, 2.0, 2.5, start=1.6), size=nes.Values("S", "M", "L"),
                      down=nes.Values(8, 4, 2, 1, start=3), std=nes.Values(0, 10, 20, std=5))
    assert space.lower.tolist() == [0] * 4 and space.upper.tolist() == [3, 2, 3, 2]
    assert space.start.tolist() == [1, 1, 1.5, 1] and space.std[3] == 0.5
    assert space.unpack([3, 0, 0, 1]) == {"radius": 2.5, "size": "S", "down": 1, "std": 10}
    assert space.pack({"radius": 2.5, "size": "S", "down": 1, "std": 10}).tolist() == [3, 0, 0, 1]
    with pytest.raises(ValueError, match="size: 'XL' is none of .'S', 'M', 'L'."):
        space.pack({"radius": 2.5, "size": "XL", "down": 1, "std": 10})
    assert space.unpack_all([[0, 1, 2, 0]])["size"].tolist() == ["M"]
    with pytest.raises(ValueError, match="no place among 4 elements"):
        space.unpack([7, 0, 0, 0])


def test_arrays_of_elements():
    space = nes.Space(w=nes.Values(1, 2, 4, shape=(2, 2), start=4), s=nes.Real(0, 1, step=0.5, shape=3))
    assert space.start.tolist() == [2] * 4 + [1] * 3
    assert space.unpack([0, 1, 2, 0, 0, 1, 2])["w"].tolist() == [[1, 2], [4, 1]]
    assert space.unpack([0, 1, 2, 0, 0, 1, 2])["s"].tolist() == [0, 0.5, 1]
    assert space.unpack_all(np.zeros((5, 7)))["w"].shape == (5, 2, 2)
    point = {"w": [[1, 2], [4, 1]], "s": [0, 0.5, 1]}
    assert space.pack(point).tolist() == [0, 1, 2, 0, 0, 1, 2]
    each = nes.Space(w=nes.Values("a", "b", "c", shape=3, start=["c", "a", "b"]))
    assert each.start.tolist() == [2, 0, 1]


def test_the_best_is_found():
    def f(p):
        return (p["gap"] - 1.3)**2 + abs(p["ribs"] - 11) + (p["radius"] - 1.9)**2 + p["x"]**2
    space = {"gap": nes.Real(0.5, 2, step=0.25), "ribs": nes.Integer(4, 20, step=4),
             "radius": nes.Values(1.0, 1.6, 2.0, 2.5), "x": (-5, 5)}
    result = nes.minimize(f, space, max_evals=1500, seed=2)
    assert (result.params["gap"], result.params["ribs"], result.params["radius"]) == (1.25, 12, 2.0)
    assert result.mean_params["radius"] == 2.0 and abs(result.params["x"]) < 1e-3
    known = nes.minimize(f, space, inject=[{"gap": 1.25, "ribs": 12, "radius": 2.0, "x": 0.5}], max_evals=50)
    assert known.fun <= f({"gap": 1.25, "ribs": 12, "radius": 2.0, "x": 0.5})


class Material:
    """Some object."""

    def __init__(self, name, density):
        self.name, self.density = name, density

    def __repr__(self):
        return self.name


STEEL, ALU, TITAN = Material("steel", 7.8), Material("alu", 2.7), Material("titan", 4.5)


def weight(p):
    return p["material"].density * (1 + (p["x"] - 1)**2) + {"a": 1, "b": 0, "c": 2}[p["grade"]]


def test_choices_are_objects():
    space = nes.Space(material=nes.Choice(STEEL, ALU, TITAN, start=TITAN), x=(-5, 5), grade=["a", "b", "c"])
    assert space.choices.tolist() == [3, 0, 3] and space.start.tolist() == [2, 0, -1]
    assert space.lower.tolist() == [-np.inf, -5, -np.inf] and space.integer is None
    assert space.unpack([1, 0.5, 2]) == {"material": ALU, "x": 0.5, "grade": "c"}
    assert space.pack({"material": ALU, "x": 0.5, "grade": "c"}).tolist() == [1, 0.5, 2]
    rows = space.unpack_all([[0, 0, 1], [2, 1, 0]])
    assert rows["material"].tolist() == [STEEL, TITAN] and rows["grade"].tolist() == ["b", "a"]
    result = nes.minimize(weight, space, max_evals=1500)
    assert result.params["material"] is ALU and result.params["grade"] == "b"
    assert result.x[0] == 1 and result.x[2] == 1 and result.fun == pytest.approx(2.7)
    assert result.mode == {"material": ALU, "grade": "b"} == {
        name: result.mean_params[name] for name in ("material", "grade")}
    assert result.probabilities["material"].sum() == pytest.approx(1)
    assert result.probabilities["material"].argmax() == 1 and "mode: material: alu" in repr(result)


def test_choices_alone_and_in_arrays():
    space = nes.Space(w=nes.Choice("a", "b", "c", shape=(2, 2)))
    result = nes.minimize(lambda p: (p["w"] != np.array([["a", "b"], ["c", "a"]])).sum(), space)
    assert result.fun == 0 and result.params["w"].tolist() == [["a", "b"], ["c", "a"]]
    assert result.method == "categorical" and result.probabilities["w"].shape == (2, 2, 3)
    assert (result.probabilities["w"].argmax(axis=2) == [[0, 1], [2, 0]]).all()
    plain = nes.minimize(lambda x: float((x != [0, 1, 2, 0]).sum()), [-1] * 4, choices=3)
    assert plain.x.tolist() == [0, 1, 2, 0] and len(plain.probabilities) == 12


def test_a_choice_has_no_groups_and_no_width():
    space = nes.Space(a=nes.Real(0, 1, group="g", std=0.1), c=nes.Choice(1, 2), b=nes.Real(0, 1, group="g"))
    assert space.groups.tolist() == [0, 0, 0] and space.std[1] == 0
    result = nes.minimize(lambda p: p["a"] + p["b"] + p["c"], space, max_evals=100)
    assert result.params["c"] == 1


def test_objects_of_any_kind():
    odd = [np.array([1.0, 2.0]), (3, 4), None, {"a": 1}, print]
    space = nes.Space(c=nes.Choice(*odd, start=None), d=(0, 1))
    assert space.start is None and space.unpack([0, 0])["c"] is odd[0]
    seen = []
    nes.minimize(lambda p: seen.append(p["c"]) or p["d"], space, max_evals=60)
    assert {id(each) for each in seen} == {id(each) for each in odd}
    assert nes.Space(c=nes.Choice(True, False)).unpack([1]) == {"c": False}


def test_choices_with_constraints_in_processes_and_saved(tmp_path):
    space = {"material": nes.Choice(STEEL, ALU, TITAN), "x": (-5, 5), "grade": ["a", "b", "c"]}
    how = {"max_evals": 300, "seed": 3, "constraints": lambda p: 3 - p["material"].density}
    expected = nes.minimize(weight, space, **how)
    assert expected.params["material"] is TITAN
    assert bits(nes.minimize(weight, space, workers=2, **how).x) == bits(expected.x)
    rows = nes.minimize(lambda p: [weight(dict(zip(p, each))) for each in zip(*p.values())], space,
                        vectorized=True, **how)
    assert bits(rows.x) == bits(expected.x)
    opt = nes.Optimizer(space, max_evals=300, seed=3, constraints=1)
    count = 0
    while not opt.stopped:
        points, ids = opt.ask().copy(), opt.ids.copy()
        for i in reversed(range(len(ids))):
            p = opt.space.unpack(points[i])
            opt.tell([ids[i]], [weight(p)], g=[3 - p["material"].density])
            count += 1
            if count % 13 == 0:
                opt.save(tmp_path / "run.nes")
                opt = nes.Optimizer.load(tmp_path / "run.nes", space)
    assert bits(opt.result.x) == bits(expected.x)
    assert set(opt.result.mode) == {"material", "grade"}
    assert opt.result.probabilities["material"].tolist() == expected.probabilities["material"].tolist()


def test_known_points_with_choices():
    space = {"material": nes.Choice(STEEL, ALU, TITAN), "x": (-5, 5), "grade": ["a", "b", "c"]}
    first = {"material": TITAN, "x": 1.0, "grade": "b"}
    result = nes.minimize(weight, space, inject=[first], max_evals=2)
    assert result.params == first
    with pytest.raises(ValueError, match="grade: 'd' is none of"):
        nes.minimize(weight, space, inject=[{**first, "grade": "d"}])


@pytest.mark.parametrize("make, error, words", [
    (lambda: nes.Choice("steel"), ValueError, "nes.Choice: 1 is too few, give two elements at least"),
    (lambda: nes.Choice(["steel", "alu"]), ValueError, r"at least: nes.Choice\(\*.'steel', 'alu'.\)"),
    (lambda: nes.Choice("a", "b", "a"), ValueError, "nes.Choice: 'a' is there twice; give every element"),
    (lambda: nes.Choice("a", "b", start="c"), ValueError, "the start 'c' is none of .'a', 'b'."),
    (lambda: nes.Choice("a", "b", std=1), TypeError, "std"),
    (lambda: nes.minimize(weight, [0, 0], choices=[3, 0], lower=[0, 0]), ValueError,
     "variable 1 is a choice, which has no order"),
    (lambda: nes.minimize(weight, [5, 0], choices=[3, 0]), ValueError, "variable 1"),
    (lambda: nes.Real(0, 1, step=0), ValueError, "step must be a number above 0"),
    (lambda: nes.Real(0, 1, step="small"), ValueError, "step must be a number above 0"),
    (lambda: nes.Integer(0, 9, step=0.5), ValueError, "step of whole numbers is one, too; give nes.Real"),
    (lambda: nes.Real([0, 1], 2, step=1), ValueError, "low and high are numbers and no arrays"),
    (lambda: nes.Integer(0, 10, step=3), ValueError, "let it end at 9 or at 12"),
    (lambda: nes.Real(0, 1, step=0.3), ValueError, "step 0.3; let it end at 0.9 or at 1.2"),
    (lambda: nes.Real(0, 1, step=0.25, start=2), ValueError, "outside the range"),
    (lambda: nes.Values(1), ValueError, "1 is too few, give two elements at least"),
    (lambda: nes.Values(), ValueError, "0 is too few"),
    (lambda: nes.Values([1, 2]), ValueError, r"at least: nes.Values\(\*\[1, 2\]\)"),
    (lambda: nes.Values(1, 3, 2), ValueError, "sort them, or give nes.Choice if they have no order"),
    (lambda: nes.Values(1, 2, 1), ValueError, "1 is there twice; give every element once"),
    (lambda: nes.Values(1, 2, start=3), ValueError, "the start 3 is none of .1, 2."),
    (lambda: nes.Values(1, 2, std=0), ValueError, "std, the initial standard deviation"),
    (lambda: nes.Values(1, float("nan")), ValueError, "numbers go up or down"),
    (lambda: nes.Space(a=nes.Values), TypeError, "write Values.. with parentheses"),
])
def test_bad_input(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_they_are_pickled():
    opt = nes.Optimizer({"a": nes.Values("x", "y", "z"), "b": nes.Real(0, 1, step=0.1)}, max_evals=60)

    def f(p):
        return len(p["a"]) + "xyz".index(p["a"]) + p["b"]
    opt.tell([f(opt.space.unpack(x)) for x in opt.ask()])
    other = pickle.loads(pickle.dumps(opt))
    assert bits(opt.run(f).x) == bits(other.run(f).x) and opt.result.params == {"a": "x", "b": 0.0}


@pytest.mark.skipif(program() is None, reason="the program nes is not here")
def test_as_in_a_problem_file(tmp_path):
    """The same answer as of the program, to the last bit."""
    (tmp_path / "job.yaml").write_text("""
variables:
  gap: {from: 0.5, to: 2, step: 0.25}
  radius: {values: [1.0, 1.6, 2.0, 2.5], start: 1.6}
  y: [-5, 5]
objective: {expr: (gap - 1.3)^2 + (radius - 1.9)^2 + y*y}
options: {max-evals: 200, seed: 5}
""")
    done = subprocess.run([program(), "run", "job.yaml", "--json", "--quiet"], cwd=tmp_path, timeout=60,
                          check=True, capture_output=True)
    there = json.loads(done.stdout)
    space = {"gap": nes.Real(0.5, 2, step=0.25), "radius": nes.Values(1.0, 1.6, 2.0, 2.5, start=1.6),
             "y": (-5, 5)}
    here = nes.minimize(lambda p: (p["gap"] - 1.3) * (p["gap"] - 1.3)
                        + (p["radius"] - 1.9) * (p["radius"] - 1.9) + p["y"] * p["y"], space,
                        max_evals=200, seed=5)
    assert list(here.params.values()) == there["best_x"]
