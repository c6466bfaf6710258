# SPDX-License-Identifier: MIT
"""Words of other optimisers for what is called otherwise here, so that a mistake names the remedy.

They are hints for a reader and no other names: nothing is accepted that is not in the library. Names
of options come from its table, nes_elsewhere.
"""
from __future__ import annotations

from . import _core

# How what the library has under another name, or not at all, is written here.
_WRITTEN = {"jobs": "workers", "lower": "bounds=[(low, high), ...]",
            "upper": "bounds=[(low, high), ...]", "progress": "progress=True",
            "vectorized": "vectorized=True"}
_SENTENCES = {"dim": "x0 tells the number of variables, or bounds do",
              "out": "save() of an Optimizer keeps a run"}
IN_ONE = ("options", "inopts", "opts")  # a dict of options
OF_THE_LOOP = ("workers", "vectorized", "callback", "args", "progress")


RESULTS = {"xbest": "x", "fbest": "fun", "xfavorite": "mean", "stds": "std", "evaluations": "nfev",
           "iterations": "nit", "best_params": "params", "best_value": "fun", "fval": "fun"}
OPTIMIZERS = {"optimize": "run(f)", "countevals": "result.nfev", "countiter": "result.nit",
              "C": "get('covariance')", "best": "result.x and result.fun", "logger": "history and plot()",
              "disp": "run(f, progress=True)", "result_pretty": "result", "minimize": "run(f)",
              "inject": "Optimizer(..., inject=points)", "pickle_dumps": "pickle.dumps(opt)"}


def of_results(word: str, known: str) -> str:
    """What to say of an attribute that no result has.

    >>> of_results("fbest", "x, fun")
    "a result has no 'fbest'; write fun"
    """
    ours = RESULTS.get(word)
    return f"a result has no {word!r}; " + (f"write {ours}" if ours else f"it has {known}")


def of_optimizers(word: str) -> str | None:
    """What to write instead of an attribute that no optimiser has; None where nothing is known.

    >>> of_optimizers("xbest"), of_optimizers("nonsense")
    ('result.x', None)
    """
    return OPTIMIZERS.get(word) or (f"result.{RESULTS[word]}" if word in RESULTS else None)


def _written(setting: str) -> str:
    """A setting of the library's table, "option" or "option=value", as it is written here.

    >>> _written("max_evals"), _written("maximize=yes"), _written("method=snes")
    ('max_evals', 'maximize=True', "method='snes'")
    """
    name, equals, value = setting.partition("=")
    if not equals:
        return _WRITTEN.get(name, name)
    return f"{name}=True" if value == "yes" else f"{name}={value!r}"


def hint(word: str) -> str | None:
    """What to write instead of a word that is no option; None where nothing is known of it.

    >>> hint("maxiter")
    'write max_gens: it counts generations, max_evals evaluations'
    """
    if word in IN_ONE:
        return "options are keywords of their own; write **options for a dict of them"
    if word in OF_THE_LOOP:
        return "it is an argument of run() and nes.minimize()"
    known = _core.elsewhere(word)
    if known is None:
        return None
    here, doc = known
    if here in _SENTENCES:
        return _SENTENCES[here]
    ours = " and ".join(dict.fromkeys(_written(setting) for setting in here.split()))
    return ": ".join(part for part in (ours and f"write {ours}", doc) if part)
