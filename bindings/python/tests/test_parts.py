# SPDX-License-Identifier: MIT
"""ask(n): generations that are handed out so many points at a time."""
import copy

import numpy as np
import pytest
from support import METHODS, bits, start_of, weighted, weighted_rows

import nes


@pytest.mark.parametrize("method", METHODS)
def test_parts_are_the_same_run(method):
    whole, parts = (nes.Optimizer(start_of(method), method=method, max_gens=6) for _ in range(2))
    whole.run(weighted)
    while not parts.stopped:
        parts.tell(weighted_rows(parts.ask(3)))
    assert whole.fingerprint == parts.fingerprint


def test_every_point_is_handed_out_once():
    opt = nes.Optimizer([1.0, 2.0], popsize=7, eval_start="no")
    everything = opt.ask().copy()
    parts = [opt.ask(3), opt.ask(np.int64(3)), opt.ask(3), opt.ask(3)]
    assert [len(part) for part in parts] == [3, 3, 1, 0] and bits(np.vstack(parts)) == bits(everything)
    assert parts[3].shape == (0, 2) and len(opt.ids) == 0
    assert bits(opt.ask()) == bits(everything) and len(opt.ids) == 7  # all that wait


def test_values_come_back_as_they_like():
    """Four at a time, the oldest last: as workers do that are not equally fast."""
    whole, opt = (nes.Optimizer([1.0, 2.0], popsize=8, max_gens=12, eval_start="no") for _ in range(2))
    whole.run(weighted)
    out = []
    while not opt.stopped:
        while len(out) < 4 and len(points := opt.ask(1)):
            out.append((int(opt.ids[0]), points[0]))
        i, x = out.pop()
        opt.tell(i, weighted(x))
    assert out == [] and whole.fingerprint == opt.fingerprint


def test_points_stay_what_they_were():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    part, ids = opt.ask(6), opt.ids
    kept, kept_ids = part.copy(), ids.copy()
    opt.tell(weighted_rows(part))
    opt.ask()
    assert bits(part) == bits(kept) and bits(ids) == bits(kept_ids)
    with pytest.raises(ValueError):
        part[0, 0] = 1


def test_a_failed_point_is_handed_out_again():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no", retries=1)
    points, ids = opt.ask(6).copy(), opt.ids.copy()
    assert len(opt.ask(6)) == 0
    opt.tell(ids[2:3], None)
    again = opt.ask(6)
    assert bits(again) == bits(points[2:3])


def test_values_that_do_not_fit_change_nothing():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    opt.ask(2)
    with pytest.raises(ValueError, match="2 ids, but 3 values"):
        opt.tell([1.0, 2.0, 3.0])
    opt.tell([1.0, 2.0])
    with pytest.raises(LookupError):
        opt.tell([1.0, 2.0])
    assert opt.result.nfev == 2 and len(opt.ask(9)) == 4


def test_a_closed_generation():
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    opt.tell(weighted_rows(opt.ask(4)))
    lost, ids = opt.ask(1), opt.ids
    opt.close()
    assert opt.result.nit == 1 and len(opt.ask(9)) == 6
    opt.tell(ids, weighted_rows(lost))  # too late, which is no error
    assert opt.result.nfev == 4


def test_a_copy_hands_out_what_waits():
    """Whoever evaluated the points for the first one does not answer to the copy."""
    opt = nes.Optimizer([1.0, 2.0], popsize=6, eval_start="no")
    opt.tell(weighted_rows(opt.ask(2)))
    opt.ask(3)
    assert len(copy.copy(opt).ask(9)) == 4 and len(opt.ask(9)) == 1


@pytest.mark.parametrize("n", [0, -1, 1.5, "3", True, [2]])
def test_numbers_that_are_none(n):
    with pytest.raises(ValueError, match="1 or more, and it is"):
        nes.Optimizer([1.0, 2.0]).ask(n)
