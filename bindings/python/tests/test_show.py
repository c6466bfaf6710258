# SPDX-License-Identifier: MIT
"""Results and optimisers as text and as HTML."""
import html.parser

import numpy as np

import nes
from nes.show import ROWS, WIDTH, fields_html, fields_text, value_text, variables_html


def sphere(x):
    return float(np.dot(x, x))


class Checker(html.parser.HTMLParser):
    """Counts tags; every one has to be closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.data = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.data.append(data)


def test_a_result_reads_well():
    result = nes.minimize(sphere, [3.0, 4.0], max_evals=200, model="off")
    lines = repr(result).splitlines()
    assert lines[0] == (
        "   message: the budget of evaluations is used: 200, limit 200 (option max_evals)")
    starts = [line[: lines[0].index(":") + 1] for line in lines]
    names = [start.strip(" :") for start in starts if start.endswith(":")]
    assert names[:3] == ["message", "success", "trust"] and names[-1] == "also"
    assert {"fun", "x", "mean", "std", "nfev", "nit", "method", "seed", "history"} <= set(names)
    assert all(len(line) <= WIDTH for line in lines)
    assert "generation_median" in "".join(lines[names.index("also"):])


def test_no_entry_is_forgotten():
    result = nes.minimize(sphere, [3.0, 4.0], max_evals=50)
    result.mine = 3
    text = repr(result)
    assert all(name in text for name in result)


def test_long_arrays_are_cut():
    result = nes.minimize(sphere, np.ones(2000), max_evals=50)
    assert len(repr(result).splitlines()) < 40
    assert "..." in repr(result)


def test_a_result_without_a_value():
    result = nes.minimize(lambda x: None, [3.0, 4.0], max_evals=20)
    assert "nan" in repr(result)
    Checker(result._repr_html_())


def test_names_stand_for_numbers():
    result = nes.minimize(lambda p: p["n"] ** 2 + p["rate"],
                          {"n": nes.Integer(-3, 3), "rate": nes.Log(1e-3, 1)}, max_evals=60)
    text = repr(result)
    assert "params:    n: " in text and " mean: " not in text
    assert "rate" in Checker(result._repr_html_()).data


def test_html():
    found = Checker(nes.minimize(sphere, [3.0, 4.0], max_evals=200)._repr_html_())
    assert found.seen.count("table") == 2
    assert found.data[0].startswith("nes.Result: best value ")
    assert {"x1", "x2", "best", "mean", "std deviation"} <= set(found.data)


def test_everything_is_escaped():
    assert "<script>" not in fields_html("<script>", [("<script>", "<script>")])
    assert "<script>" not in variables_html(["<script>"], {"<script>": [1.0]})


def test_many_variables():
    found = Checker(variables_html([f"x{i}" for i in range(1000)], {"best": np.ones(1000)}))
    assert found.seen.count("tr") == ROWS + 2
    assert f"and {1000 - ROWS} more" in found.data


def test_an_optimiser_in_one_line():
    opt = nes.Optimizer([1.0, 2.0, 3.0], method="xnes", seed=7)
    assert repr(opt) == ("<nes.Optimizer: dimension 3, xnes, seed 7; nothing is evaluated yet; "
                         "the run goes on>")
    before = opt.fingerprint
    opt.tell(np.arange(len(opt.ask()), dtype=float))
    assert "best value 0 after 8 evaluations" in repr(opt)
    assert Checker(opt._repr_html_()).data[0].startswith("nes.Optimizer: best value 0 after 8")
    assert opt.fingerprint != before
    told = opt.fingerprint
    repr(opt), opt._repr_html_()
    assert opt.fingerprint == told


def test_texts():
    assert value_text("a " * 100, 20).count("\n") == 9
    assert fields_text([]) == ""
    assert fields_text([("a", {"b": 1, "long": "x"})]) == "a:    b: 1\n   long: x"


def test_one_of_each():
    opt = nes.Optimizer([1.0], max_evals=1)
    opt.run(lambda x: float(x[0] ** 2))
    assert "best value 1 after 1 evaluation;" in repr(opt)
    assert repr(nes.problems.get("sphere_d1")).endswith("1 variable, 0 evaluations>")
