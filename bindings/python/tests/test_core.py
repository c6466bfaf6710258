# SPDX-License-Identifier: MIT
"""nes._core: what the C part offers, and its errors."""
import ast
import importlib.resources

import numpy as np
import pytest
from support import generations, handle_points, spheres

from nes import _core


def test_the_module_is_as_its_description_says():
    tree = ast.parse(importlib.resources.files("nes").joinpath("_core.pyi").read_text("utf-8"))
    described = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    present = {name for name in dir(_core) if not name.startswith("__")}
    assert described - {"Buffer"} == present
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in present:
            members = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            members |= {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
            theirs = {name for name in vars(getattr(_core, node.name)) if not name.startswith("__")}
            assert members - {"__new__"} == theirs


def test_tables_have_what_the_library_has():
    options = {option["name"]: option for option in _core.options()}
    assert options["sigma"]["type"] == "real" and options["sigma"]["automatic"]
    assert options["factor"]["length"] == "pair" and options["sigma"]["length"] is None
    assert options["constraint_tol"]["length"] == "constraint"
    assert set(options["ties"]["words"]) == {"average", "index"} and not options["sigma"]["words"]
    assert {option["type"] for option in options.values()} == {"real", "count", "flag", "choice", "array"}
    assert "xnes" in [method["name"] for method in _core.methods()]
    assert {entry["type"] for entry in _core.entries()} == {"real", "count", "array"}
    assert "bbob" in [suite["name"] for suite in _core.suites()]
    assert any("rosenbrock" in kind["pattern"] for kind in _core.problem_kinds())


def test_every_entry_can_be_read():
    handle = generations(_core.Handle(3, np.ones(3), {}), 3)
    for entry in _core.entries():
        name = entry["name"]
        if entry["type"] == "real":
            assert isinstance(handle.real(name), float)
        elif entry["type"] == "count":
            assert handle.count(name) >= 0
        elif name not in ("theta", "probabilities"):  # of densities of one's own, and of choices
            out = np.full(handle.length(name), np.nan)
            handle.array(name, out)
            assert np.isfinite(out).all(), name
    assert handle.method() in [method["name"] for method in _core.methods()]
    assert handle.choice() and handle.setting("seed") == "1"
    assert handle.stop_reason() == (0, "running", "the run goes on") and handle.trust() == ("open", "")


def test_failed_is_something_else_than_nan():
    handle = _core.Handle(2, None, {"popsize": "4", "eval_start": "no"})
    handle.ask()
    handle.tell(np.array([0.0, np.nan, 1.0, 2.0]), bytes([1, 0, 0, 0]))
    assert (handle.count("failed"), handle.count("nonfinite")) == (1, 1)


def test_a_run_is_saved_and_goes_on():
    first = generations(_core.Handle(4, np.ones(4), {"seed": "7", "max_gens": "30"}), 10)
    second = _core.Handle.load(first.save(), {"threads": "2"})
    assert second.dim == 4 and second.fingerprint() == first.fingerprint()
    generations(first, 20), generations(second, 20)
    assert first.fingerprint() == second.fingerprint()
    assert first.stopped() == 3 and first.stop_reason()[1] == "max_gens"
    assert "max_gens" in first.go_on({"max_gens": "40"}) and first.stopped() == 0
    first.stop()
    assert first.stop_reason()[1] == "user"


def test_values_are_told_by_id():
    handle = _core.Handle(3, np.ones(3), {"eval_start": "no", "popsize": "6"})
    x = handle_points(handle)
    ids = np.frombuffer(handle.ids(), dtype=np.uint64)
    assert not handle.tell_some(ids[[4, 1]], spheres(x)[[4, 1]])
    late = ids[[0]].copy()
    handle.close()
    handle_points(handle)
    assert handle.tell_some(late, np.zeros(1))
    assert handle.count("evaluations") == 2


def test_problems():
    problem = _core.Problem(_core.suite_id("bbob", 8, 3, 5))
    assert (problem.id, problem.dim, problem.noisy, problem.bits) == ("bbob_f008_i03_d05", 5, False, False)
    best, f = np.empty(5), np.empty(1)
    assert problem.solution(best)
    problem.values(best, f)
    assert f[0] == pytest.approx(problem.optimum, abs=1e-9)
    assert problem.start_law()[0] in ("point", "uniform", "normal")
    problem.start(best)
    noisy = _core.Problem(_core.suite_id("bbob-noisy", 101, 1, 2))
    x, first, second = np.ones((3, 2)), np.empty(3), np.empty(3)
    assert noisy.noisy_values(x, first, 0, 1, 0) == 3
    assert noisy.noisy_values(x[1:], second[1:], 0, 1, 1) == 3
    assert first[1:].tolist() == second[1:].tolist() and len(set(first)) == 3


@pytest.mark.parametrize("error, sentence, call", [
    (TypeError, "no option 'sigm'; did you mean sigma", lambda: _core.Handle(2, None, {"sigm": "1"})),
    (TypeError, "sigma: an array is needed, not 3", lambda: _core.Handle(2, None, {"sigma": 3})),
    (TypeError, "name of an option must be a str", lambda: _core.Handle(2, None, {3: "1"})),
    (ValueError, "null character", lambda: _core.Handle(2, None, {"sigma\0": "1"})),
    (ValueError, "null character", lambda: _core.Handle(2, None, {"sigma": "1\0"})),
    (ValueError, "'sigma' is -1", lambda: _core.Handle(2, None, {"sigma": "-1"})),
    (ValueError, "no method 'xns'; did you mean xnes", lambda: _core.Handle(2, None, {"method": "xns"})),
    (ValueError, "dimension is 0", lambda: _core.Handle(0, None, {})),
    (ValueError, "dimension is -1", lambda: _core.Handle(-1, None, {})),
    (OverflowError, "", lambda: _core.Handle(2**64, None, {})),
    (ValueError, "start: 3 numbers are needed, not 2", lambda: _core.Handle(3, np.ones(2), {})),
    (ValueError, "inf", lambda: _core.Handle(2, np.array([1, np.inf]), {})),
    (ValueError, "lower bound 1 and upper bound 0",
     lambda: _core.Handle(1, None, {"lower": np.ones(1), "upper": np.zeros(1)})),
    (MemoryError, "needs", lambda: _core.Handle(10**9, None, {"method": "xnes"})),
    (ValueError, "not a saved run", lambda: _core.Handle.load(b"no run", {})),
    (TypeError, "", lambda: _core.Handle.load("no bytes", {})),
    (TypeError, "cannot create", lambda: _core.View()),
    (ValueError, "no problem 'spher_d3'", lambda: _core.Problem("spher_d3")),
    (ValueError, "no suite 'bob'", lambda: _core.suite_id("bob", 1, 1, 2)),
    (ValueError, "not negative", lambda: _core.suite_id("bbob", 1, -1, 2)),
])
def test_what_cannot_be_made(error, sentence, call):
    with pytest.raises(error, match=sentence):
        call()


@pytest.mark.parametrize("error, sentence, call", [
    (TypeError, "values: an array is needed, not \\[1.0\\]", lambda h: h.tell([1.0])),
    (TypeError, "values: the numbers must be of type float64", lambda h: h.tell(np.ones(6, "f4"))),
    (TypeError, "float64", lambda h: h.tell(np.ones(6, ">f8"))),
    (TypeError, "float64", lambda h: h.tell(np.ones(6, "i8"))),
    (TypeError, "float64", lambda h: h.tell(bytes(48))),
    (TypeError, "uint64", lambda h: h.tell_some(np.ones(1, "i8"), np.ones(1))),
    (ValueError, "must be contiguous", lambda h: h.tell(np.ones(12)[::2])),
    (ValueError, "6", lambda h: h.tell(np.ones(5))),
    (ValueError, "2 ids, but 1 value$", lambda h: h.tell_some(np.ones(2, "u8"), np.ones(1))),
    (LookupError, "999", lambda h: h.tell_some(np.array([999], "u8"), np.ones(1))),
    (TypeError, "no result 'best'; did you mean best_f", lambda h: h.real("best")),
    (ValueError, "", lambda h: h.real("evaluations")),
    (RuntimeError, "", lambda h: h.array("best_x", np.ones(3))),
    (ValueError, "3 numbers, not 2", lambda h: h.array("mean_x", np.ones(2))),
    (ValueError, "read-only", lambda h: h.array("mean_x", np.frombuffer(bytes(24)))),
    (TypeError, "no option 'sigm'", lambda h: h.setting("sigm")),
    (TypeError, "no option 'max_eval'", lambda h: h.go_on({"max_eval": "3"})),
    (ValueError, "'sigma' is 1 and cannot change", lambda h: h.go_on({"sigma": "3"})),
])
def test_what_a_handle_refuses(error, sentence, call):
    handle = _core.Handle(3, None, {"popsize": "6", "eval_start": "no"})
    handle.ask()
    with pytest.raises(error, match=sentence):
        call(handle)
    generations(handle, 2)  # it goes on all the same


def test_order_of_calls():
    handle = _core.Handle(3, np.ones(3), {"max_gens": "1"})
    with pytest.raises(RuntimeError, match="asked"):
        handle.tell(np.ones(3))
    with pytest.raises(RuntimeError, match="before the first ask"):
        handle.ids()
    with pytest.raises(RuntimeError):
        handle.close()
    generations(handle, 1)
    with pytest.raises(RuntimeError, match="stopped"):
        handle.ask()
