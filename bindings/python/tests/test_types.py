# SPDX-License-Identifier: MIT
"""What editors and type checkers know of the package: every attribute, every option."""
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, environment

import nes
from nes.history import Record
from nes.result import NAMED, READERS

pytest.importorskip("mypy")

ATTRIBUTES = ["dim", "ids", "mean", "std", "sigma", "popsize", "stopped", "stop_reason", "fingerprint", "result",
              "history", "space"]
GOOD = """\
import numpy as np
nes.minimize(f, [1.0, 2.0], popsize=50, restarts="ipop", tolx=1e-9, maximize=True, max_evals=1e4)
nes.minimize(f, {"a": nes.Log(1e-5, 1)}, max_evals=np.int64(100), noisy="auto", restarts=False, std=0.5)
nes.minimize(f, bounds=[(0, 1)], groups=[[0, 1], [2]], lower=np.zeros(3), tolfun="off", seed=None)
nes.Optimizer([1.0], 0.5, popsize=None, eval_start=False).go_on(max_evals=100, target="off")
nes.Optimizer.load("run.nes", threads=2)
x: float = opt.get("sigma")
n: int = opt.get("generations")
"""
WRONG = ['nes.minimize(f, [1.0], popsise=3)', 'nes.minimize(f, [1.0], restarts="often")',
         'nes.minimize(f, [1.0], maximize=3.5)', 'nes.Optimizer([1.0], popsize="many")',
         'opt.go_on(popsize=3)', 'opt.result.nonsense', 'opt.history.nonsense', 'opt.nonsense',
         'opt.result.x + 1  # it may be None']
HEAD = """\
from typing import Any
import nes
def f(x: Any) -> float: return 1.0
opt = nes.Optimizer([1.0, 2.0])
assert opt.space is not None
"""


def mypy(text, folder):
    """The answers of mypy to a program, each with the line that it is about."""
    path = folder / "program.py"
    path.write_text(text)
    around = environment()
    if "site-packages" in around["PYTHONPATH"]:
        del around["PYTHONPATH"]  # it finds what is installed there, and refuses to be told so
    else:
        around["MYPYPATH"] = str(Path(nes.__file__).parents[1])
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--enable-incomplete-feature=Unpack",
                           "--cache-dir", folder / "cache", path], cwd=folder, env=around, text=True,
                          capture_output=True)
    lines = text.splitlines()
    found = re.findall(r"^program\.py:(\d+): (error|note): (.*)$", done.stdout, re.M)
    assert done.returncode in (0, 1) and (found or "Success" in done.stdout), done.stdout + done.stderr
    return [(lines[int(number) - 1], kind, said) for number, kind, said in found]


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    revealed = [f"opt.{name}" for name in ATTRIBUTES]
    revealed += [f"opt.result.{name}" for name in {**NAMED, **READERS}]
    revealed += [f"opt.history.{name}" for name in (*Record._fields, "about", "records")]
    revealed += [f'opt.result["{name}"]' for name in {**NAMED, **READERS}]
    revealed += [f'opt.history["{name}"]' for name in (*Record._fields[:8], "mean_x1", "axis_1")]
    revealed += ['opt.result.params["a"]', 'opt.result.mean_params["a"]', 'opt.space.unpack([1.0])["a"]']
    revealed += ["nes.minimize(f, [1.0]).x", 'opt.get("covariance")', "opt.ask()", "opt.run(f).fun"]
    text = HEAD + GOOD + "".join(f"reveal_type({what})\n" for what in revealed) + "\n".join(WRONG) + "\n"
    return revealed, mypy(text, tmp_path_factory.mktemp("types"))


def test_every_attribute_has_a_type(answers):
    revealed, said = answers
    types = {line: re.search('"(.*)"', words)[1] for line, kind, words in said if "Revealed type" in words}
    assert types.keys() == {f"reveal_type({what})" for what in revealed}
    ours = [line for line in types if not line.endswith('["a"])')]  # values may be objects of the user
    assert not [line for line in ours if types[line] == "Any" or "object" in types[line]]
    assert types["reveal_type(opt.result.nfev)"] == types["reveal_type(opt.result.restarts)"] == "builtins.int"
    assert "ndarray" in types["reveal_type(opt.result.x)"] and "None" in types["reveal_type(opt.result.x)"]
    assert types["reveal_type(opt.result.history)"] == "nes.history.History"


def test_entries_have_the_types_of_attributes(answers):
    types = {line: re.search('"(.*)"', words)[1] for line, kind, words in answers[1] if "Revealed type" in words}
    for name in {**NAMED, **READERS}:
        assert types[f"reveal_type(opt.result.{name})"] == types[f'reveal_type(opt.result["{name}"])'], name
    for name in Record._fields[:8]:
        assert types[f"reveal_type(opt.history.{name})"] == types[f'reveal_type(opt.history["{name}"])'], name
    assert not [kind for line, kind in types.items() if "history" in line and "dtype[Any" in kind]


def test_what_is_right_is_accepted_and_what_is_wrong_is_not(answers):
    wrong = [line for line, kind, words in answers[1] if kind == "error"]
    assert [line for line in dict.fromkeys(wrong)] == WRONG


def test_the_types_are_those_of_the_tables():
    """Whoever changes the tables of the library runs scripts/python_types."""
    path = ROOT / "scripts/python_types"
    if not path.exists():
        pytest.skip("the script is not beside the tests")
    loader = importlib.machinery.SourceFileLoader("python_types", os.fspath(path))
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader("python_types", loader))
    loader.exec_module(script)
    assert Path(nes.__file__).with_name("typed.py").read_text() == script.text(), script.__doc__


def test_hints_can_be_read_while_a_program_runs():
    import typing
    hints = typing.get_type_hints(nes.minimize)
    assert hints["return"] is nes.Result and "options" in hints
