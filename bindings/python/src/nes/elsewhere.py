# SPDX-License-Identifier: MIT
"""Words of other optimisers for what is called otherwise here, so that a mistake names the remedy.

They are hints for a reader and no other names: nothing is accepted that is not in the library.
"""
from __future__ import annotations

# SciPy, pycma, Optuna and Nevergrad; words that the library's own search for the nearest name
# finds are left out.
OURS = {
    "maxiter": "max_gens", "max_iter": "max_gens", "maxit": "max_gens",
    "generations": "max_gens", "max_generations": "max_gens",
    "maxfev": "max_evals", "maxfun": "max_evals", "n_trials": "max_evals", "budget": "max_evals",
    "n_calls": "max_evals", "timeout": "max_time", "maxtime": "max_time",
    "tol": "tolfun", "ftol": "tolfun", "fatol": "tolfun", "atol": "tolfun",
    "xtol": "tolx", "xatol": "tolx",
    "population_size": "popsize", "step_size": "sigma",
    "random_state": "seed", "rng": "seed", "integrality": "integer",
    "lb": "bounds=[(low, high), ...]", "ub": "bounds=[(low, high), ...]",
    "vectorised": "vectorized",
    "n_jobs": "workers", "num_workers": "workers", "processes": "workers",
    "disp": "progress=True", "verbose": "progress=True", "verb_disp": "progress=True",
    "show_progress_bar": "progress=True",
    "direction": "maximize=True", "bipop": "restarts='bipop'", "CMA_diagonal": "method='snes'",
    "noise_handler": "noisy=True",
}
IN_ONE = ("options", "inopts", "opts")  # a dict of options
OF_THE_LOOP = ("workers", "vectorized", "callback", "args", "progress")


def hint(word: str) -> str | None:
    """What to write instead of a word that is no option; None where nothing is known of it.

    >>> hint("maxiter")
    'write max_gens'
    """
    if word in OURS:
        return f"write {OURS[word]}"
    if word in IN_ONE:
        return "options are keywords of their own; write **options for a dict of them"
    if word in OF_THE_LOOP:
        return "it is an argument of run() and nes.minimize()"
    return None
