# SPDX-License-Identifier: MIT
"""What callbacks are called with: a result, or what SciPy calls them with."""
import functools

import numpy as np
import pytest

import nes

START = [3.0, 4.0]


def sphere(x):
    return float(np.dot(x, x))


class Seen:
    """Callbacks of every form, which note what they got."""

    def __init__(self):
        self.got = []

    def by_result(self, state):
        self.got.append(state)

    def by_point(self, xk):
        self.got.append(xk)

    def by_short_point(self, x):
        self.got.append(x)

    def by_state(self, intermediate_result):
        self.got.append(intermediate_result)

    def by_state_alone(self, *, intermediate_result):
        self.got.append(intermediate_result)


@pytest.mark.parametrize("form, kind", [
    ("by_result", nes.Result), ("by_state", nes.Result), ("by_state_alone", nes.Result),
    ("by_point", np.ndarray), ("by_short_point", np.ndarray)])
def test_every_form_gets_what_it_is_made_for(form, kind):
    seen = Seen()
    result = nes.minimize(sphere, START, max_gens=12, callback=getattr(seen, form))
    assert len(seen.got) == 12 and all(isinstance(got, kind) for got in seen.got)
    points = [got if kind is np.ndarray else got.x for got in seen.got]
    assert [sphere(x) for x in points] == result.history.best_f.tolist()
    assert len({id(x) for x in points}) == 12  # copies, which may be kept


def test_functions_without_a_name_for_their_parameter_get_results():
    seen = []
    for callback in (seen.append, functools.partial(lambda a, state: seen.append(state), 1),
                     lambda *state: seen.append(state[0]), lambda state, more=3: seen.append(state)):
        nes.minimize(sphere, START, max_gens=1, callback=callback)
    assert len(seen) == 4 and all(type(got.nfev) is int for got in seen)


@pytest.mark.parametrize("answer", [True, np.bool_(True), StopIteration])
def test_a_callback_of_scipy_stops_the_run(answer):
    def stop(xk):
        if answer is StopIteration:
            raise StopIteration
        return answer

    for callback in (stop, lambda intermediate_result: stop(intermediate_result.x)):
        result = nes.minimize(sphere, START, callback=callback)
        assert result.stop == "user" and result.nit == 1


def test_a_point_is_shown_once_there_is_one():
    calls = []

    def infinite_at_first(x):
        calls.append(x)
        return np.inf if len(calls) < 30 else sphere(x)

    seen = Seen()
    result = nes.minimize(infinite_at_first, START, max_gens=20, callback=seen.by_point)
    assert 0 < len(seen.got) < result.nit and all(x.shape == (2,) for x in seen.got)


@pytest.mark.parametrize("callback, words", [
    (lambda: None, "takes none"), (lambda xk, convergence: None, "takes xk, convergence"),
    (lambda x, f, context: None, "takes x, f, context"), (lambda state, *, more: None, "takes state, more"),
    (3, "must be a function")])
def test_other_callbacks_are_refused_before_anything_is_evaluated(callback, words):
    calls = []
    with pytest.raises(TypeError, match=words):
        nes.minimize(lambda x: calls.append(x) or sphere(x), START, callback=callback)
    assert calls == []
