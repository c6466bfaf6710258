# SPDX-License-Identifier: MIT
"""The examples in docstrings of all modules do what they say."""
import doctest
import importlib
import pkgutil
import types

import pytest

import nes

NEEDS = {"nes.optuna": "optuna", "nes.trial_search": "optuna", "nes.scipy_method": "scipy",
         "nes.plot": "matplotlib"}
MODULES = sorted(m.name for m in pkgutil.walk_packages(nes.__path__, "nes."))


@pytest.mark.parametrize("name", ["nes", *MODULES])
def test_examples(name, tmp_path, monkeypatch):
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS, verbose=False)
    assert failed == 0


def test_public_names_have_examples():
    """Whoever asks for help on a public class or function sees how it is used."""
    finder = doctest.DocTestFinder(recurse=True)
    for name in nes.__all__:
        value = getattr(nes, name)
        if isinstance(value, type) and issubclass(value, Exception):
            continue
        if not isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            continue
        assert value.__doc__, f"nes.{name} has no docstring"
        assert ">>>" in value.__doc__ or any(
            test.examples for test in finder.find(value, name)), f"nes.{name} has no example"
